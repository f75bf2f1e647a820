"""The overview: header, map, race line and seats, token stock; the war; the end."""
