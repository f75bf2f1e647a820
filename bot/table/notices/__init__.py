"""How people are told: calls and reminders, what they may wait for, what people want to know besides."""
