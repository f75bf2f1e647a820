"""Write a failing test from a report: `python -m tests.from_report FILE` (a player's file, or of `teban report`).

The test and the report are written to tests/<game>/reports/. The test replays the game up to the report, or only draws
the player's view if the file has no more, compares it with the report, and fails with the player's words until they are
replaced by an assertion.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from bot.table.history.player_reports import FORMAT, FullReport, encode_plain_view
from engines.kernel import LANGS, Match, load_games
from render import RenderContext, load_arts

ROOT = Path(__file__).parent
NAMES = tuple(f"Player {letter}" for letter in "ABCDEFGH")

TEST = '''"""Report {id}, table {table}: {words}"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.from_report import build_seen_view, read_report, replay_match

REPORT = Path(__file__).with_name("report_{id}.json")


def test_report_{id}() -> None:
    report = read_report(REPORT)
    {check}
    pytest.fail({text!r})  # write here what should be true, and mend it
'''


class NotAReport(ValueError):
    """The file is not a report, or has a format that this version does not know."""


def read_report(path: Path) -> FullReport:
    """Read a report. Raises NotAReport."""
    try:
        report_file = msgspec.json.decode(path.read_bytes(), type=FullReport)
    except msgspec.MsgspecError as error:
        raise NotAReport(f"{path}: not a report: {error}") from error
    if report_file.report.format != FORMAT:
        raise NotAReport(f"{path}: expected format {FORMAT}, got {report_file.report.format}")
    return report_file


def replay_match(whole: FullReport) -> Match[Any]:
    """Replay the game up to the report from its seed, and check its question and View against the report."""
    report, hidden_data = whole.report, whole.hidden_data
    assert hidden_data is not None, "the operator adds the rest: teban report NUMBER"
    match: Match[Any] = Match.start(load_games()[report.game_id], report.setup, bytes.fromhex(hidden_data.seed))
    for decision, _ in hidden_data.decisions:
        match.apply(decision)
    public_match = (
        match if report.seat is not None and match.acting_seat in (None, report.seat) else match.build_public_match()
    )
    assert public_match.step == report.step, (
        f"the open question is number {public_match.step}, the report was made at {report.step}"
    )
    prompt = None if report.seat is None else match.find_prompt(report.seat)
    assert (None if prompt is None else prompt.text) == report.question
    assert (() if prompt is None else tuple(option.key for option in prompt.options)) == report.options
    assert encode_plain_view(match.build_view(report.seat)) == report.view
    assert match.game.problems(match.state) == []
    return match


def build_seen_view(whole: FullReport) -> Any:
    """Return the player's View from the report, and check that every picture of it can be drawn."""
    report = whole.report
    game = load_games()[report.game_id]
    kind = type(Match.start(game, report.setup, bytes(32)).build_view(report.seat))
    view = msgspec.convert(report.view, kind, str_keys=True)
    art = load_arts().get(report.game_id)
    for picture in () if art is None else art.list_pictures(view):
        for lang in LANGS:
            assert art is not None and art.compose(view, picture, RenderContext(lang, NAMES[: report.setup.seats]))
    return view


def write_test(file: Path, root: Path = ROOT) -> Path:
    """Write the test and return its path. Raises NotAReport."""
    whole = read_report(file)
    report = whole.report
    folder = root / report.game_id / "reports"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"report_{report.id}.json").write_bytes(msgspec.json.format(msgspec.json.encode(whole)) + b"\n")
    check = "assert replay_match(report)" if whole.hidden_data is not None else "assert build_seen_view(report)"
    words = " ".join(report.text.replace("\\", " ").replace('"', "'").split())[:80]
    test = folder / f"test_report_{report.id}.py"
    used = "read_report, replay_match" if whole.hidden_data is not None else "build_seen_view, read_report"
    text = TEST.format(id=report.id, table=report.table, words=words, check=check, text=report.text)
    test.write_text(text.replace("build_seen_view, read_report, replay_match", used), "utf-8")
    return test


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("file", type=Path)
    try:
        print(write_test(parser.parse_args(arguments).file))
    except (NotAReport, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
