"""Votes at a table, as their calls read on a lock screen."""

from itertools import product
from typing import Any

import db
from bot.chat.messages import MessageBuilder
from bot.chat.messages.message_builder import PUSH_CHARS
from bot.chat.table.votes import vote_deadline_text, vote_question
from bot.i18n import LANGUAGES, locale_for
from db.clock import DAY
from tests.chat.discord_driver import Chat

PAYLOADS: dict[str, dict[str, Any]] = {
    "overdue": {},
    "end": {},
    "move": {"server": 1, "channel": 2},
    "pause": {"until": 30 * DAY},
    "resume": {},
    "undo": {"later": 0},
    "substitute": {},
}


async def test_a_call_to_vote_has_no_timestamp_where_a_lock_screen_shows_it(chat: Chat) -> None:
    snapshot = await chat.snapshot(await chat.start_game("astrid", "bjorn"))
    person = snapshot.players[0].person
    for (kind, payload), locale in product(PAYLOADS.items(), map(locale_for, LANGUAGES)):
        vote = db.Vote(1, snapshot.code, kind, 0, payload, 0, person, DAY)
        builder = MessageBuilder(notification=vote_question(snapshot, vote, locale))
        builder.text(vote_deadline_text(snapshot, vote, locale))
        assert "<t:" not in builder.content()[:PUSH_CHARS], (kind, locale.language)
        assert locale.duration(DAY) in builder.content(), (kind, locale.language)
