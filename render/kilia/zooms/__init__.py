"""Enlarged parts of the overview: pieces at least one and a half times as large, words one size larger."""
