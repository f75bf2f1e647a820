"""Tests of the bot's information: history, results, statistics and a person's stored data."""
