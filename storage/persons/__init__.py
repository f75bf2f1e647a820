"""Rows about people and servers: preferences, absences, and the export and erasure of personal data."""
