"""Readable playthroughs (DESIGN 8.3): a change of a rule becomes a diff in sentences.

`python -m tests.playthroughs` writes `tests/<game>/playthroughs/*.txt` of every game anew; a test compares them.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engines.kernel import (
    LANGS,
    Catalogue,
    Event,
    Lang,
    Match,
    Prompt,
    Seat,
    catalogue,
    commitment,
    games,
    read,
)
from tests.contract.cases import Case, chance, every_way, random_decision

TESTS = Path(__file__).parent
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve")


def chosen(game: str) -> Iterator[tuple[Case, Lang, Path]]:
    """One game for each number of seats, from the first way to set such a table to the last; languages take turns."""
    seats_of = games()[game].seats
    for n, seats in enumerate(seats_of):
        ways = [options for number, options in every_way(game) if number == seats]
        options = ways[n * (len(ways) - 1) // max(1, len(seats_of) - 1)]
        lang = LANGS[(n + 1) % len(LANGS)]
        yield Case(game, seats, options, 0), lang, TESTS / game / "playthroughs" / f"{seats}-seats.{lang}.txt"


def written(case: Case, lang: Lang) -> str:
    """The whole game in sentences: who is asked what, what is chosen, what is told, and the scores."""
    return "\n".join(_lines(case, lang)) + "\n"


def _lines(case: Case, lang: Lang) -> Iterator[str]:
    match, rng = case.start(), chance(case, "playthrough")
    words = catalogue(match.game.package)
    yield f"{case}, rules {match.game.rules}, random play"
    yield f"seed {case.seed.hex()}"
    yield f"commitment {commitment(case.seed)}"
    yield from _told(match.opening, words, lang)
    while not match.over:
        decision = random_decision(match, rng)
        prompt = match.prompt(decision.seat)
        assert prompt is not None
        yield ""
        yield f"{match.step} {_name(decision.seat)}: {words.render(prompt.text, lang, NAMES)}"
        yield f"  > {_answer(prompt, decision.keys, words, lang)}"
        applied = match.apply(decision)
        yield from _told(applied.events, words, lang)
        if applied.frames:
            yield "  ------"
    yield ""
    yield from _scores(match, words, lang)
    yield f"checksum {match.checksum()}"


def _name(seat: Seat) -> str:
    return NAMES[seat]


def _told(events: tuple[Event, ...], words: Catalogue, lang: Lang) -> Iterator[str]:
    for event in events:
        only = "" if event.to is None else f"({', '.join(map(_name, event.to))}) "
        yield f"  {only}{words.render(event.text, lang, NAMES)}"


def _answer(prompt: Prompt, keys: tuple[str, ...], words: Catalogue, lang: Lang) -> str:
    """The labels of what was chosen, and among how many."""
    options = {option.key: option for option in (*prompt.options, *prompt.asides)}
    labels = [words.render(read(options[key].label), lang, NAMES) for key in sorted(keys)]
    return f"{' + '.join(labels) or '-'}   [{' '.join(sorted(keys))}] 1/{len(options)}"


def _scores(match: Match[Any], words: Catalogue, lang: Lang) -> Iterator[str]:
    for score in match.scores():
        parts = ", ".join(f"{words.render(label, lang, NAMES)} {points}" for label, points in score.parts)
        yield f"{score.place}. {_scored(match, score.seat, words, lang)} {score.total} ({parts})"


def _scored(match: Match[Any], player: Seat, words: Catalogue, lang: Lang) -> str:
    if player < match.setup.seats:
        return _name(player)
    assert match.game.automa is not None
    return words.term(match.game.automa, lang)


def main() -> None:
    for game in games():
        for case, lang, path in chosen(game):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(written(case, lang), "utf-8")
            print(path.relative_to(TESTS.parent))


if __name__ == "__main__":
    main()
