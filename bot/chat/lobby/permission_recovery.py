"""When a right is missing: its name to the host, and everything as it should be once the right is back."""

import db
from bot.chat.lobby import thread_setup
from bot.chat.messages.message_builder import Draft
from bot.chat.outbox import permissions
from bot.chat.outbox.messenger import Messenger
from bot.chat.outbox.outbox_worker import delivers
from bot.chat.outbox.permissions import NowhereError, Want
from bot.chat.table import cards
from bot.i18n import words_for
from bot.play.core import outbox_messages
from bot.play.core.snapshot import Position
from bot.play.notify import deliveries
from bot.views.reader_view import NEUTRAL


@delivers(outbox_messages.Mend)
async def mend(messenger: Messenger, post: db.Post, _: outbox_messages.Mend) -> bool:
    """The thread a game had to begin without, and the latest card properly once more.

    Where that is refused again, this waits for its next turn. Where no card fell short, it is enough that
    the next message tries the proper way first.
    """
    position = await messenger.position(post)
    homeless = position.running and position.row.thread is None and not position.private
    if homeless:
        position = await thread_setup.open_late_thread(messenger, position)
    found = homeless and position.row.thread is not None
    shown = await db.messages.of_game(messenger.context.store, position.code, kind="card")
    begun = position.row.started is not None and (position.running or position.over)
    show = begun and (found or not shown or shown[-1].lacking is not None)
    if show:
        await cards.show_again(messenger, post, position)
    messenger.mended(position.code)
    if homeless and not found:
        await _no_thread_yet(messenger, position, settled=show)
    return show


async def _no_thread_yet(messenger: Messenger, position: Position, *, settled: bool) -> None:
    """All is well but for the thread, which is tried again: by a post of its own if this one is settled."""
    want = Want("create_public_threads", position.row.channel)
    if not settled:
        raise NowhereError(want)
    await deliveries.hindered(messenger.context.tables, position, want.right, want.place)


@delivers(outbox_messages.RightMissing)
async def name_right(messenger: Messenger, post: db.Post, missing: outbox_messages.RightMissing) -> None:
    """By direct message, to the host; whose door is closed reads it at the table."""
    if not missing.person:
        return
    position = await messenger.position(post)
    words = words_for((await db.users.find(messenger.context.store, missing.person)).locale)
    title = messenger.context.scene(position, None, words).title
    told = Draft(NEUTRAL, permissions.told(missing.right, missing.place, words)).text(f"-# {title}")
    await messenger.whisper(missing.person, told, nonce=post.id)
