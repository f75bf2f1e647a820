"""The pictures of Marco Polo II in words."""
