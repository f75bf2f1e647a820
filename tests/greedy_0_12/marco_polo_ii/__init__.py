"""The computer player of 0.12.0."""
