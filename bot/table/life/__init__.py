"""What keeps a table alive when somebody is missing."""
