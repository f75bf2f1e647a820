"""The overview of Signorie, and the final picture."""
