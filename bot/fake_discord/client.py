"""Point the unmodified discord.py client at another server, by three assignments before login and no other patch."""

import discord
import yarl


def point_client_at(base_url: str) -> None:
    """Make every discord.py client of this process use `base_url`, e.g. "http://127.0.0.1:8080" (or https), instead of
    Discord.
    """
    base = yarl.URL(base_url.rstrip("/"))
    if base.scheme not in ("http", "https") or not base.host:
        raise ValueError(f"expected an address like http://127.0.0.1:8080, got {base_url!r}")
    socket_url = base.with_scheme("wss" if base.scheme == "https" else "ws")
    discord.http.Route.BASE = str(base / "api/v10")
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = socket_url / "gateway"
    discord.asset.Asset.BASE = str(base / "cdn")
