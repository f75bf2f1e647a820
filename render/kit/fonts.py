"""Find the two weights of the sans and the serif, and open them at a size.

Order: `TEBAN_FONT_BOLD` / `TEBAN_FONT_REGULAR` / `TEBAN_FONT_SERIF` (paths), the noto wheels (the serif is part of this
package), well-known system paths, and finally Pillow's built-in Latin letters with one warning.
"""

import os
import threading
import warnings
from collections.abc import Iterator
from contextlib import ExitStack
from functools import cache, lru_cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import Literal

from PIL import ImageFont

from render.kit.scene import FontWeight

Font = ImageFont.FreeTypeFont
Face = FontWeight | Literal["serif"]

# FreeType faces are not thread-safe; every use of a font holds this lock.
LOCK = threading.RLock()

MASTER = 192  # px; numerals inside tokens are rendered at this size and scaled down

_PACKAGES: dict[Face, tuple[str, str]] = {
    "bold": ("noto_cjk_sans_jp_bold", "NotoSansCJKjp-Bold.otf"),
    "regular": ("noto_cjk_sans_jp_regular", "NotoSansCJKjp-Regular.otf"),
    "serif": ("render.kit", "typeface/TebanSerif-Bold.otf"),
}
_SYSTEM: dict[Face, tuple[str, ...]] = {
    "bold": (
        "/usr/share/fonts/opentype/noto/NotoSansCJK-Bold.ttc",
        "/usr/share/fonts/noto-cjk/NotoSansCJK-Bold.ttc",
        "/usr/share/fonts/google-noto-sans-cjk-fonts/NotoSansCJK-Bold.ttc",
    ),
    "regular": (
        "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
        "/usr/share/fonts/noto-cjk/NotoSansCJK-Regular.ttc",
        "/usr/share/fonts/google-noto-sans-cjk-fonts/NotoSansCJK-Regular.ttc",
    ),
    "serif": (),
}
_unpacked = ExitStack()  # keeps fonts of zipped packages unpacked until the process ends


@cache
def find_font_file(face: Face) -> Path | None:
    """Return the file of a face, or None if only the built-in letters are left. Raises FileNotFoundError for a wrong
    override.
    """
    variable = f"TEBAN_FONT_{face.upper()}"
    if override := os.environ.get(variable):
        if not Path(override).is_file():
            raise FileNotFoundError(f"{variable} names {override!r}, which is not a file")
        return Path(override)
    file = next(_candidates(face), None)
    if file is None:
        warnings.warn(
            f"no Japanese {face} font found: install the noto-cjk-sans-jp wheels or set {variable}; "
            "pictures fall back to Latin letters",
            stacklevel=2,
        )
    return file


def _candidates(face: Face) -> Iterator[Path]:
    package, name = _PACKAGES[face]
    try:
        resource = files(package) / name
    except ModuleNotFoundError:
        pass
    else:
        if resource.is_file():
            yield _unpacked.enter_context(as_file(resource))
    yield from (Path(path) for path in _SYSTEM[face] if Path(path).is_file())


@lru_cache(maxsize=12)
def load_font(face: Face, size: int) -> Font:
    """Return the font at `size` px. Each size takes about 2.5 MB and is opened in 0.7 ms, so only the last few stay:
    what was measured and drawn with them is cached elsewhere.
    """
    file = find_font_file(face)
    with LOCK:
        if file is None:
            builtin = ImageFont.load_default(size)
            if not isinstance(builtin, Font):
                raise RuntimeError("Pillow was built without FreeType: pictures need it")
            return builtin
        return ImageFont.truetype(str(file), size, layout_engine=ImageFont.Layout.BASIC)
