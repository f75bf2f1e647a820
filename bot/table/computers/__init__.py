"""Computer players: who is served when, and the processes in which they think."""
