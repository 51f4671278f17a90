"""Gathering: who may join, leave, agree and start."""

from db.clock import HOUR
from tests.chat.chat import Chat, taps, words_of


async def test_the_card_counts_those_at_the_table(chat: Chat) -> None:
    code = await chat.gather("astrid")
    assert "One more player" in words_of(chat.lobby_card(code))
    await chat.person("bjorn").click(chat.lobby_card(code), label="Join")
    card = chat.lobby_card(code)
    assert "2. bjorn" in words_of(card)
    assert f"skald:start:{code}::" in taps(card)
    assert f"skald:join:{code}::" not in taps(card)


async def test_who_leaves_frees_the_place_and_hands_the_table_on(chat: Chat) -> None:
    code = await chat.gather("astrid", "bjorn")
    await chat.person("astrid").click(chat.lobby_card(code), label="Leave")
    position = await chat.position(code)
    assert position.names == ("bjorn",)
    assert position.row.host == chat.person("bjorn").id


async def test_the_last_to_leave_closes_the_table(chat: Chat) -> None:
    code = await chat.gather("astrid")
    await chat.person("astrid").click(chat.lobby_card(code), label="Leave")
    assert (await chat.position(code)).row.status == "closed"
    assert not taps(chat.channel.last_message)


async def test_only_the_host_starts(chat: Chat) -> None:
    code = await chat.gather("astrid", "bjorn")
    answer = await chat.person("bjorn").click(chat.lobby_card(code), label="Start")
    assert "astrid" in words_of(answer.followups[0])
    assert answer.followups[0].ephemeral
    assert (await chat.position(code)).row.status == "lobby"


async def test_options_typed_with_the_command_are_kept(chat: Chat) -> None:
    code = await chat.gather("astrid", ties="both")
    assert (await chat.position(code)).row.options["ties"] == "both"


async def test_the_host_changes_an_option_and_the_card_shows_it(chat: Chat) -> None:
    code = await chat.gather("astrid", "bjorn")
    options = (await chat.person("astrid").click(chat.lobby_card(code), label="Options")).response
    await chat.person("astrid").select(options.message, ["both"], custom_id=f"skald:option:{code}::ties")
    assert (await chat.position(code)).row.options["ties"] == "both"
    assert "Both score" in words_of(chat.lobby_card(code))


async def test_starting_opens_a_thread_with_the_board_and_sends_each_hand(chat: Chat) -> None:
    code = await chat.start("astrid", "bjorn")
    position = await chat.position(code)
    card = chat.card()
    (person,) = position.people_at(sorted(position.owing()))
    assert f"<@{person}>" in words_of(card)
    assert [attachment.filename for attachment in card.attachments] == ["board.jpg"]
    for name in ("astrid", "bjorn"):
        hand = chat.person(name).user.dm_channel.last_message
        assert [attachment.filename for attachment in hand.attachments] == ["hand.jpg"]
        assert f"skald:play:{code}::" in taps(hand)
    assert position.row.commitment[:16] in words_of(card)


async def test_the_hand_in_the_direct_messages_plays(chat: Chat) -> None:
    code = await chat.start("astrid", "bjorn")
    actor = await chat.owing(code)
    panel = await actor.user.click(actor.user.dm_channel.last_message, label="Play")
    assert panel.ephemeral
    assert len(panel.response.attachments) == 2


async def test_a_soft_word_at_five_tables(chat: Chat) -> None:
    actor = chat.person("astrid")
    for tables in range(1, 6):
        answer = await actor.slash(chat.channel, "new lofoten")
        assert answer.response.ephemeral
        assert ("5 tables" in words_of(answer.response)) is (tables == 5)
    code = await chat.gather("bjorn")
    joined = await actor.click(chat.lobby_card(code), label="Join")
    assert "6 tables" in words_of(joined.followups[0])


async def test_pace_and_rating_are_agreed_in_the_lobby_and_shown(chat: Chat) -> None:
    code = await chat.gather("astrid", "bjorn", pace="live", rated="yes")
    card = words_of(chat.lobby_card(code))
    assert "Pace: live (24 h, 4 h more for each turn, at most 72 h)" in card
    assert "Counts for the ratings" in card
    host = chat.person("astrid")
    options = (await host.click(chat.lobby_card(code), label="Options")).response
    await host.select(options.message, ["none"], custom_id=f"skald:agree:{code}::pace")
    assert "no clock" in words_of(chat.lobby_card(code))
    assert "not rated" in words_of(chat.lobby_card(code))
    refused = await host.select(options.message, ["yes"], custom_id=f"skald:agree:{code}::rated")
    assert "choose a pace first" in words_of(refused.followups[0])
    await host.select(options.message, ["fast"], custom_id=f"skald:agree:{code}::pace")
    await host.click(chat.lobby_card(code), label="Start")
    due = int(chat.env.now().timestamp()) + 96 * HOUR // 1000
    assert "Pace: fast" in words_of(chat.card())
    assert f"<t:{due}:R>" in words_of(chat.card())
