"""People and servers: what they chose, when they are away, what they have seen."""
