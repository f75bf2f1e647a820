"""Tests of what chooses and shares out the tests."""
