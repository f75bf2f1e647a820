"""R3 to R6, R11: the phases of a game, from setup to the last reward."""
