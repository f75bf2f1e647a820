"""Text on skill cards: as many lines as it takes, broken where it hurts least."""

from collections.abc import Iterator

from render.kit.look import Look
from render.kit.scene import SIZES, Node
from render.kit.text import paragraph
from render.quo_vadis.catalogue import noun, sentence


def skill_name(skill: str, look: Look, spent: bool) -> str:
    """With what became of one that works once a game."""
    name = noun(f"skill.{skill}", look.lang)
    return sentence("words.spent", look.lang, skill=name) if spent else name


def skill_card(text: str, x: float, y: float, room: float, size: int, colour: str) -> Iterator[Node]:
    """The lines around the middle height y."""
    yield from paragraph(text, room, size).runs(x, y, colour, room=room)


def largest(texts: list[str], room: float, height: float, most: int) -> int:
    """The largest size in which all of these texts fit."""
    sizes = [size for size in SIZES if size <= most]
    for size in sizes:
        if all(not (p := paragraph(text, room, size)).cut and len(p.lines) * size * 1.12 <= height for text in texts):
            return size
    return sizes[-1]
