"""/history: a game step by step, and what can be had of it after the end."""
