"""Gathering: who may join, leave, agree and start."""

from tests.bot.chat import Chat, taps, words_of


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
