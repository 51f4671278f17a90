"""Sagas: the turning points, their words in both languages, the post at the end of a game, kudos."""

import asyncio
from pathlib import Path
from random import Random
from string import Formatter
from types import SimpleNamespace
from typing import Any

import pytest

import db
from bot import deliveries, pictures
from bot.clock import SystemClock
from bot.courier import Courier
from bot.locale import LANGUAGES
from bot.pictures import Joined, Standings
from bot.saga.tale import SHARED_BY_MORE, WAYS, Line, in_words, lines_of
from bot.saga.turning import Turn, biggest_swing, closest_call, lead_changes, lead_for_good, worst_gap
from bot.tables import gathering
from bot.words import words_for
from render.standings.views import PosterView
from rules.game import Outcome
from tests.bot.chat import Chat, alts, late_tap, taps, words_of
from tests.bot.conftest import BLANK

SEED = bytes(range(32))
PEOPLE = ("Astrid", "Bjorn", "Cara")


def turns(*standings: tuple[int, ...]) -> tuple[Turn, ...]:
    """The deal, then everybody in turn."""
    seats = len(standings[0])
    return tuple(
        Turn(number, None if number == 0 else (number - 1) % seats, standing)
        for number, standing in enumerate(standings)
    )


def counted(*totals: int, ranking: tuple[tuple[int, ...], ...] | None = None) -> Outcome:
    best = ranking or tuple((seat,) for seat in sorted(range(len(totals)), key=lambda seat: -totals[seat]))
    return Outcome("counted", best, totals)


# Turning points


def test_a_lead_that_passes_by_way_of_a_tie_changes_once() -> None:
    game = turns((0, 0), (3, 0), (3, 3), (3, 5), (9, 5))
    assert lead_changes(game) == 2
    since = lead_for_good(game)
    assert since is not None
    assert since.number == 4


def test_nobody_leads_for_good_where_the_end_is_level() -> None:
    assert lead_for_good(turns((0, 0), (4, 0), (4, 4))) is None


def test_the_biggest_swing_is_what_somebody_gained_in_his_own_turn() -> None:
    # In turn 3 Bjorn's points rise too, by nobody's doing of his.
    swing = biggest_swing(turns((0, 0), (4, 0), (4, 6), (5, 16)))
    assert swing is not None
    assert (swing.turn, swing.seat, swing.points) == (2, 1, 6)
    assert biggest_swing(turns((0, 0), (0, 0))) is None


def test_the_worst_gap_and_the_closest_call_name_their_turns() -> None:
    game = turns((0, 0), (0, 0), (0, 8), (12, 8), (12, 11), (20, 11))
    worst, call = worst_gap(game, 0), closest_call(game)
    assert worst is not None
    assert (worst.turn, worst.points) == (2, 8)
    assert call is not None
    assert (call.turn, call.ahead, call.behind, call.points) == (4, 0, 1, 1)


@pytest.mark.parametrize(
    ("game", "outcome", "told"),
    [
        (turns((0, 0), (9, 0), (9, 4), (20, 4)), counted(20, 4), ["lead_kept", "swing", "clear"]),
        (turns((0, 0), (0, 0), (0, 5), (30, 5)), counted(30, 5), ["lead_changed_once", "swing", "clear"]),
        (turns((0, 0), (2, 0), (2, 3), (4, 3)), counted(4, 3), ["lead_changed", "swing", "close"]),
        (turns((0, 0), (30, 0), (30, 29)), counted(30, 29), ["lead_kept", "swing", "close"]),
        (
            turns((0, 0), (0, 0), (0, 20), (32, 20)),
            counted(32, 20),
            ["lead_changed_once", "swing", "comeback"],
        ),
        (turns((0, 0), (9, 0), (9, 8), (30, 8)), counted(30, 8), ["lead_kept", "swing", "chased"]),
        (turns((0, 0), (7, 0), (7, 7)), counted(7, 7), ["lead_open", "swing", "tie_broken"]),
        (turns((0, 0), (7, 0), (7, 7)), counted(7, 7, ranking=((0, 1),)), ["lead_open", "swing", "shared"]),
        (turns((0,), (7,)), counted(7), ["swing", "alone"]),
        (turns((0, 0), (7, 0)), Outcome("resigned", ((0,), (1,))), ["broken_off", "swing"]),
        (turns((0, 0), (0, 0)), Outcome("agreed", ()), ["broken_off_level"]),
        (turns((0, 0), (9, 0), (9, 4)), counted(9, 4, ranking=((1,), (0,))), ["swing"]),
        ((), counted(1, 2), []),
    ],
)
def test_each_game_is_told_by_what_marked_it(
    game: tuple[Turn, ...], outcome: Outcome, told: list[str]
) -> None:
    lines = lines_of(game, outcome)
    assert [line.kind for line in lines] == told
    assert all(in_words(lines, words_for(language), PEOPLE, SEED) for language in LANGUAGES) or not told


# Words


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", WAYS)
def test_every_way_of_telling_fills_its_gaps_in_every_language(language: str, kind: str) -> None:
    words = words_for(language)
    line = Line(kind, (0, 1) if kind == "shared" else (0,), 1, {"n": 2, "turn": 5, "turns": 9})
    said = {in_words((line,), words, PEOPLE, bytes((seed,)))[0] for seed in range(64)}
    assert len(said) == len(WAYS[kind]), "the seed reaches every way of telling"
    for sentence in said:
        assert not [name for _, name, _, _ in Formatter().parse(sentence) if name is not None]
        assert "!" not in sentence
        assert len(sentence) < 110, "it fits on two lines of the poster"


def test_the_same_seed_tells_alike_and_numbers_agree() -> None:
    line = Line("swing", (2,), numbers={"n": 1, "turn": 3})
    english, french = words_for("en"), words_for("fr")
    once = in_words((line,), english, PEOPLE, SEED)
    assert once == in_words((line,), english, PEOPLE, SEED)
    assert "1 point " in once[0] + " " or "1 point." in once[0]
    assert "Cara" in in_words((line,), french, PEOPLE, SEED)[0]
    assert in_words((line,), french, PEOPLE, SEED) != once


def test_three_winners_are_not_called_two() -> None:
    for seed in range(8):
        (said,) = in_words((Line("shared", (0, 1, 2)),), words_for("en"), PEOPLE, bytes((seed,)))
        assert said == SHARED_BY_MORE.replace("{who}", "Astrid, Bjorn, and Cara")


# In the chat


class Painted:
    """Blank pictures, and what they were ordered to show."""

    def __init__(self) -> None:
        self.orders: list[Any] = []

    def __call__(self, order: Any) -> Any:
        self.orders.append(order)
        return BLANK

    @property
    def poster(self) -> PosterView:
        (view,) = [order.view for order in self.orders if isinstance(order, Standings)]
        assert isinstance(view, PosterView)
        return view

    @property
    def films(self) -> list[Joined]:
        return [order for order in self.orders if isinstance(order, Joined)]


@pytest.fixture
def painted(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> Painted:  # noqa: ARG001 - after the chat's own
    recorder = Painted()
    monkeypatch.setattr(pictures, "draw", recorder)
    return recorder


async def tap(actor: Any, message: Any, name: str) -> Any:
    """A tap on a button that this message does not carry."""
    return await late_tap(actor, SimpleNamespace(message=message), name)


async def played_out(chat: Chat, *names: str, game: str, language: str = "en") -> str:
    """A random game: all but its last move goes into the log at once, so that it costs little."""
    code = await chat.start(*names, game=game)
    tables, store = chat.skald.house.tables, chat.skald.house.store
    position = await tables.position(code)
    rules, state, chance, log = position.game, position.state, Random(5), []
    while owing := rules.to_act(state):
        seat = min(owing)
        move = chance.choice(rules.legal(state, seat))
        step = rules.apply(state, seat, move)
        log.append((seat, move, step))
        state = step.state
    async with store.write() as w:
        await w.update_server(chat.guild.id, language=language)
        row = await w.game(code)
        assert row is not None
        for seat, move, step in log[:-1]:
            row = await w.append(
                row,
                kind="move",
                text=str(move),
                at=tables.now(),
                owed=rules.to_act(step.state),
                state=rules.dump(step.state),
                seat=seat,
                person=position.players[seat].person,
                barrier=step.barrier,
            )
    seat, move, _ = log[-1]
    last = f"skald:go:{code}:{row.version}:{move}"
    await tap(chat.person(position.names[seat]), chat.card(), last)
    assert (await tables.position(code)).over
    return code


def saga_post(chat: Chat) -> Any:
    return next(m for m in reversed(chat.thread().history()) if "saga of game" in words_of(m))


@pytest.fixture(autouse=True)
def _known_shuffle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gathering, "new_seed", lambda: SEED)


async def test_a_finished_game_ends_with_its_saga(chat: Chat, painted: Painted) -> None:
    code = await played_out(chat, "astrid", "bjorn", game="borealis")
    position = await chat.position(code)
    outcome = position.outcome()
    assert outcome is not None
    post = saga_post(chat)
    history = chat.thread().history()
    assert history.index(post) > history.index(chat.final_card()), "the result comes first"
    poster = painted.poster
    assert {player.name: player.score for player in poster.players} == dict(
        zip(position.names, outcome.totals, strict=True)
    )
    winner = position.names[outcome.ranking[0][0]]
    assert next(player for player in poster.players if player.place == 1).name == winner
    assert poster.board == BLANK
    assert len(poster.sheet) == len(outcome.sheet)
    assert len(poster.story) == 3
    for line in poster.story:
        assert line in words_of(post)
        assert line in alts(post)[0]
    (film,) = painted.films
    assert (film.way, len(film.pictures)) == ("film", 8)
    assert [each.filename for each in post.attachments] == ["saga.jpg", "film.jpg"]
    assert not post.mentions
    assert sorted(taps(post).values()) == ["Kudos to astrid", "Kudos to bjorn"]

    # Kudos: from those who sat there, to another of them, once, also after a restart.
    astrid, bjorn, stranger = (chat.person(name) for name in ("astrid", "bjorn", "cara"))
    to_bjorn = f"skald:kudos:{code}::1"
    assert to_bjorn in taps(post)
    first = await astrid.click(post, custom_id=to_bjorn)
    assert "gets your kudos" in words_of(first.response)
    await chat.restart()
    again = await astrid.click(post, custom_id=to_bjorn)
    assert "already" in words_of(again.response)
    own = await bjorn.click(post, custom_id=to_bjorn)
    assert "for the others" in words_of(own.response)
    outsider = await stranger.click(post, custom_id=to_bjorn)
    assert "Only those who sat" in words_of(outsider.response)
    forged = await tap(astrid, post, f"skald:kudos:{code}::7")
    assert "cannot be reached" in words_of(forged.response)
    given = await chat.skald.house.store.kudos_at(code)
    assert [(one.giver, one.receiver) for one in given] == [(astrid.id, bjorn.id)]

    # Left in the outbox once more, it is not posted once more.
    async with chat.skald.house.store.write() as w:
        at = chat.skald.house.tables.now()
        await w.post("saga", {"ply": position.row.ply}, key="again", at=at, game=code)
    await chat.restart()
    assert await chat.skald.house.store.next_post() is None
    assert sum("saga of game" in words_of(message) for message in chat.thread().history()) == 1


async def test_a_game_given_up_at_once_has_no_saga_and_no_kudos_while_it_runs(
    chat: Chat, painted: Painted
) -> None:
    code = await chat.start("astrid", "bjorn", game="lofoten")
    early = await tap(chat.person("astrid"), chat.card(), f"skald:kudos:{code}::1")
    assert "when a game is over" in words_of(early.response)
    asked = await chat.person("bjorn").slash(chat.thread(), "resign")
    await chat.person("bjorn").click(asked.response.message, label="Give up")
    assert (await chat.position(code)).over
    assert not [order for order in painted.orders if isinstance(order, Standings)]
    assert not [m for m in chat.thread().history() if "saga of game" in words_of(m)]


async def test_a_solo_voyage_is_told_in_the_servers_language(chat: Chat, painted: Painted) -> None:
    await played_out(chat, "astrid", game="explorers", language="fr")
    post = chat.thread().last_message
    assert "La saga de la partie" in words_of(post)
    assert "astrid" in painted.poster.story[-1]
    assert "jour" in painted.poster.subtitle
    assert not taps(post)


async def test_no_other_post_waits_for_a_saga(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn, told, carried = asyncio.Event(), asyncio.Event(), []

    async def slowly(_: Any, post: db.Post) -> None:
        await drawn.wait()
        carried.append(post.kind)

    async def quickly(_: Any, post: db.Post) -> None:
        carried.append(post.kind)
        told.set()

    monkeypatch.setitem(deliveries.KINDS, "saga", slowly)
    monkeypatch.setitem(deliveries.KINDS, "card", quickly)
    async with await db.Store.open(f"sqlite+aiosqlite:///{tmp_path / 'skald.db'}") as store:
        house: Any = SimpleNamespace(
            store=store, clock=SystemClock(), tables=SimpleNamespace(now=lambda: 1000)
        )
        courier = Courier(None, house)  # type: ignore[arg-type]
        async with store.write() as w:
            await w.post("saga", {}, key="saga", at=1, lane="one game")
            await w.post("card", {}, key="its rematch", at=2, lane="one game")
            await w.post("card", {}, key="card", at=3, lane="another game")
        courier.wake()
        await asyncio.wait_for(told.wait(), 10)
        assert carried == ["card"], "another game's card comes at once"
        told.clear()
        drawn.set()
        await asyncio.wait_for(told.wait(), 10)
        assert carried == ["card", "saga", "card"], "and what stands behind the saga after it"
        await courier.close()
