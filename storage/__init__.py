"""SQLite: what a table needs to survive a power cut. Knows ints and bytes, neither games nor Discord."""
