"""Playing by taps: the panel of whoever is to move, and a move put together on it."""

from typing import Any

from rules.game import Move
from tests.chat.chat import Chat, tap_named, taps


async def opened(chat: Chat) -> tuple[str, Any, Any]:
    """A game that has begun, the one to move, and their panel."""
    code = await chat.start("astrid", "bjorn")
    actor = await chat.owing(code)
    card = chat.card()
    panel = (await actor.click(card, custom_id=tap_named(card, "play"))).response
    return code, actor, panel


async def tap_out(actor: Any, panel: Any, move: Move) -> Any:
    """Tap a move together, word by word, until it is played."""
    words = move.words()
    chosen = 0
    while True:
        found = taps(panel)
        confirm = next((name for name in found if name.startswith("skald:go:")), None)
        if confirm is not None:
            assert confirm.endswith(":" + " ".join(words))
            return (await actor.click(panel.message, custom_id=confirm)).response
        picks = [
            name
            for name in found
            if name.startswith("skald:pick:")
            and (picked := name.split(":")[4].split())
            and tuple(picked) == words[: len(picked)]
            and len(picked) > chosen
        ]
        if picks:
            name = max(picks, key=len)
            chosen = len(name.split(":")[4].split())
            panel = (await actor.click(panel.message, custom_id=name)).response
        else:
            menu = tap_named(panel, "choose")
            chosen = len(menu.split(":")[4].split()) + 1
            panel = (await actor.select(panel.message, [words[chosen - 1]], custom_id=menu)).response
        if chosen == len(words) and not any(name.startswith("skald:go:") for name in taps(panel)):
            return panel
