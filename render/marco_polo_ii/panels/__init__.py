"""Private pictures: the options of the open question are drawn largest."""
