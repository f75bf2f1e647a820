"""The code blocks of `docs/add-a-game.md` are the example's files: `python -m tests.tutorial` copies them in anew.

A line `<!-- code: engines/flotsam/auction.py#turn,claims -->` before a fence names the file below `tests/example` and,
for a piece of a Python file, the definitions shown (`head` is what stands above the first one). Without names the
block is the whole file. `<!-- copy: FILE -->` names a file that the reader copies. `shown` instead of `code` is a piece
of another example: the reader looks at it and does not write it.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from pathlib import Path

from tests import EXAMPLE

PAGE = Path(__file__).parents[1] / "docs" / "add-a-game.md"
BLOCK = re.compile(
    r"<!-- (?P<use>code|shown): (?P<file>[^#\s]+)(?:#(?P<names>\S+))? -->\n```(?P<kind>\w+)\n(?P<text>.*?)```\n", re.S
)
COPY = re.compile(r"<!-- copy: (\S+) -->")


@dataclass(frozen=True, slots=True)
class Block:
    """One fenced block: where it comes from and what the page shows. is_followed: the reader writes it."""

    file: str
    names: tuple[str, ...]
    text: str
    is_followed: bool = True

    @property
    def source(self) -> str:
        """What the example's file holds there today."""
        text = (Path(EXAMPLE) / self.file).read_text("utf-8")
        return excerpt(text, self.names) if self.names else text


def blocks(page: str) -> list[Block]:
    return [Block(m["file"], _split(m["names"]), m["text"], m["use"] == "code") for m in BLOCK.finditer(page)]


def _split(names: str | None) -> tuple[str, ...]:
    return tuple(names.split(",")) if names else ()


def copied(page: str) -> list[str]:
    """Files that the reader is told to copy."""
    return COPY.findall(page)


def excerpt(text: str, names: tuple[str, ...]) -> str:
    """The named top-level definitions of a Python file in its order. KeyError for an unknown one."""
    lines = text.splitlines()
    body = ast.parse(text).body
    spans: dict[str, tuple[int, int]] = {}
    for node in body:
        first = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", []))])
        for name in _names(node):
            spans[name] = (first, node.end_lineno or first)
    heads = [node for node in body if isinstance(node, ast.Expr | ast.Import | ast.ImportFrom)]
    spans["head"] = (1, max(node.end_lineno or 1 for node in heads))
    shown: list[str] = []
    before = None
    for first, last in (spans[name] for name in names):
        if before is not None:
            shown += [""] * min(2, first - before - 1)
        shown += lines[first - 1 : last]
        before = last
    return "\n".join(shown) + "\n"


def _names(node: ast.stmt) -> list[str]:
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return [name]
        case ast.Assign():
            return [name.id for target in node.targets for name in ast.walk(target) if isinstance(name, ast.Name)]
        case _:
            return []


def follow(page: str, folder: Path) -> None:
    """Do what the page says: write its blocks and copies below `folder`, file by file."""
    written: dict[str, list[str]] = {}
    for block in filter(lambda block: block.is_followed, blocks(page)):
        written.setdefault(block.file, []).append(block.text)
    for file in copied(page):
        written[file] = [(Path(EXAMPLE) / file).read_text("utf-8")]
    for file, texts in written.items():
        path = folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n\n".join(texts), "utf-8")


def refreshed(page: str) -> str:
    """The page with every block as the example's file is today."""

    def block(m: re.Match[str]) -> str:
        source = Block(m["file"], _split(m["names"]), "").source
        marker = m[0].partition("\n")[0]
        return f"{marker}\n```{m['kind']}\n{source}```\n"

    return BLOCK.sub(block, page)


if __name__ == "__main__":
    PAGE.write_text(refreshed(PAGE.read_text("utf-8")), "utf-8")
