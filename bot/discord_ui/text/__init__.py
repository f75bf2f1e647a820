"""Localized text of the bot: languages, names, titles, command mentions, event reports."""
