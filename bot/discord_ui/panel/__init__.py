"""The private panel in which a person answers their question."""
