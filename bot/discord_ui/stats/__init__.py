"""/stats: a person's statistics and a server's leaderboard."""
