"""Private tables in DMs against computer opponents, from /new now to the saga, and lessons.

Covers `bot/play/core/lessons.py`.
"""

from typing import Any

import pytest

import db
from bot.chat.messages.custom_id import CustomId
from bot.i18n import locale_for
from bot.play.core import lessons
from rules import GAMES
from tests.chat.components import enabled_components
from tests.chat.discord_driver import Chat, send_component, text_of
from tests.chat.panel_driver import open_tool

pytestmark = pytest.mark.usefixtures("trivial_caretaker")

HOUR_S = 3600
MAX_LESSON_MOVES = 120


async def only_game(chat: Chat, name: str, *statuses: Any) -> str:
    found = await db.players.list_games(chat.store, chat.user(name).id, statuses or ("running",))
    (code,) = {game.code for game in found}
    return code


def dms(chat: Chat, name: str) -> list[Any]:
    """Returns the messages of the user's DM channel with Skald."""
    return list(chat.user(name).user.dm_channel.history())


@pytest.mark.parametrize("key", GAMES)
async def test_one_tap_leads_to_the_first_decision(chat: Chat, key: str) -> None:
    astrid = chat.user("astrid")
    helped = (await astrid.slash(chat.channel, "help")).response
    offered = str(CustomId("play-now", args=(key,)))
    panel = (await astrid.click(helped.message, custom_id=offered)).response
    code = await only_game(chat, "astrid")
    snapshot = await chat.snapshot(code)
    assert snapshot.row.key == key
    assert 0 in snapshot.owing_seats()
    assert any(
        name.startswith(("skald:pick:", "skald:choose:", "skald:mark:")) for name in enabled_components(panel)
    )
    assert len(snapshot.opponent_seats) == len(snapshot.players) - 1
    assert "Skald sends the board there too" in text_of(panel)
    assert any(
        f":play:{code}:" in name for shown in dms(chat, "astrid") for name in enabled_components(shown)
    )
    assert not chat.channel.threads, "nobody else is troubled"


async def test_typed_it_is_the_same(chat: Chat) -> None:
    astrid = chat.user("astrid")
    panel = (await astrid.user.slash("new now", game="borealis", level="captain")).response
    snapshot = await chat.snapshot(await only_game(chat, "astrid"))
    assert f"You play against {snapshot.names[1]}." in text_of(panel)
    assert "Skald sends the board there too" not in text_of(panel), "it stands here"
    assert snapshot.row.key == "borealis"
    assert snapshot.is_private


async def test_a_table_in_direct_messages_is_played_there_from_its_card_to_its_saga(chat: Chat) -> None:
    astrid = chat.user("astrid").user
    await astrid.slash("new lofoten")
    code = await only_game(chat, "astrid", "lobby")
    card = dms(chat, "astrid")[-1]
    assert "Join" not in enabled_components(card).values()
    await astrid.click(card, label="Start")
    for _ in range(24):
        snapshot = await chat.snapshot(code)
        if 0 in snapshot.owing_seats():
            move = CustomId("go", code, snapshot.row.version, snapshot.legal(0)[-1].tokens())
            await send_component(astrid, MessageHolder(dms(chat, "astrid")[-1]), str(move))
        else:
            await chat.env.advance_time(HOUR_S)
    resigning = (await astrid.slash("table resign")).response
    await astrid.click(resigning.message, label="Resign")
    assert (await chat.snapshot(code)).is_over
    told = "\n".join(text_of(message) for message in dms(chat, "astrid"))
    assert "the seed was" in told
    assert "The saga of game" in told
    labels = [label for message in dms(chat, "astrid") for label in enabled_components(message).values()]
    assert not any("Kudos" in label for label in labels), "there is nobody else to thank"
    final = next(m for m in dms(chat, "astrid") if "What decided it?" in enabled_components(m).values())
    assert text_of(final).startswith("Lofoten: "), "no mention comes first where there is only one reader"
    review = (await astrid.click(final, label="What decided it?")).response
    assert "What decided it" in text_of(review)
    assert "Post here" not in enabled_components(review).values(), "there is nobody else to show it to"
    await astrid.click(final, label="Play another round")
    again = await chat.snapshot(await only_game(chat, "astrid", "lobby"))
    assert again.is_private
    assert again.names[1] == snapshot.names[1], "the same opponent sits down again"


class MessageHolder:
    def __init__(self, message: Any) -> None:
        self.message = message


async def test_every_command_of_a_table_finds_the_one_in_direct_messages(chat: Chat) -> None:
    astrid = chat.user("astrid").user
    await astrid.slash("new now", game="lofoten")
    for name in (
        "play",
        "hand",
        "board",
        "games",
        "next",
        "table recap",
        "rules",
        "table log",
        "table advice",
    ):
        answer = await astrid.slash(name)
        assert "no running game" not in text_of(answer.response), name
    assert "My advice" in text_of((await astrid.slash("table advice")).response)


async def test_nobody_is_invited_into_anybodys_direct_messages(chat: Chat) -> None:
    astrid, bjorn = chat.user("astrid"), chat.user("bjorn")
    refused = await astrid.user.slash("new lofoten", **{"with": bjorn.user})
    assert "computer players" in text_of(refused.response)
    await astrid.user.slash("new shipwrights")
    code = await only_game(chat, "astrid", "lobby")
    helped = (await bjorn.slash(chat.channel, "help")).response
    joined = await send_component(bjorn, helped, str(CustomId("join", code)))
    assert "computer players" in text_of(joined.response) or joined.followups
    assert (await chat.snapshot(code)).seat_of(bjorn.id) is None


async def test_direct_messages_are_in_the_language_of_who_plays_there(chat: Chat) -> None:
    astrid = chat.user("astrid")
    await astrid.user.slash("new now", game="lofoten")
    code = await only_game(chat, "astrid")
    assert chat.skald.context.table_locale(await chat.snapshot(code)).language == "en"
    async with chat.store.write() as tx:
        await db.users.update(tx, astrid.id, locale="fr")
    assert chat.skald.context.table_locale(await chat.snapshot(code)).language == "fr"


# Lessons


async def test_learn_asks_which_game_and_the_lesson_takes_the_place_of_the_question(chat: Chat) -> None:
    astrid = chat.user("astrid").user
    asked = (await astrid.slash("learn")).response
    names = [locale_for("en").game_text(game, ()).game_name for game in GAMES.values()]
    assert list(enabled_components(asked).values()) == names
    panel = (await astrid.click(asked.message, label="Borealis")).response
    assert "You lead nine scientists" in text_of(panel)
    assert (await chat.snapshot(await only_game(chat, "astrid"))).row.key == "borealis"


async def test_nothing_is_posted_below_a_lesson(chat: Chat) -> None:
    astrid = chat.user("astrid").user
    panel = (await astrid.slash("learn", game="lofoten")).response
    await play_lesson_move(chat, "astrid", panel)
    assert dms(chat, "astrid") == []


async def test_a_lesson_goes_on_where_its_player_closed_it(chat: Chat) -> None:
    astrid = chat.user("astrid")
    await astrid.slash(chat.channel, "learn", game="lofoten")
    code = await only_game(chat, "astrid")
    asked = (await astrid.slash(chat.channel, "learn")).response
    again = (await astrid.click(asked.message, label="Continue Lofoten")).response
    assert code in text_of(again)
    assert await only_game(chat, "astrid") == code


async def test_a_lesson_can_be_left(chat: Chat) -> None:
    astrid = chat.user("astrid").user
    panel = (await astrid.slash("learn", game="lofoten")).response
    code = await only_game(chat, "astrid")
    left = (await astrid.click(panel.message, label="Leave this lesson")).response
    assert "You left the lesson" in text_of(left)
    assert not await db.players.list_games(chat.store, chat.user("astrid").id)
    assert dms(chat, "astrid") == []
    late = await send_component(astrid, left, str(CustomId("lesson-leave", code)))
    assert "over" in text_of(late.followups[-1])
    asked = (await astrid.click(left.message, label="Learn another game")).response
    assert "Lofoten" in enabled_components(asked).values(), "it begins anew"


async def test_a_lesson_is_left_alone_without_a_word(chat: Chat) -> None:
    astrid = chat.user("astrid").user
    panel = (await astrid.slash("learn", game="shipwrights")).response
    await play_lesson_move(chat, "astrid", panel)
    code = await only_game(chat, "astrid")
    await chat.env.advance_time(23 * HOUR_S)
    assert (await chat.snapshot(code)).is_running
    await chat.env.advance_time(2 * HOUR_S)
    assert (await chat.snapshot(code)).row.status == "archived"
    assert dms(chat, "astrid") == []


@pytest.mark.parametrize("key", GAMES)
async def test_a_lesson_says_when_it_is_over_and_goes_on_as_a_game(chat: Chat, key: str) -> None:
    astrid = chat.user("astrid").user
    panel = (await astrid.slash("learn", game=key)).response
    code, told = await only_game(chat, "astrid"), set[str]()
    for _ in range(MAX_LESSON_MOVES):
        shown = (await astrid.slash("play", table=code)).response
        if "That’s the lesson" in text_of(shown):
            break
        told.update(line for line in text_of(shown).splitlines() if line.startswith("> "))
        await play_lesson_move(chat, "astrid", panel)
    game, text = GAMES[key], locale_for("en").game_text(GAMES[key], ())
    assert game.info.lesson is not None
    needed = [step.key for step in game.info.lesson.steps if not step.optional]
    assert {f"> {text.lesson_text(step)}" for step in needed} <= told, "one tap skips no idea"
    assert text.lesson_text("over") in text_of(shown)
    assert "Leave this lesson" in enabled_components(shown).values()
    await play_lesson_move(chat, "astrid", panel)
    after = (await astrid.slash("play", table=code)).response
    assert "That’s the lesson" not in text_of(after)
    assert "Leave this lesson" not in enabled_components(after).values()
    assert "You left the lesson" in text_of(await open_tool(astrid, after, "Leave this lesson"))
    assert not await db.players.list_games(chat.store, astrid.id)


async def test_another_game_is_not_left_as_a_lesson(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn")
    astrid = chat.user("astrid")
    panel = (await astrid.slash(chat.thread(), "play")).response
    refused = await send_component(astrid, panel, str(CustomId("lesson-leave", code)))
    assert "isn’t a lesson" in text_of(refused.followups[-1])
    assert (await chat.snapshot(code)).is_running


async def test_several_moves_at_one_tap_pass_one_idea_about_them(chat: Chat) -> None:
    astrid = chat.user("astrid").user
    panel = (await astrid.slash("learn", game="explorers")).response
    for _ in range(2):
        await play_lesson_move(chat, "astrid", panel)
    code = await only_game(chat, "astrid")
    snapshot = await chat.snapshot(code)
    offered = snapshot.game.shortcuts(snapshot.state, 0)
    number, errand = next((n, each) for n, each in enumerate(offered) if len(each.moves) == 3)
    assert {move.kind for move in errand.moves} == {"sail", "unload"}
    go = CustomId("short-go", code, snapshot.fingerprint(0), (str(number),))
    await send_component(astrid, panel, str(go))
    progress = await lessons.find_progress(chat.store, await chat.snapshot(code))
    assert progress is not None
    assert progress.ahead[0].key == "sailing", "the idea after the one that was shown"


async def play_lesson_move(chat: Chat, name: str, panel: Any) -> None:
    """Make a move of the kind that the lesson is about, if there is one, and wait for the opponent."""
    code = await only_game(chat, name)
    snapshot = await chat.snapshot(code)
    if 0 in snapshot.owing_seats():
        progress = await lessons.find_progress(chat.store, snapshot)
        step = progress and progress.step_for({move.kind for move in snapshot.legal(0)})
        moves = [move for move in snapshot.legal(0) if step is None or move.kind in step.kinds]
        go = CustomId("go", code, snapshot.row.version, moves[0].tokens())
        await send_component(chat.user(name).user, panel, str(go))
    if 0 not in (await chat.snapshot(code)).owing_seats():
        await chat.env.advance_time(60)
