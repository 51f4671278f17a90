"""The log of a game of many hundred moves can be read to its start."""

import re
from typing import Any

from tests.chat.discord_driver import Chat, text_of
from tests.chat.story_fixtures import recorded_game_in

MOVES = 700
MAX_MESSAGE_CHARS = 4_000
"""Discord's limit for all texts of a message."""


def page_of(answer: Any) -> tuple[int, int]:
    found = re.search(r"Page (\d+) of (\d+)", text_of(answer))
    assert found
    return int(found[1]), int(found[2])


async def test_the_log_of_a_long_game_is_read_page_by_page_to_its_beginning(chat: Chat) -> None:
    game = await recorded_game_in(chat, "astrid", "bjorn", key="lofoten", plies=MOVES)
    actor = chat.user("astrid")
    page = (await actor.slash(chat.channel, "table log", table=game.row.code)).response
    number, pages = page_of(page)
    assert number == pages > 5
    read: list[int] = []
    for _ in range(3):
        assert len(text_of(page)) <= MAX_MESSAGE_CHARS
        read.append(page_of(page)[0])
        page = (await actor.click(page.message, label="Earlier")).response
    assert read == [pages, pages - 1, pages - 2]
    first = (await actor.click(page.message, label="First page")).response
    assert page_of(first) == (1, pages)
    assert "The game begins." in text_of(first)
