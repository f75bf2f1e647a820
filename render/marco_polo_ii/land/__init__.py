"""The map: where everything lies, coast and roads, cities, and who stands there."""
