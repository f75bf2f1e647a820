"""The Discord user interface: cards, panels, commands, and the sender that posts the tables' outbox rows."""
