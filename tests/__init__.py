"""Tests. Importing this package makes the example games (`tests/example`) discoverable, in commands too."""

import sys
from pathlib import Path

EXAMPLE = str(Path(__file__).parent / "example")

if EXAMPLE not in sys.path:
    sys.path.insert(0, EXAMPLE)
