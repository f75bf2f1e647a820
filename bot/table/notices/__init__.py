"""Posts and direct messages: outbox rows, turn notifications and reminders, notes, and the quiet hours of people."""
