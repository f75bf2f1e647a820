"""The pictures of Marco Polo II."""
