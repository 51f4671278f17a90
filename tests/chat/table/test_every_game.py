"""Every game at every number of players is played by taps alone, as far as some turns go."""

from random import Random
from typing import Any

import pytest

from rules import GAMES
from tests.chat.discord_driver import Chat, tap_named, taps, walk

NAMES = ("astrid", "bjorn", "chloe", "dag", "eira")
TAPS = 20
TABLES = [(key, seats) for key, game in GAMES.items() for seats in game.info.seat_counts()]


@pytest.mark.parametrize(("key", "seats"), TABLES)
async def test_a_table_plays_by_taps(chat: Chat, key: str, seats: int) -> None:
    code = await chat.start(*NAMES[:seats], game=key)
    chance = Random(f"{key} {seats}")
    begun = (await chat.snapshot(code)).row.ply
    panel: Any = None
    holder: Any = None
    for _ in range(TAPS):
        if (await chat.snapshot(code)).is_over:
            break
        actor = await chat.owing(code)
        if actor is not holder:
            card = chat.card()
            panel, holder = (await actor.click(card, custom_id=tap_named(card, "play"))).response, actor
        panel = await one_tap(actor, panel, chance)
        assert len(str(panel.components)) < 12_000
    assert (await chat.snapshot(code)).row.ply > begun


async def one_tap(actor: Any, panel: Any, chance: Random) -> Any:
    """Confirm what was chosen, else choose; now and then think better of it."""
    found = taps(panel)
    going = [name for name in found if name.startswith("skald:go:")]
    picks = [name for name in found if name.startswith("skald:pick:") and not name.endswith(":")]
    undo = [name for name in found if name.startswith("skald:undo:")]
    shortened = [name for name in found if name.startswith(("skald:short:", "skald:short-go:"))]
    several = [name for name in found if name.startswith("skald:several:")]
    lists = [name for name in found if name.startswith("skald:choose:")]
    if going:
        return (await actor.click(panel.message, custom_id=going[0])).response
    if undo and chance.random() < 0.1:
        return (await actor.click(panel.message, custom_id=undo[0])).response
    if (picks or shortened) and not (lists and chance.random() < 0.5):
        return (await actor.click(panel.message, custom_id=chance.choice([*picks, *shortened]))).response
    (menu,) = several or lists
    (options,) = [part["options"] for part in walk(panel) if part.get("custom_id") == menu]
    value = chance.choice(options)["value"]
    return (await actor.select(panel.message, [value], custom_id=menu)).response
