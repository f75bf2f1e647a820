"""Pictures of Quo Vadis in words."""
