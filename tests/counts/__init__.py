"""What a turn costs its people: answers, presses, posts, edits, calls (`python -m tests.counts`)."""
