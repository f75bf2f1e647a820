"""Model of a small Discord: plain Python objects, without I/O or a web framework."""
