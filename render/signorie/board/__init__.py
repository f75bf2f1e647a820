"""The overview of Signorie, and zooms of it."""
