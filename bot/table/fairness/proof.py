"""What anybody can check about a game: that nobody chose its shuffle, and that no move was changed afterwards.

We fix a secret when a table is opened and show its SHA-256 before anybody has joined. Each person then puts in a share,
shown to all: the number that Discord gave to their click, or a word of their own. The seed is made of both, so neither
we nor any one person chooses it, nor the order of seats that is drawn from it. At the end the secret is shown. Every
move is chained to those before it by a hash, whose last link is posted with the scores.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Sequence
from hashlib import sha256

import msgspec

from engines.kernel import Decision, Rng

LONGEST_SHARE = 40
"""Characters of a word that a person puts in."""


def seed_of(secret: bytes, shares: Sequence[str]) -> bytes:
    """HMAC-SHA256, the secret its key, over the people's shares as a sorted JSON array. Without shares: the secret."""
    given = sorted(share for share in shares if share)
    return hmac.new(secret, msgspec.json.encode(given), sha256).digest() if given else secret


def drawn(seed: bytes, shares: Sequence[str]) -> list[int]:
    """The order of seats by lot: which of these shares sits where. Computer players ("") are alike and come last."""
    order = sorted(range(len(shares)), key=lambda nth: (shares[nth] == "", shares[nth]))
    Rng(sha256(b"seats" + seed).digest()).shuffle(order)
    return order


def head(commitment: str, decisions: Iterable[tuple[Decision, int]]) -> str:
    """The last link of the chain over all decisions, each with the version of the rules that played it. Hexadecimal.

    The first link is the SHA-256 of the commitment, each further one that of the link before and the decision as JSON.
    """
    link = sha256(commitment.encode()).digest()
    for decision, rules in decisions:
        link = sha256(link + msgspec.json.encode([decision.step, decision.seat, list(decision.keys), rules])).digest()
    return link.hex()
