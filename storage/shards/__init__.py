"""Ownership of tables by processes, if several processes share a PostgreSQL server's database."""
