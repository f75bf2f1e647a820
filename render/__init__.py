"""Views to Scenes to pixels."""

import pkgutil

from render.art import Art, arts
from render.look import Lang, Look, Mark
from render.painter import paint
from render.scene import Scene

# A game's pictures may come from another distribution that also holds a `render` package.
__path__ = pkgutil.extend_path(__path__, __name__)

__all__ = ["Art", "Lang", "Look", "Mark", "Scene", "arts", "paint"]
