"""A person's own settings, daily list, snoozed reminders and personal data."""
