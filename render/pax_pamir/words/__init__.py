"""Pictures of Pax Pamir in words."""
