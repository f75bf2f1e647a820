"""Help pages, language menus, a person's list of tables, and the handlers of the rulebook's controls."""
