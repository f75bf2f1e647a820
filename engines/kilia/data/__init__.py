"""Printed facts of the game and their types."""
