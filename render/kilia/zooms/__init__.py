"""Parts of the overview drawn anew and larger: pieces at least one and a half times, words a size up."""
