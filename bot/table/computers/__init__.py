"""Computer players and suggestions: the queue of tables, and the processes that search for moves."""
