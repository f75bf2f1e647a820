"""Views to Scenes to pixels."""
