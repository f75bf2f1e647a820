"""Tests that the whole bot keeps hidden information secret, by comparing two worlds."""
