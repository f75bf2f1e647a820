"""The map: coordinates, coast and roads, cities, figures and caravans."""
