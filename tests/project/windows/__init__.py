"""Windows, imitated on another system."""
