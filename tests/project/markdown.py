"""What the tests read out of a Markdown document."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

_FENCE = re.compile(r"^ *```(\w*)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Document:
    """A document. prose: its text without the blocks of code."""

    path: Path
    text: str
    prose: str

    @classmethod
    def read(cls, path: Path) -> Document:
        text = path.read_text(encoding="utf-8")
        return cls(path, text, _FENCE.sub("", text))

    def blocks(self, language: str) -> list[str]:
        """The blocks of code in this language, without indentation and comments."""
        found = (body for kind, body in _FENCE.findall(self.text) if kind == language)
        return ["\n".join(re.sub(r" *#.*", "", line).strip() for line in body.splitlines()) for body in found]

    def commands(self) -> list[str]:
        """The single commands of all blocks for the shell, `\\` and `&&` taken apart."""
        lines = "\n".join(self.blocks("sh")).replace("\\\n", " ").replace("&&", "\n").splitlines()
        return [line.strip() for line in lines if line.strip()]

    def headings(self) -> list[int]:
        """The level of each heading."""
        return [len(marks) for marks in re.findall(r"^(#+) ", self.prose, re.MULTILINE)]

    def links(self) -> list[str]:
        """Where links and images lead, as written."""
        return re.findall(r"\]\(([^)\s]+)\)", self.prose)

    def images(self) -> list[str]:
        return re.findall(r"!\[[^\]]+\]\(([^)\s]+)\)", self.prose)

    def tables(self) -> list[list[list[str]]]:
        """Tables as rows of cells, without the head."""
        found: list[list[list[str]]] = []
        for block in re.findall(r"(?:^\|.*\|\n)+", self.text, re.MULTILINE):
            rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in block.splitlines()]
            found.append(rows[2:])
        return found


def code(cell: str) -> str:
    """The cell without the marks of code."""
    return cell.strip("`")
