"""Private panels: pictures of the subject of one question, as large as possible."""
