"""Pictures of Signorie in words."""
