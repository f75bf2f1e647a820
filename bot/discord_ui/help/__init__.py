"""Help, languages, the list of tables, the rulebooks."""
