"""Position of the day: switched on by a manager, answered by three in private, revealed a day later."""

from collections import Counter
from typing import Any

import pytest

import db
from bot.chat.club.daily_positions import right_line
from bot.i18n import locale_for
from bot.play.club.daily_positions import POSTED_AT_MS, DailyResult
from db.clock import DAY
from tests.chat.components import enabled_components, has_component
from tests.chat.discord_driver import Chat, alt_texts, response_text, send_component, text_of
from tests.chat.form_driver import submit_form
from tests.chat.story_fixtures import recorded_game_in
from tests.play.club.position_fixtures import new_position, store_positions


async def results_channel(chat: Chat) -> Any:
    """Switch positions of the day on as a manager would. Returns the channel for results."""
    channel = chat.guild.create_text_channel("results")
    owner = chat.owner()
    panel = (await owner.slash(chat.channel, "server settings")).response
    assert "Position of the day**: off" in text_of(panel)
    opened = await owner.click(panel, label="Set channels and rights")
    fields = {"results": [channel], "opening": "everyone", "switches": ["daily_position"]}
    saved = (await submit_form(owner, opened, **fields)).response
    assert f"every day in <#{channel.id}>" in text_of(saved)
    await chat.env.advance_time(60)
    return channel


def cards(channel: Any) -> list[Any]:
    return [one for one in channel.history() if "Position of the day" in text_of(one)]


def answer_ids(card: Any) -> dict[int, str]:
    """Returns the custom ids of the answers, by the rank of the move."""
    found = [name for name in enabled_components(card) if name.startswith("skald:daily-answer:")]
    return {int(name.split(":")[4].split()[1]): name for name in found}


async def test_three_people_answer_in_private_and_the_next_day_tells_all(chat: Chat) -> None:
    await store_positions(chat.store, *(new_position(number=number) for number in range(3)))
    chat.skald.context.service.games = {"lofoten": chat.service.games["lofoten"]}
    channel = await results_channel(chat)
    (card,) = cards(channel)
    assert card.flags.suppress_notifications
    assert all(alt_texts(card))
    answers = answer_ids(card)
    for name, answer in (("astrid", 0), ("bjorn", 1), ("chloe", 0)):
        told = (await chat.user(name).click(card, custom_id=answers[answer])).response
        assert told.ephemeral
        assert "Your answer is" in text_of(told)
        assert "%" not in text_of(told)
    assert "%" not in text_of(cards(channel)[0])
    assert "astrid" not in text_of(cards(channel)[0])
    await chat.env.advance_time((DAY - chat.service.now() % DAY + POSTED_AT_MS) / 1000 + 60)
    first, second = cards(channel)
    said = text_of(first)
    assert "**70%** · 2 answers" in said
    assert "**50%** · 1 answer" in said
    assert "2 of 3 were right: astrid and chloe" in said
    assert not answer_ids(first)
    assert "2 of 3 were right:" in text_of(second)
    late = await send_component(chat.user("chloe"), told, answers[0])
    assert "This position is over" in response_text(late)


async def test_a_position_of_a_game_shows_no_names_unless_its_players_agree(
    chat: Chat, drawn_requests: list[Any]
) -> None:
    game = await recorded_game_in(chat, "astrid", "bjorn")
    async with chat.store.write() as tx:
        for name in ("astrid", "bjorn"):
            await db.users.update_preferences(tx, chat.user(name).id, share_positions=True)
    drawn_requests.clear()
    (card,) = cards(await results_channel(chat))
    shown = "\n".join((text_of(card), *alt_texts(card)))
    assert "Borealis" in shown
    assert game.row.code not in shown
    assert "astrid" not in shown
    assert "bjorn" not in shown
    assert "Player " in shown
    drawn = [each for each in drawn_requests if hasattr(each, "names")]
    assert {name for each in drawn for name in each.names} == {"Player 1", "Player 2"}


async def test_without_a_results_channel_nothing_is_posted_and_the_panel_says_why(chat: Chat) -> None:
    owner = chat.owner()
    panel = (await owner.slash(chat.channel, "server settings")).response
    opened = await owner.click(panel, label="Set channels and rights")
    saved = (await submit_form(owner, opened, opening="everyone", switches=["daily_position"])).response
    assert "Choose a channel for results first" in text_of(saved)
    await chat.env.advance_time(2 * DAY / 1000)
    assert await db.daily_positions.list_latest(chat.store, chat.guild.id, 5) == ()


async def test_settings_let_users_share_positions_and_names(chat: Chat) -> None:
    eira = chat.user("eira")
    panel = (await eira.slash(chat.channel, "settings")).response
    opened = await eira.click(panel, label="Change sleep, digest and hints")
    saved = (await submit_form(eira, opened, extras=["share_positions"])).response
    assert "without your name" in text_of(saved)
    stored = (await db.users.get(chat.store, eira.id)).preferences
    assert (stored.share_positions, stored.share_names) == (True, False)
    assert not has_component(saved, "daily-answer")


@pytest.mark.parametrize(
    ("total", "right", "streaks", "text"),
    [
        (0, 0, (), "No one answered."),
        (3, 0, (), "0 of 3 were right."),
        (3, 1, (), "1 of 3 was right."),
        (3, 1, (("eira", 1),), "1 of 3 was right: eira"),
        (3, 2, (("eira", 2), ("bjorn", 1)), "2 of 3 were right: eira (2 in a row) and bjorn"),
        (9, 2, (("eira", 1),), "2 of 9 were right: eira …"),
        (
            9,
            6,
            tuple((name, 1) for name in "abcdef"),
            "6 of 9 were right: a, b, c, d, and e …",
        ),
    ],
)
def test_those_who_were_right_are_counted_and_the_longest_streaks_named(
    total: int, right: int, streaks: tuple[tuple[str, int], ...], text: str
) -> None:
    none: Any = None
    found = DailyResult(none, none, Counter({0: total}), right, streaks)
    assert right_line(locale_for("en"), found) == text
