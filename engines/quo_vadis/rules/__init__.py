"""The course of the game: the set-up (R5), a turn step by step (R7), and the skills that change it (R10)."""
