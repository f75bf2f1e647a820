"""The public card of a table and what its buttons open."""
