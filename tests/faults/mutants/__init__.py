"""Fault runs: the bot is killed at random; nothing acknowledged may be lost, nothing may be posted or done twice."""
