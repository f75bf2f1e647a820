"""Who owns which tables, if several processes share a PostgreSQL server's database."""
