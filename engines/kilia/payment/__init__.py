"""R11 Paying: costs, the possible payments, the selection offered to the player, and the question."""
