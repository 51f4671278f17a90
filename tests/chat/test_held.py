"""The last action of a turn is not confirmed: it is made a little later, at once, or not at all."""

from typing import Any

from bot.chat.taps import Tap
from bot.play import holding
from bot.play.moves import play
from bot.play.people import Visitor
from rules.game import Move
from tests.chat.chat import Chat, late_tap, tap_named, taps, words_of


async def at_the_last_action(chat: Chat) -> tuple[str, Any, Move]:
    """Explorers with one action of a turn left: who is to move, and a move that ends the turn."""
    code = await chat.start("astrid", "bjorn", game="explorers")
    while True:
        position = await chat.position(code)
        seat = min(position.owing())
        actor = await chat.owing(code)
        moves = [move for move in position.legal(seat) if move.kind != "end"]
        for move in moves:
            if holding.can_be_held(position.game, position.state, seat, (move,)):
                return code, actor, move
        visitor = Visitor(actor.id, actor.name, "en-US")
        await play(chat.tables, code, visitor, str(moves[0]), interaction=position.row.ply)


async def chosen(chat: Chat, code: str, actor: Any, move: Move) -> Any:
    """The panel after the move was tapped."""
    card = chat.card()
    panel = (await actor.click(card, custom_id=tap_named(card, "play"))).response
    version = (await chat.position(code)).row.version
    return (await late_tap(actor, panel, str(Tap("pick", code, version, move.words())))).response


async def test_the_panel_says_when_the_turn_ends_and_can_end_it_now(chat: Chat) -> None:
    code, actor, move = await at_the_last_action(chat)
    panel = await chosen(chat, code, actor, move)
    assert "Your turn ends with this, <t:" in words_of(panel)
    assert await chat.owing(code) is actor
    await actor.click(panel.message, custom_id=tap_named(panel, "go"))
    assert await chat.owing(code) is not actor


async def test_who_goes_back_chooses_again_and_who_comes_again_finds_it(chat: Chat) -> None:
    code, actor, move = await at_the_last_action(chat)
    await chosen(chat, code, actor, move)
    card = chat.card()
    again = (await actor.click(card, custom_id=tap_named(card, "play"))).response
    assert "Your turn ends with this" in words_of(again)
    back = (await actor.click(again.message, custom_id=tap_named(again, "unhold"))).response
    assert "Your turn ends with this" not in words_of(back)
    assert any(name.startswith("skald:pick:") for name in taps(back))
    position = await chat.position(code)
    assert await holding.find(chat.tables.store, position, min(position.owing())) is None
