"""R6.2 Play: a hand card enters an end of the court, and its icons take effect from top to bottom."""

from collections import Counter
from functools import partial

from engines.kernel import GameContext, Message, NounRef, Option
from engines.pax_pamir.data.content import CONTENT, SUIT_ICONS
from engines.pax_pamir.data.types import Icon, Region
from engines.pax_pamir.preview import consequences
from engines.pax_pamir.preview.consequences import describe_icons
from engines.pax_pamir.table import names
from engines.pax_pamir.table.bribes import find_play_bribe
from engines.pax_pamir.table.derived import find_loyalty
from engines.pax_pamir.table.facts import Entered
from engines.pax_pamir.table.names import name_card
from engines.pax_pamir.table.places import Army, Block, Cylinder, Road, Spy, Supply, Tribe
from engines.pax_pamir.table.questions import End, PlaceRoad, PlaceSpy
from engines.pax_pamir.table.state import State
from engines.pax_pamir.table.wakhan_cards import is_red_arrow_left, require_wakhan

from . import bribes, pieces
from .decisions import decide, decide_with_reason
from .loyalty import change_favored_suit, change_loyalty
from .payments import gain_from_bank


async def play_card(ctx: GameContext[State], player: int, card: int, end: End) -> None:
    """R6.2 Play a hand card: announce it, settle the bribe, spend the action, and put it into the court.

    If the bribe is not settled, nothing happens and the card stays in the hand.
    """
    s = ctx.state
    due = find_play_bribe(s, player, card)
    if due is not None:
        plan = Message("play.plan", {"card": name_card(card), "end": NounRef(f"place.{end}_end")})
        describe_results = partial(_describe_play, s, player, due.payee, card, end)
        if not await bribes.settle_bribe(ctx, player, due, "play", card, plan, describe_results=describe_results):
            return
    s.current_turn.actions -= 1
    await enter_court(ctx, player, card, end)


def _describe_play(s: State, player: int, payee: int, card: int, end: End) -> Message:
    """Return a text of the results of the play for the payee of the bribe. The card is public by then."""
    parts = consequences.list_results(s, lambda t: enter_court(t, player, card, end), payee, (PlaceRoad, PlaceSpy))
    return consequences.join_texts(
        [
            *consequences.select_words(parts),
            Message("bribe.brings", {"icons": describe_icons(card), **_build_region_arg(card)}),
        ]
    )


def _build_region_arg(card: int) -> dict[str, NounRef]:
    """Return the message argument for the region in which the card's icons take effect."""
    return {"region": NounRef(f"region.{CONTENT.cards[card].region}")}


async def enter_court(ctx: GameContext[State], player: int, card: int, end: End) -> None:
    """R6.2 Put the hand card at an end of the court, change the loyalty if it is a foreign patriot, resolve its icons.

    R15.9 The change of loyalty cannot be declined.
    """
    s = ctx.state
    court = s.players[player].court
    s.players[player].hand.remove(card)
    court.insert(0 if end == "left" else len(court), card)
    ctx.log_fact(Entered(s.name_player(player), card, end))
    patriot = CONTENT.cards[card].patriot
    if patriot != "none":
        await change_loyalty(ctx, player, patriot)
    await resolve_icons(ctx, player, card)


async def play_by_wakhan(ctx: GameContext[State], card: int) -> None:
    """R14.5 Play a card of Wakhan's hand, at the end of her court to which the red arrow points.

    If she cannot pay the bribe, the card is discarded.
    """
    s = ctx.state
    me = require_wakhan(s)
    due = find_play_bribe(s, me, card)
    end: End = "left" if is_red_arrow_left(s) else "right"
    plan = Message("play.plan", {"card": name_card(card), "end": NounRef(f"place.{end}_end")})
    if due is not None and not await bribes.settle_bribe(ctx, me, due, "play", card, plan):
        s.players[me].hand.remove(card)
        s.discards.append(card)
        ctx.log_event("wakhan.unpaid", card=name_card(card), payee=s.name_player(due.payee), full=due.full)
        return
    await enter_court(ctx, me, card, end)


async def play_hand_by_wakhan(ctx: GameContext[State]) -> None:
    """R14.5 Play the cards that Wakhan's hand got by #114, in random order."""
    hand = list(ctx.state.players[require_wakhan(ctx.state)].hand)
    if not hand:
        return
    ctx.rng.shuffle(hand)
    ctx.mark_revealed()
    ctx.log_event("wakhan.hand", cards=tuple(name_card(card) for card in hand))
    for card in hand:
        with ctx.log_line():
            await play_by_wakhan(ctx, card)


async def resolve_icons(ctx: GameContext[State], player: int, card: int) -> None:
    """R6.2 Resolve the icons from top to bottom, as far as possible. If the card leaves the court, the rest is lost."""
    icon_counts: Counter[Icon] = Counter()
    for icon in CONTENT.cards[card].impact:
        if card not in ctx.state.players[player].court:
            ctx.log_event("play.gone", card=name_card(card))
            return
        match icon:
            case "road":
                await place_road(ctx, player, card, icon_counts[icon])
            case "army":
                await place_army(ctx, player, card)
            case "tribe":
                await place_tribe(ctx, player, card)
            case "spy":
                await place_spy(ctx, player, card, icon_counts[icon])
            case "leverage":
                gain_from_bank(ctx, player, CONTENT.data.costs.leverage_gain)
            case "suit_political" | "suit_intelligence" | "suit_economic" | "suit_military":
                change_favored_suit(ctx, SUIT_ICONS[icon])
        icon_counts[icon] += 1


# ---------------------------------------------------------------- icons


async def place_road(ctx: GameContext[State], player: int, card: int, nth: int) -> None:
    """R6.2 Place a block of the player's loyalty on a border of the card's region.

    nth: roads that the card placed before
    """
    s = ctx.state
    source = await pieces.choose_block_source(ctx, player, find_loyalty(s, player))
    if source is None:
        return
    region = CONTENT.cards[card].region
    options = [_build_road_option(s, player, source, border, region) for border in CONTENT.borders_of[region]]
    border: str = await decide(
        ctx,
        player,
        "play.road",
        options,
        PlaceRoad(card, region, nth),
        rule="R6.2",
        default=options[0].key,
        card=name_card(card),
        which=_describe_which(card, "road", nth),
    )
    await pieces.put_block(ctx, find_loyalty(s, player), source, Road(border), player)


async def place_army(ctx: GameContext[State], player: int, card: int) -> None:
    """R6.2 Place a block of the player's loyalty in the card's region."""
    coalition, target = find_loyalty(ctx.state, player), Army(CONTENT.cards[card].region)
    source = await pieces.choose_block_source(ctx, player, coalition, target)
    if source is not None:
        await pieces.put_block(ctx, coalition, source, target, player)


async def place_tribe(ctx: GameContext[State], player: int, card: int) -> None:
    """R6.2 Place a cylinder of the player's in the card's region."""
    target = Tribe(CONTENT.cards[card].region)
    source = await pieces.choose_cylinder_source(ctx, player, target)
    if source is not None:
        await pieces.put_cylinder(ctx, player, source, target)


async def place_spy(ctx: GameContext[State], player: int, card: int, nth: int = 0) -> None:
    """R6.2 Place a cylinder of the player's on a card of the same region in any court, the card just played included.

    nth: spies that the card placed before
    """
    s = ctx.state
    source = await pieces.choose_cylinder_source(ctx, player)
    if source is None:
        return
    region = CONTENT.cards[card].region
    cards = [
        number
        for owner in s.list_clockwise(player)
        for number in s.players[owner].court
        if CONTENT.cards[number].region == region
    ]
    options = [_build_spy_option(s, player, source, key) for key in cards]
    target, why = await decide_with_reason(
        ctx,
        player,
        "play.spy",
        options,
        PlaceSpy(card, tuple(cards)),
        rule="R6.2",
        default=options[0].key,
        card=name_card(card),
        which=_describe_which(card, "spy", nth),
    )
    await pieces.put_cylinder(ctx, player, source, Spy(target), why)


# ---------------------------------------------------------------- words


def _describe_which(card: int, icon: Icon, nth: int) -> Message:
    """Return a text of the piece of an icon; if the card has several of them, with its number. nth: from 0."""
    total = CONTENT.cards[card].impact.count(icon)
    if total == 1:
        return Message(f"play.which.{icon}")
    return Message("play.which.roads" if icon == "road" else "play.which.spies", {"nth": nth + 1, "of": total})


def _build_road_option(s: State, player: int, source: Block | Supply, border: str, region: Region) -> Option:
    def detail() -> Message:
        put = partial(
            pieces.put_block, coalition=find_loyalty(s, player), source=source, target=Road(border), by=player
        )
        return consequences.describe_results(s, put, player, fallback=[_describe_region_beyond(s, region, border)])

    first_region, second_region = CONTENT.borders[border]
    label = Message(
        "play.border", {"one": NounRef(f"region.{first_region}"), "other": NounRef(f"region.{second_region}")}
    )
    return Option(border, border, label, detail, place=f"border:{border}")


def _describe_region_beyond(s: State, region: Region, border: str) -> Message:
    """Return the ruler and the pieces of the region across the border, so that borders can be told apart."""
    (far_region,) = (end for end in CONTENT.borders[border] if end != region)
    ruler = s.rulers[far_region]
    words = [] if ruler is None else [Message("play.ruled", {"who": s.name_player(ruler)})]
    words += [names.describe_armies(number, coalition) for coalition, number in s.armies[far_region].items()]
    words += [
        names.describe_tribes(number, s.name_player(player))
        for player, number in enumerate(s.tribes[far_region])
        if number
    ]
    return Message(
        "play.beyond", {"region": NounRef(f"region.{far_region}"), "words": tuple(words) or (Message("play.empty"),)}
    )


def _describe_spies(s: State, card: int) -> list[Message]:
    """Return a text of the spies on a card."""
    spies = [names.describe_spies(n, s.name_player(player)) for player, n in enumerate(s.spies.get(card, ())) if n]
    return [Message("play.spied", {"spies": tuple(spies)}) if spies else Message("play.unspied")]


def _build_spy_option(s: State, player: int, source: Cylinder | Supply, card: int) -> Option:
    owner = s.find_owner(card)
    assert owner is not None

    def detail() -> Message:
        put = partial(pieces.put_cylinder, player=player, source=source, target=Spy(card))
        return consequences.describe_results(s, put, player, fallback=_describe_spies(s, card))

    label = Message("play.card_of", {"card": name_card(card), "owner": s.name_player(owner)})
    return Option(
        str(card), card, label, detail, Message("play.court", {"owner": s.name_player(owner)}), f"court:{card}"
    )
