"""The overview of Pax Pamir, and zooms of it."""
