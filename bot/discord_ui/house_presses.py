"""What the controls do that belong to no table: the language in which a person reads, and leafing in a rulebook."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from engines.kernel import games
from storage import people

from .click import Click
from .help_page import AS_DISCORD, help_page
from .rules_page import rules_pages
from .words import Voice, lang_of


async def language(click: Click, _: str) -> None:
    """Ja, en, or whatever Discord reports. The answer comes in the new one."""
    (value,) = click.values
    chosen = None if value == AS_DISCORD else value
    async with click.house.db.transaction() as tx:
        await people.meet(tx, click.person.id, click.person.name, click.house.clock())
        await people.set_language(tx, click.person.id, chosen)
    voice = Voice((lang_of(chosen or click.interaction.locale),))
    await click.show(help_page(voice, chosen))


async def rule(click: Click, engine: str) -> None:
    (id,) = click.values
    await click.show(*rules_pages(games()[engine], id, click.voice))


async def turn(click: Click, arg: str) -> None:
    """`<game>.<id of the entry>`, in place of the one shown."""
    engine, _, id = arg.partition(".")
    await click.show(*rules_pages(games()[engine], id, click.voice))


async def look(click: Click, arg: str) -> None:
    """`<game>.<id of the entry>`, beside the question or the answer that cites it."""
    engine, _, id = arg.partition(".")
    await click.show(*rules_pages(games()[engine], id, click.voice), beside=True)


VERBS: Mapping[str, Callable[[Click, str], Awaitable[None]]] = {
    "language": language,
    "rule": rule,
    "turn": turn,
    "look": look,
}
