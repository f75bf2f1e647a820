"""R14 Wakhan: her cards, her choices, her turn."""
