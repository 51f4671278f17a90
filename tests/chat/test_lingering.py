"""Second thoughts: what is final and plain is played a few seconds after its tap, unless one goes back."""

import asyncio
from typing import Any

import pytest

from bot.chat.lingering import SECONDS, Lingering
from bot.chat.taps import Tap
from bot.play import preferences
from bot.play.people import Visitor, seat_of
from db.clock import Clock
from tests.chat.chat import Chat, late_tap, tap_named, taps, words_of
from tests.chat.tapping import Shown, act

PERSON, TABLE = 7, "ABCDE"


class Pausing(Clock):
    """Its sleeps end when they are let."""

    def __init__(self) -> None:
        self.slept: list[float] = []
        self.over = asyncio.Event()

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        await self.over.wait()

    now = time = sleep_until = None  # type: ignore[assignment]


class Playing:
    def __init__(self) -> None:
        self.times = 0

    async def __call__(self) -> None:
        self.times += 1


async def settled() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_it_is_played_once_its_moment_is_over() -> None:
    lingering, clock, play = Lingering(), Pausing(), Playing()
    lingering.begin(clock, PERSON, TABLE, play)
    await settled()
    assert (clock.slept, play.times) == ([SECONDS], 0)
    clock.over.set()
    await settled()
    assert play.times == 1
    assert not lingering.waiting


async def test_it_is_stopped_in_time_by_its_own_player_at_its_own_table_alone() -> None:
    lingering, clock, play = Lingering(), Pausing(), Playing()
    lingering.begin(clock, PERSON, TABLE, play)
    await settled()
    lingering.stop(PERSON, "OTHER")
    lingering.stop(PERSON + 1, TABLE)
    assert lingering.waiting
    lingering.stop(PERSON, TABLE)
    clock.over.set()
    await settled()
    assert play.times == 0


async def test_a_second_choice_takes_the_place_of_the_first_and_a_stop_of_skald_plays_it() -> None:
    lingering, clock, first, second = Lingering(), Pausing(), Playing(), Playing()
    lingering.begin(clock, PERSON, TABLE, first)
    lingering.begin(clock, PERSON, TABLE, second)
    await asyncio.gather(*lingering.hurry())
    clock.over.set()
    await settled()
    assert (first.times, second.times) == (0, 1)


async def drafting(chat: Chat) -> tuple[str, Any, Any]:
    """A morning, the one who picks first, and their panel."""
    code = await chat.start("astrid", "bjorn", game="shipwrights")
    while (await chat.position(code)).state.stage == "stock":
        await act(chat, code)
    actor = await chat.owing(code)
    card = chat.card()
    return code, actor, (await actor.click(card, custom_id=tap_named(card, "play"))).response


def pick_in(panel: Any) -> str:
    """The first card that can be kept."""
    return next(name for name in taps(panel) if name.startswith("skald:pick:") and ":pick " in name)


async def hurried(chat: Chat) -> None:
    await asyncio.gather(*chat.skald.context.lingering.hurry())


async def test_a_picked_card_is_kept_without_a_further_tap_and_the_next_set_opens(chat: Chat) -> None:
    code, actor, panel = await drafting(chat)
    before = await chat.position(code)
    seat = seat_of(before, actor.id)
    held = (await actor.click(panel.message, custom_id=pick_in(panel))).response
    assert f"Final in {SECONDS} seconds" in words_of(held)
    assert "Confirm" in taps(held).values()
    assert (await chat.position(code)).row.version == before.row.version
    await hurried(chat)
    after = await chat.position(code)
    assert len(after.state.players[seat].hand) == 1
    assert after.legal(seat) != before.legal(seat), "the second set lies open"


async def test_back_takes_a_pick_back_before_anything_is_revealed(chat: Chat) -> None:
    code, actor, panel = await drafting(chat)
    before = await chat.position(code)
    held = (await actor.click(panel.message, custom_id=pick_in(panel))).response
    again = (await actor.click(held.message, label="Back")).response
    assert not chat.skald.context.lingering.waiting
    await hurried(chat)
    assert (await chat.position(code)).row.version == before.row.version
    assert pick_in(again)


async def test_a_pick_holds_though_somebody_else_picks_meanwhile(chat: Chat) -> None:
    """Everybody drafts at the same time; that others move is no reason to ask again."""
    code, actor, panel = await drafting(chat)
    seat = seat_of(await chat.position(code), actor.id)
    panel = (await actor.click(panel.message, custom_id=pick_in(panel))).response
    panel = (await actor.click(panel.message, label="Confirm")).response
    await actor.click(panel.message, custom_id=pick_in(panel))
    seen = await chat.position(code)
    other = 1 - seat
    rival = next(one for one in chat.people.values() if one.id == seen.players[other].person)
    theirs = Tap("go", code, seen.row.version, seen.legal(other)[0].words())
    await late_tap(rival, Shown(chat.thread().history()[0]), str(theirs))
    assert (await chat.position(code)).row.version > seen.row.version
    await hurried(chat)
    after = await chat.position(code)
    assert [len(player.hand) for player in after.state.players] == ([2, 1] if seat == 0 else [1, 2])


@pytest.mark.parametrize(("choices", "when"), [({"linger": False}, "asked"), ({"confirm": False}, "at once")])
async def test_whoever_wants_it_so_is_asked_or_plays_at_once(
    chat: Chat, choices: dict[str, Any], when: str
) -> None:
    code, actor, panel = await drafting(chat)
    await preferences.choose(chat.tables, Visitor(actor.id, "astrid", "en-GB"), **choices)
    before = await chat.position(code)
    shown = (await actor.click(panel.message, custom_id=pick_in(panel))).response
    assert not chat.skald.context.lingering.waiting
    moved = (await chat.position(code)).row.version != before.row.version
    assert moved == (when == "at once")
    assert ("Confirm" in taps(shown).values()) == (when == "asked")


async def test_games_whose_moves_want_a_look_are_confirmed_as_before(chat: Chat) -> None:
    code = await chat.start("astrid", "bjorn", game="explorers")
    assert not (await chat.position(code)).game.info.plain
