"""Words of the bot: the reader's voice, names, titles, mentions."""
