"""The saga after a game, as posted, and kudos.

Covers `bot/chat/table/kudos.py`, `bot/views/high_scores_text.py`, `bot/views/saga.py`.
"""

from types import SimpleNamespace
from typing import Any

import pytest

import db
from bot.i18n import locale_for
from bot.play.core import outbox_messages
from bot.play.history.saga import Turn
from bot.play.lobby import lobby
from bot.play.turns import coach
from bot.views import pictures, table_locale
from bot.views.pictures import CombinedPictureRequest, StandingsPictureRequest
from bot.views.saga import length_text
from bot.views.standings_text import date_text
from db.clock import DAY
from render.painter import PictureRequest
from render.standings.views import PodiumView, PosterView
from tests.chat.components import enabled_components
from tests.chat.discord_driver import BLANK_PICTURE, Chat, alt_texts, send_component, text_of
from tests.chat.finished_games import play_until_last_move, record_finished_games
from tests.standings.finished_games import FinishedGame

SEED = bytes(range(32))


class FakePainter:
    """Draws blank pictures and records the requests."""

    def __init__(self) -> None:
        self.drawings: list[Any] = []

    def __call__(self, drawing: Any) -> Any:
        self.drawings.append(drawing)
        return BLANK_PICTURE

    @property
    def poster(self) -> PosterView:
        (view,) = [view for view in self.views if isinstance(view, PosterView)]
        assert isinstance(view, PosterView)
        return view

    @property
    def podium(self) -> PodiumView:
        (view,) = [view for view in self.views if isinstance(view, PodiumView)]
        return view

    @property
    def views(self) -> list[Any]:
        return [drawing.view for drawing in self.drawings if isinstance(drawing, StandingsPictureRequest)]

    @property
    def films(self) -> list[CombinedPictureRequest]:
        return [drawing for drawing in self.drawings if isinstance(drawing, CombinedPictureRequest)]


@pytest.fixture
def fake_painter(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> FakePainter:  # noqa: ARG001 - after chat
    recorder = FakePainter()
    monkeypatch.setattr(pictures, "draw", recorder)
    return recorder


async def forged_tap(actor: Any, message: Any, name: str) -> Any:
    """Send a custom id that this message does not offer."""
    return await send_component(actor, SimpleNamespace(message=message), name)


async def play_game(chat: Chat, *names: str, game: str, language: str = "en") -> str:
    """Play a random game to its end."""
    last = await play_until_last_move(chat, *names, game=game, language=language)
    await forged_tap(chat.user(last.mover), chat.card(), last.custom_id)
    assert (await chat.snapshot(last.code)).is_over
    return last.code


def saga_message(chat: Chat) -> Any:
    return next(m for m in reversed(chat.thread().history()) if "saga of game" in text_of(m))


@pytest.fixture(autouse=True)
def _fixed_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "new_seed", lambda: SEED)


@pytest.fixture(autouse=True)
def _fast_evaluation(monkeypatch: pytest.MonkeyPatch) -> None:
    """Estimate win probabilities by points."""
    monkeypatch.setattr(coach, "win_probabilities", evaluate_by_points)


def evaluate_by_points(game: Any, state: Any, **_: str) -> tuple[float, ...]:
    points = [max(0, each) + 1 for each in game.current_scores(state)]
    return tuple(each / sum(points) for each in points)


async def test_the_saga_goes_to_the_channel_for_results_too(chat: Chat) -> None:
    results = chat.guild.create_text_channel("results")
    async with chat.store.write() as tx:
        await db.servers.update(tx, chat.guild.id, settings=db.ServerSettings(results=results.id))
    code = await play_game(chat, "astrid", "bjorn", game="borealis")
    (told,) = results.history()
    assert f"saga of game {code}" in text_of(told)
    assert f"<#{chat.thread().id}>" in text_of(told)
    assert [each.filename[:4] for each in told.attachments] == ["saga"], "the film plays at the table"
    lobby_card = text_of(next(m for m in chat.channel.history() if "Borealis" in text_of(m)))
    assert f"/{chat.thread().id}/{saga_message(chat).id}" in lobby_card


async def test_a_game_alone_that_is_given_up_has_no_saga_and_nobody_wins_it(chat: Chat) -> None:
    code = await chat.start_game("astrid", game="explorers")
    astrid = chat.user("astrid")
    for _ in range(4):
        snapshot = await chat.snapshot(code)
        move = f"skald:go:{code}:{snapshot.row.version}:{snapshot.legal(0)[0]}"
        await forged_tap(astrid, chat.card(), move)
    shown = (await astrid.slash(chat.thread(), "table resign")).response
    await astrid.click(shown, label="Resign")
    assert (await chat.snapshot(code)).is_over
    told = "\n".join(text_of(message) for message in chat.thread().history())
    assert "saga of game" not in told
    assert "wins" not in told
    assert [each.filename[:5] for each in chat.final_card().attachments][-1] == "board"


async def test_a_record_is_told_in_the_channel_for_results_and_pings_nobody(chat: Chat) -> None:
    results = chat.guild.create_text_channel("results")
    async with chat.store.write() as tx:
        await db.servers.update(tx, chat.guild.id, settings=db.ServerSettings(results=results.id))
    cara, dag = chat.user("cara").id, chat.user("dag").id
    earlier = [
        FinishedGame(chat.service.now() - n * DAY, [[cara], [dag]], key="borealis", scores=(2, 1))
        for n in range(1, 10)
    ]
    await record_finished_games(chat, earlier, cara="cara", dag="dag")
    await play_game(chat, "astrid", "bjorn", game="borealis")
    (told,) = results.history()
    assert "A record here: most points, " in text_of(told).replace("**", "")
    assert "; before, 2 by cara." in text_of(told)
    assert "10 games of Borealis have been played here." in text_of(told)
    assert told.mentions == []


async def test_a_channel_for_results_that_is_gone_keeps_nothing_back(chat: Chat) -> None:
    async with chat.store.write() as tx:
        await db.servers.update(tx, chat.guild.id, settings=db.ServerSettings(results=12345))
    code = await play_game(chat, "astrid", "bjorn", game="borealis")
    assert saga_message(chat)
    assert (await chat.snapshot(code)).row.thread == chat.thread().id


async def test_a_finished_game_ends_with_its_saga(chat: Chat, fake_painter: FakePainter) -> None:
    code = await play_game(chat, "astrid", "bjorn", game="borealis")
    snapshot = await chat.snapshot(code)
    outcome = snapshot.outcome()
    assert outcome is not None
    post = saga_message(chat)
    history = chat.thread().history()
    assert history.index(post) > history.index(chat.final_card()), "the result comes first"
    poster = fake_painter.poster
    assert {player.name: player.score for player in poster.players} == dict(
        zip(snapshot.names, outcome.totals, strict=True)
    )
    winner = snapshot.names[outcome.ranking[0][0]]
    assert next(player for player in poster.players if player.place == 1).name == winner
    assert poster.board == BLANK_PICTURE
    assert len(poster.story) == 3
    for line in poster.story:
        assert line in text_of(post)
        assert line in alt_texts(post)[0]
    (film,) = fake_painter.films
    assert (film.layout, len(film.pictures)) == ("film", 8 + 1), "boards, and at last the podium"
    assert {place.name: place.points for place in fake_painter.podium.places} == dict(
        zip(snapshot.names, outcome.totals, strict=True)
    )
    day = date_text(locale_for("en"), snapshot.row.ended or 0)
    assert poster.subtitle == day
    assert poster.headline.startswith(f"{winner} wins")
    assert film.captions[-1] == poster.headline
    last_turn = poster.about.split(" · ")[-1]
    assert poster.about.startswith(f"{chat.guild.name} · 1 minute · "), "the real duration"
    assert last_turn == f"Round {snapshot.state.round}"
    assert film.captions[-2].startswith("Round "), "the last board is on the poster"
    assert film.captions[-2].endswith(f" · {day}")
    last = snapshot.view(None)
    shown = [one for one in fake_painter.drawings if isinstance(one, PictureRequest) and one.view == last]
    assert [one.subject for one in shown].count("board") == 1, "the final board once"
    assert [each.filename[:5] for each in chat.final_card().attachments] == ["score"]
    assert "See the board" in enabled_components(chat.final_card()).values()
    replay = (await chat.user("astrid").slash(chat.thread(), "table replay")).response
    assert f"{last_turn} · " in text_of(replay), "the same count everywhere"
    assert [each.filename[:4] for each in post.attachments] == ["saga", "film"]
    assert not post.mentions
    assert sorted(enabled_components(post).values()) == ["Kudos to astrid", "Kudos to bjorn"]

    # Kudos: from those who sat there, to another of them, once, also after a restart.
    astrid, bjorn, stranger = (chat.user(name) for name in ("astrid", "bjorn", "cara"))
    to_bjorn = f"skald:kudos:{code}::1"
    assert to_bjorn in enabled_components(post)
    first = await astrid.click(post, custom_id=to_bjorn)
    assert "gets your kudos" in text_of(first.response)
    await chat.restart()
    again = await astrid.click(post, custom_id=to_bjorn)
    assert "already" in text_of(again.response)
    own = await bjorn.click(post, custom_id=to_bjorn)
    assert "only to the others" in text_of(own.response)
    outsider = await stranger.click(post, custom_id=to_bjorn)
    assert "Only players of this game" in text_of(outsider.response)
    forged = await forged_tap(astrid, post, f"skald:kudos:{code}::7")
    assert "can no longer be reached" in text_of(forged.response)
    given = await db.kudos.list_for_game(chat.store, code)
    assert [(one.giver, one.receiver) for one in given] == [(astrid.id, bjorn.id)]

    # Left in the outbox once more, it is not posted once more.
    async with chat.store.write() as tx:
        await db.outbox.enqueue(tx, outbox_messages.new_post(outbox_messages.Saga(), key="again", game=code))
    await chat.restart()
    assert await db.outbox.next_due(chat.store) is None
    assert sum("saga of game" in text_of(message) for message in chat.thread().history()) == 1


@pytest.mark.parametrize(("turns", "told"), [(2, "2 days · 1 turn"), (9, "2 days · 8 turns")])
def test_turns_that_the_table_does_not_count_are_counted_from_the_start(turns: int, told: str) -> None:
    """As in Lofoten, where the first entry is the deal."""
    row = SimpleNamespace(started=DAY, ended=3 * DAY)
    reader: Any = SimpleNamespace(locale=locale_for("en"), snapshot=SimpleNamespace(row=row))
    assert length_text(reader, [Turn(number, 0, (0, 0)) for number in range(turns)]) == told


async def test_a_game_given_up_at_once_has_no_saga_and_no_kudos_while_it_runs(
    chat: Chat, fake_painter: FakePainter
) -> None:
    code = await chat.start_game("astrid", "bjorn", game="lofoten")
    early = await forged_tap(chat.user("astrid"), chat.card(), f"skald:kudos:{code}::1")
    assert "when the game is over" in text_of(early.response)
    asked = await chat.user("bjorn").slash(chat.thread(), "table resign")
    await chat.user("bjorn").click(asked.response.message, label="Resign")
    assert (await chat.snapshot(code)).is_over
    assert not [drawing for drawing in fake_painter.drawings if isinstance(drawing, StandingsPictureRequest)]
    assert not [m for m in chat.thread().history() if "saga of game" in text_of(m)]


async def test_a_solo_voyage_is_told_in_its_players_language(
    chat: Chat, fake_painter: FakePainter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_locale, "shared_locale", lambda *_: locale_for("fr"))
    await play_game(chat, "astrid", game="explorers")
    post = chat.thread().last_message
    assert "La saga de la partie" in text_of(post)
    assert "astrid" in fake_painter.poster.story[-1]
    assert fake_painter.poster.about.endswith("1 minute · Tour 16 sur 16")
    assert "rentre avec" in fake_painter.poster.headline
    assert not enabled_components(post)
