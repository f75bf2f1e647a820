"""Cards of Pax Pamir in every size."""
