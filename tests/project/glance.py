"""What a phone tells in three seconds: `python -m tests.project.glance FOLDER [--game ID] [--seed WORD]`.

Computer players play a game for every number of seats from two on. At moments of it, the overview is there as the
table's card shows it after the last turn, and the picture of the question that is open: 400 px wide, as on a phone,
enlarged three times, so that a large screen shows no more than the phone does. `ask.txt` is what somebody who has not
drawn the pictures answers from them alone; `key/` holds what is true. Another seed is another game.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from io import BytesIO
from itertools import chain, cycle
from pathlib import Path
from typing import Any

from PIL import Image

from bot.discord_ui.page.picture_requests import steps_of
from bot.table.acted import Recent
from engines.kernel import LANGS, SEED_BYTES, Budget, Decision, Event, Game, Lang, Match, Rng, policies, think
from engines.kernel.catalogue import catalogue
from engines.kernel.words import read
from render import Look, Step, arts, paint
from tests.contract.pictures.shown import latest, question
from tests.discovered import shipped
from tests.project.gallery import NAMES, PHONE, TRIES

MOMENTS = (0.2, 0.5, 0.8)
"""After which share of all turns."""
ENLARGED = 3
ASK = """Look at each picture for three seconds, then answer; yes, partly or no, after comparing with key/.

N-card.png
  whose turn is it
  how far is the game
  who leads, with which scores
  who stands where: name three things and where they are, then say of whom one place is full
  what has just happened, and by whom
N-question.png
  what can I do
"""

Moment = tuple[Match[Any], tuple[Step, ...], tuple[Event, ...]]


def moments(game: Game[Any], seats: int, word: str, tries: int) -> Iterator[Moment]:
    """Where somebody is asked after somebody else: the match, who has done what, as the table's card tells it, and all
    that the log says of it to everybody.
    """
    policy = next(iter(policies(game).values()))
    rng = Rng(f"{word} {seats}".encode().ljust(SEED_BYTES, b"."))
    match = Match.start(game, game.setup(seats), rng.seed)
    found: list[Moment] = []
    recent, last, log = Recent(match.view(None)), match.waiting[0], list[tuple[Event, ...]]()
    while match.ask is not None:
        seat, made = match.waiting[0], len(log)
        if seat != last:
            recent.tell(match, made)
            told = chain.from_iterable(log[recent.told[0].first - 1 :])
            public = tuple(event for event in told if event.visible_to(None))
            found.append((match.fork(), steps_of(recent, made), public))
        coming = recent.coming(match, seat, made + 1)
        applied = match.apply(Decision(match.step, seat, think(match, seat, policy, rng, Budget(tries))[0]))
        recent.add(coming, made + 1, applied.events)
        log.append(applied.events)
        last = seat
    yield from (found[int(len(found) * share)] for share in MOMENTS)


def phone(painted: bytes) -> Image.Image:
    """As a phone shows it, enlarged."""
    picture = Image.open(BytesIO(painted)).convert("RGB")
    small = picture.resize((PHONE, round(picture.height * PHONE / picture.width)), Image.Resampling.LANCZOS)
    return small.resize((small.width * ENLARGED, small.height * ENLARGED), Image.Resampling.BICUBIC)


def key(match: Match[Any], told: Sequence[Event], names: tuple[str, ...], lang: Lang) -> str:
    """What is true: the board in words, what the log says of the turn, and the question with its options."""
    game, seat = match.game, match.waiting[0]
    prompt = match.prompt(seat)
    assert prompt is not None
    words = catalogue(game.package)
    said = [words.render(event.text, lang, names) for event in told]
    asked = [words.render(read(text), lang, names) for text in (prompt.text, *(one.label for one in prompt.options))]
    board = arts()[game.id].words(match.view(None), Look(lang, names))
    return "\n\n".join((f"on turn: {names[seat]}", board, "\n".join(said), "\n".join(asked)))


def save(folder: Path, game: Game[Any], word: str, tries: int, counts: Sequence[int]) -> int:
    """Writes the pictures of one game and their key; returns how many positions there are.

    counts: of seats, one game each
    """
    (folder / "key").mkdir(parents=True, exist_ok=True)
    (folder / "ask.txt").write_text(ASK)
    langs, number = cycle(LANGS), 0
    for seats in counts:
        for match, steps, told in moments(game, seats, word, tries):
            number, lang, seat = number + 1, next(langs), match.waiting[0]
            names = NAMES[lang][:seats]
            phone(paint(latest(match, names, lang, steps).scene)).save(folder / f"{number}-card.png")
            asked = question(match, seat, names, lang, match.public().view(seat))
            if asked is not None:
                phone(paint(asked.scene)).save(folder / f"{number}-question.png")
            (folder / "key" / f"{number}.txt").write_text(key(match, told, names, lang))
    return number


def main() -> None:
    pictured = [name for name in shipped() if name in arts()]
    parser = ArgumentParser("python -m tests.project.glance", description="Draw what a phone tells in three seconds.")
    parser.add_argument("folder", type=Path, help="where the pictures are written")
    parser.add_argument("--game", action="append", choices=pictured, help="may be repeated (all)")
    parser.add_argument("--seed", default="glance", help="another word is another game (glance)")
    parser.add_argument("--tries", type=int, default=TRIES, help=f"budget of one thought ({TRIES})")
    given = parser.parse_args()
    for name in given.game or pictured:
        folder = given.folder / name
        game, counts = shipped()[name], [seats for seats in shipped()[name].seats if seats > 1]
        print(f"{folder}: {save(folder, game, given.seed, given.tries, counts)} positions", flush=True)


if __name__ == "__main__":
    main()
