"""Playing by taps: the panel of whoever is to move, and a move put together on it."""

from dataclasses import dataclass
from typing import Any

from bot.chat.messages.custom_id import CustomId
from rules.game import Move
from tests.chat.discord_driver import Chat, late_tap, tap_named, taps, walk


async def opened(chat: Chat) -> tuple[str, Any, Any]:
    """A game that has begun, the one to move, and their panel."""
    code = await chat.start("astrid", "bjorn")
    actor = await chat.owing(code)
    card = chat.card()
    panel = (await actor.click(card, custom_id=tap_named(card, "play"))).response
    return code, actor, panel


async def tap_out(actor: Any, panel: Any, move: Move) -> Any:
    """Tap a move together, word by word, until it is played."""
    words = move.tokens()
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
        elif not any(name.startswith("skald:choose:") and name.split(":")[4] for name in found):
            # Offered only together with what follows it; by itself it is tapped as on an older panel.
            _, _, code, version, _ = next(
                name for name in found if name.startswith(("skald:pick:", "skald:short", "skald:choose:"))
            ).split(":")
            custom_id = CustomId("pick", code, int(version), words)
            panel = (await late_tap(actor, panel, str(custom_id))).response
            chosen = len(words)
        else:
            menu = tap_named(panel, "choose")
            known = len(menu.split(":")[4].split())
            values = [option["value"].split() for part in walk(panel) for option in part.get("options", ())]
            further = next(
                (value for value in values if tuple(value) == words[known : known + len(value)]),
                words[known : known + 1],
            )
            chosen = known + len(further)
            panel = (await actor.select(panel.message, [" ".join(further)], custom_id=menu)).response
        if chosen == len(words) and not any(name.startswith("skald:go:") for name in taps(panel)):
            return panel


async def pick_of(chat: Chat, code: str) -> str:
    """The name of a tap by which whoever is to move plays something that they can take back."""
    snapshot = await chat.snapshot(code)
    seat = min(snapshot.owing_seats())
    move = next(
        move for move in snapshot.legal(seat) if not snapshot.game.apply(snapshot.state, seat, move).barrier
    )
    return str(CustomId("pick", code, snapshot.row.version, move.tokens()))


async def act(chat: Chat, code: str) -> int:
    """One step of whoever owes a move; says who it was."""
    snapshot = await chat.snapshot(code)
    seat = min(snapshot.owing_seats())
    actor = next(one for one in chat.people.values() if one.id == snapshot.players[seat].person)
    move = snapshot.legal(seat)[-1]
    custom_id = CustomId("go", code, snapshot.row.version, move.tokens())
    await late_tap(actor, Shown(chat.thread().history()[0]), str(custom_id))
    return int(actor.id)


@dataclass(frozen=True)
class Shown:
    """A message of a thread as somebody sees it."""

    message: Any


async def hand_over(chat: Chat, code: str) -> Any:
    """Play until somebody else is to move; says who."""
    mover = await act(chat, code)
    while (actor := await chat.owing(code)).id == mover:
        await act(chat, code)
    return actor
