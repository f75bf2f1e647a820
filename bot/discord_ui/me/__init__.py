"""/me: a person's own settings and stored data."""
