"""What happens in a turn: R6 to R15, a chapter a module."""
