"""A table for friends elsewhere: who may come in (`door`), and how they come (`ssh`)."""
