"""Surfaces: noise, textures, relief, ornament and engraving, as Pillow images made from seeded bytes."""
