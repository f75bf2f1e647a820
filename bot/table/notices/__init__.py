"""Messages to people: outbox rows, turn notifications and reminders, notes, and the quiet hours that they respect."""
