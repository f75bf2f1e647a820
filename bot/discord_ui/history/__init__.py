"""The log, a game step by step, changes since a decision, and exports of a finished game."""
