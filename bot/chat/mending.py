"""When a right is missing: its name to the host, and everything as it should be once the right is back."""

import db
from bot.chat import cards, rights
from bot.chat.deliveries import delivers
from bot.chat.draft import Draft
from bot.chat.messenger import Messenger
from bot.chat.scene import NEUTRAL
from bot.play import posts
from bot.words import words_for


@delivers(posts.Mend)
async def mend(messenger: Messenger, post: db.Post, _: posts.Mend) -> bool:
    """The latest card properly once more; where that is refused again, this waits for its next turn.

    Where no card fell short, it is enough that the next message tries the proper way first.
    """
    position = await messenger.position(post)
    shown = await db.messages.of_game(messenger.context.store, position.code, kind="card")
    begun = position.row.started is not None and (position.running or position.over)
    falls_short = begun and (not shown or shown[-1].lacking is not None)
    if falls_short:
        await cards.show_again(messenger, post, position)
    messenger.mended(position.code)
    return falls_short


@delivers(posts.RightMissing)
async def name_right(messenger: Messenger, post: db.Post, missing: posts.RightMissing) -> None:
    """By direct message, to the host; whose door is closed reads it at the table."""
    if not missing.person:
        return
    position = await messenger.position(post)
    words = words_for((await db.people.find(messenger.context.store, missing.person)).locale)
    title = messenger.context.scene(position, None, words).title
    told = Draft(NEUTRAL, rights.told(missing.right, missing.place, words)).text(f"-# {title}")
    await messenger.whisper(missing.person, told, nonce=post.id)
