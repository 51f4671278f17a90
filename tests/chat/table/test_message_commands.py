"""The menu on a message: what it shows, and a replay from its moment."""

from typing import Any

from bot.chat.messages.custom_id import parse_custom_id
from tests.chat.components import enabled_components
from tests.chat.discord_driver import Chat, send_component, text_of
from tests.chat.panel_driver import play_step
from tests.chat.sent_requests import registered_commands

EXPLAIN, REPLAY = "What is this?", "Replay from here"


async def play_until_handover(chat: Chat, code: str) -> None:
    actor = await chat.player_to_move(code)
    while await chat.player_to_move(code) is actor:
        await play_step(chat, code)


async def finish_game(chat: Chat, code: str) -> None:
    for _ in range(4):  # A saga needs some turns to tell of.
        await play_until_handover(chat, code)
    actor = await chat.player_to_move(code)
    asked = await actor.slash(chat.thread(), "table resign")
    resign = next(name for name in enabled_components(asked.response) if ":resign:" in name)
    await send_component(actor, asked.response, resign)


def shown_ply(message: Any) -> int:
    """Returns the ply of the turn that a replay shows: it is where its film ends."""
    ids = filter(None, map(parse_custom_id, enabled_components(message)))
    return int(next(each.arg(1) for each in ids if each.verb == "film"))


async def test_they_are_registered_with_a_name_in_french(chat: Chat) -> None:
    names = {
        command["name"]: command["name_localizations"]["fr"]
        for command in registered_commands(chat)[0]
        if command["type"] == 3
    }
    assert names == {EXPLAIN: "Qu’est-ce que c’est\N{NO-BREAK SPACE}?", REPLAY: "Revoir à partir d’ici"}


async def test_an_old_card_is_explained_and_replayed_as_it_was(chat: Chat, drawn_requests: list[Any]) -> None:
    code = await chat.start_game("astrid", "bjorn")
    await play_until_handover(chat, code)
    card, then = chat.card(), await chat.snapshot(code)
    await play_until_handover(chat, code)
    await play_until_handover(chat, code)
    drawn_requests.clear()
    answer = await chat.user("eira").context_menu(chat.thread(), EXPLAIN, card)
    assert answer.ephemeral
    assert "the card of a turn" in text_of(answer.response)
    (legend,) = drawn_requests
    assert legend.view == then.game.view(then.state, None)
    replayed = await chat.user("eira").context_menu(chat.thread(), REPLAY, card)
    assert shown_ply(replayed.response) == then.row.ply
    again = await chat.user("eira").click(answer.response.message, label=REPLAY)
    assert shown_ply(again.response) == then.row.ply


async def test_a_player_sees_their_own_hand_then_and_a_spectator_none(
    chat: Chat, drawn_requests: list[Any]
) -> None:
    code = await chat.start_game("astrid", "bjorn")
    snapshot = await chat.snapshot(code)
    for name, seat in (("bjorn", snapshot.seat_of(chat.user("bjorn").id)), ("eira", None)):
        drawn_requests.clear()
        await chat.user(name).context_menu(chat.thread(), EXPLAIN, chat.card())
        assert drawn_requests
        assert all(one.view == snapshot.game.view(snapshot.state, seat) for one in drawn_requests)


async def test_the_last_card_and_the_saga(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn")
    await finish_game(chat, code)
    last, eira = (await chat.snapshot(code)).row, chat.user("eira")
    explained = await eira.context_menu(chat.thread(), EXPLAIN, chat.final_card())
    assert "the last card of the game" in text_of(explained.response)
    saga = next(one for one in chat.thread().history() if "The saga of game" in text_of(one))
    explained = await eira.context_menu(chat.thread(), EXPLAIN, saga)
    assert "the saga of the game" in text_of(explained.response)
    replayed = await eira.context_menu(chat.thread(), REPLAY, saga)
    assert "The start" in text_of(replayed.response)
    replayed = await eira.context_menu(chat.thread(), REPLAY, chat.final_card())
    assert shown_ply(replayed.response) <= last.ply


async def test_a_table_that_has_not_begun_is_explained(chat: Chat) -> None:
    code = await chat.open_lobby("astrid")
    explained = await chat.user("eira").context_menu(chat.channel, EXPLAIN, chat.lobby_card(code))
    assert "the card of a table" in text_of(explained.response)
    refused = await chat.user("eira").context_menu(chat.channel, REPLAY, chat.lobby_card(code))
    assert "hasn’t started" in text_of(refused.response)


async def test_other_messages_are_refused_in_words(chat: Chat) -> None:
    await chat.user("astrid").send(chat.channel, "ahoy")
    for name in (EXPLAIN, REPLAY):
        refused = await chat.user("eira").context_menu(chat.channel, name, chat.channel.last_message)
        assert "isn’t from Skald" in text_of(refused.response)
    await chat.user("astrid").slash(chat.channel, "club cup", game="lofoten")
    refused = await chat.user("eira").context_menu(chat.channel, EXPLAIN, chat.channel.last_message)
    assert "belongs to no game" in text_of(refused.response)
