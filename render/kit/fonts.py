"""Find the two weights of the font family and open them at a size.

Order: `TEBAN_FONT_BOLD` / `TEBAN_FONT_REGULAR` (paths), the noto wheels, well-known system paths, and finally Pillow's
built-in Latin letters with one warning.
"""

import os
import threading
import warnings
from collections.abc import Iterator
from contextlib import ExitStack
from functools import cache, lru_cache
from importlib.resources import as_file, files
from pathlib import Path

from PIL import ImageFont

from render.kit.scene import FontWeight

Font = ImageFont.FreeTypeFont

# FreeType faces are not thread-safe; every use of a font holds this lock.
LOCK = threading.RLock()

MASTER = 192  # px; numerals inside tokens are rendered at this size and scaled down

_WHEELS: dict[FontWeight, tuple[str, str]] = {
    "bold": ("noto_cjk_sans_jp_bold", "NotoSansCJKjp-Bold.otf"),
    "regular": ("noto_cjk_sans_jp_regular", "NotoSansCJKjp-Regular.otf"),
}
_SYSTEM: dict[FontWeight, tuple[str, ...]] = {
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
}
_unpacked = ExitStack()  # keeps fonts of zipped packages unpacked until the process ends


@cache
def find_font_file(weight: FontWeight) -> Path | None:
    """Return the file of a weight, or None if only the built-in letters are left. Raises FileNotFoundError for a wrong
    override.
    """
    variable = f"TEBAN_FONT_{weight.upper()}"
    if override := os.environ.get(variable):
        if not Path(override).is_file():
            raise FileNotFoundError(f"{variable} names {override!r}, which is not a file")
        return Path(override)
    file = next(_candidates(weight), None)
    if file is None:
        warnings.warn(
            f"no Japanese {weight} font found: install the noto-cjk-sans-jp wheels or set {variable}; "
            "pictures fall back to Latin letters",
            stacklevel=2,
        )
    return file


def _candidates(weight: FontWeight) -> Iterator[Path]:
    package, name = _WHEELS[weight]
    try:
        resource = files(package) / name
    except ModuleNotFoundError:
        pass
    else:
        if resource.is_file():
            yield _unpacked.enter_context(as_file(resource))
    yield from (Path(path) for path in _SYSTEM[weight] if Path(path).is_file())


@lru_cache(maxsize=20)
def load_font(weight: FontWeight, size: int) -> Font:
    """Return the font at `size` px, cached: each size takes about 3 MB, so only few are used."""
    file = find_font_file(weight)
    with LOCK:
        if file is None:
            builtin = ImageFont.load_default(size)
            if not isinstance(builtin, Font):
                raise RuntimeError("Pillow was built without FreeType: pictures need it")
            return builtin
        return ImageFont.truetype(str(file), size, layout_engine=ImageFont.Layout.BASIC)
