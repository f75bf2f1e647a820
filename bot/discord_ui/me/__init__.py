"""What people settle for themselves."""
