"""The drawn land of Pax Pamir: the chart of the map and the landscape of the end, prerendered from seeded bytes."""
