"""Documented styles of play, one folder per family; players that know no particular family are beside the folders."""
