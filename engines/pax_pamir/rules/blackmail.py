"""R11 Blackmail: at the start of their owner's turn two cards may place a spy where nobody has one."""

from __future__ import annotations

from functools import partial

from engines.kernel import Msg, Option, Table
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.data.types import Ability, Region
from engines.pax_pamir.preview import consequences
from engines.pax_pamir.table.abilities import cards_with
from engines.pax_pamir.table.names import card as card_words
from engines.pax_pamir.table.places import Spy
from engines.pax_pamir.table.questions import BlackmailSpy
from engines.pax_pamir.table.state import State

from . import pieces

BLACKMAIL: dict[Ability, Region] = {"blackmail_kandahar": "kandahar", "blackmail_herat": "herat"}


def eligible(s: State, card: int) -> list[int]:
    """R11 Court cards, in any court, of the region that this card blackmails, on which nobody has a spy."""
    ability = CONTENT.cards[card].ability
    region = BLACKMAIL[ability] if ability != "none" else None
    return [
        number
        for p in s.ring
        for number in s.players[p].court
        if CONTENT.cards[number].region == region and number not in s.spies
    ]


async def blackmail(t: Table[State], player: int) -> None:
    """R11 Blackmail (#43 Kandahar, #54 Herat): one spy for each, in the owner's order, or none."""
    s = t.state
    unused = cards_with(s, player, *BLACKMAIL)
    while unused:
        unused = [number for number in unused if number in s.players[player].court]
        options = [_option(s, player, card, target) for card in unused for target in eligible(s, card)]
        if not options:
            return
        offered = [*options, _SKIP]
        chosen = await t.choose(player, "blackmail.ask", offered, rule="R11", default="skip", about=BlackmailSpy())
        if chosen is None:
            return
        card, target = chosen
        unused.remove(card)
        await put(t, player, card, target)


async def put(t: Table[State], player: int, card: int, target: int, why: Msg | None = None) -> None:
    """R11 The cylinder of a blackmail goes onto the target; piece limits apply (R4.2). why: Wakhan's reason."""
    s = t.state
    source = await pieces.cylinder_to_place(t, player, Spy(target))
    if source is not None:
        with t.line():
            t.tell("blackmail.done", who=s.named(player), card=card_words(card))
            await pieces.put_cylinder(t, player, source, Spy(target), why)


def _option(s: State, player: int, card: int, target: int) -> Option:
    owner = s.owner(target)
    assert owner is not None

    def detail() -> Msg:
        return consequences.of(s, partial(put, player=player, card=card, target=target), player)

    group = Msg("blackmail.group", {"card": card_words(card)})
    label = Msg("blackmail.label", {"target": card_words(target), "owner": s.named(owner)})
    return Option(str(target), (card, target), label, detail, group, f"court:{target}")


_SKIP = Option("skip", None, Msg("blackmail.skip"), place="no:spy")
