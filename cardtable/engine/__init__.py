"""The engine: states, knowledge, moves, options, positions and the scene. It knows no game."""
