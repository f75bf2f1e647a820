"""The board picture around the map: header, strip of action spaces, seats."""
