"""data.toml is checked when it is read: an error names the key, the expected value and the actual value."""

from __future__ import annotations

from collections import Counter
from importlib.resources import files
from typing import get_args

import pytest

from engines.kernel import WrongData, load_catalogue
from engines.pax_pamir.data.content import CONTENT, parse_content
from engines.pax_pamir.data.types import Ability, Action
from engines.pax_pamir.rules.events import DISCARDED_EFFECTS, PURCHASED_EFFECTS
from engines.pax_pamir.wakhan.radicalize import INSTRUCTIONS

TEXT = files("engines.pax_pamir").joinpath("data.toml").read_text("utf-8")


def find_complaint(old: str, new: str) -> str:
    """Return the error message for data.toml with this one change."""
    assert old in TEXT
    with pytest.raises(WrongData) as caught:
        parse_content(TEXT.replace(old, new, 1), "data.toml")
    return str(caught.value)


def test_the_data_file_is_sound() -> None:
    assert parse_content(TEXT, "data.toml").data == CONTENT.data
    assert load_catalogue("engines.pax_pamir").list_problems() == []


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("[meta]", "[meta", "data.toml: not valid TOML"),
        ("rank = 3\n", "rank = 4\n", "court_card[0].rank: Expected `int` <= 3"),
        ('suit = "intelligence"', 'suit = "magic"', "court_card[0].suit: expected one of economic, intelligence, "),
        ("players_max = 5", "players_max = 5\nplayers = 3", "meta: Object contains unknown field `players`"),
        ("players_min = 1 ", "players_min = 6 ", "meta.players_min: expected at most 5, as in players_max, got 6"),
        ('"red", "black"]', '"red", "red"]', "player_colors.published: expected different values, got 'red' twice"),
        ('"red", "black"]', '"red"]', "player_colors.published: expected at least 5 colours, got 4"),
        ('"red", "black"]', '"red", "mauve"]', "expected a noun player_colors.mauve in terms.toml, got none"),
        ("wakhan_human_counts = [1, 2]", "wakhan_human_counts = [1, 5]", "that leave room for Wakhan, got 5"),
        ('[[region]]\nkey = "kabul"', '[[region]]\nkey = "persia"', "region: expected transcaspia, kabul, persia"),
        ('key = "herat_persia"', 'key = "persia_herat"', "border[1].key: expected herat_persia, got persia_herat"),
        ('regions = ["herat", "persia"]', 'regions = ["persia", "transcaspia"]', "border: expected different values"),
        ("id = 2\n", "id = 1\n", "court_card: expected different values, got 1 twice"),
        ('"Jan-Fishan Khan"', '"Mohan Lal"', "court_card: expected different values, got 'Mohan Lal' twice"),
        ('["battle", "move"]', '["battle", "battle"]', "court_card[1].actions: expected different values"),
        ("purchasable = false", "purchasable = true", "event_card[10].purchasable: expected false where"),
        ('discarded = "dominance_check"', 'discarded = "no_effect"', "a dominance check on both sides, or on none"),
        ('purchased = "rumor"', 'purchased = "gossip"', "expected a noun event.gossip in terms.toml, got none"),
        ("= [0, 2, 1, 1, 1, 1]", "= [0, 2, 1, 1, 1, 9]", "setup.other_events_per_pile: expected at most 12, got 14"),
        ("= [0, 0, 1, 1, 1, 1]", "= [0, 1, 1, 1, 1, 1]", "setup.dominance_checks_per_pile: expected 4 checks, got 5"),
        ("= [0, 0, 1, 1, 1, 1]", "= [0, 1, 1, 1, 1]", "setup.dominance_checks_per_pile: expected 6 piles"),
        ("pile_base = 5", "pile_base = 12", "court_cards_per_pile_base: expected at most 100 court cards, got 102"),
        ("= [0, 1, 2, 3, 4, 5]", "= [0, 1, 2, 3, 4]", "costs.purchase_per_column: expected 6 numbers, got 5"),
        ("= [0, 1, 2, 3, 4, 5]", "= [0, 1, 2, 3, 4, 6]", "a rupee for each column, got (0, 1, 2, 3, 4, 6)"),
        ("gift_spaces = [2, 4, 6]", "gift_spaces = [2, 4, 5]", "costs.gift_spaces: expected an even number"),
        ("gift_spaces = [2, 4, 6]", "gift_spaces = [2, 4, 4]", "costs.gift_spaces: expected different values"),
        ("build_per_block = 2", "build_per_block = 3", "costs.build_per_block: expected an even number"),
        ("successful = [5, 3, 1]", "successful = [5, 3, 4]", "scoring.successful: expected numbers that do not rise"),
        ("column_arrow = 2", "column_arrow = 6", "wakhan_card[0].column_arrow: expected 0 to 5, got 6"),
        (
            "back_columns = [3, 4, 5, 0, 1, 2]",
            "back_columns = [3, 4, 5, 0, 1, 1]",
            "wakhan_card[0].back_columns: expected",
        ),
        (
            '["russian", "afghan", "british"]',
            '["russian", "afghan", "afghan"]',
            "wakhan_card[0].loyalty_order: expected",
        ),
        ('"persia", "herat", "punjab"]', '"persia", "herat", "herat"]', "wakhan_card[0].region_order: expected"),
        ('["top_left", "bottom_right"]', '["top_left", "top_left"]', "wakhan_card[0].back_rows: expected different"),
    ],
)
def test_a_wrong_line_is_named(old: str, new: str, complaint: str) -> None:
    assert complaint in find_complaint(old, new)


def test_card_totals_match_the_rules() -> None:
    """R2, R18 Totals that the rules state for the cards."""
    cards = CONTENT.cards.values()
    assert list(CONTENT.cards) == list(range(1, 101))
    assert list(CONTENT.events) == list(range(101, 117))
    assert CONTENT.checks == (101, 102, 103, 104)
    suits = Counter(card.suit for card in cards)
    assert suits == {"economic": 28, "intelligence": 25, "military": 24, "political": 23}
    assert len(CONTENT.ai) == 24
    assert {card.ability for card in cards} == {*get_args(Ability), "none"}


def test_every_printed_effect_has_its_rule() -> None:
    """R12, R14.5 Every effect named in the data is implemented."""
    assert PURCHASED_EFFECTS.keys() == {event.purchased for event in CONTENT.events.values() if event.is_purchasable}
    assert DISCARDED_EFFECTS.keys() == {event.discarded for event in CONTENT.events.values()}
    entries = {entry for card in CONTENT.ai.values() for entry in card.actions}
    assert entries <= {*INSTRUCTIONS, *get_args(Action), "radicalize", "battle_card_most_spies"}


def test_the_map() -> None:
    """R2 Six regions, nine borders."""
    assert {region: len(CONTENT.neighbours[region]) for region in CONTENT.regions} == {
        "transcaspia": 3,
        "kabul": 4,
        "persia": 2,
        "herat": 4,
        "kandahar": 3,
        "punjab": 2,
    }
