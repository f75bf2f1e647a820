"""Rules and settings that tables and servers choose: terms, votes, presets, notification channels."""
