"""R3 to R6, R11: a game from its setup to its last reward."""
