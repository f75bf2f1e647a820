"""`python -m bot.playground`: the fake Discord server and its page alone, for bots that run elsewhere.

Bots log in with DISCORD_TOKEN at TEBAN_API, the address that this prints. It listens on TEBAN_HOST and TEBAN_PORT, as
the playground of `teban` does. The clock of the page stays behind in here: bots elsewhere do not follow it.
"""

import asyncio
import os
import sys

from bot import logs, operating_system
from bot.fake_discord.server import schema_validation
from bot.settings import Settings, WrongSetting

from .server import Playground


async def serve(settings: Settings) -> None:
    """Serve until SIGTERM or Ctrl-C."""
    stop = asyncio.Event()
    operating_system.call_on_stop(stop.set)
    async with Playground(
        host=settings.listen_address, port=settings.port, is_strict=settings.is_strict, token=settings.token
    ) as playground:
        print(f"Teban's playground: {playground.url}", flush=True)
        await stop.wait()


def main() -> int:
    """Run the command. Returns the exit code: 0 success, 1 failure, 2 wrong setting."""
    try:
        settings = Settings.read(os.environ)
        if settings.token is None:
            raise WrongSetting("DISCORD_TOKEN: expected a word of your own, with which the bots log in here")
        if settings.is_strict and (requirement := schema_validation.find_missing_requirement()):
            raise WrongSetting(f"TEBAN_VALIDATE: {requirement}")
    except WrongSetting as error:
        print(f"bot.playground: {error}", file=sys.stderr)
        return 2
    logs.set_up_logging(settings.log_level)
    try:
        asyncio.run(serve(settings))
    except KeyboardInterrupt:
        return 0
    except OSError as error:
        print(f"bot.playground: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
