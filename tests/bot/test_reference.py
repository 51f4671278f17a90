"""Looking things up: rules, pieces, log, games, hints, resignation."""

from tests.bot.chat import Chat, tap_named, taps, words_of


async def test_the_rules_open_at_the_decision_at_hand(chat: Chat) -> None:
    code = await chat.start("astrid", "bjorn")
    actor = await chat.owing(code)
    answer = await actor.slash(chat.thread(), "rules")
    assert answer.ephemeral
    assert "### Side card" in words_of(answer.response)


async def test_any_chapter_is_one_choice_away(chat: Chat) -> None:
    answer = await chat.person("eira").slash(chat.channel, "rules")
    menu = tap_named(answer.response, "topic")
    chosen = await chat.person("eira").select(answer.response.message, ["scoring"], custom_id=menu)
    assert "### Scoring" in words_of(chosen.response)


async def test_the_text_of_a_piece_is_told_on_demand(chat: Chat) -> None:
    answer = await chat.person("eira").slash(chat.channel, "rules", piece="mead")
    assert "### Mead" in words_of(answer.response)


async def test_an_unknown_piece_is_refused_by_name(chat: Chat) -> None:
    answer = await chat.person("eira").slash(chat.channel, "rules", piece="dragon")
    assert "dragon" in words_of(answer.response)


async def test_the_log_tells_each_reader_only_what_he_may_hear(chat: Chat) -> None:
    code = await chat.start("astrid", "bjorn")
    actor = await chat.owing(code)
    for command in ("side", "stop"):
        options = {"card": "left"} if command == "side" else {}
        await actor.slash(chat.thread(), f"lofoten {command}", **options)
    other = next(person for person in chat.people.values() if person is not actor)
    own = words_of((await actor.slash(chat.thread(), "log")).response)
    others = words_of((await other.slash(chat.thread(), "log")).response)
    strangers = words_of((await chat.person("eira").slash(chat.thread(), "log")).response)
    assert len(own.splitlines()) == len(others.splitlines()) + 1  # the card he drew
    assert strangers == others


async def test_games_lists_the_waiting_ones_first(chat: Chat) -> None:
    code = await chat.start("astrid", "bjorn")
    actor = await chat.owing(code)
    await actor.slash(chat.channel, "new lofoten")
    listed = words_of((await actor.slash(chat.channel, "games")).response).splitlines()
    assert code in listed[1]
    assert "gathering" in listed[2]


async def test_who_sits_nowhere_is_told_how_to_begin(chat: Chat) -> None:
    answer = await chat.person("eira").slash(chat.channel, "games")
    assert "/new" in words_of(answer.response)


async def test_a_first_game_gives_hints_until_one_tap_stops_them(chat: Chat) -> None:
    code = await chat.start("astrid", "bjorn")
    actor = await chat.owing(code)
    first = (await actor.slash(chat.thread(), "play")).response
    assert "> " in words_of(first)
    stopped = (await actor.click(first.message, label="No more hints")).response
    assert "> " not in words_of(stopped)
    again = (await actor.slash(chat.thread(), "play")).response
    assert "> " not in words_of(again)


async def test_hints_come_once_for_each_kind_of_decision_and_back_on_request(chat: Chat) -> None:
    code = await chat.start("astrid", "bjorn")
    actor = await chat.owing(code)
    first = words_of((await actor.slash(chat.thread(), "play")).response)
    second = words_of((await actor.slash(chat.thread(), "play")).response)
    hints = [line for line in first.splitlines() if line.startswith("> ")]
    assert hints
    assert not set(hints) & set(second.splitlines())
    help_card = (await actor.slash(chat.channel, "help")).response
    await actor.click(help_card.message, label="Show me hints again")
    assert hints[0] in words_of((await actor.slash(chat.thread(), "play")).response)


async def test_giving_up_is_asked_twice_and_ends_the_game(chat: Chat) -> None:
    code = await chat.start("astrid", "bjorn")
    loser = chat.person("bjorn")
    asked = await loser.slash(chat.thread(), "resign")
    assert (await chat.position(code)).running
    await loser.click(asked.response.message, label="Give up")
    position = await chat.position(code)
    assert position.over
    assert position.outcome().ranking == ((0,), (1,))
    final = chat.final_card()
    assert "astrid" in words_of(final)
    assert not any(name.startswith(("skald:play:", "skald:pick:")) for name in taps(final))


async def test_undo_by_typing(chat: Chat) -> None:
    code = await chat.start("astrid", "bjorn")
    actor = await chat.owing(code)
    before = await chat.position(code)
    await actor.slash(chat.thread(), "lofoten side", card="left")
    await actor.slash(chat.thread(), "undo")
    assert (await chat.position(code)).row.state == before.row.state
    refused = await actor.slash(chat.thread(), "undo")
    assert "nothing you can take back" in words_of(refused.response)


async def test_a_command_outside_the_thread_means_the_game_that_waits(chat: Chat) -> None:
    code = await chat.start("astrid", "bjorn")
    actor = await chat.owing(code)
    await actor.slash(chat.channel, "lofoten side", card="right")
    assert (await chat.position(code)).row.ply == 2


async def test_an_impossible_move_shows_what_is_possible(chat: Chat) -> None:
    code = await chat.start("astrid", "bjorn")
    actor = await chat.owing(code)
    answer = await actor.slash(chat.thread(), "lofoten slide")
    assert "not possible now" in words_of(answer.response)
    assert any(name.startswith("skald:pick:") for name in taps(answer.response))
    assert (await chat.position(code)).row.ply == 1


async def test_logs_hold_no_hand_no_seed_and_no_token(chat: Chat, caplog: object) -> None:
    code = await chat.start("astrid", "bjorn")
    actor = await chat.owing(code)
    await actor.slash(chat.thread(), "play")
    position = await chat.position(code)
    text = caplog.text  # type: ignore[attr-defined]
    assert position.row.seed.hex() not in text
    assert position.row.state not in text
