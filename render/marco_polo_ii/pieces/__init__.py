"""The pieces of Marco Polo II, and rows of icons for amounts and cards."""
