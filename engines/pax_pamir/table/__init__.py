"""The state of the table, and values computed from it without changing it."""
