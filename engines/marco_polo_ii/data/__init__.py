"""The printed facts of the game (data.toml) and their types."""
