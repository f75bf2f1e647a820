"""The playground: a page like a chat channel, on the local stand-in of Discord, where somebody without an account
plays with the same bot.

`Playground` opens it; `page/` is what the browser gets.
"""

from bot.playground.serve import Playground

__all__ = ["Playground"]
