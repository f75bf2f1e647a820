"""The computer players of 0.12.0, frozen: the yardstick that later players are measured against.

`python -m tests.duel kilia greedy tests.greedy_0_12:kilia --games 200`. Search, values and weights are copies that are
never improved; they follow only renames and new questions of the rules, which are those of today.
"""

from engines.kernel import Policy

from .kilia.evaluation import greedy as kilia
from .marco_polo_ii.greedy import greedy as marco_polo_ii
from .pax_pamir.greedy import choose_greedy_line as pax_pamir
from .quo_vadis.greedy import play_greedily as quo_vadis
from .signorie.evaluation import greedy as signorie

FROZEN_PLAYERS: dict[str, Policy] = {
    "kilia": kilia,
    "marco_polo_ii": marco_polo_ii,
    "pax_pamir": pax_pamir,
    "quo_vadis": quo_vadis,
    "signorie": signorie,
}
"""Game -> its old computer player."""
