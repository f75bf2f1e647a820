"""Painting: what the painter makes of nodes: stamps, sprites in relief, materials, lettering, grounds, files."""
