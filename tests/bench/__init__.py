"""What users feel, measured: `python -m tests.bench [--quick] [--only NAME ...]` prints one JSON object per line."""
