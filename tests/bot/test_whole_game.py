"""Whole games as people play them: by taps only, by typing only."""

from random import Random
from typing import Any

from tests.bot.chat import Chat, tap_named, taps, words_of

MOST_TAPS = 3000


async def test_two_people_play_a_whole_game_by_taps(chat: Chat) -> None:
    code = await chat.start("astrid", "bjorn")
    chance = Random(11)
    panel: Any = None
    actor: Any = None
    for _ in range(MOST_TAPS):
        position = await chat.position(code)
        if position.over:
            break
        owing = await chat.owing(code)
        if panel is None or owing is not actor:
            actor = owing
            panel = (await actor.click(chat.card(), custom_id=tap_named(chat.card(), "play"))).response
        panel = await one_tap(actor, panel, chance)
    else:
        raise AssertionError(f"the game did not end within {MOST_TAPS} taps")
    final = chat.thread().last_message
    outcome = (await chat.position(code)).outcome()
    assert outcome is not None
    winners = [(await chat.position(code)).names[seat] for seat in outcome.ranking[0]]
    assert all(name in words_of(final) for name in winners)
    assert len(final.attachments) == 2  # the score sheet and the last board
    assert not taps(final)


async def one_tap(actor: Any, panel: Any, chance: Random) -> Any:
    """Tap what plays on: confirm what was chosen, else choose; now and then change one's mind."""
    found = taps(panel)
    going = [name for name in found if name.startswith("skald:go:")]
    picks = [name for name in found if name.startswith("skald:pick:") and not name.endswith(":")]
    undo = [name for name in found if name.startswith("skald:undo:")]
    selects = [name for name in found if name.startswith("skald:choose:")]
    if going:
        return (await actor.click(panel.message, custom_id=going[0])).response
    if undo and chance.random() < 0.05:
        return (await actor.click(panel.message, custom_id=undo[0])).response
    if picks:
        return (await actor.click(panel.message, custom_id=chance.choice(picks))).response
    (menu,) = selects
    value = chance.choice(options_of(panel, menu))
    return (await actor.select(panel.message, [value], custom_id=menu)).response


def options_of(panel: Any, menu: str) -> list[str]:
    from tests.bot.chat import walk

    return [
        option["value"]
        for part in walk(panel)
        if part.get("custom_id") == menu
        for option in part["options"]
    ]
