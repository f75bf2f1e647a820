"""The 100 court cards as printed: effects of playing, using, holding and betraying each.

`court_cards.txt` repeats the faces of the cards. The special abilities have separate tests, beside the rules that R11
changes.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from engines.pax_pamir.actions.betray import betray_card as betray
from engines.pax_pamir.data.content import COALITIONS, CONTENT
from engines.pax_pamir.data.types import Region
from engines.pax_pamir.menu import list_starts
from engines.pax_pamir.rules.play import play_card
from engines.pax_pamir.table.bribes import find_play_bribe
from engines.pax_pamir.table.derived import (
    compute_court_limit,
    compute_hand_limit,
    compute_influence,
    compute_tax_shelter,
    count_stars,
)
from engines.pax_pamir.table.state import State
from tests.check_each import check_each
from tests.pax_pamir.table import A, B, build_state, play_rule, set_player

SUITS = ("political", "intelligence", "economic", "military")
BORDERS: dict[Region, str] = {
    "transcaspia": "persia_transcaspia",
    "kabul": "kabul_punjab",
    "persia": "herat_persia",
    "herat": "herat_kabul",
    "kandahar": "kandahar_punjab",
    "punjab": "kabul_punjab",
}
"""A border of each region."""
ALWAYS_BONUS = (91, 99)
"""R11 Savvy Operator and Irregulars."""


@dataclass(frozen=True)
class Card:
    """The printed face of a card. patriot, prize: "-" for none."""

    number: int
    name: str
    suit: str
    stars: int
    region: Region
    icons: list[str]
    actions: list[str]
    patriot: str
    prize: str

    @classmethod
    def parse(cls, line: str) -> Card:
        number, name, suit, where, icons, actions, patriot, prize = (part.strip() for part in line.split("|"))
        color, rank = suit.split()
        region = next(region for region in BORDERS if region == where)
        acts = [] if actions == "-" else actions.split()
        return cls(int(number), name, color, int(rank), region, icons.split(), acts, patriot, prize)

    def __str__(self) -> str:
        return f"{self.name} #{self.number}"

    @property
    def debt(self) -> int:
        """R4.8 Return the rupees that its owner pays when it is discarded."""
        return 2 * self.icons.count("leverage")


FACES = Path(__file__).with_name("court_cards.txt").read_text("utf-8").splitlines()[1:]
EACH = check_each("card", map(Card.parse, FACES))


@EACH
def test_r2_name_and_icon_order(card: Card) -> None:
    """R6.2 Icons take effect from top to bottom: test_play.py."""
    lies = CONTENT.cards[card.number]
    assert (lies.name, [icon.removeprefix("suit_") for icon in lies.impact]) == (card.name, card.icons)


@EACH
def test_r6_2_icons_take_effect(card: Card) -> None:
    """R6.2, R4.10 A patriot changes the loyalty first; then every icon, in the region of the card."""
    s = build_state(2, favored=next(suit for suit in SUITS if suit not in card.icons))
    before = "russian" if card.patriot == "british" else "british"
    set_player(s, A, loyalty=before, rupees=1, hand=[card.number])
    roads = [BORDERS[card.region]] * card.icons.count("road")
    play_rule(s, lambda t: play_card(t, A, card.number, "left"), *roads)
    loyalty = before if card.patriot == "-" else card.patriot
    assert s.players[A].loyalty == loyalty
    armies, tribes, spies = (card.icons.count(icon) for icon in ("army", "tribe", "spy"))
    assert s.armies[card.region] == ({loyalty: armies} if armies else {})
    assert s.roads[BORDERS[card.region]] == ({loyalty: len(roads)} if roads else {})
    assert (s.tribes[card.region][A], s.spies) == (tribes, {card.number: [spies, 0]} if spies else {})
    assert s.players[A].rupees == 1 + card.debt, "the bank gives what is owed later"
    assert s.favored in card.icons or not set(SUITS) & set(card.icons)


@EACH
def test_r8_actions_and_suit(card: Card) -> None:
    """R5, R4.7 It offers all its actions if everything is possible; as bonus actions only while its suit is favored."""
    for favored in SUITS:
        bonus = favored == card.suit or card.number in ALWAYS_BONUS
        assert list_uses(build_everything_possible(card, favored), card) == (card.actions if bonus else [])


def build_everything_possible(card: Card, favored: str) -> State:
    """Return a table where A has the card, rupees, a region and spies, but no action left."""
    other = 9 if card.number != 9 else 61
    s = build_state(2, actions=0, favored=favored, tribes={"herat": {A: 1}}, market={"T0": (116, 1)})
    set_player(s, A, rupees=9, court=[card.number])
    set_player(s, B, court=[other])
    s.spies = {card.number: [2, 1], other: [1, 0]}
    return s


def list_uses(s: State, card: Card) -> list[str]:
    begin = f"use:{card.number}:"
    return [option.key.removeprefix(begin) for option in list_starts(s, A) if option.key.startswith(begin)]


@EACH
def test_r4_1_stars(card: Card) -> None:
    """R4.1 Political stars raise the court limit, intelligence the hand limit, economic the tax shelter; military ones
    decide the final tie.
    """
    s = build_state(2)
    set_player(s, A, court=[card.number])
    counts = dict.fromkeys(SUITS, 0) | {card.suit: card.stars}
    assert compute_court_limit(s, A) == 3 + counts["political"]
    assert compute_hand_limit(s, A) == 2 + counts["intelligence"]
    assert compute_tax_shelter(s, A) == counts["economic"]
    assert count_stars(s, A, "military") == counts["military"]


@EACH
def test_r4_4_patriot_adds_influence_with_its_coalition_only(card: Card) -> None:
    """R4.4 A patriot is influence with its own coalition, and with no other."""
    s = build_state(2)
    counts = []
    for coalition in COALITIONS:
        set_player(s, A, loyalty=coalition, court=[card.number])
        counts += [coalition] * (compute_influence(s, A) - 1)
    assert counts == ([] if card.patriot == "-" else [card.patriot])


@EACH
def test_r7_bribe_goes_to_the_ruler_of_the_region(card: Card) -> None:
    """R6.2, R7 Only the ruler of its region is owed a bribe when it is played."""
    owed = [region for region in BORDERS if find_play_bribe(build_state(2, tribes={region: {B: 1}}), A, card.number)]
    assert owed == [card.region]


@EACH
def test_r8_5_betrayed_card_leaves_and_may_be_a_prize(card: Card) -> None:
    """R4.8, R8.5 Its owner pays back its leverage; its prize changes the betrayer's loyalty."""
    s = build_state(2, active=B, spies={card.number: {B: 1}})
    set_player(s, A, loyalty="afghan" if card.patriot == "-" else card.patriot, court=[card.number])
    set_player(s, B, loyalty="russian" if card.prize == "british" else "british")
    bank, before = s.count_bank_rupees(), s.players[B].loyalty
    play_rule(s, lambda t: betray(t, B, card.number), *(["take"] if card.prize != "-" else []))
    betrayer = s.players[B]
    assert (s.players[A].rupees, s.count_bank_rupees()) == (4 - card.debt, bank + card.debt)
    if card.prize == "-":
        assert (betrayer.prizes, betrayer.loyalty, s.discards) == ([], before, [card.number])
    else:
        assert (betrayer.prizes, betrayer.loyalty, s.discards) == ([card.number], card.prize, [])
