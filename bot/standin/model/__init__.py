"""The pure model of a small Discord: no I/O, no web framework."""
