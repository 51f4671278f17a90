"""Computer opponents in the lobby, on cards and in the thread."""

import re

import pytest

import db
from bot.chat.messages.emoji import Icon, sync_emoji
from tests.chat.components import enabled_components, walk_components
from tests.chat.discord_driver import Chat, alt_texts, text_of
from tests.chat.panel_driver import play_step

pytestmark = pytest.mark.usefixtures("trivial_caretaker")

HOUR_S = 3600


async def test_one_person_plays_against_an_opponent_at_once(chat: Chat) -> None:
    code = await chat.start_game("astrid", opponents="1", level="captain")
    astrid = chat.user("astrid")
    for _ in range(6):
        snapshot = await chat.snapshot(code)
        if 0 in snapshot.owing_seats():
            await play_step(chat, code)
        else:
            await chat.env.advance_time(HOUR_S)
    log = " ".join(text_of(message) for message in chat.thread().history())
    assert "⚙" in log
    assert "caretaker" not in log
    pings = [message.content for message in chat.thread().history() if "<@" in message.content]
    assert pings
    assert all(f"<@{astrid.id}>" in ping for ping in pings)


async def test_the_card_says_that_an_opponent_is_thinking(chat: Chat) -> None:
    code = await chat.start_game("astrid", opponents="1", begins="guest")
    assert (await chat.snapshot(code)).owing_seats() == {1}
    assert "is thinking" in text_of(chat.card())
    assert not any(name.startswith("skald:back:") for name in enabled_components(chat.card()))


async def test_the_host_adds_opponents_and_sends_them_away(chat: Chat) -> None:
    code = await chat.open_lobby("astrid", game="shipwrights")
    astrid = chat.user("astrid")
    panel = (await astrid.click(chat.lobby_card(code), label="Add opponent")).response
    for level in ("apprentice", "captain"):
        await astrid.select(panel.message, [level], custom_id=f"skald:invite:{code}::")
    names = (await chat.snapshot(code)).names
    assert len(names) == 3
    for name in names:
        assert name in text_of(chat.lobby_card(code))
    gone = (await chat.snapshot(code)).users[1].id
    await astrid.select(panel.message, [str(gone)], custom_id=f"skald:dismiss:{code}::")
    assert (await chat.snapshot(code)).names == (names[0], names[2])


async def test_their_faces_stand_beside_their_names(chat: Chat) -> None:
    face = Icon("sigrid", b"\x89PNG\r\n\x1a\nSigrid", (("", "Sigrid"),))
    assert await sync_emoji(chat.skald.context.views.emoji, chat.skald, [face], chat.service)
    code = await chat.open_lobby("astrid", game="shipwrights", opponents="1")
    assert re.search(r"<:sigrid:\d+> Sigrid ⚙", text_of(chat.lobby_card(code)))
    panel = (await chat.user("astrid").click(chat.lobby_card(code), label="Add opponent")).response
    assert re.search(r"<:sigrid:\d+> Sigrid ⚙ · ", text_of(panel))
    (entry,) = [
        option
        for part in walk_components(panel.message)
        for option in part.get("options", ())
        if option["label"] == "Sigrid ⚙"
    ]
    assert entry["emoji"]["name"] == "sigrid"


async def test_several_in_a_row_call_once(chat: Chat) -> None:
    code = await chat.start_game("astrid", game="borealis", opponents="2")
    astrid = chat.user("astrid")

    async def until(owing: bool) -> None:
        while (0 in (await chat.snapshot(code)).owing_seats()) != owing:
            await (chat.env.advance_time(HOUR_S) if owing else play_step(chat, code))

    def calls() -> int:
        return sum(f"<@{astrid.id}>" in message.content for message in chat.thread().history())

    await until(True)
    await until(False)
    before = calls()
    await until(True)
    by = [entry for entry in await db.entries.read_log(chat.store, code) if entry.by == "opponent"]
    assert {entry.seat for entry in by} == {1, 2}
    assert calls() - before == 1


async def test_only_the_host_chooses_them(chat: Chat) -> None:
    code = await chat.open_lobby("astrid", "bjorn", game="shipwrights")
    answer = await chat.user("bjorn").click(chat.lobby_card(code), label="Add opponent")
    assert "Only the host" in text_of(answer.response.message)


async def test_a_friend_takes_the_place_of_an_opponent(chat: Chat) -> None:
    code = await chat.open_lobby("astrid", opponents="1")
    await chat.user("bjorn").click(chat.lobby_card(code), label="Join")
    assert (await chat.snapshot(code)).names == ("astrid", "bjorn")


async def test_the_record_against_each_level_is_on_the_profile_and_theirs_on_a_board(chat: Chat) -> None:
    code = await chat.start_game("astrid", opponents="1", level="captain", begins="host")
    astrid = chat.user("astrid")
    for _ in range(40):
        if 0 in (await chat.snapshot(code)).owing_seats():
            await play_step(chat, code)
        else:
            await chat.env.advance_time(HOUR_S)
    resigning = (await astrid.slash(chat.thread(), "table resign")).response
    await astrid.click(resigning.message, label="Resign")
    profile = await astrid.slash(chat.channel, "club profile")
    assert "Against computer players: Captain 0 : 1" in text_of(profile.response)
    board = await astrid.slash(chat.channel, "leaderboard", game="-company")
    (shown,) = alt_texts(board.response)
    assert "Computer players" in shown
    assert "⚙" in shown
    assert "100" in shown


async def test_the_host_says_whose_seat_a_newcomer_may_take(chat: Chat) -> None:
    code = await chat.start_game("astrid", game="shipwrights", opponents="2")
    names = (await chat.snapshot(code)).names
    astrid = chat.user("astrid")
    refused = await astrid.slash(chat.thread(), "table offer", player="Nobody")
    assert "offered" not in text_of(refused.response)
    await astrid.slash(chat.thread(), "table offer", player=names[1])
    offered = chat.thread().last_message
    assert names[1] in text_of(offered)
    assert "another vote" not in text_of(offered)
    await chat.user("bjorn").click(offered, label="Take the seat")
    snapshot = await chat.snapshot(code)
    assert snapshot.seat_of(chat.user("bjorn").id) == 1
    (told,) = [text_of(m) for m in chat.thread().history() if "takes the seat" in text_of(m)]
    assert told.count(f"<@{chat.user('bjorn').id}>") == 1
