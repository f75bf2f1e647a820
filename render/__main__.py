"""Draw a picture of a game played by chance: `python -m render GAME`; with `--all FOLDER` every picture of the game."""

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image

from engines.kernel import (
    LANGS,
    SEED_BYTES,
    Decision,
    Lang,
    Match,
    Refused,
    Rng,
    load_catalogue,
    load_games,
    pick_random_answer,
    resolve_text,
)
from render import Mark, RenderContext, UnplacedOption, load_arts, paint
from render.kit.painting.encoding import find_extension

NAMES = ("あおい", "Marco", "ことり", "Jules", "Kotori", "Sofia")
PANEL = "panel"
"""Name of the picture of the open question, for the seat that is asked."""
STAGES = {"early": 0.1, "middle": 0.5, "late": 0.85, "end": 1.0}
"""Name of each stage, with its share of all decisions."""


class _WrongArgument(Exception):
    """An argument that this game or this position does not have; the text says what was expected."""


def main(words: Sequence[str] | None = None) -> None:
    """Draw what the arguments ask for, and print the name of each file. Exits with a sentence if one is wrong."""
    parser = _build_parser()
    arguments = parser.parse_args(words)
    try:
        if arguments.all is None:
            _save_one(arguments)
        elif (arguments.at, arguments.view, arguments.out) == (None, None, None):
            _save_all(arguments)
        else:
            raise _WrongArgument("--all draws every picture at four stages: expected no --at, --view or --out with it")
    except _WrongArgument as error:
        parser.error(str(error))


def _build_parser() -> ArgumentParser:
    parser = ArgumentParser("python -m render", description="Draw a picture of a game played by chance.")
    parser.add_argument("game", metavar="GAME", choices=list(load_arts()), help=", ".join(load_arts()))
    parser.add_argument("--seats", type=_parse_number, metavar="N", help="number of players (the largest possible)")
    parser.add_argument("--at", type=_parse_number, metavar="STEP", help="after this many decisions (half of all)")
    parser.add_argument(
        "--view",
        metavar="NAME",
        help=f"as in /board (the overview); `{PANEL}`: the picture of the open question, for the seat that is asked",
    )
    parser.add_argument("--lang", choices=LANGS, help="language of the picture (en; with --all both)")
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="where it is written, in the format that its name says (<game>-<view>-<lang>)",
    )
    parser.add_argument("--seed", default="sample", metavar="TEXT", help="another seed is another game (sample)")
    parser.add_argument("--option", action="append", default=[], metavar="ID=VALUE", help="a table option; repeatable")
    parser.add_argument(
        "--all", type=Path, metavar="FOLDER", help="draw every picture, early, in the middle, late and at the end"
    )
    return parser


def _parse_number(text: str) -> int:
    if not (text.isascii() and text.isdecimal()):
        raise ArgumentTypeError(f"expected a whole number, 0 or more, not {text!r}")
    return int(text)


def _save_one(arguments: Namespace) -> None:
    decisions = _play_randomly(arguments)
    step = len(decisions) // 2 if arguments.at is None else arguments.at
    if step > len(decisions):
        raise _WrongArgument(f"--at {step}: expected 0 to {len(decisions)}, the number of decisions in this game")
    match = _start_match(arguments)
    lang: Lang = arguments.lang or "en"
    for decision in decisions[:step]:
        match.apply(decision)
    pictures = load_arts()[match.game.id].list_pictures(match.build_view(None))
    view = pictures[0] if arguments.view is None else arguments.view
    if view == PANEL and match.open_prompts is None:
        raise _WrongArgument(f"--view {PANEL}: expected --at 0 to {len(decisions) - 1}, since the end has no question")
    if view not in (*pictures, PANEL):
        raise _WrongArgument(f"--view {view}: expected one of {', '.join((*pictures, PANEL))}")
    content = _paint_panel(match, lang)[1] if view == PANEL else _paint_public(match, view, lang)
    out = arguments.out or Path(f"{match.game.id}-{view.replace(':', '-')}-{lang}.{find_extension(content)}")
    _save(out, _convert(content, out))


def _convert(content: bytes, file: Path) -> bytes:
    """Return a picture in the format that the name of its file says."""
    name_format = Image.registered_extensions().get(file.suffix.lower())
    with Image.open(BytesIO(content)) as picture:
        if name_format in (None, picture.format):
            return content
        converted = BytesIO()
        picture.convert("RGB").save(converted, name_format)
    return converted.getvalue()


def _save_all(arguments: Namespace) -> None:
    """Draw every public picture at four stages, and the private one of the question that is open then."""
    folder: Path = arguments.all
    decisions, match, step = _play_randomly(arguments), _start_match(arguments), 0
    for stage, share in STAGES.items():
        stage_step = round(len(decisions) * share)
        for decision in decisions[step:stage_step]:
            match.apply(decision)
        step = stage_step
        for lang in LANGS if arguments.lang is None else (arguments.lang,):
            for picture, content in _paint_all(match, lang):
                name = f"{stage}-{picture.replace(':', '-')}-{lang}.{find_extension(content)}"
                _save(folder / name, content)


def _save(file: Path, content: bytes) -> None:
    """Write the picture, print the file's name. Missing folders are created."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    except OSError as error:
        raise _WrongArgument(f"{file}: expected a file that can be written ({error.strerror})") from error
    print(file)


def _start_match(arguments: Namespace) -> Match[Any]:
    game = load_games()[arguments.game]
    options = dict(map(_parse_option, arguments.option))
    defaults = {option.id: option.default for option in game.options}
    seats = max(game.list_seat_counts(defaults | options), default=0) if arguments.seats is None else arguments.seats
    try:
        return Match.start(game, game.build_setup(seats, (), options), _build_rng(arguments).seed)
    except Refused as refused:
        raise _WrongArgument(load_catalogue(game.package).render(refused.reason, "en")) from refused


def _parse_option(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise _WrongArgument(f"--option {text}: expected ID=VALUE")
    return name, value


def _build_rng(arguments: Namespace) -> Rng:
    return Rng(arguments.seed.encode()[:SEED_BYTES].ljust(SEED_BYTES, b"."))


def _play_randomly(arguments: Namespace) -> list[Decision]:
    """Play the whole game by chance; return its decisions."""
    match, rng = _start_match(arguments), _build_rng(arguments)
    decisions: list[Decision] = []
    while match.open_prompts is not None:
        seat = match.waiting_seats[0]
        prompt = match.find_prompt(seat)
        assert prompt is not None
        decisions.append(Decision(match.step, seat, pick_random_answer(match, prompt, rng)))
        match.apply(decisions[-1])
    return decisions


def _paint_all(match: Match[Any], lang: Lang) -> Iterator[tuple[str, bytes]]:
    """Paint the public pictures, and the private one of the open question under its own name."""
    for picture in load_arts()[match.game.id].list_pictures(match.build_view(None)):
        yield picture, _paint_public(match, picture, lang)
    if match.open_prompts is not None:
        yield _paint_panel(match, lang)


def _paint_public(match: Match[Any], picture: str, lang: Lang) -> bytes:
    ctx = RenderContext(lang, NAMES[: match.setup.seats])
    return paint(load_arts()[match.game.id].compose(match.build_view(None), picture, ctx))


def _paint_panel(match: Match[Any], lang: Lang) -> tuple[str, bytes]:
    """Paint the private picture of the open question, as the seat sees it; return its name too.

    Options have their numbers, and what the seat did since its last public step is marked. If several seats are asked,
    it is the picture of the first.
    """
    art, seat = load_arts()[match.game.id], match.waiting_seats[0]
    prompt, view = match.find_prompt(seat), match.build_view(seat)
    assert prompt is not None
    options, first_side_action = (*prompt.options, *prompt.side_actions), len(prompt.options)
    grouped = [(option.place, (i >= first_side_action, option.group)) for i, option in enumerate(options)]
    order = sorted(art.order_options(view, seat, grouped), key=lambda i: i >= first_side_action)
    shown = [options[i] for i in order if options[i].variant in (None, *prompt.variants[:1])]
    marks = tuple(
        Mark(option.place, number, key=option.key)
        for number, option in enumerate(shown, prompt.first_number)
        if option.place is not None
    )
    view_before = match.build_public_match().build_view(seat) if match.acting_seat == seat else None
    picture = art.choose_panel(view, seat, [mark.place for mark in marks], view_before)
    names = NAMES[: match.setup.seats]
    catalogue = load_catalogue(match.game.package)
    unplaced = tuple(
        UnplacedOption(number, catalogue.render(resolve_text(option.label), lang, names))
        for number, option in enumerate(shown, prompt.first_number)
        if option.place is None and number
    )
    ctx = RenderContext(lang, names, seat, marks, view_before, question=prompt.text, unplaced=unplaced)
    return picture, paint(art.compose(view, picture, ctx))


if __name__ == "__main__":
    main()
