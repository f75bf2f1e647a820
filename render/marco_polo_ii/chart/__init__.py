"""The silk-road chart: what of the map never changes, drawn beforehand for the grounds."""
