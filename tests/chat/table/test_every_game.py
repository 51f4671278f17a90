"""Every game with every number of players can be played by taps alone."""

from random import Random
from typing import Any

import pytest

from rules import GAMES
from rules.game import AnyGame
from tests.chat.components import find_custom_id
from tests.chat.discord_driver import Chat
from tests.chat.panel_driver import random_tap

NAMES = ("astrid", "bjorn", "chloe", "dag", "eira")
TAPS = 20


def _group(game: AnyGame, seats: int) -> pytest.MarkDecorator | tuple[()]:
    fewest, most = game.info.seats
    if seats == max(2, fewest):
        return pytest.mark.quick
    return () if seats in (fewest, most) else pytest.mark.long


TABLES = [
    pytest.param(key, seats, marks=_group(game, seats))
    for key, game in GAMES.items()
    for seats in game.info.seat_counts()
]


@pytest.mark.parametrize(("key", "seats"), TABLES)
async def test_a_table_plays_by_taps(chat: Chat, key: str, seats: int) -> None:
    code = await chat.start_game(*NAMES[:seats], game=key)
    chance = Random(f"{key} {seats}")
    begun = (await chat.snapshot(code)).row.ply
    panel: Any = None
    holder: Any = None
    for _ in range(TAPS):
        if (await chat.snapshot(code)).is_over:
            break
        actor = await chat.player_to_move(code)
        if actor is not holder:
            card = chat.card()
            panel, holder = (await actor.click(card, custom_id=find_custom_id(card, "play"))).response, actor
        panel = await random_tap(actor, panel, chance)
        assert len(str(panel.components)) < 12_000
    assert (await chat.snapshot(code)).row.ply > begun
