"""Sending of the tables' outbox rows to Discord."""
