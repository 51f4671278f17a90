"""Invitations: the message to the guest, the answers, and what the host sees.

Covers `bot/play/lobby/invitations.py`.
"""

import pytest

import db
from bot.chat.lobby.invitations import invitation_card
from bot.i18n import locale_for
from bot.play.account import preferences
from bot.play.core.authorization import Actor
from bot.play.lobby import lobby
from tests.chat.components import enabled_components
from tests.chat.discord_driver import Chat, text_of
from tests.chat.story_fixtures import channel_text, view_of_table

HOUR_S = 3600


async def invite(chat: Chat, host: str, *guests: str, game: str = "lofoten", **options: str) -> str:
    """Open a table with invited guests. Returns its code."""
    names = ["with", *(f"with-{number}" for number in range(2, len(guests) + 1))]
    people = {name: chat.user(guest) for name, guest in zip(names, guests, strict=False)}
    await chat.user(host).slash(chat.channel, f"new {game}", **options, **people)
    (row,) = await db.players.list_games(chat.store, chat.user(host).id, ("lobby",))
    return row.code


async def test_an_invitation_says_by_whom_and_to_what_on_the_lock_screen(chat: Chat) -> None:
    code = await invite(chat, "astrid", "bjorn")
    told = chat.latest_dm("bjorn")
    assert told.content.startswith("astrid invites you to play Lofoten.")
    verbs = ("sit", "decline", "no-inviter", "no-invites")
    assert set(enabled_components(told)) == {f"skald:{verb}:{code}::" for verb in verbs}
    assert f"Invited, no answer yet: <@{chat.user('bjorn').id}>" in text_of(chat.lobby_card(code))


async def test_one_tap_seats_a_guest_and_the_host_is_called(chat: Chat) -> None:
    code = await invite(chat, "astrid", "bjorn")
    answer = await chat.user("bjorn").user.click(chat.latest_dm("bjorn"), label="Join")
    assert "You’re in" in text_of(answer.response)
    assert (await chat.snapshot(code)).names == ("astrid", "bjorn")
    assert "you’re in" in text_of(chat.latest_dm("bjorn"))
    assert not enabled_components(chat.latest_dm("bjorn"))
    assert "no answer yet" not in text_of(chat.lobby_card(code))
    assert chat.channel.last_message.content.startswith(f"<@{chat.user('astrid').id}> Lofoten with bjorn: ")


async def test_who_declines_is_named_on_the_card_and_may_still_come(chat: Chat) -> None:
    code = await invite(chat, "astrid", "bjorn")
    await chat.user("bjorn").user.click(chat.latest_dm("bjorn"), label="Decline")
    assert f"Can’t make it: <@{chat.user('bjorn').id}>" in text_of(chat.lobby_card(code))
    assert "you declined" in text_of(chat.latest_dm("bjorn"))
    await chat.user("bjorn").click(chat.lobby_card(code), label="Join")
    assert (await chat.snapshot(code)).is_full
    assert "Can’t make it" not in text_of(chat.lobby_card(code))


async def test_the_host_hears_when_the_last_guest_has_answered_though_places_are_free(chat: Chat) -> None:
    code = await invite(chat, "astrid", "bjorn", "cara", game="borealis")
    await chat.user("bjorn").user.click(chat.latest_dm("bjorn"), label="Join")
    assert "has answered" not in channel_text(chat.channel)
    await chat.user("cara").user.click(chat.latest_dm("cara"), label="Decline")
    called = chat.channel.last_message
    assert "everyone you invited has answered" in called.content
    await chat.user("astrid").click(called, label="Start")
    assert (await chat.snapshot(code)).is_running
    assert "has answered" not in channel_text(chat.channel)


async def test_who_takes_no_direct_messages_is_asked_beside_the_card(chat: Chat) -> None:
    guest = chat.user("bjorn")
    chat.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=2)
    code = await invite(chat, "astrid", "bjorn")
    (asked,) = (message for message in chat.channel.history() if "invites you" in message.content)
    assert asked.content.startswith(f"<@{guest.id}> astrid invites you to play Lofoten.")
    assert [user.id for user in asked.mentions] == [guest.id]
    stranger = await chat.user("cara").click(asked, label="Decline")
    assert "aren’t invited" in text_of(stranger.response)
    await guest.click(asked, label="Join")
    assert (await chat.snapshot(code)).seat_of(guest.id) == 1
    assert "invites you" not in channel_text(chat.channel)


async def test_a_sleeper_is_invited_when_they_wake(chat: Chat) -> None:
    guest = chat.user("bjorn")
    await preferences.update_preferences(chat.service, Actor(guest.id, guest.name, "en-GB"), zone="UTC")
    await chat.env.advance_time(23 * HOUR_S + 1800)
    await invite(chat, "astrid", "bjorn")
    assert guest.user.dm_channel is None or not guest.user.dm_channel.history()
    await chat.env.advance_time(9 * HOUR_S)
    assert "invites you to play" in chat.latest_dm("bjorn").content


async def test_an_invitation_lapses_when_the_table_closes(chat: Chat) -> None:
    code = await invite(chat, "astrid", "bjorn")
    await chat.user("astrid").click(chat.lobby_card(code), label="Leave")
    assert "this table was closed" in text_of(chat.latest_dm("bjorn"))
    assert not enabled_components(chat.latest_dm("bjorn"))


async def test_bots_are_not_invited(chat: Chat) -> None:
    robot = chat.guild.add_member(chat.env.create_user("robot", bot=True))
    answer = await chat.user("astrid").slash(chat.channel, "new lofoten", **{"with": robot})
    assert "Bots can’t be invited" in text_of(answer.response)
    assert not await db.players.list_games(chat.store, chat.user("astrid").id)


async def _invite_and_leave(chat: Chat, host: str, guest: str) -> str:
    """Open a table with an invitation and close it. Returns the response."""
    answer = await chat.user(host).slash(chat.channel, "new lofoten", **{"with": chat.user(guest)})
    for row in await db.players.list_games(chat.store, chat.user(host).id, ("lobby",)):
        await chat.user(host).click(chat.lobby_card(row.code), label="Leave")
    return text_of(answer.response)


async def test_a_host_invites_one_person_three_times_a_day_without_an_answer(chat: Chat) -> None:
    answers = [await _invite_and_leave(chat, "astrid", "bjorn") for _ in range(4)]
    assert ["without an answer" in answer for answer in answers] == [False, False, False, True]
    assert "without an answer" not in await _invite_and_leave(chat, "astrid", "cara")
    await chat.env.advance_time(25 * HOUR_S)
    assert "without an answer" not in await _invite_and_leave(chat, "astrid", "bjorn")


async def test_a_host_sends_twenty_invitations_an_hour(chat: Chat) -> None:
    answers = [await _invite_and_leave(chat, "astrid", f"guest{number}") for number in range(21)]
    assert ["invitations in an hour" in answer for answer in answers] == [False] * 20 + [True]


async def test_one_tap_stops_the_invitations_of_a_person_or_of_all(chat: Chat) -> None:
    await invite(chat, "astrid", "bjorn")
    await chat.user("bjorn").user.click(chat.latest_dm("bjorn"), label="Block this person’s invitations")
    assert "accepts no invitations" in await _invite_and_leave(chat, "astrid", "bjorn")
    await invite(chat, "cara", "bjorn")
    await chat.user("bjorn").user.click(chat.latest_dm("bjorn"), label="Block all invitations")
    assert "accepts no invitations" in await _invite_and_leave(chat, "cara", "bjorn")
    actor = Actor(chat.user("bjorn").id, "bjorn", "en-GB")
    await preferences.update_preferences(chat.service, actor, invitations=True)
    assert "accepts no invitations" not in await _invite_and_leave(chat, "astrid", "bjorn")


async def test_who_sat_down_at_an_unrated_table_is_asked_before_it_is_rated(chat: Chat) -> None:
    code = await chat.open_lobby("astrid", "bjorn", pace="slow")
    await lobby.set_rated(chat.service, code, chat.user("astrid").id, rated=True)
    chat.wake_outbox()
    await chat.env.advance_time(60)
    assert (await chat.snapshot(code)).names == ("astrid",)
    assert "Counts for the ratings" in text_of(chat.latest_dm("bjorn"))
    await chat.user("bjorn").user.click(chat.latest_dm("bjorn"), label="Join")
    assert (await chat.snapshot(code)).names == ("astrid", "bjorn")


@pytest.mark.parametrize(
    ("user", "status", "text"),
    [
        (2, "lobby", "you’re in."),
        (2, "running", "you’re in."),
        (9, "lobby", "you declined. You can still join from the card."),
        (9, "closed", "this table was closed."),
        (9, "running", "the game has started without you."),
    ],
)
def test_an_invitation_that_was_answered_says_how_it_ended(user: int, status: str, text: str) -> None:
    snapshot = view_of_table(status=status, thread=None).snapshot
    card = invitation_card(snapshot, user, locale_for("en"), invited=False)
    assert card.content().splitlines()[0].endswith(text)
    assert card.content().endswith("<#60>")
    assert not any(isinstance(part, list) for part in card.parts)


@pytest.mark.parametrize(("host", "who"), [(2, "Bjorn"), (9, "Astrid"), (None, "Astrid")])
def test_an_invitation_names_the_host_or_else_the_first_player(host: int | None, who: str) -> None:
    snapshot = view_of_table(status="lobby", host=host).snapshot
    card = invitation_card(snapshot, 9, locale_for("en"), invited=True)
    assert card.content().startswith(f"{who} invites you to play Borealis.")
