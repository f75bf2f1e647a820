"""`python -m tests.phone [--game NAME ...] [--seats N ...] [--aids on|off] [--shots FOLDER]`: measure a phone.

Plays a whole game of each game with each number of seats, with and without stars, and looks at every question in both
languages and in every state. It prints for each how many pages there are and how many need scrolling, those that do,
how far the estimate was off, and what is wrong with the controls; in the end the same as a table.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from engines.kernel import OFF_ON, load_games
from tests.contract.cases import Case, build_rng
from tests.discovered import list_shipped_games

from .heights import HIGHEST, SAMPLE, Heights, measure_heights
from .labels import list_control_faults
from .questions import ShownQuestion, iter_questions, turn_aids_off, turn_aids_on
from .screen import PhoneScreen, open_phone

MAX_SHOWN = 12
"""Number of kinds of questions in a list of those that are too high, or have faults."""


class Result(NamedTuple):
    """Heights and faults that were found in one game."""

    case: Case
    heights: Heights
    faults: dict[str, str]
    """A fault of the controls, by kind of question."""

    @property
    def is_good(self) -> bool:
        return not self.faults and not self.heights.list_too_high()

    def list_cells(self) -> tuple[str, ...]:
        """Return the cells of its row."""
        heights = self.heights
        return (
            self.case.definition.id,
            str(self.case.seats),
            dict(self.case.options)["aids"],
            f"{len(heights.estimates):,}",
            str(len(heights.measured)),
            f"{round(heights.highest[0])} px",
            str(len(heights.list_too_high())),
            f"{heights.largest_shortfall:+.0f}, {-heights.largest_excess:+.0f}",
            str(len(self.faults)),
        )


COLUMNS = ("game", "seats", "stars", "pages", "measured", "highest", "too high", "browser − estimate", "faults")


async def measure_game(phone: PhoneScreen, case: Case, arguments: argparse.Namespace) -> Result:
    """Return what is found in a game, and print it."""
    faults: dict[str, str] = {}

    def iter_checked() -> Iterator[ShownQuestion]:
        for shown in iter_questions(case, arguments.every, in_all_states=True):
            for fault in list_control_faults(shown):
                faults.setdefault(f"{shown.prompt.text.key} {shown.lang} {shown.state}", f"{fault} ({shown.name})")
            yield shown

    heights = await measure_heights(
        phone.measure_height, iter_checked(), build_rng(case, "sample"), arguments.sample, arguments.highest
    )
    result = Result(case, heights, faults)
    print(" | ".join(result.list_cells()), flush=True)
    kinds: dict[str, list[tuple[float, ShownQuestion]]] = {}
    for height, shown in heights.list_too_high():
        kinds.setdefault(f"{shown.prompt.text.key} {shown.lang} {shown.state}", []).append((height, shown))
    for kind, found in list(kinds.items())[:MAX_SHOWN]:
        print(f"  {found[0][0]:.0f} px, {len(found)} times: {kind} ({found[0][1].name})", flush=True)
    for kind, fault in list(faults.items())[:MAX_SHOWN]:
        print(f"  {kind}: {fault}", flush=True)
    if arguments.shots is not None:
        await _take_shot(phone, case, heights, arguments.shots)
    return result


async def _take_shot(phone: PhoneScreen, case: Case, heights: Heights, folder: Path) -> None:
    height, shown = heights.highest
    await phone.measure_height(shown)
    stars = dict(case.options)["aids"]
    await phone.take_screenshot(str(folder / f"{case.game} {case.seats} {stars} {height:.0f} {shown.lang}.png"))


def iter_cases(game_id: str, arguments: argparse.Namespace) -> Iterator[Case]:
    """Yield games with the usual options, for each number of seats, with and without stars."""
    game = load_games()[game_id]
    usual = tuple((option.id, option.default) for option in game.options)
    for seats in game.list_seat_counts(dict(usual)):
        case = Case(game_id, seats, usual, arguments.number)
        for setting in OFF_ON:
            if seats in (arguments.seats or [seats]) and setting in (arguments.aids or setting):
                yield turn_aids_on(case) if setting == "on" else turn_aids_off(case)


async def _measure_all(arguments: argparse.Namespace) -> int:
    async with open_phone() as phone:
        results = [
            await measure_game(phone, case, arguments)
            for game_id in arguments.game or list_shipped_games()
            for case in iter_cases(game_id, arguments)
        ]
    print("\n| " + " | ".join(COLUMNS) + " |\n|" + " --- |" * len(COLUMNS))
    for result in results:
        print("| " + " | ".join(result.list_cells()) + " |")
    return int(not all(result.is_good for result in results))


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.phone", description=__doc__)
    parser.add_argument("--game", nargs="*", choices=load_games(), default=None)
    parser.add_argument("--seats", nargs="*", type=int, default=None, help="only these numbers of seats")
    parser.add_argument("--aids", choices=OFF_ON, default=None, help="only with stars, or only without")
    parser.add_argument("--number", type=int, default=1, help="another number plays another game")
    parser.add_argument("--every", type=int, default=1, help="look at every Nth decision")
    parser.add_argument("--highest", type=int, default=HIGHEST, help="measure at least so many of the highest")
    parser.add_argument("--sample", type=int, default=SAMPLE, help="compare the estimate with the browser so often")
    parser.add_argument("--shots", type=Path, help="folder for a screenshot of the highest of each game")
    return asyncio.run(_measure_all(parser.parse_args()))


if __name__ == "__main__":
    sys.exit(main())
