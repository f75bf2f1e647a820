"""Pictures can be composed for every state and have a description in words."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from itertools import count
from statistics import median
from typing import Any

import pytest
from PIL import Image

from engines.kernel import SEED_BYTES, Prompt, Rng, load_games
from render import Art, RenderContext, load_arts, paint
from render.kit.composites import BOARD_GAP, BOARD_WIDTH, CAPTION_HEIGHT, paint_gallery
from render.kit.render_context import Mark, RecentStep
from tests.contract.cases import NAMES, Case, build_cases, build_rng, random_decision
from tests.contract.pictures.game_pictures import check_pictures_of_game
from tests.contract.pictures.picture_sample import add_log_entries
from tests.discovered import list_shipped_games, mark_slice, pick_game

MAX_POSITIONS = 6
"""Maximum number of positions at which a game's pictures are checked, besides the end."""
GAMES_WITH_PICTURES = [game for game in load_games() if game in load_arts()]
"""Games with pictures; other games are played in words."""
FIRST_CASE = 500
SHIPPED = mark_slice(
    [game for game in GAMES_WITH_PICTURES if game in list_shipped_games()], lambda game: game == pick_game()
)
"""The bot's own games with pictures; one of them is in the slice."""
SAMPLE = [case for game in GAMES_WITH_PICTURES for case in build_cases(game, 6, FIRST_CASE)]


def test_all_pictures_belong_to_games() -> None:
    assert set(load_arts()) <= set(load_games())


@pytest.mark.parametrize("game", GAMES_WITH_PICTURES)
def test_no_title_begins_like_an_article(game: str) -> None:
    """ "A Marco's board" reads as one of many boards."""
    art, case = load_arts()[game], next(iter(build_cases(game, 1)))
    ctx = RenderContext("en", NAMES[: case.seats])
    titles = [art.build_title(name, ctx) for name in art.list_pictures(case.start().build_view(None))]
    assert not [title for title in titles if title.startswith(f"A {ctx.names[0]}'s")]


@pytest.mark.parametrize("case", mark_slice(SAMPLE, lambda case: case.number == FIRST_CASE), ids=str)
def test_pictures_of_a_whole_game(case: Case) -> None:
    """At each eleventh decision: `python -m tests.long pictures --games 6`."""
    art, opening, match = (
        load_arts()[case.game],
        case.start().build_view(None),
        check_pictures_of_game(case, MAX_POSITIONS),
    )
    assert match.is_over
    final_view = match.build_view(None)
    overview, *others = art.list_pictures(final_view)
    plain_context = RenderContext("en", NAMES[: case.seats])
    last = art.compose(final_view, overview, plain_context)
    assert Image.open(BytesIO(paint(last))).size == (last.width, last.height)
    if case.game not in list_shipped_games():
        return
    assert art.list_pictures(opening)[0] in others, "the result is a picture of its own, beside which the board stays"
    absence = replace(plain_context, view_before=opening, steps=(RecentStep(0, opening),))
    assert art.compose(final_view, overview, absence) == last, "what changed on the board is not laid over the result"


@pytest.mark.parametrize("game", SHIPPED)
def test_zoom_opens_a_detail_with_the_options(game: str) -> None:
    """Zoom opens a detail, never the overview, which is no larger than the card; also for readers who are not asked."""
    art, is_checked = load_arts()[game], False
    for case in build_cases(game, 2, first=900):
        match, rng = case.start(), build_rng(case, "zoom")
        for number in range(240):
            if match.is_over:
                break
            view, seat = match.build_view(None), match.waiting_seats[0]
            prompt = match.find_prompt(seat)
            places = [option.place for option in prompt.options if option.place] if prompt else []
            if places and number % 5 == 0:
                name = art.choose_detail(view, places, seat)
                assert not find_better_picture(art, view, places, seat, name)
                is_checked = True
            match.apply(random_decision(match, rng))
    assert is_checked


@pytest.mark.parametrize("game", SHIPPED)
def test_zoom_shows_most_of_the_board_large_to_those_who_are_not_asked(game: str) -> None:
    match = build_cases(game, 1)[0].start()
    art, view, ctx = load_arts()[game], match.build_view(None), RenderContext("en", ("",) * len(NAMES))
    overview, name = art.list_pictures(view)[0], art.choose_detail(view, [])
    board, detail = art.draw(view, overview, ctx), art.draw(view, name, ctx)
    shared = [place for place in detail.anchors if place in board.anchors and board.anchors[place].placement.w]
    assert shared, name
    scales = [detail.anchors[place].placement.w / board.anchors[place].placement.w for place in shared]
    assert median(scales) * board.width / detail.width >= 1.25, name


@pytest.mark.parametrize("game", SHIPPED)
def test_private_pictures_show_only_places_of_their_kind(game: str) -> None:
    """Otherwise a question would not find its picture (`PictureKind.option_prefixes`)."""
    art = load_arts()[game]
    for case in build_cases(game, 3, first=950):
        match, rng = case.start(), build_rng(case, "asks")
        for number in count():
            if match.is_over:
                break
            seat = match.waiting_seats[0]
            prompt = match.find_prompt(seat)
            assert prompt is not None
            if number % 4 == 0:
                wrong = _list_wrong_pictures(art, match.build_view(seat), prompt)
                assert not wrong, f"{prompt.text.key}: {wrong}"
            match.apply(random_decision(match, rng))


def _list_wrong_pictures(art: Art, view: Any, prompt: Prompt) -> list[str]:
    """Return the pictures that show a place of the question although their kind is not for such places."""
    places = [option.place for option in (*prompt.options, *prompt.side_actions) if option.place]
    wanted = {art.find_anchor_name(place) for place in places}
    marks = tuple(Mark(place, number) for number, place in enumerate(places, 1))
    ctx, wrong_pictures = RenderContext("en", ("",) * len(NAMES), prompt.seat, marks), []
    for kind in art.kinds:
        names = kind.iter_names(view, prompt.seat) if kind.is_private and kind.option_prefixes is not None else ()
        for name in names:
            visible_places = wanted & art.draw(view, name, ctx).anchors.keys()
            wrong_pictures += [
                f"{name}: {place}"
                for place in visible_places
                if place.partition(":")[0] not in (kind.option_prefixes or ())
            ]
    return wrong_pictures


def find_better_picture(art: Art, view: Any, places: list[str], seat: int, opened: str) -> str:
    """Return the reason why this is not the picture to open, or "" if it is."""
    ctx, wanted = RenderContext("en", ("",) * len(NAMES)), {art.find_anchor_name(place) for place in places}
    overview, *details = art.list_pictures(view)
    visible_count = {name: len(wanted & art.draw(view, name, ctx).anchors.keys()) for name in (overview, *details)}
    max_visible = max((visible_count[name] for name in details), default=0)
    if opened == overview and details:
        return f"{details[0]} shows it larger"
    if 2 * visible_count[opened] < max_visible:
        return f"{opened} shows {visible_count[opened]} of {max_visible}"
    mine = [name for name in details if name.endswith(f":{seat}")]
    return f"{mine[0]} is the reader's own" if not max_visible and mine and opened != mine[0] else ""


@pytest.mark.parametrize("game", [game for game in GAMES_WITH_PICTURES if game in list_shipped_games()])
def test_overview_and_unsuitable_detail_are_detected(game: str) -> None:
    match = build_cases(game, 1)[0].start()
    art, view, seat = load_arts()[game], match.build_view(None), match.waiting_seats[0]
    overview, *details = art.list_pictures(view)
    drawn_on = {name: art.draw(view, name, RenderContext("en", ("",) * len(NAMES))).anchors.keys() for name in details}
    name = max(details, key=lambda detail: len(drawn_on[detail]))
    places = sorted(place for place in drawn_on[name] if art.find_anchor_name(place) == place)
    assert places and not find_better_picture(art, view, places, seat, art.choose_detail(view, places, seat))
    assert find_better_picture(art, view, places, seat, overview)
    strange = min(details, key=lambda detail: len(drawn_on[detail] & set(places)))
    assert "shows" in find_better_picture(art, view, places, seat, strange)
    others = next(detail for detail in details if not detail.endswith(f":{seat}"))
    assert "own" in find_better_picture(art, view, ["nowhere"], seat, others)


@pytest.mark.parametrize("game", GAMES_WITH_PICTURES)
def test_a_gallery_shows_boards_with_and_without_lines_below_them(game: str) -> None:
    match, rng = build_cases(game, 1)[0].start(), Rng(b"gallery".ljust(SEED_BYTES, b"."))
    names, art = NAMES[: match.setup.seats], load_arts()[game]
    opening, step = match.build_view(None), RecentStep(match.waiting_seats[0], match.build_view(None))
    contexts = [RenderContext("en", names), RenderContext("ja", names, opening_seats=match.waiting_seats)]
    scenes = [art.compose(opening, art.list_pictures(opening)[0], ctx) for ctx in contexts]
    for _ in range(12):
        step = add_log_entries(step, match.apply(random_decision(match, rng)).events)
    view = match.build_view(None)
    latest = RenderContext("en", names, view_before=opening, turns=(step,))
    scenes.append(art.compose(view, art.list_pictures(view)[0], latest))
    assert [bool(scene.footer_height) for scene in scenes] == [False, True, True]
    heights = [CAPTION_HEIGHT + round(scene.height * BOARD_WIDTH / scene.width) for scene in scenes]
    gallery = Image.open(BytesIO(paint_gallery([(scene, f"{game} · table 12") for scene in scenes])))
    assert gallery.size == (2 * BOARD_WIDTH + BOARD_GAP, max(heights[:2]) + BOARD_GAP + heights[2])


@pytest.mark.parametrize("game", GAMES_WITH_PICTURES)
def test_an_unknown_picture_is_refused(game: str) -> None:
    match = build_cases(game, 1)[0].start()
    with pytest.raises(KeyError):
        load_arts()[game].compose(
            match.build_view(None), "no such picture", RenderContext("en", NAMES[: match.setup.seats])
        )
