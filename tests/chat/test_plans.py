"""A move that is kept as a plan: asked about once, played when its time has come."""

from typing import Any

import db
from bot.chat.taps import Tap
from tests.chat.chat import Chat, late_tap, tap_named, words_of

HOUR = 3_600


async def test_a_plan_is_kept_overnight_and_played_in_the_morning(chat: Chat) -> None:
    code = await chat.start("astrid", "bjorn", pace="none")
    actor = await chat.owing(code)
    panel, plan = await to_a_confirmation(chat, code, actor)
    kept = (await actor.click(panel.message, label="Keep as a plan")).response
    assert "Kept as your plan" in words_of(kept)
    ply = (await chat.position(code)).row.ply
    await chat.restart()
    await chat.env.advance_time(9 * HOUR)
    assert (await chat.position(code)).row.ply == ply
    card = chat.card()
    morning = (await actor.click(card, custom_id=tap_named(card, "play"))).response
    assert "Your plan:" in words_of(morning)
    asked = (await actor.click(morning.message, label="My plan")).response
    await actor.click(asked.message, label="Confirm")
    entries = await db.entries.log(chat.store, code, since=ply)
    assert entries[0].text == plan
    assert await db.plans.find(chat.store, code, actor.id) is None


async def to_a_confirmation(chat: Chat, code: str, actor: Any) -> tuple[Any, str]:
    """Play on until a move is asked about that could not be taken back."""
    card = chat.card()
    panel = (await actor.click(card, custom_id=tap_named(card, "play"))).response
    while True:
        position = await chat.position(code)
        (seat,) = position.owing()
        moves = position.legal(seat)
        final = [one for one in moves if position.game.apply(position.state, seat, one).barrier]
        move = (final or moves)[0]
        tap = Tap("pick", code, position.row.version, move.words())
        panel = (await late_tap(actor, panel, str(tap))).response
        if final:
            return panel, str(move)
