"""Private pictures for decisions."""
