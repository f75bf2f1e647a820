"""Copy the example's files into the code blocks of `docs/add-a-game.md`: `python -m tests.tutorial`.

A line `<!-- code: engines/flotsam/auction.py#turn,claims -->` before a fence names the file below `tests/example` and,
for a piece of a Python file, the definitions shown (`head` is the part above the first one). Without names the block
is the whole file. `<!-- copy: FILE -->` names a file that the reader copies. `shown` instead of `code` marks a piece of
another example, which the reader looks at and does not write.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from pathlib import Path

from . import EXAMPLE

PAGE = Path(__file__).parents[1] / "docs" / "add-a-game.md"
BLOCK = re.compile(
    r"<!-- (?P<use>code|shown): (?P<file>[^#\s]+)(?:#(?P<names>\S+))? -->\n```(?P<kind>\w+)\n(?P<text>.*?)```\n", re.S
)
COPY = re.compile(r"<!-- copy: (\S+) -->")


@dataclass(frozen=True, slots=True)
class Block:
    """One fenced block of the page, and its source in the example."""

    file: str
    names: tuple[str, ...]
    text: str
    is_followed: bool = True
    """Whether the reader writes this code."""

    @property
    def source(self) -> str:
        """The current code in the example's file."""
        text = (Path(EXAMPLE) / self.file).read_text("utf-8")
        return extract_definitions(text, self.names) if self.names else text


def list_blocks(page: str) -> list[Block]:
    return [Block(m["file"], _split_names(m["names"]), m["text"], m["use"] == "code") for m in BLOCK.finditer(page)]


def _split_names(names: str | None) -> tuple[str, ...]:
    return tuple(names.split(",")) if names else ()


def list_copied_files(page: str) -> list[str]:
    """Return the files that the page tells the reader to copy."""
    return COPY.findall(page)


def extract_definitions(text: str, names: tuple[str, ...]) -> str:
    """Return the named top-level definitions of a Python file, in the order of the names. KeyError
    if one is unknown.
    """
    lines = text.splitlines()
    body = ast.parse(text).body
    spans: dict[str, tuple[int, int]] = {}
    for node in body:
        first = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", []))])
        for name in _list_names(node):
            spans[name] = (first, node.end_lineno or first)
    heads = [node for node in body if isinstance(node, ast.Expr | ast.Import | ast.ImportFrom)]
    spans["head"] = (1, max(node.end_lineno or 1 for node in heads))
    shown_lines: list[str] = []
    before = None
    for first, last in (spans[name] for name in names):
        if before is not None:
            shown_lines += [""] * min(2, first - before - 1)
        shown_lines += lines[first - 1 : last]
        before = last
    return "\n".join(shown_lines) + "\n"


def _list_names(node: ast.stmt) -> list[str]:
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return [name]
        case ast.Assign():
            return [name.id for target in node.targets for name in ast.walk(target) if isinstance(name, ast.Name)]
        case _:
            return []


def write_tutorial_files(page: str, folder: Path) -> None:
    """Follow the page: write its blocks and copied files below `folder`."""
    written: dict[str, list[str]] = {}
    for block in filter(lambda block: block.is_followed, list_blocks(page)):
        written.setdefault(block.file, []).append(block.text)
    for file in list_copied_files(page):
        written[file] = [(Path(EXAMPLE) / file).read_text("utf-8")]
    for file, texts in written.items():
        path = folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n\n".join(texts), "utf-8")


def refresh_page(page: str) -> str:
    """Return the page with every block replaced by the current code of the example."""

    def replace_block(m: re.Match[str]) -> str:
        source = Block(m["file"], _split_names(m["names"]), "").source
        marker = m[0].partition("\n")[0]
        return f"{marker}\n```{m['kind']}\n{source}```\n"

    return BLOCK.sub(replace_block, page)


if __name__ == "__main__":
    PAGE.write_text(refresh_page(PAGE.read_text("utf-8")), "utf-8")
