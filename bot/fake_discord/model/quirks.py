"""Behaviour of the real Discord where its documentation is silent or wrong, one entry each with its source.

A measured number replaces a guessed one here, without a change of code. I/n and P/n are issues and pull requests of
github.com/discord/discord-api-docs.
"""

from dataclasses import dataclass


@dataclass(slots=True)
class Quirks:
    """Switches and numbers of one fake Discord server."""

    max_message_bytes: int | None = 10_170
    """Largest accepted `components` of a V2 message, UTF-8 bytes of the JSON without escapes; more gives 500 (I/8554,
    I/7310, I/6965). None: no limit.
    """
    lists_v2_attachments: bool = False
    """Whether a V2 message lists the files that its components show (I/8277, P/8279)."""
    update_keeps_unnamed_files: bool = False
    """Whether an UPDATE_MESSAGE answer keeps files that its `attachments` do not name (I/6277)."""
    patch_accepts_media: bool = True
    """Whether an edit may upload a file for a gallery (I/7529, open; False answers 400)."""
    sends_bans_without_permission: bool = False
    """Whether GUILD_BAN_ADD reaches a bot without BAN_MEMBERS and VIEW_AUDIT_LOG (gateway events, P/7948)."""
    sends_thread_deletes_with_parent: bool = False
    """Whether the deletion of a channel sends THREAD_DELETE for its threads (discord.js P/10883)."""
    finds_deleted_nonce: bool = True
    """Whether the nonce of a deleted message answers 10008 instead of posting again (P/6647)."""
    edits_in_locked_threads: bool = False
    """Whether a message in a locked thread can be edited (160005; topics/threads)."""
    deletes_in_archived_threads: bool = True
    """Whether a message in an archived thread can be deleted (topics/threads)."""
    presses_in_archived_threads: bool = False
    """Whether a press in an archived thread arrives without opening the thread first (I/8474)."""
    sends_same_choice_twice: bool = False
    """Whether a menu sends the same choice again before its message was edited (I/4801, I/3441)."""
    old_edits: tuple[int, float] | None = (3, 20.0)
    """Edits of messages older than an hour: a number of them in a number of seconds for a channel; more gives 429 with
    30046 (I/4413, starboard-4 #118). None: no limit.
    """
