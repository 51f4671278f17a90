"""A game over HTTP and gateway: exact pictures, languages, closed DMs, valid requests.

Covers `bot/chat/interactions/connection.py`.
"""

from io import BytesIO
from typing import Any

import pytest
from PIL import Image

import render
from bot.play.lobby import lobby
from harbour import pictures_of, text_of
from tests.play.fast_player import FastPlayer
from tests.render.drawing import draw_board, draw_hand
from tests.wire.harboured_bot import (
    SEED,
    HarbouredBot,
    blank_picture,
    command_name,
    command_options,
    custom_ids,
)


async def test_the_first_card_shows_the_board_of_a_spectator_and_nothing_else(skald: HarbouredBot) -> None:
    code = await skald.start_game("Astrid", "Bjørn")
    snapshot = await skald.snapshot(code)
    (shown,) = pictures_of(skald.latest_card(code))
    sent = skald.harbour.attachment_bytes(shown["url"])
    view = snapshot.game.view(snapshot.state, None)
    painted = draw_board(render.PAINTERS["lofoten"], view, snapshot.names, since=view)
    assert sent == painted.data
    assert Image.open(BytesIO(sent)).width == 1200
    assert shown["description"]


async def test_each_hand_travels_by_direct_message_and_is_its_owners(skald: HarbouredBot) -> None:
    code = await skald.start_game("Astrid", "Bjørn")
    snapshot = await skald.snapshot(code)
    for seat, name in enumerate(("Astrid", "Bjørn")):
        person = skald.harbour.user(name)
        await skald.harbour.wait_until(lambda person=person: bool(person.dms()), 30)
        (hand,) = pictures_of(person.dms()[-1])
        expected = draw_hand(
            render.PAINTERS["lofoten"], snapshot.game.view(snapshot.state, seat), snapshot.names
        )
        assert skald.harbour.attachment_bytes(hand["url"]) == expected.data


async def test_everybody_reads_their_own_language_in_private(skald: HarbouredBot) -> None:
    code = await skald.start_game("Astrid", "Chloé", begins="host")
    card = skald.latest_card(code)
    assert "your move, play an order card" in text_of(card)
    english = await skald.harbour.user("Astrid").press(card, skald.custom_id(card, "play"))
    french = await skald.harbour.user("Chloé").press(card, skald.custom_id(card, "play"))
    assert "play an order card" in english.text
    assert "en attente de" in french.text.lower() or "attend" in french.text.lower()
    assert french.ephemeral


async def test_commands_carry_french_names(skald: HarbouredBot) -> None:
    commands = {command["name"]: command for command in skald.harbour.world.commands.values()}
    assert commands["new"]["name_localizations"]["fr"] == "ouvrir"
    sides = {option["name"]: option for option in commands["lofoten"]["options"]}
    assert all(option.get("description_localizations", {}).get("fr") for option in sides.values())


async def test_closed_direct_messages_leave_the_hand_one_tap_away(skald: HarbouredBot) -> None:
    for name in ("Astrid", "Bjørn"):
        skald.harbour.user(name).dms_closed = True
    code = await skald.start_game("Astrid", "Bjørn")
    actor = await skald.owing_user(code)
    await skald.harbour.wait_until(lambda: "closed" in text_of(skald.latest_card(code)), 30)
    answer = await actor.press(skald.latest_card(code), skald.custom_id(skald.latest_card(code), "hand"))
    assert answer.ephemeral
    assert len(answer.pictures) == 1
    assert not actor.dms()


async def test_autocomplete_offers_what_is_legal_and_only_that(skald: HarbouredBot) -> None:
    code = await skald.start_game("Astrid", "Bjørn")
    actor = await skald.owing_user(code)
    thread = skald.thread(code)
    offered = await actor.autocomplete("/lofoten side", focused="card", value="", in_=thread)
    snapshot = await skald.snapshot(code)
    legal = {move.tokens()[1] for move in snapshot.legal(min(snapshot.owing_seats())) if move.kind == "side"}
    assert {choice["value"] for choice in offered} == legal


@pytest.mark.long
async def test_a_game_by_typing_is_valid_under_the_description_to_its_end(
    skald: HarbouredBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "new_seed", lambda: SEED)
    monkeypatch.setattr("bot.views.pictures.draw", lambda _: blank_picture())
    code = await skald.start_game("Astrid", "Dag", begins="host")
    player, thread = FastPlayer(3), skald.thread(code)
    while not (snapshot := await skald.snapshot(code)).is_over:
        (seat,) = snapshot.owing_seats()
        actor = await skald.owing_user(code)
        move = player.choose_move(snapshot.state, seat)
        await actor.slash(f"/lofoten {command_name(move.kind)}", in_=thread, **command_options(move))
        assert (await skald.snapshot(code)).row.version > snapshot.row.version
    await skald.harbour.wait_until(lambda: SEED.hex() in text_of(_last_message(skald, code)), 30)
    assert not any(":play:" in name for name in custom_ids(_last_message(skald, code)))


def _last_message(skald: HarbouredBot, code: str) -> dict[str, Any]:
    return skald.harbour.user("Eira").messages(skald.thread(code))[-1]
