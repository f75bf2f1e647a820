"""The code speaks plain English, as far as counting can tell; `docs/glossary.md` has the words."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from . import ROOT
from .plain_language import Tally, count_files, iter_headless_sentences, iter_unknown_names

LIMITS = {
    "one_word_names_pct": 33,
    "adverb_names_pct": 0.6,
    "participle_names_pct": 0.2,
    "odd_field_names": 5,
    "verbs_of_another_meaning": 0,
    "fields_without_description": 0,
    "attributes_without_description": 0,
    "headless_sentences_pct": 0.4,
    "headless_comments_pct": 0.4,
    "unknown_names_in_docstrings": 0,
    "class_docstrings_over_60_words": 10,
    "class_names_used_twice_in_one_scope": 3,
    "files_up_to_60_lines": 80,
    "import_lines_pct": 7,
}
"""Upper limits; python-chess, rich and discord.py stay below nearly all of them by the same count."""


@cache
def count_packages() -> Tally:
    return count_files(ROOT)


def test_the_code_stays_below_the_limits() -> None:
    figures = count_packages().report()
    numbers = {name: len(figure) if isinstance(figure, list) else figure for name, figure in figures.items()}
    assert {name: figures[name] for name, limit in LIMITS.items() if numbers[name] > limit} == {}


def test_no_sentence_of_the_tests_begins_with_a_clause() -> None:
    assert list(iter_headless_sentences(ROOT, "tests")) == []


def test_docstrings_of_the_tests_name_what_exists() -> None:
    assert list(iter_unknown_names(ROOT, "tests", count_packages().names)) == []


OBSCURE = '''
class Held:
    """{long}"""

    told: int


def beside() -> None:
    """Whoever reads this stumbles."""  # What a comment


def shown() -> None: ...
'''


def test_the_measure_notices_obscure_code(tmp_path: Path) -> None:
    (tmp_path / "bot").mkdir()
    for name in ("one.py", "two.py"):
        (tmp_path / "bot" / name).write_text(OBSCURE.format(long="word " * 61))
    figures = count_files(tmp_path).report()
    assert figures["one_word_names_pct"] == 100
    assert figures["adverb_names_pct"] == figures["participle_names_pct"] == 50
    assert figures["odd_field_names"] == ["told"]
    assert figures["fields_without_description"] == ["bot/one.py:5 Held.told", "bot/two.py:5 Held.told"]
    assert figures["headless_sentences_pct"] == 50 and figures["headless_comments_pct"] == 100
    sentence = "Whoever reads this stumbles."
    assert list(iter_headless_sentences(tmp_path, "bot")) == [f"bot/one.py:9 {sentence}", f"bot/two.py:9 {sentence}"]
    assert figures["class_docstrings_over_60_words"] == 2
    assert figures["class_names_used_twice_in_one_scope"] == 1
    assert figures["files_up_to_60_lines"] == 2


def test_a_verb_tells_one_from_several(tmp_path: Path) -> None:
    source = """
def find_seat() -> int | None: ...
def find_place() -> tuple[int, int]: ...
def find_rows() -> list[int] | None: ...
def _find_seats() -> list[int]: ...
def list_seats() -> set[int]: ...
async def list_rows() -> AsyncIterator[int]: ...
def list_names() -> str: ...
def iter_rows() -> Iterator[tuple[int, str | None]]: ...
def iter_seats() -> tuple[int, ...]: ...
"""
    (tmp_path / "a.py").write_text(source)
    tally = Tally()
    tally.add(tmp_path, Path("a.py"))
    assert [name.split()[1] for name in sorted(tally.wrong_verbs)] == [
        "iter_seats",
        "_find_seats",
        "list_rows",
        "list_names",
    ]


def test_pictures_are_drawn_and_cards_are_taken(tmp_path: Path) -> None:
    tally = Tally()
    for folder in ("engines", "render"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a.py").write_text("def draw_card() -> None: ...\n")
        tally.add(tmp_path, Path(folder, "a.py"))
    assert tally.wrong_verbs == ["engines/a.py:1 draw_card"]


def test_a_field_is_described_at_the_field(tmp_path: Path) -> None:
    source = """
class A:
    '''x and y, not here.'''

    x: int  # in pixels
    # From the left.
    y: int = 0
    z: tuple[
        int, int
    ]
    '''From the top, é.'''
    w: int
    é: int = 1  # of both
"""
    (tmp_path / "a.py").write_text(source, encoding="utf-8")
    tally = Tally()
    tally.add(tmp_path, Path("a.py"))
    assert tally.bare_fields == ["a.py:12 A.w"]


def test_an_attribute_is_described_at_the_attribute(tmp_path: Path) -> None:
    source = """
class A:
    '''A table. turn: of its game.'''

    def __init__(self, seats: int, table_id: int, clock: Clock | None = None, names: Sequence[str] = ()) -> None:
        self._seats, self.id = seats, table_id
        self.clock = clock or Clock()
        self.names = tuple(names)
        self.lang = clock.lang
        self.news = PanelNews(self)
        self.x: int = 0
        '''From the left, in px.'''
        if seats:
            self.y = 1  # from the top
        # As many as seats.
        self.tasks = []
        self.z, self._seats_left = 0, seats
        self.lock = Lock()
        self.ready = asyncio.Event()
        self.seats: set[int] = set()
        self.turn = 0
"""
    (tmp_path / "a.py").write_text(source, encoding="utf-8")
    tally = Tally()
    tally.add(tmp_path, Path("a.py"))
    assert tally.bare_attributes == ["a.py:17 A.z", "a.py:17 A._seats_left", "a.py:19 A.ready", "a.py:20 A.seats"]


def test_a_docstring_names_what_exists(tmp_path: Path) -> None:
    source = """
class A:
    '''budget: of requests. pool: gone.'''

    def __init__(self, budget: int) -> None:
        self.limit = budget

    def spend(self, count: int, kind: str = "seats") -> None:
        '''Spend up to `most` of `limit` on `seats`. count: how many; where: gone.

        Raises an error: not a parameter, as little as a list: one, two. Every `await` is of Python.
        '''
"""
    (tmp_path / "a.py").write_text(source)
    tally = Tally()
    tally.add(tmp_path, Path("a.py"))
    assert tally.report()["unknown_names_in_docstrings"] == ["a.py:3 pool", "a.py:9 where", "a.py:9 most"]


def test_a_docstring_of_another_folder_may_name_what_the_code_has(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "a.py").write_text("def spend_all() -> None: ...\n")
    source = (
        "def test_a(count: int) -> None:\n    '''Call `spend_all` or `spend_most`. count: at most; more: gone.'''\n"
    )
    (tmp_path / "tests" / "b.py").write_text(source)
    tally = Tally()
    tally.add(tmp_path, Path("a.py"))
    unknown = ["tests/b.py:2 more", "tests/b.py:2 spend_most"]
    assert list(iter_unknown_names(tmp_path, "tests", tally.names)) == unknown
    assert tally.names.list_unknown() == []


def test_the_measure_leaves_out_what_a_framework_names(tmp_path: Path) -> None:
    source = """
class A:
    @property
    def own(self) -> int: ...

    def __len__(self) -> int: ...
"""
    (tmp_path / "a.py").write_text(source)
    tally = Tally()
    tally.add(tmp_path, Path("a.py"))
    assert tally.function_names == set()
