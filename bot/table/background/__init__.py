"""Background workers: timers, presence of the bot, repair of deleted messages, deletion of old data."""
