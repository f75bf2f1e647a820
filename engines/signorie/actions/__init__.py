"""R7 Main actions, and R9 the helpers that follow them."""
