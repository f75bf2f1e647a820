"""Tests of the project itself: its documents, its package, its image."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = ("bot", "engines", "render", "storage")
