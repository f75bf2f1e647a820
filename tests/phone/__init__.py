"""The questions of whole games as a phone shows them: height of a panel, and labels that look alike."""
