"""Tests. The example game (`tests/example`) is found like a real one wherever tests run, in commands too."""

import sys
from pathlib import Path

EXAMPLE = str(Path(__file__).parent / "example")

if EXAMPLE not in sys.path:
    sys.path.insert(0, EXAMPLE)
