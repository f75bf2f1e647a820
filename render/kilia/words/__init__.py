"""What the pictures say in words."""
