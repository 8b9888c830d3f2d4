"""The engine: states, knowledge, moves, options, positions and scenes. It knows no particular game."""
