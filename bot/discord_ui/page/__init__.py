"""Messages as plain data: texts, controls and pictures within Discord's limits."""
