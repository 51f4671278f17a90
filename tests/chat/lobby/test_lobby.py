"""The lobby: who may join, leave, set options and start.

Covers `bot/chat/interactions/channel_checks.py`, `bot/chat/lobby/lobby_card.py`, `bot/chat/lobby/options.py`,
`bot/play/lobby/lobby.py`, `bot/views/pace_text.py`.
"""

import re
from dataclasses import replace
from typing import Any

import discord
import pytest

import db
from bot.chat.interactions.channel_checks import TABLE_PERMISSIONS
from bot.chat.lobby.lobby_card import lobby_card
from bot.chat.lobby.options import set_table_option
from bot.chat.messages import CustomId
from bot.i18n import locale_for
from bot.play.account import preferences
from bot.play.core.authorization import Actor
from bot.play.core.refusals import Denied
from bot.play.lobby import lobby
from bot.play.notify import deliveries
from db.invitations import Guests
from tests.chat.components import enabled_components, has_component
from tests.chat.discord_driver import Chat, response_text, send_selection, text_of
from tests.chat.fake_request import fake_request
from tests.chat.story_fixtures import channel_text, view_of_table


@pytest.mark.quick
async def test_the_card_counts_those_at_the_table(chat: Chat) -> None:
    code = await chat.open_lobby("astrid")
    assert "One more player" in text_of(chat.lobby_card(code))
    await chat.user("bjorn").click(chat.lobby_card(code), label="Join")
    card = chat.lobby_card(code)
    assert "2. bjorn" in text_of(card)
    assert f"skald:start:{code}::" in enabled_components(card)
    assert f"skald:join:{code}::" not in enabled_components(card)


async def test_one_person_is_told_that_starting_means_to_play_alone(chat: Chat) -> None:
    code = await chat.open_lobby("astrid", game="explorers")
    assert "can start now and play alone" in text_of(chat.lobby_card(code))
    await chat.user("bjorn").click(chat.lobby_card(code), label="Join")
    assert "play alone" not in text_of(chat.lobby_card(code))


async def test_who_leaves_frees_the_place_and_hands_the_table_on(chat: Chat) -> None:
    code = await chat.open_lobby("astrid", "bjorn")
    await chat.user("astrid").click(chat.lobby_card(code), label="Leave")
    snapshot = await chat.snapshot(code)
    assert snapshot.names == ("bjorn",)
    assert snapshot.row.host == chat.user("bjorn").id


async def test_the_last_to_leave_closes_the_table(chat: Chat) -> None:
    code = await chat.open_lobby("astrid")
    await chat.user("astrid").click(chat.lobby_card(code), label="Leave")
    assert (await chat.snapshot(code)).row.status == "closed"
    assert not enabled_components(chat.channel.last_message)


@pytest.mark.quick
async def test_only_the_host_starts(chat: Chat) -> None:
    code = await chat.open_lobby("astrid", "bjorn")
    answer = await chat.user("bjorn").click(chat.lobby_card(code), label="Start")
    assert "astrid" in text_of(answer.followups[0])
    assert answer.followups[0].ephemeral
    assert (await chat.snapshot(code)).row.status == "lobby"


async def test_options_typed_with_the_command_are_kept(chat: Chat) -> None:
    code = await chat.open_lobby("astrid", ties="both")
    assert (await chat.snapshot(code)).row.options["ties"] == "both"


async def test_the_host_changes_an_option_and_the_card_shows_it(chat: Chat) -> None:
    code = await chat.open_lobby("astrid", "bjorn")
    options = (await chat.user("astrid").click(chat.lobby_card(code), label="Change options")).response
    await chat.user("astrid").select(options.message, ["both"], custom_id=f"skald:option:{code}::ties")
    assert (await chat.snapshot(code)).row.options["ties"] == "both"
    assert "Both score" in text_of(chat.lobby_card(code))


@pytest.mark.quick
async def test_starting_opens_a_thread_with_the_board_and_sends_each_hand(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn")
    snapshot = await chat.snapshot(code)
    card = chat.card()
    (person,) = snapshot.user_ids_at(sorted(snapshot.owing_seats()))
    assert f"<@{person}>" in text_of(card)
    assert [attachment.filename[:5] for attachment in card.attachments] == ["board"]
    for name in ("astrid", "bjorn"):
        hand = chat.user(name).user.dm_channel.last_message
        assert [attachment.filename[:4] for attachment in hand.attachments] == ["hand"]
        assert f"skald:play:{code}::" in enabled_components(hand)
    assert snapshot.row.commitment[:16] in text_of(card)


async def test_the_hand_in_the_direct_messages_plays(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn")
    actor = await chat.player_to_move(code)
    panel = await actor.user.click(actor.user.dm_channel.last_message, label="Play")
    assert panel.ephemeral
    assert len(panel.response.attachments) == 1


async def test_a_soft_word_at_five_tables(chat: Chat) -> None:
    actor = chat.user("astrid")
    for tables in range(1, 6):
        answer = await actor.slash(chat.channel, "new lofoten")
        assert answer.response.ephemeral
        assert ("5 tables" in text_of(answer.response)) is (tables == 5)
    code = await chat.open_lobby("bjorn")
    joined = await actor.click(chat.lobby_card(code), label="Join")
    assert "6 tables" in text_of(joined.followups[0])


async def test_pace_and_rating_are_agreed_in_the_lobby_and_shown(chat: Chat) -> None:
    code = await chat.open_lobby("astrid", "bjorn", pace="live", rated="yes")
    card = text_of(chat.lobby_card(code))
    assert "Pace: several moves a day. 24 h of waking time at first, 24 h more for the first move" in card
    assert "Counts for the ratings" in card
    host = chat.user("astrid")
    options = (await host.click(chat.lobby_card(code), label="Change options")).response
    await host.select(options.message, ["none"], custom_id=f"skald:agree:{code}::pace")
    assert "no clock" in text_of(chat.lobby_card(code))
    assert "not rated" in text_of(chat.lobby_card(code))
    refused = await host.select(options.message, ["yes"], custom_id=f"skald:agree:{code}::rated")
    assert "Choose a pace first" in text_of(refused.followups[0])
    await host.select(options.message, ["fast"], custom_id=f"skald:agree:{code}::pace")
    await host.click(chat.lobby_card(code), label="Start")
    assert "Pace: two moves a day" in text_of(chat.card())
    assert "astrid: 96 h left" in text_of(chat.card()) or "bjorn: 96 h left" in text_of(chat.card())


async def test_the_host_is_called_when_the_table_is_full_and_starts_from_there(chat: Chat) -> None:
    code = await chat.open_lobby("astrid", "bjorn")
    host = chat.user("astrid")
    called = chat.channel.last_message
    assert called.content.startswith(f"<@{host.id}> Lofoten with bjorn: the table is full.")
    assert [user.id for user in called.mentions] == [host.id]
    await host.click(called, label="Start")
    assert (await chat.snapshot(code)).is_running
    assert "the table is full" not in channel_text(chat.channel)


async def test_who_leaves_takes_the_word_away_and_the_same_people_do_not_bring_it_back(chat: Chat) -> None:
    code = await chat.open_lobby("astrid", "bjorn")
    await chat.user("bjorn").click(chat.lobby_card(code), label="Leave")
    assert "the table is full" not in channel_text(chat.channel)
    await chat.user("bjorn").click(chat.lobby_card(code), label="Join")
    assert "the table is full" not in channel_text(chat.channel), "nobody is pinged twice for the same"
    await chat.user("bjorn").click(chat.lobby_card(code), label="Leave")
    await chat.user("cara").click(chat.lobby_card(code), label="Join")
    assert "Lofoten with cara: the table is full" in channel_text(chat.channel)


async def test_a_sleeping_host_is_called_in_the_morning(chat: Chat) -> None:
    host = chat.user("astrid")
    await preferences.update_preferences(chat.service, Actor(host.id, host.name, "en-GB"), zone="UTC")
    await chat.env.advance_time(23 * 3600 + 1800)
    await chat.open_lobby("astrid", "bjorn")
    assert "the table is full" not in channel_text(chat.channel)
    await chat.env.advance_time(9 * 3600)
    assert "the table is full" in channel_text(chat.channel)


async def test_a_host_who_wishes_direct_messages_is_called_there(chat: Chat) -> None:
    host = chat.user("astrid")
    await preferences.update_preferences(chat.service, Actor(host.id, host.name, "en-GB"), tell="dm")
    code = await chat.open_lobby("astrid", "bjorn")
    called = host.user.dm_channel.last_message
    assert "the table is full" in called.content
    await host.user.click(called, label="Start")
    assert (await chat.snapshot(code)).is_running


async def test_a_table_may_start_by_itself_when_it_is_full(chat: Chat) -> None:
    code = await chat.open_lobby("astrid", start="full")
    assert "Starts when the table is full" in text_of(chat.lobby_card(code))
    await chat.user("bjorn").click(chat.lobby_card(code), label="Join")
    assert (await chat.snapshot(code)).is_running
    assert chat.card()
    assert "the table is full" not in channel_text(chat.channel)


async def test_that_choice_can_be_made_in_the_lobby_and_starts_a_full_table_at_once(chat: Chat) -> None:
    code = await chat.open_lobby("astrid", "bjorn")
    host = chat.user("astrid")
    options = (await host.click(chat.lobby_card(code), label="Change options")).response
    answer = await host.select(options.message, ["full"], custom_id=f"skald:agree:{code}::start")
    assert "The game starts" in text_of(answer.response)
    assert (await chat.snapshot(code)).is_running


async def test_a_lost_reply_gives_no_second_card(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    crashes = iter([OSError("killed")])
    unharmed = deliveries.record_message

    async def lobby_posted(*given: Any, **named: Any) -> None:
        for crash in crashes:
            raise crash
        await unharmed(*given, **named)

    monkeypatch.setattr(deliveries, "record_message", lobby_posted)
    await chat.user("astrid").slash(chat.channel, "new lofoten")
    await chat.user("bjorn").click(chat.channel.last_message, label="Join")  # although the card is not stored
    await chat.restart()
    await chat.env.advance_time(60)
    cards = [request for request in chat.env.http_requests if "skald:leave:" in str(request.json)]
    posted = {request.json["nonce"] for request in cards if request.method == "POST"}
    assert len(posted) == 1, "Discord deduplicates by nonce"
    (row,) = await db.players.list_games(chat.store, chat.user("astrid").id)
    await chat.user("astrid").click(chat.channel.last_message, label="Start")
    assert (await chat.snapshot(row.code)).is_running


async def test_a_card_that_somebody_deleted_is_posted_anew_with_the_next_change(chat: Chat) -> None:
    code = await chat.open_lobby("astrid")
    await chat.skald.http.delete_message(chat.channel.id, chat.lobby_card(code).id)
    await lobby.join(chat.service, code, Actor(chat.user("bjorn").id, "bjorn", "en-GB"))
    await chat.restart()
    assert "2. bjorn" in text_of(chat.lobby_card(code))


async def test_a_card_that_was_changed_too_often_makes_room_for_another(chat: Chat) -> None:
    code = await chat.open_lobby("astrid")
    card = chat.lobby_card(code)
    path = f"/channels/{chat.channel.id}/messages/{card.id}"
    chat.env.inject_error("PATCH", path, status=429, code=30046)
    await chat.user("bjorn").click(card, label="Join")
    (anew,) = [message for message in chat.channel.history() if has_component(message, f":leave:{code}:")]
    assert anew.id != card.id
    assert "2. bjorn" in text_of(anew)


async def test_the_card_ends_as_the_result(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn")
    card = next(m for m in chat.channel.history() if "The game has begun" in text_of(m))
    resigning = (await chat.user("bjorn").slash(chat.thread(), "table resign")).response
    await chat.user("bjorn").click(resigning.message, label="Resign")
    result = text_of(next(message for message in chat.channel.history() if message.id == card.id))
    assert "bjorn resigns." in result
    assert result.index("1\\. astrid") < result.index("2\\. bjorn")
    assert f"<#{chat.thread().id}>" in result
    assert "has begun" not in result
    assert "free place" not in result
    assert code in {
        game.code for game in await db.games.list_for_server(chat.store, chat.guild.id, ("over",))
    }


async def test_the_card_of_a_game_that_all_ended_says_so(chat: Chat) -> None:
    await chat.start_game("astrid", "bjorn")
    ending = (await chat.user("astrid").slash(chat.thread(), "table end")).response
    await chat.user("astrid").click(ending.message, label="Ask the table")
    asked = next(
        m for m in chat.thread().history() if any(":vote:" in name for name in enabled_components(m))
    )
    await chat.user("bjorn").click(asked, label="Agree")
    (card,) = [m for m in chat.channel.history() if m.content == "" and "Lofoten" in text_of(m)]
    assert "ends by agreement" in text_of(card)
    assert not enabled_components(card)


async def test_direct_messages_are_opened_when_somebody_sits_down(chat: Chat) -> None:
    code = await chat.open_lobby("astrid")
    for name in ("astrid", "bjorn"):
        if name == "bjorn":
            await chat.user(name).click(chat.lobby_card(code), label="Join")
        person = await db.users.get(chat.store, chat.user(name).id)
        assert person.door == chat.user(name).user.dm_channel.id
        assert not chat.user(name).user.dm_channel.history(), "and nothing is sent there yet"


async def test_the_host_chooses_the_language_of_the_table_and_another_round_keeps_it(chat: Chat) -> None:
    code = await chat.open_lobby("astrid", "bjorn")
    host = chat.user("astrid")
    options = (await host.click(chat.lobby_card(code), label="Change options")).response
    await host.select(options.message, ["fr"], custom_id=f"skald:agree:{code}::language")
    card = text_of(chat.lobby_card(code))
    assert "Rythme" in card
    assert "Pace" not in card
    await host.click(chat.lobby_card(code), label="Lancer")
    begun = await chat.snapshot(code)
    assert chat.skald.context.table_locale(begun).language == "fr"
    again = await lobby.rematch(chat.service, begun, Actor(host.id, "astrid", "en-GB"))
    assert again.row.language == "fr"


async def test_a_table_speaks_the_language_of_the_server_unless_its_host_chose_one(chat: Chat) -> None:
    code = await chat.open_lobby("astrid")
    async with chat.store.write() as tx:
        await db.servers.update(tx, chat.guild.id, language="fr")
    assert chat.skald.context.table_locale(await chat.snapshot(code)).language == "fr"


async def test_every_message_of_a_table_is_in_its_one_language(chat: Chat) -> None:
    """The players and the server use English, the table French. Only calls are in the player's language."""
    code = await chat.open_lobby("astrid", "bjorn")
    host = chat.user("astrid")
    options = (await host.click(chat.lobby_card(code), label="Change options")).response
    await host.select(options.message, ["fr"], custom_id=f"skald:agree:{code}::language")
    await host.click(chat.lobby_card(code), label="Lancer")
    opened = chat.thread().history()
    asked = (await chat.user("bjorn").slash(chat.channel, "table resign", table=code)).response
    await chat.user("bjorn").click(asked, label="Resign")
    told = [*opened, *chat.thread().history()]
    texts = [
        line for each in told for line in (*text_of(each).splitlines(), *enabled_components(each).values())
    ]
    calls = [line for line in texts if "your move" in line]
    said = "\n".join(line for line in texts if line not in calls)
    assert all(line.startswith("<@") for line in calls)
    assert "Rythme" in said
    assert "bjorn abandonne" in said
    assert not re.search(r"\b(Pace|your move|Board|gives up|Sealed|the seed)\b", said)


@pytest.mark.parametrize("missing", ["create_public_threads", "send_messages_in_threads"])
async def test_the_permission_that_threads_lack_is_named(
    chat: Chat, monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    granted = discord.Permissions.all()
    granted.update(**{missing: False})
    monkeypatch.setattr(discord.Interaction, "app_permissions", granted)
    text = response_text(await chat.user("astrid").slash(chat.channel, "new lofoten"))
    for name in ("create_public_threads", "send_messages_in_threads"):
        assert (TABLE_PERMISSIONS[name] in text) == (name == missing)


async def test_an_unknown_pace_is_refused(chat: Chat) -> None:
    terms = lobby.TableTerms("lofoten", chat.channel.id, server=chat.guild.id, pace="day")
    with pytest.raises(Denied, match="not_a_choice"):
        await lobby.open_table(chat.service, Actor(1, "Astrid", "en-GB"), terms)
    with pytest.raises(Denied, match="not_a_choice"):
        async with chat.service.transaction() as tx:
            await lobby.start_with(chat.service, tx, terms, [1, 2])


async def test_a_table_is_not_opened_in_a_thread_of_whatever_kind(chat: Chat) -> None:
    await chat.start_game("astrid", "bjorn")
    refused = await chat.user("astrid").slash(chat.thread(), "new lofoten")
    assert "You can’t open a table in a thread" in response_text(refused)


def card_text(*, players: int = 3, **row: Any) -> str:
    """Returns the text of the lobby card of a table for two to four."""
    shown: dict[str, Any] = {each: row.pop(each) for each in ("guests", "saga", "watch_url") if each in row}
    snapshot = view_of_table(server=7, **row).snapshot
    snapshot = replace(snapshot, players=snapshot.players[:players], users=snapshot.users[:players])
    card = lobby_card(snapshot, locale_for("en"), **shown)
    return "\n".join(part for part in card.parts if isinstance(part, str))


@pytest.mark.parametrize(
    ("players", "texts"),
    [
        (1, ("-# 3 free places", "One more player is needed.")),
        (2, ("-# 2 free places", "Ready: <@1> can start.")),
        (3, ("-# 1 free place", "Ready: <@1> can start.")),
    ],
)
def test_the_card_of_a_lobby_counts_places_and_says_what_is_missing(
    players: int, texts: tuple[str, ...]
) -> None:
    text = card_text(players=players, status="lobby")
    assert all(each in text.splitlines() for each in texts)


def test_the_card_names_guests_and_when_the_game_starts_by_itself() -> None:
    text = card_text(status="lobby", starts="full", guests=Guests(awaited=(5,), declined=(6, 7)))
    assert "-# Invited, no answer yet: <@5>" in text
    assert "-# Can’t make it: <@6> and <@7>" in text
    assert "-# Starts when the table is full" in text
    assert "Starts when" not in card_text(status="lobby")
    assert "Starts when" not in card_text(status="running", starts="full")


def test_the_card_of_a_game_links_to_thread_saga_and_browser() -> None:
    saga = db.Message(90, 61, "AB2CD", "saga")
    assert card_text(watch_url="https://b/x").splitlines()[-1] == (
        "The game has begun. <#70> · [Watch in the browser](https://b/x)"
    )
    assert "This game is archived. <#70>" in card_text(status="archived")
    assert "free place" not in card_text()
    outcome = {"reason": "ended", "ranking": [[1, 2], [0]], "totals": [10, 30, 30], "sheet": []}
    *_, first, second, third, links = card_text(status="over", outcome=outcome, saga=saga).splitlines()
    assert (first, second, third) == ("1\\. Bjorn · 30", "1\\. Cara · 30", "3\\. Astrid · 10")
    assert links == "<#70> · [The saga](https://discord.com/channels/7/61/90)"
    own = card_text(status="over", outcome=outcome, saga=replace(saga, person=1))
    assert "saga" not in own, "one in direct messages cannot be opened by others"
    unranked = card_text(status="over", outcome={"reason": "ended", "ranking": [], "totals": [], "sheet": []})
    assert unranked.splitlines()[-4:] == ["Astrid", "Bjorn", "Cara", "<#70>"]


@pytest.mark.parametrize(("players", "text"), [(2, "nobody started the game"), (0, "Nobody is left")])
def test_the_card_of_a_closed_table_says_why(players: int, text: str) -> None:
    assert text in card_text(players=players, status="closed")


@pytest.mark.parametrize(
    ("what", "values"),
    [("start", ["soon"]), ("language", ["tlh"]), ("rated", []), ("colour", ["red"])],
)
async def test_terms_that_no_table_has_are_refused(what: str, values: list[str]) -> None:
    request = fake_request()
    request.service, request.selected_values, request.id = None, values, 1
    with pytest.raises(Denied) as refused:
        await set_table_option(request, CustomId("agree", "AB2CD", args=(what,)))
    assert refused.value.code == "not_a_choice"


async def test_a_table_that_starts_when_full_starts_as_soon_as_that_is_agreed(chat: Chat) -> None:
    code, host = await chat.open_lobby("astrid", "bjorn"), chat.user("astrid")
    options = (await host.click(chat.lobby_card(code), label="Change options")).response
    forged = await send_selection(host, options, CustomId("option", code, args=("ties",)), ["neither"])
    assert "isn’t one of the choices" in response_text(forged)
    done = await host.select(options.message, ["full"], custom_id=f"skald:agree:{code}::start")
    assert text_of(done.response) == "The game starts."
    assert (await chat.snapshot(code)).is_running
