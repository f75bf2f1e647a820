"""Computer players and suggestions: who is served when, and the processes in which they are thought out."""
