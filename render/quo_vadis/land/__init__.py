"""The map: trefoils of hexes in the sky."""
