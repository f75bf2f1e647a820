"""The Discord side: cards, panels, commands, and the sender that posts what the tables have to say."""
