"""Up to so many of what lies there: everything in one step, or source by source."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engines.kernel import Msg, Option, Table

from .state import State

ALL = "all"
_STOP = Option("stop", None, Msg("portion.stop"), Msg("portion.stop_detail"))


async def choose_portion(
    t: Table[State],
    player: int,
    there: Mapping[str, int],
    most: int,
    option: Callable[[str, int], Option],
    ask: Msg,
    rule: str,
) -> dict[str, int]:
    """At least one and up to `most` of what is there, by source. Nothing on the table changes.

    there:  source -> how many it has
    option: the choice to take so many from a source, or everything (`ALL`, how many)
    ask:    the question; `left`, how many may still be taken, is added to its arguments
    """
    taken: dict[str, int] = {}
    while True:
        rest = {source: n - taken.get(source, 0) for source, n in there.items() if n > taken.get(source, 0)}
        left = most - sum(taken.values())
        if not rest or not left:
            return taken
        options = [option(source, n) for source, held in rest.items() for n in range(min(held, left), 0, -1)]
        total = sum(rest.values())
        if total <= left and len(rest) > 1:
            options.insert(0, option(ALL, total))
        if taken:
            options.append(_STOP)
        args: dict[str, Any] = ask.args
        default = options[-1 if taken else 0].key
        chosen = await t.choose(player, ask.key, options, rule=rule, default=default, **args, left=left)
        if chosen is None:
            return taken
        source, number = chosen
        if source == ALL:
            return {source: taken.get(source, 0) + rest.get(source, 0) for source in there}
        taken[source] = taken.get(source, 0) + number
