"""The rulebook: looking up and showing paragraphs, cards and tiles."""
