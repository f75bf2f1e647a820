"""Marco Polo II in pictures. Not finished, and so not found by `render.arts`: there is no `ART` yet.

What stands, with the anchors that options name:

    board.overview.board        1600 x 1200: map, strip of action spaces, seats
    actions.overview.actions    1600 x 1000: books, Khan, purse, guild, travel, cards, contracts
    mat.mat.mat                 1600 x 1000: everything in front of a seat (`die:`, `held:`, `guild:`)

The mat still lacks Filippo's tiles, Donata's tokens and whether a route is running on which tile; two equal dice share
one anchor. What an `ART` still needs: the private pictures (targets of a movement,
where to put a die, goals, characters; each shows every place of its question), the final result, `alt` and `words`.
"""
