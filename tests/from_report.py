"""Makes a failing test of a report: `python -m tests.from_report FILE` (of a player, or of `teban report`).

The test goes to tests/<game>/reports/, with the report beside it. It plays the moment again, or draws what the player
saw if the file has no more, holds what the report says it should find there, and fails with the player's words until
somebody writes what should be true instead.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from bot.table.knowing.reports import FORMAT, WholeReport, plain
from engines.kernel import LANGS, Match, games
from render import Look, arts

ROOT = Path(__file__).parent
NAMES = tuple(f"Player {letter}" for letter in "ABCDEFGH")

TEST = '''"""Report {id}, table {table}: {words}"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.from_report import moment, read, seen

REPORT = Path(__file__).with_name("report_{id}.json")


def test_report_{id}() -> None:
    report = read(REPORT)
    {way}
    pytest.fail({text!r})  # write here what should be true, and mend it
'''


class NotAReport(ValueError):
    """The file is not a report, or of a format that this version does not know."""


def read(path: Path) -> WholeReport:
    """Raises NotAReport."""
    try:
        found = msgspec.json.decode(path.read_bytes(), type=WholeReport)
    except msgspec.MsgspecError as error:
        raise NotAReport(f"{path}: not a report: {error}") from error
    if found.report.format != FORMAT:
        raise NotAReport(f"{path}: expected format {FORMAT}, got {found.report.format}")
    return found


def moment(whole: WholeReport) -> Match[Any]:
    """The game at the moment of the report, from its seed. The player was asked, and saw, what the report says."""
    report, rest = whole.report, whole.rest
    assert rest is not None, "the operator adds the rest: teban report NUMBER"
    match: Match[Any] = Match.start(games()[report.engine], report.setup, bytes.fromhex(rest.seed))
    for decision, _ in rest.decisions:
        match.apply(decision)
    shown = match if report.seat is not None and match.acting in (None, report.seat) else match.public()
    assert shown.step == report.step, f"the open question is number {shown.step}, the report was made at {report.step}"
    prompt = None if report.seat is None else match.prompt(report.seat)
    assert (None if prompt is None else prompt.text) == report.asked
    assert (() if prompt is None else tuple(option.key for option in prompt.options)) == report.options
    assert plain(match.view(report.seat)) == report.view
    assert match.game.problems(match.state) == []
    return match


def seen(whole: WholeReport) -> Any:
    """What the player saw, as the game's View; every picture of it can be drawn."""
    report = whole.report
    game = games()[report.engine]
    kind = type(Match.start(game, report.setup, bytes(32)).view(report.seat))
    view = msgspec.convert(report.view, kind, str_keys=True)
    art = arts().get(report.engine)
    for picture in () if art is None else art.pictures(view):
        for lang in LANGS:
            assert art is not None and art.compose(view, picture, Look(lang, NAMES[: report.setup.seats]))
    return view


def write(file: Path, root: Path = ROOT) -> Path:
    """The test that was written. Raises NotAReport."""
    whole = read(file)
    report = whole.report
    folder = root / report.engine / "reports"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"report_{report.id}.json").write_bytes(msgspec.json.format(msgspec.json.encode(whole)) + b"\n")
    way = "assert moment(report)" if whole.rest is not None else "assert seen(report)"
    words = " ".join(report.text.replace("\\", " ").replace('"', "'").split())[:80]
    test = folder / f"test_report_{report.id}.py"
    used = "moment, read" if whole.rest is not None else "read, seen"
    text = TEST.format(id=report.id, table=report.table, words=words, way=way, text=report.text)
    test.write_text(text.replace("moment, read, seen", used), "utf-8")
    return test


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("file", type=Path)
    try:
        print(write(parser.parse_args(arguments).file))
    except (NotAReport, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
