"""Text, buttons and picture use the same numbers for the options, in the order of the picture."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.discord_ui.page.picture_requests import arrange_prompt, build_private_picture
from bot.discord_ui.panel import option_menus
from bot.discord_ui.text.localizer import Localizer
from bot.table import Table
from engines.kernel import Match, load_catalogue, load_games
from render import Art, RenderContext, Scene, load_arts
from tests.contract.cases import NAMES, Case, build_rng, random_decision
from tests.contract.pictures.checks import has_all_numbers, numbers_are_in_order
from tests.contract.pictures.picture_sample import PictureSample


def build_table(match: Match[Any]) -> Table:
    names = NAMES[: match.setup.seats]
    row = SimpleNamespace(rev=1)
    words = load_catalogue(match.game.package)
    return cast(
        Table, SimpleNamespace(game=match.game, match=match, names=names, catalogue=words, id=1, key="1", row=row)
    )


@pytest.mark.parametrize("game", [game for game in load_games() if game in load_arts()])
def test_the_numbers_of_text_buttons_and_picture_agree(game: str) -> None:
    case = Case(
        game, load_games()[game].seat_counts[-1], tuple((o.id, o.default) for o in load_games()[game].options), 41
    )
    match, rng, check_count = case.start(), build_rng(case, "numbers"), 0
    for step in range(160):
        if match.is_over:
            break
        seat = match.waiting_seats[0]
        prompt = match.find_prompt(seat)
        assert prompt is not None
        if step % 5 == 0:
            table_state = build_table(match)
            question = arrange_prompt(table_state, prompt)
            assert sorted(o.key for o in question.options) == sorted(o.key for o in prompt.options)
            variant = step % max(1, len(question.variants))
            lines = option_menus.build_lines(
                table_state,
                (*question.list_options(variant), *question.side_actions),
                Localizer(("en",)),
                question.first_number,
            )
            request = build_private_picture(table_state, seat, "en", question, variant=variant)
            assert request is not None
            assert {mark.number: mark.place for mark in request.context.marks} == {
                line.number: line.option.place for line in lines if line.option.place is not None
            }
            art = load_arts()[game]
            scene: Scene = art.compose(request.view, request.resolved_name, request.context)
            numbered_options = tuple(
                (x.option.place and art.find_anchor_name(x.option.place), x.option.group) for x in lines if x.number
            )
            sample = PictureSample(request.resolved_name, scene, request.context, numbered_options)
            assert not [*has_all_numbers(sample), *numbers_are_in_order(sample)]
            check_count += bool(request.context.marks)
        match.apply(random_decision(match, rng))
    assert check_count


@pytest.mark.parametrize("game", [game for game in load_games() if game in load_arts()])
def test_confirmations_picture_is_chosen_by_the_renderer(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Choosing the picture that shows the changes best needs several layouts: the interaction does not wait for it."""
    case = Case(
        game, load_games()[game].seat_counts[-1], tuple((o.id, o.default) for o in load_games()[game].options), 43
    )
    match, rng, check_count = case.start(), build_rng(case, "confirmations"), 0
    laid_out: list[str] = []
    draw = Art.draw

    def record_and_draw(art: Art, view: Any, picture: str, ctx: RenderContext) -> Scene:
        laid_out.append(picture)
        return draw(art, view, picture, ctx)

    monkeypatch.setattr(Art, "draw", record_and_draw)
    while not match.is_over and check_count < 3:
        seat = match.waiting_seats[0]
        prompt = match.find_prompt(seat)
        assert prompt is not None
        if match.acting_seat == seat and not any(option.place for option in (*prompt.options, *prompt.side_actions)):
            laid_out.clear()
            request = build_private_picture(build_table(match), seat, "en", prompt)
            assert request is not None and not laid_out
            assert (
                request.resolved_name
                == load_arts()[game].choose_panel(request.view, seat, (), request.context.view_before)
                and laid_out
            )
            assert request.draw() == replace(request, picture=request.resolved_name).draw()
            check_count += 1
        match.apply(random_decision(match, rng))
    assert check_count
