"""Whole games, played only by taps or only by typing."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from bot.i18n import locale_for
from bot.play.core.authorization import Actor
from bot.play.lobby import lobby
from bot.play.turns import moves as play_moves
from rules.game import Move
from tests.chat.components import enabled_components, find_custom_id
from tests.chat.discord_driver import Chat, text_of
from tests.chat.panel_driver import play_on_panel
from tests.play.fast_player import MANUAL_MOVES, FastPlayer, choose_whole_game

SEED = bytes(range(32))


@pytest.fixture(autouse=True)
def fixed_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "new_seed", lambda: SEED)


async def test_two_people_play_a_whole_game_by_taps(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn", begins="host")
    panel, shown = None, None
    async for actor, move in play_start_and_end(chat, code, FastPlayer(1)):
        card = chat.card()
        if shown != (actor, (await chat.snapshot(code)).row.version):
            panel = (await actor.click(card, custom_id=find_custom_id(card, "play"))).response
        panel = await play_on_panel(actor, panel, move)
        shown = actor, (await chat.snapshot(code)).row.version
    await check_final_card(chat, code)


@pytest.mark.long
async def test_two_people_play_a_whole_game_by_typing(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn", begins="guest")
    async for actor, move in play_start_and_end(chat, code, FastPlayer(2)):
        version = (await chat.snapshot(code)).row.version
        fields = dict(zip(move.choice_fields(), move.tokens()[1:], strict=True))
        await actor.slash(chat.thread(), command_name(chat, move), **option_names(chat, move, fields))
        assert (await chat.snapshot(code)).row.version > version
    await check_final_card(chat, code)


async def play_start_and_end(chat: Chat, code: str, player: FastPlayer) -> AsyncIterator[tuple[Any, Move]]:
    """Yields who makes which move at the start and the end of a game; plays the long middle itself."""
    moves = choose_whole_game(await chat.snapshot(code), player)
    while not (snapshot := await chat.snapshot(code)).is_over:
        number = snapshot.row.ply - 1
        actor = await chat.player_to_move(code)
        if MANUAL_MOVES <= number < len(moves) - MANUAL_MOVES:
            actor = Actor(actor.id, actor.name, "en-US")
            await play_moves.play(chat.service, code, actor, str(moves[number]), interaction_id=number)
        else:
            yield actor, moves[number]


async def check_final_card(chat: Chat, code: str) -> None:
    snapshot = await chat.snapshot(code)
    outcome = snapshot.outcome()
    assert outcome is not None
    assert outcome == snapshot.game.outcome(snapshot.state)
    final = chat.final_card()
    assert all(snapshot.names[seat] in text_of(final) for seat in outcome.ranking[0])
    assert len(final.attachments) == 1  # the score sheet; the last board is on the poster
    assert SEED.hex() in text_of(final)
    assert not any(name.startswith(("skald:play:", "skald:pick:")) for name in enabled_components(final))


def command_name(chat: Chat, move: Move) -> str:
    """Returns the English name of a move's slash command."""
    game_text = english_game_text(chat)
    return f"lofoten {game_text._entry_or_key(f'command.{move.kind}')}"


def option_names(chat: Chat, move: Move, fields: dict[str, str]) -> dict[str, str]:
    game_text = english_game_text(chat)
    return {game_text._entry_or_key(f"field.{move.kind}.{name}"): value for name, value in fields.items()}


def english_game_text(chat: Chat) -> Any:
    return locale_for("en").game_text(chat.service.games["lofoten"], ())
