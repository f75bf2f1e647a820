"""The drawn map: trefoils of hexes in the sky."""
