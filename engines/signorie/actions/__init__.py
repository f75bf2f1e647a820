"""Main actions (R7), and the helpers that are used after them (R9)."""
