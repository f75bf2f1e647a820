"""Tests of the outbox: calls, what Discord refuses, order and recovery of posts."""
