"""Forged presses: every control, at a table in every state, by every kind of person, against one table of answers."""
