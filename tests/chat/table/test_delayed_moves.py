"""Delayed moves: final one-tap moves are played after a few seconds, unless cancelled."""

from typing import Any

import pytest

from bot.chat.messages.custom_id import CustomId
from bot.play.account import preferences
from bot.play.core.authorization import Actor, require_seat
from bot.play.turns import delayed_moves
from bot.play.turns.moves import play
from rules.game import Move
from tests.chat.components import enabled_components, find_custom_id
from tests.chat.discord_driver import SETTLE_TIMEOUT_S, Chat, send_component, text_of
from tests.chat.panel_driver import VisibleMessage, play_step
from tests.play.turn_ends import find_last_action, next_actions


async def start_draft(chat: Chat) -> tuple[str, Any, Any]:
    """Returns a game in its draft, the first player to pick, and their panel."""
    code = await chat.start_game("astrid", "bjorn", game="shipwrights")
    while (await chat.snapshot(code)).state.stage == "stock":
        await play_step(chat, code)
    actor = await chat.player_to_move(code)
    card = chat.card()
    return code, actor, (await actor.click(card, custom_id=find_custom_id(card, "play"))).response


def first_pick_id(panel: Any) -> str:
    """Returns the custom id of the first card that can be picked."""
    return next(
        name for name in enabled_components(panel) if name.startswith("skald:pick:") and ":pick " in name
    )


async def advance_past_delay(chat: Chat) -> None:
    await chat.env.advance_time(delayed_moves.COMMIT_DELAY_MS / 1000 + SETTLE_TIMEOUT_S)


async def test_a_picked_card_is_kept_without_a_further_tap_and_the_next_set_opens(chat: Chat) -> None:
    code, actor, panel = await start_draft(chat)
    before = await chat.snapshot(code)
    seat = require_seat(before, actor.id)
    held = (await actor.click(panel.message, custom_id=first_pick_id(panel))).response
    assert "Tap Back to cancel" in text_of(held)
    assert "Play it now" in enabled_components(held).values()
    assert (await chat.snapshot(code)).row.version == before.row.version
    await advance_past_delay(chat)
    after = await chat.snapshot(code)
    assert len(after.state.players[seat].hand) == 1
    assert after.legal(seat) != before.legal(seat), "the second set lies open"


async def test_back_takes_a_pick_back_before_anything_is_revealed(chat: Chat) -> None:
    code, actor, panel = await start_draft(chat)
    before = await chat.snapshot(code)
    held = (await actor.click(panel.message, custom_id=first_pick_id(panel))).response
    again = (await actor.click(held.message, label="Back")).response
    assert not chat.skald.context.interactions.panel_refresher.tasks
    await advance_past_delay(chat)
    assert (await chat.snapshot(code)).row.version == before.row.version
    assert first_pick_id(again)


async def test_whoever_chooses_on_from_an_older_panel_has_thought_better_of_it(chat: Chat) -> None:
    code, actor, panel = await start_draft(chat)
    before = await chat.snapshot(code)
    held = (await actor.click(panel.message, custom_id=first_pick_id(panel))).response
    assert "Tap Back to cancel" in text_of(held)
    again = (await send_component(actor, held, str(CustomId("pick", code, before.row.version)))).response
    assert "Tap Back to cancel" not in text_of(again)
    await advance_past_delay(chat)
    assert (await chat.snapshot(code)).row.version == before.row.version


async def test_a_pick_holds_though_somebody_else_picks_meanwhile(chat: Chat) -> None:
    """All players draft at the same time, so moves of others do not cancel a delayed one."""
    code, actor, panel = await start_draft(chat)
    seat = require_seat(await chat.snapshot(code), actor.id)
    panel = (await actor.click(panel.message, custom_id=first_pick_id(panel))).response
    panel = (await actor.click(panel.message, label="Play it now")).response
    await actor.click(panel.message, custom_id=first_pick_id(panel))
    seen = await chat.snapshot(code)
    other = 1 - seat
    rival = next(one for one in chat.users.values() if one.id == seen.players[other].person)
    theirs = CustomId("go", code, seen.row.version, seen.legal(other)[0].tokens())
    await send_component(rival, VisibleMessage(chat.thread().history()[0]), str(theirs))
    assert (await chat.snapshot(code)).row.version > seen.row.version
    await advance_past_delay(chat)
    after = await chat.snapshot(code)
    assert [len(player.hand) for player in after.state.players] == ([2, 1] if seat == 0 else [1, 2])


@pytest.mark.parametrize(("choices", "when"), [({"linger": False}, "asked"), ({"confirm": False}, "at once")])
async def test_whoever_wants_it_so_is_asked_or_plays_at_once(
    chat: Chat, choices: dict[str, Any], when: str
) -> None:
    code, actor, panel = await start_draft(chat)
    await preferences.update_preferences(chat.service, Actor(actor.id, "astrid", "en-GB"), **choices)
    before = await chat.snapshot(code)
    shown = (await actor.click(panel.message, custom_id=first_pick_id(panel))).response
    assert not chat.skald.context.interactions.panel_refresher.tasks
    moved = (await chat.snapshot(code)).row.version != before.row.version
    assert moved == (when == "at once")
    assert ("Confirm" in enabled_components(shown).values()) == (when == "asked")


async def start_at_last_action(chat: Chat) -> tuple[str, Any, Move]:
    """Returns a game of Explorers with one action left, the player, and a move that ends the turn."""
    code = await chat.start_game("astrid", "bjorn", game="explorers")
    while True:
        snapshot = await chat.snapshot(code)
        actor = await chat.player_to_move(code)
        if move := find_last_action(snapshot):
            return code, actor, move
        actor, action = Actor(actor.id, actor.name, "en-US"), next_actions(snapshot)[0]
        await play(chat.service, code, actor, str(action), interaction_id=snapshot.row.ply)


async def choose_move(chat: Chat, code: str, actor: Any, move: Move) -> Any:
    """Choose a move on the panel. Returns the panel."""
    card = chat.card()
    panel = (await actor.click(card, custom_id=find_custom_id(card, "play"))).response
    version = (await chat.snapshot(code)).row.version
    return (await send_component(actor, panel, str(CustomId("pick", code, version, move.tokens())))).response


async def test_the_panel_says_when_a_turn_ends_and_can_end_it_now(chat: Chat) -> None:
    code, actor, move = await start_at_last_action(chat)
    panel = await choose_move(chat, code, actor, move)
    assert "Plays <t:" in text_of(panel)
    assert await chat.player_to_move(code) is actor
    await actor.click(panel.message, custom_id=find_custom_id(panel, "go"))
    assert await chat.player_to_move(code) is not actor


async def start_with_settlement(chat: Chat) -> tuple[str, Any, Move]:
    """Returns a game of Explorers, a player, and a move that reveals the strength of a settlement."""
    code = await chat.start_game("astrid", "bjorn", game="explorers")
    while True:
        snapshot = await chat.snapshot(code)
        seat, actor = min(snapshot.owing_seats()), await chat.player_to_move(code)
        moves = snapshot.legal(seat)
        for move in moves:
            if move.kind == "place" and snapshot.game.apply(snapshot.state, seat, move).reveals:
                return code, actor, move
        actor = Actor(actor.id, actor.name, "en-US")
        await play(chat.service, code, actor, str(moves[-1]), interaction_id=snapshot.row.ply)


async def test_a_settlement_is_laid_in_a_moment_and_its_player_goes_on(chat: Chat) -> None:
    code, actor, move = await start_with_settlement(chat)
    before = (await chat.snapshot(code)).state
    panel = await choose_move(chat, code, actor, move)
    assert "Plays <t:" in text_of(panel)
    assert (await chat.snapshot(code)).state == before
    on = (await actor.click(panel.message, custom_id=find_custom_id(panel, "go"))).response
    state = (await chat.snapshot(code)).state
    assert len(state.settlements) == len(before.settlements) + 1
    assert await chat.player_to_move(code) is actor
    assert any(name.startswith("skald:pick:") for name in enabled_components(on))


async def test_who_goes_back_chooses_again_and_who_comes_again_finds_it(chat: Chat) -> None:
    code, actor, move = await start_at_last_action(chat)
    await choose_move(chat, code, actor, move)
    card = chat.card()
    again = (await actor.click(card, custom_id=find_custom_id(card, "play"))).response
    assert "Plays <t:" in text_of(again)
    back = (await actor.click(again.message, custom_id=find_custom_id(again, "unhold"))).response
    assert "Plays <t:" not in text_of(back)
    assert any(name.startswith("skald:pick:") for name in enabled_components(back))
    snapshot = await chat.snapshot(code)
    assert await delayed_moves.find_pending(chat.service.store, snapshot, min(snapshot.owing_seats())) is None


async def test_whoever_has_let_a_move_be_made_is_not_called_right_after_it(chat: Chat) -> None:
    """The move counts as the player's own, although a timer made it."""
    code, actor, move = await start_at_last_action(chat)
    await choose_move(chat, code, actor, move)
    before = await chat.snapshot(code)
    seat = require_seat(before, actor.id)
    await advance_past_delay(chat)
    player = (await chat.snapshot(code)).players[seat]
    assert (await chat.snapshot(code)).row.ply > before.row.ply
    assert player.acted is not None
    assert player.acted > (before.players[seat].acted or 0)
