"""R6.2 Play: a hand card enters an end of the court, and its icons take effect from top to bottom."""

from __future__ import annotations

from collections import Counter
from functools import partial

from engines.kernel import Msg, Option, Table, Term
from engines.pax_pamir.data.content import CONTENT, SUIT_ICONS
from engines.pax_pamir.data.types import Icon, Region
from engines.pax_pamir.preview import consequences
from engines.pax_pamir.preview.icons import icons
from engines.pax_pamir.table import names
from engines.pax_pamir.table.bribes import for_play
from engines.pax_pamir.table.derived import side
from engines.pax_pamir.table.facts import Entered
from engines.pax_pamir.table.names import card as card_words
from engines.pax_pamir.table.places import Army, Block, Cylinder, Road, Spy, Supply, Tribe
from engines.pax_pamir.table.questions import PlaceRoad, PlaceSpy
from engines.pax_pamir.table.starts import End
from engines.pax_pamir.table.state import State
from engines.pax_pamir.table.wakhan import her, points_left

from . import bribes, pieces
from .decide import decide, decide_why
from .favor import favor
from .loyalty import change_loyalty
from .money import gain_from_bank


async def play(t: Table[State], player: int, card: int, end: End) -> None:
    """R6.2 Announce the card, settle the bribe, spend the action; then the card enters the court.

    Without a settlement nothing has happened: the card is still in the hand.
    """
    s = t.state
    due = for_play(s, player, card)
    if due is not None:
        plan = Msg("play.plan", {"card": card_words(card), "end": Term(f"place.{end}_end")})
        told = partial(_then, s, player, due.payee, card, end)
        if not await bribes.settle(t, player, due, "play", card, plan, told=told):
            return
    s.playing.actions -= 1
    await enter(t, player, card, end)


def _then(s: State, player: int, payee: int, card: int, end: End) -> Msg:
    """What the play would bring about, for whoever is asked to lower the bribe: the card is announced."""
    parts = consequences.parts(s, lambda t: enter(t, player, card, end), payee, (PlaceRoad, PlaceSpy))
    return consequences.listed([*consequences.worded(parts), Msg("bribe.brings", {"icons": icons(card), **_of(card)})])


def _of(card: int) -> dict[str, Term]:
    """The region in which its icons take effect."""
    return {"region": Term(f"region.{CONTENT.cards[card].region}")}


async def enter(t: Table[State], player: int, card: int, end: End) -> None:
    """R6.2 The hand card lies at that end of the court; a patriot of another coalition changes the loyalty; its icons.

    R15.9 The loyalty change cannot be declined.
    """
    s = t.state
    court = s.players[player].court
    s.players[player].hand.remove(card)
    court.insert(0 if end == "left" else len(court), card)
    t.tell_fact(Entered(s.named(player), card, end))
    patriot = CONTENT.cards[card].patriot
    if patriot != "none":
        await change_loyalty(t, player, patriot)
    await resolve_icons(t, player, card)


async def play_by_wakhan(t: Table[State], card: int) -> None:
    """R14.5 Wakhan plays a card of her hand at once, at the end of her court to which the red arrow points.

    If she cannot pay the bribe it is discarded.
    """
    s = t.state
    me = her(s)
    due = for_play(s, me, card)
    end: End = "left" if points_left(s) else "right"
    plan = Msg("play.plan", {"card": card_words(card), "end": Term(f"place.{end}_end")})
    if due is not None and not await bribes.settle(t, me, due, "play", card, plan):
        s.players[me].hand.remove(card)
        s.discards.append(card)
        t.tell("wakhan.unpaid", card=card_words(card), payee=s.named(due.payee), full=due.full)
        return
    await enter(t, me, card, end)


async def play_hand_by_wakhan(t: Table[State]) -> None:
    """R14.5 The cards that came to her hand by #114 are played at once, in random order."""
    hand = list(t.state.players[her(t.state)].hand)
    if not hand:
        return
    t.rng.shuffle(hand)
    t.reveal()
    t.tell("wakhan.hand", cards=tuple(card_words(card) for card in hand))
    for card in hand:
        with t.line():
            await play_by_wakhan(t, card)


async def resolve_icons(t: Table[State], player: int, card: int) -> None:
    """R6.2 The icons from top to bottom, all that is possible. If the card leaves the court the others are lost."""
    placed: Counter[Icon] = Counter()
    for icon in CONTENT.cards[card].impact:
        if card not in t.state.players[player].court:
            t.tell("play.gone", card=card_words(card))
            return
        match icon:
            case "road":
                await place_road(t, player, card, placed[icon])
            case "army":
                await place_army(t, player, card)
            case "tribe":
                await place_tribe(t, player, card)
            case "spy":
                await place_spy(t, player, card, placed[icon])
            case "leverage":
                gain_from_bank(t, player, CONTENT.data.costs.leverage_gain)
            case "suit_political" | "suit_intelligence" | "suit_economic" | "suit_military":
                favor(t, SUIT_ICONS[icon])
        placed[icon] += 1


# ---------------------------------------------------------------- icons


async def place_road(t: Table[State], player: int, card: int, nth: int) -> None:
    """R6.2 A block of the own loyalty on a border of the card's region. nth: roads of the card that lie already."""
    s = t.state
    source = await pieces.block_to_place(t, player, side(s, player))
    if source is None:
        return
    region = CONTENT.cards[card].region
    options = [_road_option(s, player, source, border, region) for border in CONTENT.borders_of[region]]
    border: str = await decide(
        t,
        player,
        "play.road",
        options,
        PlaceRoad(card, region, nth),
        rule="R6.2",
        default=options[0].key,
        card=card_words(card),
        which=_which(card, "road", nth),
    )
    await pieces.put_block(t, side(s, player), source, Road(border), player)


async def place_army(t: Table[State], player: int, card: int) -> None:
    """R6.2 A block of the own loyalty in the card's region."""
    coalition, target = side(t.state, player), Army(CONTENT.cards[card].region)
    source = await pieces.block_to_place(t, player, coalition, target)
    if source is not None:
        await pieces.put_block(t, coalition, source, target, player)


async def place_tribe(t: Table[State], player: int, card: int) -> None:
    """R6.2 An own cylinder in the card's region."""
    target = Tribe(CONTENT.cards[card].region)
    source = await pieces.cylinder_to_place(t, player, target)
    if source is not None:
        await pieces.put_cylinder(t, player, source, target)


async def place_spy(t: Table[State], player: int, card: int, nth: int = 0) -> None:
    """R6.2 An own cylinder on any card of the region in any court, the card just played included. nth: as of a road."""
    s = t.state
    source = await pieces.cylinder_to_place(t, player)
    if source is None:
        return
    region = CONTENT.cards[card].region
    cards = [
        number
        for owner in s.clockwise(player)
        for number in s.players[owner].court
        if CONTENT.cards[number].region == region
    ]
    options = [_spy_option(s, player, source, key) for key in cards]
    target, why = await decide_why(
        t,
        player,
        "play.spy",
        options,
        PlaceSpy(card, tuple(cards)),
        rule="R6.2",
        default=options[0].key,
        card=card_words(card),
        which=_which(card, "spy", nth),
    )
    await pieces.put_cylinder(t, player, source, Spy(target), why)


# ---------------------------------------------------------------- words


def _which(card: int, icon: Icon, nth: int) -> Msg:
    """The piece of an icon; where the card has several of them, which one it is. nth: from 0."""
    of = CONTENT.cards[card].impact.count(icon)
    if of == 1:
        return Msg(f"play.which.{icon}")
    return Msg("play.which.roads" if icon == "road" else "play.which.spies", {"nth": nth + 1, "of": of})


def _road_option(s: State, player: int, source: Block | Supply, border: str, region: Region) -> Option:
    def detail() -> Msg:
        put = partial(pieces.put_block, coalition=side(s, player), source=source, target=Road(border), by=player)
        return consequences.of(s, put, player, otherwise=[_beyond(s, region, border)])

    one, other = CONTENT.borders[border]
    label = Msg("play.border", {"one": Term(f"region.{one}"), "other": Term(f"region.{other}")})
    return Option(border, border, label, detail, place=f"border:{border}")


def _beyond(s: State, region: Region, border: str) -> Msg:
    """Who rules the region to which the border leads, and what stands there: that tells borders apart."""
    (there,) = (end for end in CONTENT.borders[border] if end != region)
    ruler = s.rulers[there]
    words = [] if ruler is None else [Msg("play.ruled", {"who": s.named(ruler)})]
    words += [names.armies(number, coalition) for coalition, number in s.armies[there].items()]
    words += [names.tribes(number, s.named(player)) for player, number in enumerate(s.tribes[there]) if number]
    return Msg("play.beyond", {"region": Term(f"region.{there}"), "words": tuple(words) or (Msg("play.empty"),)})


def _spies_on(s: State, card: int) -> list[Msg]:
    """The spies that a card holds by now."""
    there = [names.spies(n, s.named(player)) for player, n in enumerate(s.spies.get(card, ())) if n]
    return [Msg("play.spied", {"spies": tuple(there)}) if there else Msg("play.unspied")]


def _spy_option(s: State, player: int, source: Cylinder | Supply, card: int) -> Option:
    owner = s.owner(card)
    assert owner is not None

    def detail() -> Msg:
        put = partial(pieces.put_cylinder, player=player, source=source, target=Spy(card))
        return consequences.of(s, put, player, otherwise=_spies_on(s, card))

    label = Msg("play.card_of", {"card": card_words(card), "owner": s.named(owner)})
    return Option(str(card), card, label, detail, Msg("play.court", {"owner": s.named(owner)}), f"court:{card}")
