"""R11 Blackmail: at the start of their owner's turn, two cards may place a spy on a court card without spies."""

from functools import partial

from engines.kernel import GameContext, Message, Option
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.data.types import Ability, Region
from engines.pax_pamir.preview import consequences
from engines.pax_pamir.table.derived import list_court_cards_with
from engines.pax_pamir.table.names import name_card
from engines.pax_pamir.table.places import Spy
from engines.pax_pamir.table.questions import BlackmailSpy
from engines.pax_pamir.table.state import State

from . import pieces

BLACKMAIL_REGIONS: dict[Ability, Region] = {"blackmail_kandahar": "kandahar", "blackmail_herat": "herat"}


def list_eligible_cards(s: State, card: int) -> list[int]:
    """R11 Return the court cards without spies, in any court, of the region that this card blackmails."""
    ability = CONTENT.cards[card].ability
    region = BLACKMAIL_REGIONS[ability] if ability != "none" else None
    return [
        number
        for p in s.ring
        for number in s.players[p].court
        if CONTENT.cards[number].region == region and number not in s.spies
    ]


async def perform_blackmail(ctx: GameContext[State], player: int) -> None:
    """R11 Let the owner place a spy for each blackmail card (#43 Kandahar, #54 Herat), in any order, or none."""
    s = ctx.state
    unused = list_court_cards_with(s, player, *BLACKMAIL_REGIONS)
    while unused:
        unused = [number for number in unused if number in s.players[player].court]
        options = [_build_option(s, player, card, target) for card in unused for target in list_eligible_cards(s, card)]
        if not options:
            return
        options_with_skip = [*options, _SKIP]
        chosen = await ctx.choose(
            player, "blackmail.ask", options_with_skip, rule="R11", default="skip", subject=BlackmailSpy()
        )
        if chosen is None:
            return
        card, target = chosen
        unused.remove(card)
        await place_blackmail_spy(ctx, player, card, target)


async def place_blackmail_spy(
    ctx: GameContext[State], player: int, card: int, target: int, why: Message | None = None
) -> None:
    """R11 Place the spy of a blackmail card on the target; piece limits apply (R4.2). why: Wakhan's reason."""
    s = ctx.state
    source = await pieces.choose_cylinder_source(ctx, player, Spy(target))
    if source is not None:
        with ctx.log_line():
            ctx.log_event("blackmail.done", who=s.name_player(player), card=name_card(card))
            await pieces.put_cylinder(ctx, player, source, Spy(target), why)


def _build_option(s: State, player: int, card: int, target: int) -> Option:
    owner = s.find_owner(target)
    assert owner is not None

    def detail() -> Message:
        return consequences.describe_results(
            s, partial(place_blackmail_spy, player=player, card=card, target=target), player
        )

    group = Message("blackmail.group", {"card": name_card(card)})
    label = Message("blackmail.label", {"target": name_card(target), "owner": s.name_player(owner)})
    return Option(str(target), (card, target), label, detail, group, f"court:{target}")


_SKIP = Option("skip", None, Message("blackmail.skip"), place="no:spy")
