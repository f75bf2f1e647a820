"""Picture of a player board and its parts."""
