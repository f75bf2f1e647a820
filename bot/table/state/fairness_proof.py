"""Proofs that anybody can check: nobody chose the game's shuffle, and no move was changed afterwards.

The bot fixes a secret when a table is opened and shows the first digits of its SHA-256 before anybody has joined.
Each person then contributes a share: a word of their own, shown to all, or the id of their interaction. When the game
begins, the seal of all shares is posted. The seed is made of both, so neither the bot nor any one person chooses it or
the order of seats that is picked from it. At the end the secret is shown. Every move is chained to those before it by a
hash, whose last link is posted with the scores.
"""

import hmac
from collections.abc import Iterable, Sequence
from hashlib import sha256

import msgspec

from engines.kernel import Decision, Rng

MAX_SHARE_LENGTH = 40
"""Maximum length of a word that a person contributes."""
POSTED_DIGITS = 32
"""Number of hexadecimal digits of a commitment or seal that are posted. Two secrets or lists of shares that agree in
them take 2**64 tries to find.
"""


def derive_seed(secret: bytes, shares: Sequence[str]) -> bytes:
    """Return the seed: HMAC-SHA256 with the secret as key over the shares as a sorted JSON array. Without shares: the
    secret.
    """
    entries = sorted(share for share in shares if share)
    return hmac.new(secret, msgspec.json.encode(entries), sha256).digest() if entries else secret


def compute_seal(commitment: str, shares: Sequence[str]) -> str:
    """Return the digits that bind all shares, and the secret once more, when the game begins.

    They are the first ones of the SHA-256 of a JSON array: the commitment, then the shares in order.
    """
    entries = [commitment, *sorted(share for share in shares if share)]
    return sha256(msgspec.json.encode(entries)).hexdigest()[:POSTED_DIGITS]


def pick_seat_order(seed: bytes, shares: Sequence[str]) -> list[int]:
    """Pick the order of seats: the index of the share that sits at each seat. Computer players ("") come last."""
    order = sorted(range(len(shares)), key=lambda nth: (shares[nth] == "", shares[nth]))
    Rng(sha256(b"seats" + seed).digest()).shuffle(order)
    return order


def compute_chain_head(commitment: str, decisions: Iterable[tuple[Decision, int]]) -> str:
    """Return the last link of the hash chain over all decisions, in hexadecimal.

    decisions: each with the version of the rules that played it. The first link is the SHA-256 of the commitment, each
    further one that of the link before and the decision as JSON.
    """
    link = sha256(commitment.encode()).digest()
    for decision, rules in decisions:
        link = sha256(link + msgspec.json.encode([decision.step, decision.seat, list(decision.keys), rules])).digest()
    return link.hex()
