"""Marco Polo II in pictures. Not finished, and so not found by `render.arts`: there is no `ART` yet.

What stands: `board.overview.board`, the overview with the map, the strip of action spaces and the seats, all anchored.
"""
