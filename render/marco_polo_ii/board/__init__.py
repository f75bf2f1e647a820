"""The overview around the map: header, strip of action spaces, seats."""
