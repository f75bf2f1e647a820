"""Private pictures: what is asked about is the largest thing."""
