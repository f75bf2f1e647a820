"""Nobody chooses the shuffle, and no move is changed afterwards: what can be checked, and what people put in."""
