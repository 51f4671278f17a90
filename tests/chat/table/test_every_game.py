"""Every game with every number of players can be played by taps alone."""

from random import Random
from typing import Any

import pytest

from rules import GAMES
from rules.game import AnyGame
from tests.chat.discord_driver import Chat, enabled_components, find_custom_id, walk_components

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


async def random_tap(actor: Any, panel: Any, chance: Random) -> Any:
    """Confirm or choose at random; now and then go back."""
    found = enabled_components(panel)
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
    (options,) = [part["options"] for part in walk_components(panel) if part.get("custom_id") == menu]
    value = chance.choice(options)["value"]
    return (await actor.select(panel.message, [value], custom_id=menu)).response
