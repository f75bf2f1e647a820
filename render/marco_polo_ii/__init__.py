"""Marco Polo II in pictures. Not finished, and so not found by `render.arts`: there is no `ART` yet.

What stands, with the anchors that options name:

    board.overview.board        1600 x 1200: map, strip of action spaces, seats
    actions.overview.actions    1600 x 1000: books, Khan, purse, guild, travel, cards, contracts

What an `ART` still needs: the mat of a seat (`die:`, `held:`, `guild:`), the private pictures (targets of a movement,
where to put a die, goals, characters; each shows every place of its question), the final result, `alt` and `words`.
"""
