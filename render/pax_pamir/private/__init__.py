"""What only one player sees."""
