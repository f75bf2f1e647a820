"""Background workers: timers, presence of the bot, repair of deleted posts, deletion of old data."""
