"""Decision pictures: what one question is about, as large as the picture allows."""
