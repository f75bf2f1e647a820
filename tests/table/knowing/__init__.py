"""What people know of a game: its course, results, statistics, what is kept about them."""
