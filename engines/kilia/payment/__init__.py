"""R11 Paying: what a cost is, the ways to cover it, which of them are offered, and the question."""
