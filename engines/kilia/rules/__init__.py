"""Rules of a turn: R6 to R15."""
