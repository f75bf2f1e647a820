"""A decision of whoever has to take it: a person is asked, Wakhan answers by her rules (R14).

Rules need not know whose turn it is; how she answers is in `answers` alone.
"""

from __future__ import annotations

from typing import Any

from engines.kernel import Arg, Options, Table
from engines.pax_pamir.table.state import State

from .answers import Answer, answer


async def decide(
    t: Table[State],
    player: int,
    key: str,
    options: Options,
    about: object,
    /,
    *,
    rule: str,
    default: str,
    **args: Arg,
) -> Any:
    """The value of the option that the player chooses; all but `about` as of `Table.choose`."""
    if player == t.state.wakhan:
        return answer(t.state, about).value
    return await t.choose(
        player, key, options, rule=rule, default=default, topic=None, about=about, always_ask=False, **args
    )


async def decide_why(
    t: Table[State],
    player: int,
    key: str,
    options: Options,
    about: object,
    /,
    *,
    rule: str,
    default: str,
    **args: Arg,
) -> Answer:
    """The same, with the reason that Wakhan gives."""
    if player == t.state.wakhan:
        return answer(t.state, about)
    return Answer(await decide(t, player, key, options, about, rule=rule, default=default, **args))
