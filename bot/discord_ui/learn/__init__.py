"""How to play: a game in short, and one first turn played step by step."""
