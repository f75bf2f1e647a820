"""What is played: games, who sits where, what was answered, and what is still asked."""
