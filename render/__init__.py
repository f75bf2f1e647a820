"""Pictures of all games: Views are drawn as Scenes, and Scenes are painted as pixels."""

import pkgutil
from collections.abc import Mapping
from functools import cache
from importlib import import_module

from render.kit.art import Art, PictureKind
from render.kit.painter import paint
from render.kit.render_context import Lang, Mark, RecentStep, RenderContext, UnplacedOption
from render.kit.scene import Scene

# A game's pictures may come from another distribution that also holds a `render` package.
__path__ = pkgutil.extend_path(__path__, __name__)

__all__ = [
    "Art",
    "Lang",
    "Mark",
    "PictureKind",
    "RecentStep",
    "RenderContext",
    "Scene",
    "UnplacedOption",
    "load_arts",
    "paint",
]


@cache
def load_arts() -> Mapping[str, Art]:
    """Return the `ART` of every sub-package that has one, by game id. Raises TypeError if it is not an Art."""
    arts: dict[str, Art] = {}
    for module in pkgutil.iter_modules(__path__):
        if module.ispkg:
            art = getattr(import_module(f"{__name__}.{module.name}"), "ART", None)
            if art is None:
                continue
            if not isinstance(art, Art):
                raise TypeError(f"render.{module.name}.ART: expected an Art, got {type(art).__name__}")
            arts[art.game] = art
    return arts
