"""The pictures of the documents, drawn from a game of computer players."""

from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from PIL import Image

from bot.app import gallery
from bot.views.choices import Question
from render.painter import Offer, Prompt
from rules import GAMES
from rules.game import Seat


def test_sailors_play_the_same_game_every_time_to_its_end() -> None:
    game = GAMES["borealis"]
    first, second = gallery.play(game), gallery.play(game)
    assert [game.dump(state) for state in first.states] == [game.dump(state) for state in second.states]
    assert game.outcome(first.states[-1]) is not None


async def test_every_kind_of_picture_is_drawn_small_enough(tmp_path: Path, sprites: Path) -> None:
    played = gallery.play(GAMES["borealis"])
    files = await gallery.draw_gallery(tmp_path, sprites, [played], ["fr"])
    assert [file.name for file in files] == [f"borealis-{kind}.fr.webp" for kind in gallery.KINDS]
    for file in files:
        data = file.read_bytes()
        assert len(data) <= gallery.MAX_BYTES
        assert Image.open(BytesIO(data)).width == gallery.WIDTH_PX


def test_a_wide_picture_is_scaled_down() -> None:
    data = BytesIO()
    Image.new("RGB", (1200, 900), "navy").save(data, "PNG")
    assert Image.open(BytesIO(gallery.shrink(data.getvalue()))).size == (840, 630)


def test_a_picture_that_is_too_large_loses_quality_until_it_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    data = BytesIO()
    Image.frombytes("RGB", (840, 24), Random(1).randbytes(840 * 24 * 3)).save(data, "PNG")
    best = len(gallery.shrink(data.getvalue()))
    monkeypatch.setattr(gallery, "MAX_BYTES", best - 1)
    smaller = len(gallery.shrink(data.getvalue()))
    monkeypatch.setattr(gallery, "MAX_BYTES", 0)
    assert len(gallery.shrink(data.getvalue())) < smaller < best


class Reader:
    """Stands in for a reader: its pictures say what they show, of which state and to whom."""

    def __init__(self, _: object, index: int, seat: int | None, *__: object) -> None:
        self.shown = (index, seat)

    async def board(self, *, since: int | None = None, legend: bool = False) -> Any:
        return ("legend" if legend else "board", *self.shown, since)

    async def score_sheet(self) -> Any:
        return ("score", *self.shown, None)

    async def hand(self) -> Any:
        return None if self.shown[1] == 2 else ("hand", *self.shown, None)

    def closeups(self) -> list[tuple[str, str]]:
        return [("fjord", "The fjord"), ("village", "The village")]

    async def closeup(self, key: str) -> Any:
        return (key, *self.shown, None)

    async def focus(self, *, prompt: Prompt) -> Any:
        return (prompt.chosen[0], *self.shown, None)


def question(numbered: int) -> Question:
    offers = tuple(Offer(str(number), (), number=number) for number in range(1, numbered + 1))
    return Question(Prompt(("question",), (*offers, Offer("pass", ()))))


@pytest.mark.parametrize(
    ("kind", "seat", "picture"),
    [
        ("board", 1, ("board", 20, None, 19)),
        ("legend", 1, ("legend", 10, None, None)),
        ("score", 1, ("score", -1, None, None)),
        ("hand", 1, ("hand", 15, 1, None)),
        ("hand", 2, ("fjord", 15, 2, None)),
        ("question", 1, ("question", 15, 1, None)),
    ],
)
async def test_pictures_are_of_the_part_of_the_game_that_shows_most(
    monkeypatch: pytest.MonkeyPatch, kind: str, seat: int, picture: tuple[Any, ...]
) -> None:
    played = gallery.PlayedGame(GAMES["borealis"], range(31))
    monkeypatch.setattr(gallery, "_reader", Reader)
    monkeypatch.setattr(gallery, "_decision", lambda *_: (15, seat, question(2)))
    assert await gallery._draw(played, kind, "en", None) == picture


@pytest.mark.parametrize(
    ("numbers", "chosen"), [([1, 3, 2], 1), ([6, 9, 6], 0), ([5, 6, 9], 1), ([4, 5, 5], 1), ([0, 0], 0)]
)
def test_the_first_question_with_six_numbers_is_shown_or_that_with_most(
    monkeypatch: pytest.MonkeyPatch, numbers: list[int], chosen: int
) -> None:
    found = [(index, 0, question(numbered)) for index, numbered in enumerate(numbers)]
    monkeypatch.setattr(gallery, "_questions", lambda *_: iter(found))
    assert gallery._decision(None, "en", None) == found[chosen]


def test_questions_are_looked_for_in_the_middle_of_the_game() -> None:
    asked: list[int] = []

    class Game:
        def to_act(self, state: int) -> frozenset[Seat]:
            asked.append(state)
            return frozenset()

    game: Any = Game()
    assert [*gallery._questions(gallery.PlayedGame(game, range(31)), "en", None)] == []
    assert asked == [*range(10, 20)]
