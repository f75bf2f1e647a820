"""Kilia (Lars Ehresmann; HUCH! 2025), for 2 to 4 players.

Rules are cited as R8 and so on; `locale/rules.*.toml` has their text.

Rooms: `data` has the printed facts, `table` what lies on the table and what can be read off it, `payment` the ways to
pay (R11), `rules` a turn (R6 to R15, a chapter a module), `council` what comes after the turns (R16, R17). What the
kernel asks for beside them stands here: `view`, `redeal` (R4), `problems`.
"""

from .game import GAME

__all__ = ["GAME"]
