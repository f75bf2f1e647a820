"""Readable playthroughs: a changed rule shows as a diff in plain sentences.

`python -m tests.playthroughs` rewrites `tests/<game>/playthroughs/*.txt` of every game; a test compares them.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engines.kernel import (
    LANGS,
    Catalogue,
    Lang,
    LogEvent,
    Match,
    Prompt,
    Seat,
    compute_commitment,
    load_catalogue,
    load_games,
    resolve_text,
)
from tests.contract.cases import Case, build_rng, iter_setups, random_decision

TESTS = Path(__file__).parent
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve")


def iter_cases(game: str) -> Iterator[tuple[Case, Lang, Path]]:
    """Iterate over one case per number of seats, with setups spread over all option values and
    alternating languages.
    """
    seats_of = load_games()[game].seat_counts
    for n, seats in enumerate(seats_of):
        ways = [options for number, options in iter_setups(game) if number == seats]
        options = ways[n * (len(ways) - 1) // max(1, len(seats_of) - 1)]
        lang = LANGS[(n + 1) % len(LANGS)]
        yield Case(game, seats, options, 0), lang, TESTS / game / "playthroughs" / f"{seats}-seats.{lang}.txt"


def write_playthrough(case: Case, lang: Lang) -> str:
    """Return the whole game in sentences: questions, chosen options, log entries, and scores."""
    return "\n".join(_iter_lines(case, lang)) + "\n"


def _iter_lines(case: Case, lang: Lang) -> Iterator[str]:
    match, rng = case.start(), build_rng(case, "playthrough")
    catalogue = load_catalogue(match.game.package)
    yield f"{case}, rules {match.game.rules_version}, random play"
    yield f"seed {case.seed.hex()}"
    yield f"commitment {compute_commitment(case.seed)}"
    yield from _format_events(match.opening_events, catalogue, lang)
    while not match.is_over:
        decision = random_decision(match, rng)
        prompt = match.find_prompt(decision.seat)
        assert prompt is not None
        yield ""
        yield f"{match.step} {_name_seat(decision.seat)}: {catalogue.render(prompt.text, lang, NAMES)}"
        yield f"  > {_format_answer(prompt, decision.keys, catalogue, lang)}"
        applied = match.apply(decision)
        yield from _format_events(applied.events, catalogue, lang)
        if applied.frames:
            yield "  ------"
    yield ""
    yield from _format_scores(match, catalogue, lang)
    yield f"checksum {match.compute_checksum()}"


def _name_seat(seat: Seat) -> str:
    return NAMES[seat]


def _format_events(events: tuple[LogEvent, ...], catalogue: Catalogue, lang: Lang) -> Iterator[str]:
    for event in events:
        audience = "" if event.to is None else f"({', '.join(map(_name_seat, event.to))}) "
        yield f"  {audience}{catalogue.render(event.text, lang, NAMES)}"


def _format_answer(prompt: Prompt, keys: tuple[str, ...], catalogue: Catalogue, lang: Lang) -> str:
    """Return the labels and keys of the chosen options, and the number of options."""
    options = {option.key: option for option in (*prompt.options, *prompt.side_actions)}
    labels = [catalogue.render(resolve_text(options[key].label), lang, NAMES) for key in sorted(keys)]
    return f"{' + '.join(labels) or '-'}   [{' '.join(sorted(keys))}] 1/{len(options)}"


def _format_scores(match: Match[Any], catalogue: Catalogue, lang: Lang) -> Iterator[str]:
    for score in match.compute_scores():
        parts = ", ".join(f"{catalogue.render(label, lang, NAMES)} {points}" for label, points in score.parts)
        yield f"{score.place}. {_name_player(match, score.seat, catalogue, lang)} {score.total} ({parts})"


def _name_player(match: Match[Any], player: Seat, catalogue: Catalogue, lang: Lang) -> str:
    if player < match.setup.seats:
        return _name_seat(player)
    assert match.game.automa is not None
    return catalogue.render_noun(match.game.automa, lang)


def main() -> None:
    for game in load_games():
        for case, lang, path in iter_cases(game):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(write_playthrough(case, lang), "utf-8")
            print(path.relative_to(TESTS.parent))


if __name__ == "__main__":
    main()
