"""Rules engine of Kilia (Lars Ehresmann; HUCH! 2025), for 2 to 4 players.

Docstrings cite rules as R8 and so on; `locale/rules.*.toml` has their text.

Packages: `data` has the printed facts, `table` the state and its queries, `payment` the ways to pay (R11), `rules` a
turn (R6 to R15), `council` the phase after the turns (R16, R17). `view`, `redeal` (R4) and `problems` serve the kernel.
"""

from .game import GAME

__all__ = ["GAME"]
