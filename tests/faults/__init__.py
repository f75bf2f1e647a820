"""The bot is killed at random instants; nothing acknowledged may be lost, nothing may be said or done twice."""
