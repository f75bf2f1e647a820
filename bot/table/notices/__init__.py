"""How people are told: what a call may wait for, what they want to know besides."""
