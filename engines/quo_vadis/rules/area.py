"""R7.1 Area selection: two genesis cards determine the genesis area."""

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from engines.kernel import GameContext, LazyText, Message, Option, Seat, SeatRef, message
from engines.quo_vadis.data.content import DATA
from engines.quo_vadis.data.types import Tier
from engines.quo_vadis.questions import ChooseArea
from engines.quo_vadis.table import names
from engines.quo_vadis.table.board import list_active_towns, list_participants
from engines.quo_vadis.table.skills import SEERS_EYE
from engines.quo_vadis.table.state import FREE, Area, State

from .effects import pay_resource
from .war.strength import is_contested
from .wrath import find_tier, is_wrath_next


class CardChoice(NamedTuple):
    """One pair of genesis cards for an area."""

    area: str
    """Id of the tile."""
    cards: tuple[str, str]
    """"1" to "5" or FREE, in the order of the tile's numbers."""
    faith: int
    """Price."""

    @property
    def key(self) -> str:
        return f"area:{self.area}:{self.cards[0]}+{self.cards[1]}"


class AreaAnswer(NamedTuple):
    """The answer to the choice of the area."""

    way: CardChoice
    """Area, cards and price."""
    has_strike: bool | None
    """Whether wrath will be used there; None: not part of this question."""


async def select_area(ctx: GameContext[State], seat: Seat) -> bool | None:
    """R7.1 Ask the player for the genesis area and pay for it. Return whether wrath will strike there.

    The first question offers the cheapest cards of each area; a second one, on request, all pairs of cards. Wrath is
    part of the first question, so that a player who does not use it gets no second question (R12). None: not asked.
    """
    state = ctx.state
    answer: AreaAnswer | None = await ctx.choose(
        seat,
        "area.question",
        partial(list_cheapest_options, state, seat),
        default=_find_free_option(state, seat),
        rule="R7.1",
        subject=ChooseArea(state.players[seat].stock["faith"]),
        sentences=(_describe_round(state), _describe_question(state, seat)),
    )
    if answer is not None:
        choice = answer.way
    else:
        choice = await ctx.choose(
            seat,
            "area.ask_way",
            partial(list_all_options, state, seat),
            default=_find_free_option(state, seat),
            rule="R7.1",
            subject=ChooseArea(state.players[seat].stock["faith"], has_all_cards=True),
        )
    pay_resource(state, seat, "faith", choice.faith)
    state.markers = list(choice.cards)
    state.playing.area = state.players[seat].last_area = choice.area
    cards = tuple(names.name_card(card) for card in choice.cards)
    key = "area.paid" if choice.faith else "area.done"
    ctx.log_event(key, who=SeatRef(seat), area=names.name_area(choice.area), cards=cards, faith=choice.faith)
    return None if answer is None else answer.has_strike


def _describe_round(state: State) -> Message:
    """R7, R8 Return the round. Each player has one turn per round, so the last round is also the last turn."""
    is_last = state.round == DATA.meta.rounds
    return message("area.last_turn" if is_last else "area.round", round=state.round, of=DATA.meta.rounds)


def _describe_question(state: State, seat: Seat) -> Message:
    strikes = is_wrath_next(state, seat) and find_tier(state, seat)
    return message("area.ask_wrath", wrath=state.players[seat].wrath) if strikes else message("area.ask")


def iter_card_choices(state: State, seat: Seat) -> Iterator[CardChoice]:
    """R7.1 Yield all affordable pairs of cards: numbers without a marker, or Free for 1 faith each, if the area exists.

    With B07 the first Free costs nothing. The pairs of one area come together, the cheapest first.
    """
    player = state.players[seat]
    waived, faith_left, blocked = SEERS_EYE in player.skills, player.stock["faith"], state.markers
    for area in state.areas:
        choices = []
        for cards, frees in CARD_PAIRS[area]:
            if (cards[0] in blocked and cards[0] != FREE) or (cards[1] in blocked and cards[1] != FREE):
                continue
            faith = DATA.costs.free_card_faith * max(0, frees - waived)
            if faith <= faith_left:
                choices.append((faith, frees, CardChoice(area, cards, faith)))
        if len(choices) > 1:
            choices.sort()
        yield from (choice for _, _, choice in choices)


def _iter_card_pairs(low: str, high: str) -> Iterator[tuple[tuple[str, str], int]]:
    """Yield each pair of genesis cards for these numbers, and how many of the two are Free."""
    for first in (low, FREE):
        for second in (high, FREE):
            if first == second != FREE or (low == high and first == FREE != second):
                continue  # there is one card of each number; Free and a number is one choice, not two
            yield (first, second), (first, second).count(FREE)


CARD_PAIRS = {tile.id: tuple(_iter_card_pairs(*map(str, tile.numbers))) for tile in DATA.tile}


def list_cheapest_options(state: State, seat: Seat) -> list[Option]:
    """List each area once, with its cheapest cards, without and with wrath; and an option for other cards, if any."""
    cheapest_by_area: dict[str, CardChoice] = {}
    has_more = False
    for choice in iter_card_choices(state, seat):
        if choice.area in cheapest_by_area:
            has_more = True
        else:
            cheapest_by_area[choice.area] = choice
    is_wrath_certain = is_wrath_next(state, seat)
    tier = find_tier(state, seat) if is_wrath_certain else None
    calm = None if tier is None else message("area.calm")
    options = [
        Option(
            choice.key,
            AreaAnswer(choice, False if is_wrath_certain else None),
            _label_area(choice.area),
            partial(forecast_area, state, seat, choice),
            group=calm,
            place=f"area:{choice.area}",
            variant=calm,
        )
        for choice in cheapest_by_area.values()
    ]
    if tier is not None:
        options += [
            Option(
                f"{choice.key}:strike",
                AreaAnswer(choice, True),
                _label_area(choice.area),
                partial(_forecast_strike, state, seat, choice, tier),
                group=message("area.strike", wrath=state.players[seat].wrath),
                place=f"strike:{choice.area}",
                variant=message("area.strike", wrath=state.players[seat].wrath),
            )
            for choice in cheapest_by_area.values()
        ]
    if has_more:
        options.append(Option("other", None, message("area.other"), message("area.other_detail")))
    return options


def list_all_options(state: State, seat: Seat) -> list[Option]:
    """List all pairs of cards of all areas. They differ because the markers left behind matter to the next player."""
    return [
        Option(
            choice.key,
            choice,
            message("area.way", cards=tuple(names.name_card(card) for card in choice.cards)),
            _describe_price(state, seat, choice),
            group=_label_area(choice.area),
        )
        for choice in iter_card_choices(state, seat)
    ]


def _find_free_option(state: State, seat: Seat) -> str:
    """R7.1 Return the key of an area without cost.

    One always exists: at most two numbers are blocked, and all ten pairs of different numbers are on the map.
    """
    return next(choice.key for choice in iter_card_choices(state, seat) if not choice.faith)


def _label_area(area: str) -> Message:
    return message("area.label", area=area)


def _describe_price(state: State, seat: Seat, choice: CardChoice) -> LazyText:
    if not choice.faith:
        return message("area.no_cost")
    return message("area.cost", faith=choice.faith, left=state.players[seat].stock["faith"] - choice.faith)


def forecast_area(state: State, seat: Seat, choice: CardChoice) -> Message:
    """Describe the cost and effect of choosing an area: terrains, growth, other players there, a certain war."""
    area = state.areas[choice.area]
    facts: list[Message] = []
    if choice.faith:
        facts.append(message("area.cost", faith=choice.faith, left=state.players[seat].stock["faith"] - choice.faith))
    facts.append(message("area.terrains", terrains=tuple(names.name_terrain(terrain) for terrain in area.terrains)))
    if growing := len(list_active_towns(area, seat)):
        facts.append(message("area.growing", towns=growing))
    if opponents := _list_others(state, area, seat):
        facts.append(message("area.others", others=opponents))
    if is_contested(area, state.seats):
        facts.append(message("area.war"))
    return message("parts", parts=tuple(facts))


def _forecast_strike(state: State, seat: Seat, choice: CardChoice, tier: Tier) -> Message:
    """Describe the possible effect of wrath in an area."""
    area = state.areas[choice.area]
    facts = [message("area.reach", spaces=tier.max_spaces, loss=tier.town_loss)]
    if choice.faith:
        facts.append(message("area.cost", faith=choice.faith, left=state.players[seat].stock["faith"] - choice.faith))
    if opponents := _list_others(state, area, seat):
        facts.append(message("area.others", others=opponents))
    return message("parts", parts=tuple(facts))


def _list_others(state: State, area: Area, seat: Seat) -> tuple[SeatRef, ...]:
    return tuple(SeatRef(other) for other in list_participants(area, state.seats) if other != seat)
