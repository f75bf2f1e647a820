"""Up to so many of what lies there: everything in one step, or source by source."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from typing import Any

from engines.kernel import Msg, Option, Table
from engines.pax_pamir.computer.suggestions import Rule, with_aids
from engines.pax_pamir.table.state import State

ALL = "all"
_STOP = Option("stop", None, Msg("portion.stop"), Msg("portion.stop_detail"))


async def choose_portion(
    t: Table[State],
    player: int,
    there: Mapping[str, int],
    most: int,
    option: Callable[[str, int, Mapping[str, int]], Option],
    ask: Msg,
    rule: str,
    carry_out: Callable[[Table[State], Mapping[str, int]], Coroutine[Any, Any, None]],
) -> dict[str, int]:
    """At least one and up to `most` of what is there, by source. Nothing on the table changes.

    there:  source -> how many it has
    option: the choice to take so many from a source, or everything (`ALL`, how many), and what that is in all
    ask:    the question; its arguments also get `left`, how many may still be taken, and `there`, of how many

    The options that take the most come first.
    carry_out: what is done with what was taken, for the aids to try it out
    """
    taken: dict[str, int] = {}

    def trial(chosen: tuple[str, int] | None) -> Rule | None:
        return None if chosen is None else lambda board: carry_out(board, _with(taken, there, *chosen))

    def offer(source: str, number: int) -> Option:
        return option(source, number, _with(taken, there, source, number))

    while True:
        rest = {source: n - taken.get(source, 0) for source, n in there.items() if n > taken.get(source, 0)}
        left = most - sum(taken.values())
        if not rest or not left:
            return taken
        numbers = ((source, n) for source, held in rest.items() for n in range(min(held, left), 0, -1))
        options = [offer(source, n) for source, n in sorted(numbers, key=lambda one: -one[1])]
        total = sum(rest.values())
        if total <= left and len(rest) > 1:
            options.insert(0, offer(ALL, total))
        if taken:
            options.append(_STOP)
        args: dict[str, Any] = ask.args
        default = options[-1 if taken else 0].key
        aided = with_aids(t.state, player, options, trial)
        chosen = await t.choose(player, ask.key, aided, rule=rule, default=default, **args, left=left, there=total)
        if chosen is None:
            return taken
        taken = _with(taken, there, *chosen)


def _with(taken: Mapping[str, int], there: Mapping[str, int], source: str, number: int) -> dict[str, int]:
    """What is taken, with so many of a source, or everything that is there (`ALL`)."""
    return dict(there) if source == ALL else {**taken, source: taken.get(source, 0) + number}
