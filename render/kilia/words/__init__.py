"""Pictures described in words."""
