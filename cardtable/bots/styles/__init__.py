"""Documented styles of play, a folder a family; the players that know no family stand beside them."""
