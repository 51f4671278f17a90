"""When a right is missing: its name to the host, and everything as it should be once the right is back."""

import db
from bot.chat.lobby import thread_setup
from bot.chat.messages.message_builder import MessageBuilder
from bot.chat.outbox import permissions
from bot.chat.outbox.messenger import Messenger
from bot.chat.outbox.outbox_worker import delivers
from bot.chat.outbox.permissions import NowhereError, Want
from bot.chat.table import cards
from bot.i18n import locale_for
from bot.play.core import outbox_messages
from bot.play.core.snapshot import GameSnapshot
from bot.play.notify import deliveries
from bot.views.reader_view import NEUTRAL


@delivers(outbox_messages.Mend)
async def mend(messenger: Messenger, post: db.Post, _: outbox_messages.Mend) -> bool:
    """The thread a game had to begin without, and the latest card properly once more.

    Where that is refused again, this waits for its next turn. Where no card fell short, it is enough that
    the next message tries the proper way first.
    """
    snapshot = await messenger.snapshot(post)
    homeless = snapshot.running and snapshot.row.thread is None and not snapshot.private
    if homeless:
        snapshot = await thread_setup.open_late_thread(messenger, snapshot)
    found = homeless and snapshot.row.thread is not None
    shown = await db.messages.of_game(messenger.context.store, snapshot.code, kind="card")
    begun = snapshot.row.started is not None and (snapshot.running or snapshot.over)
    show = begun and (found or not shown or shown[-1].lacking is not None)
    if show:
        await cards.show_again(messenger, post, snapshot)
    messenger.mended(snapshot.code)
    if homeless and not found:
        await _no_thread_yet(messenger, snapshot, settled=show)
    return show


async def _no_thread_yet(messenger: Messenger, snapshot: GameSnapshot, *, settled: bool) -> None:
    """All is well but for the thread, which is tried again: by a post of its own if this one is settled."""
    want = Want("create_public_threads", snapshot.row.channel)
    if not settled:
        raise NowhereError(want)
    await deliveries.hindered(messenger.context.service, snapshot, want.right, want.place)


@delivers(outbox_messages.RightMissing)
async def name_right(messenger: Messenger, post: db.Post, missing: outbox_messages.RightMissing) -> None:
    """By direct message, to the host; whose door is closed reads it at the table."""
    if not missing.person:
        return
    snapshot = await messenger.snapshot(post)
    locale = locale_for((await db.users.find(messenger.context.store, missing.person)).locale)
    title = messenger.context.reader_view(snapshot, None, locale).title
    told = MessageBuilder(NEUTRAL, permissions.told(missing.right, missing.place, locale)).text(f"-# {title}")
    await messenger.whisper(missing.person, told, nonce=post.id)
