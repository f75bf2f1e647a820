"""Text versions of the pictures of Marco Polo II."""
