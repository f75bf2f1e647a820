"""The public card of a table and the pages that its buttons open."""
