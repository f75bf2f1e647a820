"""The rules of the games: pure Python, without I/O at play, clock, Discord, Pillow or language.

Every sub-package with a `GAME` is a game (see `engines.kernel.games`). The path is open: it may also live in another
folder named `engines` on the Python path; `docs/add-a-game.md` shows it.
"""

from pkgutil import extend_path

__path__ = extend_path(__path__, __name__)
