"""A table for friends elsewhere: admission (`door`), and connections (`ssh`)."""
