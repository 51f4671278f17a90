"""A user's data is shown, exported and erased without harm to other players' games.

Covers `bot/play/account/privacy.py`.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest

import db
from bot.chat.settings.privacy import json_value
from bot.i18n import locale_for
from bot.play.account import privacy
from tests.chat.components import find_custom_id
from tests.chat.discord_driver import Chat, text_of


async def test_a_person_takes_away_everything_and_nothing_of_others(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn", pace="none")
    astrid, bjorn = chat.user("astrid"), chat.user("bjorn")
    panel = await privacy_panel(chat, astrid)
    assert "the seats you took: 1" in text_of(panel)
    taken = (await astrid.click(panel.message, label="Download as a file")).response
    (file,) = taken.attachments
    held = json.loads(await file.read())
    assert held["people"][0]["name"] == "astrid"
    assert [seat["game"] for seat in held["players"]] == [code]
    assert str(bjorn.id) not in json.dumps(held)


async def test_erasing_asks_first_and_leaves_no_trace_but_an_anonymous_seat(
    chat: Chat, tmp_path: Path
) -> None:
    code = await chat.start_game("astrid", "bjorn", pace="none")
    await chat.open_lobby("astrid", "cara")
    astrid = chat.user("astrid")
    panel = await privacy_panel(chat, astrid)
    asked = (await astrid.click(panel.message, label="Delete my data")).response
    assert (await chat.snapshot(code)).seat_of(astrid.id) is not None
    done = (await astrid.click(asked.message, label="Delete my data for good")).response
    assert "Your data is deleted" in text_of(done)
    snapshot = await chat.snapshot(code)
    assert snapshot.is_running
    assert snapshot.seat_of(astrid.id) is None
    assert any(player.has_caretaker and player.person is None for player in snapshot.players)
    assert snapshot.seat_of(chat.user("bjorn").id) is not None
    (lobby,) = await db.players.list_games(chat.store, chat.user("cara").id, ("lobby",))
    assert lobby.host == chat.user("cara").id
    await chat.store.backup(tmp_path / "copy.db")
    assert str(astrid.id).encode() not in (tmp_path / "copy.db").read_bytes()
    assert b"astrid" not in (tmp_path / "copy.db").read_bytes()


async def test_somebody_who_was_erased_is_met_anew(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn", pace="none")
    astrid = chat.user("astrid")
    await privacy.erase_user(chat.service, astrid.id)
    card = chat.card()
    refused = (await astrid.click(card, custom_id=find_custom_id(card, "play"))).response
    assert "aren’t playing" in text_of(refused)
    again = await chat.open_lobby("astrid")
    assert again != code
    assert (await chat.snapshot(again)).names == ("astrid",)


async def privacy_panel(chat: Chat, actor: Any) -> Any:
    settings = (await actor.slash(chat.channel, "settings")).response
    return (await actor.click(settings.message, label="See my data")).response


def test_in_french_a_space_comes_before_the_colon() -> None:
    assert re.fullmatch(r"- parties\s: 1", locale_for("fr").t("- {what}: {n}", what="parties", n=1))


@pytest.mark.parametrize(
    ("column", "value", "written"),
    [
        ("created", 86_400_000, "1970-01-02T00:00:00+00:00"),
        ("created", None, None),
        ("seat", 86_400_000, 86_400_000),
        ("person", 2**53, 2**53),
        ("person", 2**53 + 1, str(2**53 + 1)),
        ("ended", True, True),
    ],
)
def test_times_and_long_ids_are_written_so_that_any_program_reads_them(
    column: str, value: Any, written: Any
) -> None:
    assert json_value(column, value) == written
