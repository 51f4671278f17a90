"""Looking things up: the rules, the pieces, the hints."""

from tests.chat.chat import Chat, tap_named, words_of


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
