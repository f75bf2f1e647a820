"""Measure the effort per turn: answers, presses, posts, edits, notifications (`python -m tests.counts`)."""
