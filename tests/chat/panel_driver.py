"""Plays moves by taps on the panel."""

from dataclasses import dataclass, replace
from random import Random
from typing import Any

from bot.chat.messages.custom_id import CustomId, parse_custom_id
from bot.play.core.authorization import Actor
from bot.play.turns.moves import play
from rules.game import Move
from tests.chat.components import enabled_components, find_custom_id, walk_components
from tests.chat.discord_driver import Chat, send_component


async def start_with_panel(chat: Chat) -> tuple[str, Any, Any]:
    """Start a game. Returns its code, the player to move and their panel."""
    code = await chat.start_game("astrid", "bjorn")
    actor = await chat.player_to_move(code)
    card = chat.card()
    panel = (await actor.click(card, custom_id=find_custom_id(card, "play"))).response
    return code, actor, panel


async def open_tool(actor: Any, panel: Any, label: str) -> Any:
    """Tap a tool behind *More…*. Returns the page that replaces the panel."""
    more = (await actor.click(panel.message, label="More…")).response
    return (await actor.click(more.message, label=label)).response


async def play_on_panel(actor: Any, panel: Any, move: Move) -> Any:
    """Choose a move token by token until it is played. Returns the panel."""
    words = move.tokens()
    chosen = 0
    while True:
        found = enabled_components(panel)
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
            # Offered only together with its continuation; alone it is sent as from an older panel.
            shown = next(
                name for name in found if name.startswith(("skald:pick:", "skald:short", "skald:choose:"))
            )
            custom_id = parse_custom_id(shown)
            assert custom_id is not None
            alone = replace(custom_id, verb="pick", args=words)
            panel = (await send_component(actor, panel, str(alone))).response
            chosen = len(words)
        else:
            menu = find_custom_id(panel, "choose")
            known = len(menu.split(":")[4].split())
            values = [
                option["value"].split()
                for part in walk_components(panel)
                for option in part.get("options", ())
            ]
            further = next(
                (value for value in values if tuple(value) == words[known : known + len(value)]),
                words[known : known + 1],
            )
            chosen = known + len(further)
            panel = (await actor.select(panel.message, [" ".join(further)], custom_id=menu)).response
        if chosen == len(words) and not any(
            name.startswith("skald:go:") for name in enabled_components(panel)
        ):
            return panel


async def undoable_pick(chat: Chat, code: str) -> str:
    """Returns a custom id that plays a move which can be undone."""
    snapshot = await chat.snapshot(code)
    seat = min(snapshot.owing_seats())
    move = next(
        move for move in snapshot.legal(seat) if not snapshot.game.apply(snapshot.state, seat, move).barrier
    )
    return str(CustomId("pick", code, snapshot.row.version, move.tokens()))


async def play_step(chat: Chat, code: str) -> int:
    """Play one move of a player who owes one. Returns their user id."""
    snapshot = await chat.snapshot(code)
    seat = min(snapshot.owing_seats())
    actor = next(one for one in chat.users.values() if one.id == snapshot.players[seat].person)
    move = snapshot.legal(seat)[-1]
    custom_id = CustomId("go", code, snapshot.row.version, move.tokens())
    await send_component(actor, VisibleMessage(chat.thread().history()[0]), str(custom_id))
    return int(actor.id)


@dataclass(frozen=True)
class VisibleMessage:
    """Wraps a thread's message like one shown to a user."""

    message: Any


async def play_until_handover(chat: Chat, code: str) -> Any:
    """Play until another player is to move. Returns that player."""
    mover = await play_step(chat, code)
    while (actor := await chat.player_to_move(code)).id == mover:
        await play_step(chat, code)
    return actor


async def move_elsewhere(chat: Chat, code: str, actor: Any, *, undoable: bool = False) -> None:
    """Make a move of that player, who does not see it on the panel."""
    snapshot = await chat.snapshot(code)
    seat = snapshot.seat_of(actor.id)
    assert seat is not None
    apply, state = snapshot.game.apply, snapshot.state
    moves = (move for move in snapshot.legal(seat) if not (undoable and apply(state, seat, move).barrier))
    who = Actor(actor.id, actor.name, "en-US")
    await play(chat.service, code, who, str(next(moves)), interaction_id=snapshot.row.version)


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
