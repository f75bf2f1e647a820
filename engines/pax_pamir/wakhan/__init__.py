"""R14 Wakhan, the automated opponent: her choices, actions and turn."""
