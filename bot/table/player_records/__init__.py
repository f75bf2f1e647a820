"""Records of people: habits, ratings, statistics, lists of tables."""
