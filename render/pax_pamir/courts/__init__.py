"""Pictures of courts: one court, and all courts together."""
