"""A full house: ten thousand tables in one database, and what people feel then (`python -m tests.scale`)."""
