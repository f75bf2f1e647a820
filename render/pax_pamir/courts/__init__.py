"""The courts of Pax Pamir, one by one and all together."""
