"""Pictures of a lesson, drawn from the example turn as a player at that table would see them."""

from dataclasses import dataclass
from typing import Any

from bot.discord_ui.page.picture_requests import list_unplaced_options
from bot.discord_ui.page.pictures import Picture
from engines.kernel import Lang, Prompt, load_games
from render import Art, Mark, RecentStep, RenderContext, load_arts, paint

from .example_turn import ExampleTurn, LessonStep


@dataclass(frozen=True, slots=True)
class LessonRequest:
    """A picture of a lesson to be drawn."""

    game_id: str
    """Id of the game, which has pictures."""
    number: int
    """Page of the lesson."""
    picture: str
    """Name of the picture among those of the game."""
    context: RenderContext
    """The example player or a spectator, with marks and changes; nobody's real table."""
    view: Any
    """The view of that reader."""
    table_id: int = 0
    """Always 0: a lesson belongs to no table."""

    @property
    def key(self) -> tuple[object, ...]:
        return "lesson", self.game_id, self.number, self.context.lang

    def draw(self) -> Picture:
        art = load_arts()[self.game_id]
        scene = art.compose(self.view, self.picture, self.context)
        return Picture(paint(scene), art.describe_picture(self.view, self.picture, self.context))


def build_board_request(game_id: str, number: int, view: Any, ctx: RenderContext) -> LessonRequest:
    """Return the public board."""
    return LessonRequest(game_id, number, load_arts()[game_id].list_pictures(view)[0], ctx, view)


def build_result_request(
    game_id: str, number: int, example: ExampleTurn, lang: Lang, names: tuple[str, ...]
) -> LessonRequest:
    """Return the public board after the example turn, with its changes marked and its actions in words."""
    turn = RecentStep(example.seat, example.start_view, messages=example.messages)
    return build_board_request(
        game_id, number, example.end_view, RenderContext(lang, names, view_before=example.start_view, turns=(turn,))
    )


def build_belongings_request(
    game_id: str, number: int, example: ExampleTurn, lang: Lang, names: tuple[str, ...]
) -> LessonRequest:
    """Return the example player's belongings at the end of the turn (at its beginning there may be none)."""
    view = example.steps[-1].view
    return LessonRequest(
        game_id,
        number,
        load_arts()[game_id].find_own_picture(view, example.seat),
        RenderContext(lang, names, example.seat),
        view,
    )


def build_question_request(
    game_id: str, number: int, step: LessonStep, prompt: Prompt, lang: Lang, names: tuple[str, ...]
) -> LessonRequest:
    """Return the panel picture of a question (options in picture order) with the chosen options marked."""
    art: Art = load_arts()[game_id]
    options = (*prompt.options, *prompt.side_actions)
    marks = tuple(
        Mark(option.place, n, option.key in step.keys, option.key)
        for n, option in enumerate(options, 1)
        if option.place is not None
    )
    unplaced_options = list_unplaced_options(
        enumerate(options, 1), load_games()[game_id].package, lang, names, step.keys
    )
    name = art.choose_panel(step.view, prompt.seat, tuple(mark.place for mark in marks), step.start_view)
    ctx = RenderContext(
        lang,
        names,
        prompt.seat,
        marks,
        step.start_view,
        question=prompt.text,
        unplaced=unplaced_options if marks else (),
    )
    return LessonRequest(game_id, number, name, ctx, step.view)
