"""Before the start: what is agreed, who takes a seat or is invited, and a table that nobody starts."""
