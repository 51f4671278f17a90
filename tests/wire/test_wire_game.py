"""The real bot on the real wire: pictures byte for byte, languages, closed doors, requests by the book."""

from io import BytesIO
from typing import Any

import pytest
from PIL import Image

import render
from bot.i18n.catalogue import entry
from bot.play.lobby import lobby
from harbour import pictures_of, text_of
from tests.play.fast_player import Hasty
from tests.wire.harboured_bot import Ashore, custom_ids

SEED = bytes(range(1, 33))


async def test_the_first_card_shows_the_board_of_a_spectator_and_nothing_else(shore: Ashore) -> None:
    code = await shore.start_game("Astrid", "Bjørn")
    position = await shore.position(code)
    (shown,) = pictures_of(shore.card(code))
    sent = shore.harbour.file(shown["url"])
    view = position.game.view(position.state, None)
    painted = render.PAINTERS["lofoten"].board(view, position.names, since=view)
    assert sent == painted.data
    assert Image.open(BytesIO(sent)).width == 1200
    assert shown["description"]


async def test_each_hand_travels_by_direct_message_and_is_its_owners(shore: Ashore) -> None:
    code = await shore.start_game("Astrid", "Bjørn")
    position = await shore.position(code)
    for seat, name in enumerate(("Astrid", "Bjørn")):
        person = shore.harbour.person(name)
        await shore.harbour.until(lambda person=person: bool(person.dms()), 30)
        (hand,) = pictures_of(person.dms()[-1])
        expected = render.PAINTERS["lofoten"].hand(position.game.view(position.state, seat), position.names)
        assert shore.harbour.file(hand["url"]) == expected.data


async def test_everybody_reads_their_own_language_in_private(shore: Ashore) -> None:
    code = await shore.start_game("Astrid", "Chloé", begins="host")
    card = shore.card(code)
    assert "your move, play an order card" in text_of(card)
    english = await shore.harbour.person("Astrid").press(card, shore.named(card, "play"))
    french = await shore.harbour.person("Chloé").press(card, shore.named(card, "play"))
    assert "play an order card" in english.text
    assert "en attente de" in french.text.lower() or "attend" in french.text.lower()
    assert french.ephemeral


async def test_commands_carry_french_names(shore: Ashore) -> None:
    commands = {command["name"]: command for command in shore.harbour.world.commands.values()}
    assert commands["new"]["name_localizations"]["fr"] == "ouvrir"
    sides = {option["name"]: option for option in commands["lofoten"]["options"]}
    assert all(option.get("description_localizations", {}).get("fr") for option in sides.values())


async def test_closed_direct_messages_leave_the_hand_one_tap_away(shore: Ashore) -> None:
    for name in ("Astrid", "Bjørn"):
        shore.harbour.person(name).dms_closed = True
    code = await shore.start_game("Astrid", "Bjørn")
    actor = await shore.owing(code)
    await shore.harbour.until(lambda: "closed" in text_of(shore.card(code)), 30)
    answer = await actor.press(shore.card(code), shore.named(shore.card(code), "hand"))
    assert answer.ephemeral
    assert len(answer.pictures) == 1
    assert not actor.dms()


async def test_autocomplete_offers_what_is_legal_and_only_that(shore: Ashore) -> None:
    code = await shore.start_game("Astrid", "Bjørn")
    actor = await shore.owing(code)
    thread = shore.thread(code)
    offered = await actor.autocomplete("/lofoten side", focused="card", value="", in_=thread)
    position = await shore.position(code)
    legal = {move.words()[1] for move in position.legal(min(position.owing())) if move.kind == "side"}
    assert {choice["value"] for choice in offered} == legal


async def test_a_game_by_typing_is_valid_under_the_description_to_its_end(
    shore: Ashore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "new_seed", lambda: SEED)
    blank = render.Picture(_small_jpeg(), "jpg", 1200, 900)
    monkeypatch.setattr("bot.views.pictures.draw", lambda _: blank)
    code = await shore.start_game("Astrid", "Dag", begins="host")
    player, thread = Hasty(3), shore.thread(code)
    while not (position := await shore.position(code)).over:
        (seat,) = position.owing()
        actor = await shore.owing(code)
        move = player.move(position.state, seat)
        await actor.slash(f"/lofoten {_command(move.kind)}", in_=thread, **_options(move))
        assert (await shore.position(code)).row.version > position.row.version
    await shore.harbour.until(lambda: SEED.hex() in text_of(_last(shore, code)), 30)
    assert not any(":play:" in name for name in custom_ids(_last(shore, code)))


def _last(shore: Ashore, code: str) -> dict[str, Any]:
    return shore.harbour.person("Eira").messages(shore.thread(code))[-1]


def _small_jpeg() -> bytes:
    data = BytesIO()
    Image.new("RGB", (12, 9)).save(data, "JPEG")
    return data.getvalue()


def _command(kind: str) -> str:
    return entry("en", "lofoten", f"command.{kind}") or kind


def _options(move: Any) -> dict[str, str]:
    return {
        entry("en", "lofoten", f"field.{move.kind}.{name}") or name: word
        for name, word in zip(move.asked(), move.words()[1:], strict=True)
    }
