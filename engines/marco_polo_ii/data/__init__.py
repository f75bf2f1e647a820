"""The printed facts and their types."""
