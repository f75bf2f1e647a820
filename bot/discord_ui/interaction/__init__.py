"""One thing that one person did, how it is answered, and what is said when it cannot be."""
