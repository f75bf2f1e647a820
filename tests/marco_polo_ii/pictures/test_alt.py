"""Alt texts of decisions: each choice's cost and gain stand beside its number."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engines.kernel import LANGS
from engines.marco_polo_ii.data.types import Cost
from engines.marco_polo_ii.table.state import State
from engines.marco_polo_ii.view import Arrival, Opening, PathOption, View, build_view
from render.kit.render_context import Mark, RenderContext
from render.marco_polo_ii import ART
from tests.marco_polo_ii.table import A, build_state, set_player

NAMES = ("Aoi", "Marco")


def build_table() -> State:
    """Return A's turn; the pepper book has its tile pepper_3."""
    s = build_state(2, caravan=True, offers={"pepper": "pepper_3"})
    set_player(s, A, "mongke", dice=[1, 2, 6], coins=5, jade=2)
    return s


def describe_options(position_view: View, *places: str, lang: str = "en") -> str:
    """Return the options part of an alt text."""
    marks = tuple(Mark(place, n) for n, place in enumerate(places, 1))
    text = ART.describe_picture(position_view, "panel:ask", RenderContext(lang, NAMES, A, marks))  # type: ignore[arg-type]
    begins = {"en": "Your options: ", "ja": "選べるもの："}[lang]
    return text.partition(begins)[2].partition({"en": ". ", "ja": "。"}[lang])[0]


def test_an_offer_names_its_jade() -> None:
    assert describe_options(build_view(build_table(), A), "offer:pepper.free_1", "offer:pepper.right").endswith(
        "; (2) 2 jade → 3 pepper, 1 gold"
    )


def test_a_seal_names_its_jade() -> None:
    assert (
        describe_options(build_view(build_table(), A), "take:farmer", "take:jeweler")
        == "(1) Farmers; (2) Jewellers (3 jade)"
    )


def test_a_destination_names_its_cheapest_price() -> None:
    route = PathOption(("beijing", "karakorum"), 1, Cost(camels=2), ("karakorum",))
    free = PathOption(("beijing", "oasis_a"), 1, Cost(), ())
    arrivals = (Arrival(0, "karakorum", (route,), True, 0, 0), Arrival(0, "oasis_a", (free,), False, 0, 3))
    position_view = replace(build_view(build_table(), A), arrivals=arrivals)
    assert describe_options(position_view, "to:0.karakorum", "to:0.oasis_a") == "(1) Karakorum (2 camels); (2) oasis P"
    assert describe_options(position_view, "way:0.karakorum.1") == "(1) directly for 2 camels"


@pytest.mark.parametrize("lang", LANGS)
def test_the_end_of_a_walk_is_where_it_may_stop(lang: str) -> None:
    free = PathOption(("beijing", "oasis_a"), 0, Cost(), ())
    arrivals = (Arrival(0, "oasis_a", (free,), False, 0, 3),)
    position_view = replace(build_view(build_table(), A), arrivals=arrivals, walk=free.places)
    assert (
        describe_options(position_view, "to:0.oasis_a", "to:0.beijing", lang=lang)
        == ({"en": "(1) stop in oasis P; (2) Beijing", "ja": "（1）オアシスPで止まる；（2）大都"}[lang])
    )


def test_dice_name_their_fee() -> None:
    position_view = replace(
        build_view(build_table(), A), openings=(Opening("guild", ((("1", "6"), 1, 1), (("2", "6"), 2, 0))),)
    )
    assert (
        describe_options(position_view, "dice:guild/1+6", "dice:guild/2+6")
        == "(1) 1 + 6 for a fee of 1 coin; (2) 2 + 6"
    )


def test_a_route_names_the_crests_of_its_tile() -> None:
    assert describe_options(build_view(build_table(), A), "start:t02.kabul", lang="ja").endswith("カブール（太陽・竹）")


@pytest.mark.parametrize("lang", LANGS)
def test_before_the_first_round_no_round_is_named(lang: str) -> None:
    s = build_state(2)
    s.phase, s.round = "characters", 0
    position_view = build_view(s, None)
    for picture in ("board", "actions"):
        ctx = RenderContext(lang, NAMES)  # type: ignore[arg-type]
        texts = [node.text for node in ART.draw(position_view, picture, ctx).live_part if hasattr(node, "text")]
        assert not {"/5", "Round", "ラウンド", "Round 0", "ラウンド 0"} & set(texts)
        assert {"en": "Setup", "ja": "準備"}[lang] in texts
