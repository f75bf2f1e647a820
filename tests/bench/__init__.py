"""Benchmarks of user-visible times: `python -m tests.bench [--quick] [--only NAME ...]` prints JSON lines."""
