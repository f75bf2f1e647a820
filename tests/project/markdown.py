"""Parse the parts of a Markdown document that the tests check."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

_FENCE = re.compile(r"^ *```(\w*)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Document:
    """A Markdown document."""

    path: Path
    text: str
    prose: str
    """The text without its code blocks."""

    @classmethod
    def read(cls, path: Path) -> Document:
        text = path.read_text(encoding="utf-8")
        return cls(path, text, _FENCE.sub("", text))

    def list_blocks(self, language: str) -> list[str]:
        """Return the code blocks in this language without indentation and comments."""
        bodies = (body for kind, body in _FENCE.findall(self.text) if kind == language)
        return ["\n".join(re.sub(r" *#.*", "", line).strip() for line in body.splitlines()) for body in bodies]

    def list_commands(self) -> list[str]:
        """Return the commands of all shell blocks, with continued lines joined and `&&` split."""
        lines = "\n".join(self.list_blocks("sh")).replace("\\\n", " ").replace("&&", "\n").splitlines()
        return [line.strip() for line in lines if line.strip()]

    def list_headings(self) -> list[int]:
        """Return the level of each heading."""
        return [len(marks) for marks in re.findall(r"^(#+) ", self.prose, re.MULTILINE)]

    def list_links(self) -> list[str]:
        """Return the targets of links and images as written."""
        return re.findall(r"\]\(([^)\s]+)\)", self.prose)

    def list_images(self) -> list[str]:
        """Return the targets of images as written."""
        return re.findall(r"!\[[^\]]+\]\(([^)\s]+)\)", self.prose)

    def list_tables(self) -> list[list[list[str]]]:
        """Return each table as rows of cells, without the header."""
        tables: list[list[list[str]]] = []
        for block in re.findall(r"(?:^\|.*\|\n)+", self.text, re.MULTILINE):
            rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in block.splitlines()]
            tables.append(rows[2:])
        return tables


def strip_code_marks(cell: str) -> str:
    """Return the cell without its code marks."""
    return cell.strip("`")
