"""Draw what pictures need beforehand: `python -m render.kit.painting.prerender [GAME ...]`.

It writes the grounds and vignettes of the games, which are part of the package. Run it whenever `ground.py` or
`subjects/` of a game changes.
"""

import argparse
import pkgutil
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path

import render
from render.kit.painting.grounds import FOLDER, MAX_GROUND_BYTES, encode_ground, load_ground_makers
from render.kit.vignettes.sheet import FILE, MAX_SHEET_BYTES, cut_sheet


def list_games() -> tuple[str, ...]:
    """Return the games with prerendered grounds."""
    packages = (module.name for module in pkgutil.iter_modules(render.__path__) if module.ispkg)
    return tuple(name for name in packages if find_spec(f"render.{name}.ground") is not None)


def has_vignettes(game: str) -> bool:
    return find_spec(f"render.{game}.subjects") is not None


def prerender_game(game: str) -> Iterator[tuple[Path, bytes]]:
    """Yield each file of a game and its new content. Raises ValueError for a file that is too large."""
    (folder,) = (Path(path) for path in render.__path__ if Path(path, game).is_dir())
    for name, draw_ground in load_ground_makers(game).items():
        yield folder / game / FOLDER / f"{name}.webp", _check_size(name, encode_ground(draw_ground()), MAX_GROUND_BYTES)
    if has_vignettes(game):
        yield folder / game / FILE, _check_size(FILE, cut_sheet(game), MAX_SHEET_BYTES)


def _check_size(name: str, content: bytes, max_bytes: int) -> bytes:
    if len(content) > max_bytes:
        raise ValueError(f"{name} has {len(content)} bytes, at most {max_bytes} are shipped")
    return content


def write_files(games: Iterable[str]) -> None:
    for game in games:
        for path, content in prerender_game(game):
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(content)
            print(f"{path}: {len(content) // 1024} KB")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="ids of games; default: all with a ground.py")
    write_files(parser.parse_args().games or list_games())
