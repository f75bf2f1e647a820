"""Draw the README's pictures: `python -m tests.project.pictures [GAME ...]`.

Each game is played by computer players and drawn at a position with many pieces on the table, which the game's tests
choose (`tests/<game>/samples.py`).
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

from engines.kernel import LANGS, SEED_BYTES, Decision, Game, LogEvent, Match, Rng, choose_line, list_policies
from render import RecentStep, RenderContext, load_arts, paint
from render.kit.painting.encoding import find_extension
from tests.contract.pictures.picture_sample import add_log_entries
from tests.discovered import list_shipped_games, load_samples

from . import ROOT

FOLDER = ROOT / "docs" / "pictures"
NAMES = {"en": ("Aoi", "Marco", "Jules", "Nina"), "ja": ("あおい", "マルコ", "ことり", "ニーナ")}


class Showpiece(NamedTuple):
    """The position of a game that the README shows."""

    seats: int
    is_past: Callable[[Any], bool]
    """Returns whether a View is later than the position; the last View before that is drawn."""
    pictures: Callable[[Any], dict[str, str]]
    """Returns the names of the drawn View's pictures, by name in the file."""


MAX_TURNS = 2
"""Number of turns before the position that the overview reports."""


def find_position(game: Game[Any], piece: Showpiece) -> tuple[Any, tuple[RecentStep, ...]]:
    """The public View of that moment, and the turns before it."""
    strongest = next(iter(list_policies(game).values()))
    rng = Rng(b"readme".ljust(SEED_BYTES, b"."))
    match = Match.start(game, game.build_setup(piece.seats), rng.seed)
    view = match.build_view(None)
    turns: list[RecentStep] = []
    unpublished: list[LogEvent] = []
    """Events that only the acting seat may read yet."""
    while match.open_prompts is not None:
        seat = match.waiting_seats[0]
        if not turns or turns[-1].seat != seat:
            turns.append(RecentStep(seat, view))
        applied = match.apply(Decision(match.step, seat, choose_line(match, seat, strongest, rng)[0]))
        before, view = view, match.build_view(None)
        if piece.is_past(view):
            return before, tuple(turns[-MAX_TURNS:])
        unpublished += applied.events
        if applied.is_public:
            turns[-1], unpublished = add_log_entries(turns[-1], unpublished), []
    raise LookupError(f"{game.id}: the moment did not come")


def main() -> None:
    drawable = [name for name in list_shipped_games() if name in load_arts()]
    parser = ArgumentParser("python -m tests.project.pictures", description="Draw the README's pictures anew.")
    parser.add_argument("games", nargs="*", metavar="GAME", help="only of these games")
    requested: list[str] = parser.parse_args().games
    if unknown := sorted({*requested} - {*drawable}):
        parser.error(f"expected of {', '.join(drawable)}, got {', '.join(unknown)}")
    FOLDER.mkdir(parents=True, exist_ok=True)
    for game in (list_shipped_games()[name] for name in requested or drawable):
        piece: Showpiece = load_samples(game.id).SHOWPIECE
        art = load_arts()[game.id]
        view, turns = find_position(game, piece)
        for lang in LANGS:
            for name, picture in piece.pictures(view).items():
                look = RenderContext(lang, NAMES[lang][: piece.seats])
                if picture == art.list_pictures(view)[0]:
                    look = replace(look, view_before=turns[0].view_before, turns=turns)
                content = paint(art.compose(view, picture, look))
                (FOLDER / f"{game.id}-{name}-{lang}.{find_extension(content)}").write_bytes(content)


if __name__ == "__main__":
    main()
