"""/stats: what somebody has played, and who leads on a server."""
