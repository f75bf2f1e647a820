"""What happens: a chapter of the rules is a module or a room."""
