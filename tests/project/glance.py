"""Pictures for a three-second reading test: `python -m tests.project.glance FOLDER [--game ID] [--seed WORD]`.

Computer players play a game for every number of seats from two on. At three positions of each game, two pictures are
saved: the overview as the table's card shows it after the last turn, and the picture of the open question. They are
400 px wide, as on a phone, and enlarged three times, so that a large screen shows no more detail than a phone.
`ask.txt` has the questions for a reader who has not drawn the pictures, `key/` the true answers. Another seed gives
another game.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from io import BytesIO
from itertools import chain, cycle
from pathlib import Path
from typing import Any

from PIL import Image

from bot.discord_ui.page.picture_requests import build_steps
from bot.table.state.recent_actions import RecentActions
from engines.kernel import (
    LANGS,
    SEED_BYTES,
    Decision,
    Game,
    Lang,
    LogEvent,
    Match,
    Rng,
    SearchBudget,
    choose_line,
    list_policies,
)
from engines.kernel.catalogue import load_catalogue
from engines.kernel.messages import resolve_text
from render import RecentStep, RenderContext, load_arts, paint
from tests.contract.pictures.picture_sample import draw_card_overview, draw_question_picture
from tests.discovered import list_shipped_games
from tests.project.gallery import NAMES, PHONE, SEARCH_BUDGET

POSITION_SHARES = (0.2, 0.5, 0.8)
"""Positions, as shares of all turns of a game."""
SCALE = 3
QUESTIONNAIRE = """Look at each picture for three seconds, then answer; yes, partly or no, after comparing with key/.

N-card.png
  whose turn is it
  how far is the game
  who leads, with which scores
  who stands where: name three things and where they are, then say of whom one place is full
  what has just happened, and by whom
N-question.png
  what can I do
"""

GlancePosition = tuple[Match[Any], tuple[RecentStep, ...], tuple[LogEvent, ...]]


def iter_positions(game: Game[Any], seats: int, word: str, tries: int) -> Iterator[GlancePosition]:
    """Yield positions at which a seat has just begun its turn.

    Each has the match, the last turns as the table's card shows them, and their public log entries.
    """
    policy = next(iter(list_policies(game).values()))
    rng = Rng(f"{word} {seats}".encode().ljust(SEED_BYTES, b"."))
    match = Match.start(game, game.build_setup(seats), rng.seed)
    positions: list[GlancePosition] = []
    recent, last, log = RecentActions(match.build_view(None)), match.waiting_seats[0], list[tuple[LogEvent, ...]]()
    while match.open_prompts is not None:
        seat, event_count = match.waiting_seats[0], len(log)
        if seat != last and not match.open_prompts.is_simultaneous:
            recent.mark_published(match, event_count)
            turn_events = chain.from_iterable(log[recent.published[0].first_n - 1 :])
            public = tuple(event for event in turn_events if event.is_visible_to(None))
            positions.append((match.fork(), build_steps(recent.published, event_count), public))
        coming = recent.find_pending_action(match, seat, event_count + 1)
        applied = match.apply(Decision(match.step, seat, choose_line(match, seat, policy, rng, SearchBudget(tries))[0]))
        recent.add_decision(coming, event_count + 1, applied.events)
        log.append(applied.events)
        last = seat
    yield from (positions[int(len(positions) * share)] for share in POSITION_SHARES)


def render_phone_view(painted: bytes) -> Image.Image:
    """Return the picture with the resolution of a phone, enlarged."""
    picture = Image.open(BytesIO(painted)).convert("RGB")
    small = picture.resize((PHONE, round(picture.height * PHONE / picture.width)), Image.Resampling.LANCZOS)
    return small.resize((small.width * SCALE, small.height * SCALE), Image.Resampling.BICUBIC)


def build_key(match: Match[Any], events: Sequence[LogEvent], names: tuple[str, ...], lang: Lang) -> str:
    """Return the truth in words: the board, the log of the turn, and the question with its options."""
    game, seat = match.game, match.waiting_seats[0]
    prompt = match.find_prompt(seat)
    assert prompt is not None
    words = load_catalogue(game.package)
    log_texts = [words.render(event.text, lang, names) for event in events]
    question_texts = [
        words.render(resolve_text(text), lang, names)
        for text in (prompt.text, *(option.label for option in (*prompt.options, *prompt.side_actions)))
    ]
    board = load_arts()[game.id].describe_board(match.build_view(None), RenderContext(lang, names))
    return "\n\n".join((f"on turn: {names[seat]}", board, "\n".join(log_texts), "\n".join(question_texts)))


def save_positions(folder: Path, game: Game[Any], word: str, tries: int, counts: Sequence[int]) -> int:
    """Write the pictures of one game and their key; return the number of positions.

    counts: numbers of seats, one game each
    """
    (folder / "key").mkdir(parents=True, exist_ok=True)
    (folder / "ask.txt").write_text(QUESTIONNAIRE)
    langs, number = cycle(LANGS), 0
    for seats in counts:
        for match, steps, events in iter_positions(game, seats, word, tries):
            number, lang, seat = number + 1, next(langs), match.waiting_seats[0]
            names = NAMES[lang][:seats]
            render_phone_view(paint(draw_card_overview(match, names, lang, steps).scene)).save(
                folder / f"{number}-card.png"
            )
            question_picture = draw_question_picture(
                match, seat, names, lang, match.build_public_match().build_view(seat)
            )
            if question_picture is not None:
                render_phone_view(paint(question_picture.scene)).save(folder / f"{number}-question.png")
            (folder / "key" / f"{number}.txt").write_text(build_key(match, events, names, lang))
    return number


def main() -> None:
    pictured = [name for name in list_shipped_games() if name in load_arts()]
    parser = ArgumentParser("python -m tests.project.glance", description="Draw what a phone tells in three seconds.")
    parser.add_argument("folder", type=Path, help="where the pictures are written")
    parser.add_argument("--game", action="append", choices=pictured, help="may be repeated (all)")
    parser.add_argument("--seed", default="glance", help="another word is another game (glance)")
    parser.add_argument("--tries", type=int, default=SEARCH_BUDGET, help=f"budget of one thought ({SEARCH_BUDGET})")
    arguments = parser.parse_args()
    for name in arguments.game or pictured:
        folder = arguments.folder / name
        game, counts = (
            list_shipped_games()[name],
            [seats for seats in list_shipped_games()[name].seat_counts if seats > 1],
        )
        print(
            f"{folder}: {save_positions(folder, game, arguments.seed, arguments.tries, counts)} positions", flush=True
        )


if __name__ == "__main__":
    main()
