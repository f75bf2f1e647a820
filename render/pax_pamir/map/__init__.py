"""The map of Pax Pamir."""
