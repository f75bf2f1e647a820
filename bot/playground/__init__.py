"""The playground: a web page like a chat channel, on the local fake Discord server, where people without a Discord
account play with the same bot.

`Playground` starts it; `page/` contains the files for the browser.
"""

from bot.playground.server import Playground

__all__ = ["Playground"]
