"""The pieces of Marco Polo II, and amounts of goods in a row."""
