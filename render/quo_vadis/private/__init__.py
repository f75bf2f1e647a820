"""Private pictures: hand, face-down skills, draft pack, and a picture for each kind of question."""
