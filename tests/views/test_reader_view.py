"""A reader's pictures: the alt text of a question says what its picture shows, and the numbered answers."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.play.core.narrowing import narrow
from bot.views import pictures
from bot.views.choices import Choices, Question
from bot.views.markup import MAX_ALT_CHARS
from bot.views.panel import shown_decision
from bot.views.pictures import PictureCache
from bot.views.reader_view import ReaderView
from render import Picture
from rules import GAMES
from rules.game import Seat
from tests.render.sprite_recording import Played, seeded_games
from tests.views.views_in_memory import reader_view_at

BLANK = Picture(b"", "webp", 1200, 900)


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PictureCache]:
    """A cache of blank pictures."""
    monkeypatch.setattr(pictures, "draw", lambda _: BLANK)
    cache = PictureCache(tmp_path, workers=0)
    yield cache
    cache.close()


def first_question(reader: ReaderView, seat: Seat, *chosen: str) -> Question:
    choices, moves = Choices(reader, seat), reader.snapshot.legal(seat)
    narrowing = narrow(moves, chosen or choices.implied_tokens(moves))
    assert narrowing is not None
    return choices.question(narrowing)


async def alt_text(reader: ReaderView, seat: Seat, question: Question) -> str:
    return (await reader.focus(**shown_decision(reader, seat, (), question))).alt


def positions(key: str, every: int) -> Iterator[tuple[Played, Any, Seat]]:
    for played in seeded_games(key, 1):
        for state in played.states[::every]:
            for seat in sorted(played.game.to_act(state)):
                yield played, state, seat


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("key", [*GAMES])
async def test_the_picture_of_a_question_is_described_with_its_answers(
    cache: PictureCache, key: str, language: str
) -> None:
    numbered = 0
    for played, state, seat in positions(key, 40):
        reader = reader_view_at(played.game, state, seat, played.seats, language)
        reader = replace(reader, pictures=cache)
        question = first_question(reader, seat)
        alt = await alt_text(reader, seat, question)
        assert len(alt) <= MAX_ALT_CHARS
        described, *answers = alt.split("\n")
        assert len(described) > 60
        labels = question.labels_by_number()
        assert len(answers) == len(labels), alt
        for line, (number, label) in zip(answers, labels.items(), strict=True):
            assert line.startswith(str(number))
            assert line.endswith(label)
        numbered += len(labels)
    assert numbered > 10


async def described_in(cache: PictureCache, key: str, kind: str, *chosen: str) -> tuple[ReaderView, str]:
    """The description of the first question in seeded games that offers this kind of move."""
    for played, state, seat in positions(key, 1):
        if any(move.kind == kind for move in played.game.legal(state, seat)):
            reader = replace(reader_view_at(played.game, state, seat, played.seats, "en"), pictures=cache)
            alt = await alt_text(reader, seat, first_question(reader, seat, *chosen))
            return reader, alt.partition("\n")[0]
    raise LookupError(kind)


def name_of(reader: ReaderView, component: str) -> str:
    return reader.snapshot.game.names[component].text("en").lower()


async def test_where_a_tile_is_stored_the_warehouses_are_described_and_not_the_market(
    cache: PictureCache,
) -> None:
    _, described = await described_in(cache, "lofoten", "store")
    assert " No. 1 (" in described
    assert " A: " not in described


async def test_an_attack_describes_what_the_rivals_have(cache: PictureCache) -> None:
    reader, described = await described_in(cache, "shipwrights", "assassin", "assassin")
    seat = reader.seat
    rivals = {move.player for move in reader.snapshot.legal(seat) if move.kind == "assassin"}  # type: ignore[arg-type,attr-defined]
    craftsmen = {each for rival in rivals for each in reader.snapshot.view(seat).players[rival].craftsmen}
    assert craftsmen
    assert all(name_of(reader, craftsman) in described.lower() for craftsman in craftsmen)


async def test_a_card_is_taken_from_the_open_ones_that_are_described(cache: PictureCache) -> None:
    reader, described = await described_in(cache, "borealis", "take")
    assert len(reader.snapshot.view(reader.seat).pool) == 4
    assert all(f" {letter}: " in described for letter in "ABCD")
