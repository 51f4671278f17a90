"""Layout rules that the pictures of all games keep: nothing lies outside or half across something else."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations
from random import Random
from typing import Any, NamedTuple

import pytest
from PIL import Image

from render import PAINTERS, Picture
from render.kit.page import DrawCall, Page, Part
from render.kit.sprite_cache import Sprite, SpriteKey
from render.kit.type import Line
from render.painter import PictureRequest, Prompt, Subject
from tests.render import sprite_recording
from tests.render.sprite_recording import NAMES, Played, blank_sprite, questions, recorded_games, recording

PANELS = ("well", "wood_panel", "vellum_panel")
GROUNDS = ("beam", "hex_mist", "hex_veil")  # They reach beyond the edges.
OVERLAYS = (("struck",), ("barred",))  # Icons that are drawn across others.
POSITIONS = 2
MIN_TEXT_DISTANCE = 16
SHADOW = 4  # Titles are written twice, for their shadows.


def sized_sprite(key: SpriteKey, paint: Callable[[], Sprite]) -> Sprite:
    """A blank sprite; panels and glows have their size, by which they are placed."""
    if key.name not in (*PANELS, "glow"):
        return blank_sprite(key, paint)
    width, height, *_ = key.values
    return Sprite(Image.new("RGBA", (int(str(width)), int(str(height)))))


def requests(played: Played) -> Iterator[tuple[Subject, Any, dict[str, Any]]]:
    """What seats, spectators and players to move see of some positions."""
    game, painter = played.game, PAINTERS[played.key]
    for number in range(POSITIONS):
        state = played.states[len(played.states) * (number + 1) // (POSITIONS + 1)]
        for reader in (None, *range(played.seats)):
            view = game.view(state, reader)
            yield from ((subject, view, {}) for subject in ("board", "hand", "focus"))
            yield from (("closeup", view, {"closeup": each}) for each in painter.closeups(view))
        seat = min(game.to_act(state))
        view = game.view(state, seat)
        asked: list[Prompt] = list(questions(played, state, seat, Random(number)))[:4]
        yield from (("focus", view, {"prompt": each}) for each in asked)
        for move in {move.kind: move for move in game.legal(state, seat)}.values():
            yield "board", view, {"intention": move}
    yield "score_sheet", game.view(played.states[-1], None), {"outcome": played.outcome}


class Drawn(NamedTuple):
    """What was drawn on a page, without its pixels: hundreds of pages are kept."""

    size: tuple[int, int]
    draw_calls: list[DrawCall]
    parts: list[Part]


@cache
def drawn_pages(key: str) -> list[tuple[Subject, Drawn]]:
    found: list[tuple[Subject, Drawn]] = []
    subject: Subject = "board"

    def text(page: Page, x: float, y: float, said: str, *_: Any, **__: Any) -> None:
        page.draw_calls.append(DrawCall("text", (said,), x, y))

    def text_line(page: Page, x: float, y: float, line: Line, *_: Any, **__: Any) -> None:
        page.draw_calls.append(DrawCall("text", ("".join(run.text for run in line.runs),), x, y))

    def encode(page: Page) -> Picture:
        found.append((subject, Drawn(page.image.size, page.draw_calls, page.parts)))
        return Picture(b"", "webp", *page.image.size)

    with recording(), pytest.MonkeyPatch.context() as patch:  # In this order: both replace `encode`.
        patch.setattr(sprite_recording, "blank_sprite", sized_sprite)
        for name, replaced in (("text", text), ("text_line", text_line), ("encode", encode)):
            patch.setattr(Page, name, replaced)
        for played in {played.seats: played for played in recorded_games(key)}.values():
            names = NAMES[: played.seats]
            for subject, view, shown in requests(played):
                request = PictureRequest(game=key, subject=subject, view=view, names=names, **shown)
                PAINTERS[key].draw(request)
    assert len(found) > 20
    return found


Box = tuple[float, float, float, float]


def box(drawn: DrawCall) -> Box:
    width, height = (float(str(each)) for each in drawn.values[:2])
    return drawn.x - width / 2, drawn.y - height / 2, drawn.x + width / 2, drawn.y + height / 2


def panels(page: Drawn) -> list[DrawCall]:
    return [drawn for drawn in page.draw_calls if drawn.what in PANELS]


def contains(outer: Box, inner: Box, margin: float = 1) -> bool:
    return (
        outer[0] - margin <= inner[0]
        and outer[1] - margin <= inner[1]
        and inner[2] <= outer[2] + margin
        and inner[3] <= outer[3] + margin
    )


def are_apart(one: Box, other: Box, margin: float = 3) -> bool:
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return across <= margin or down <= margin


@pytest.mark.parametrize("key", PAINTERS)
def test_everything_is_drawn_inside_the_picture(key: str) -> None:
    for _, page in drawn_pages(key):
        width, height = page.size
        for drawn in page.draw_calls:
            if drawn.what not in GROUNDS:
                assert 0 < drawn.x < width, drawn
                assert 0 < drawn.y < height, drawn
        for panel in panels(page):
            assert contains((0, 0, width, height), box(panel)), panel


@pytest.mark.parametrize("key", PAINTERS)
def test_panels_lie_apart_or_one_within_the_other(key: str) -> None:
    for subject, page in drawn_pages(key):
        if subject == "score_sheet":
            continue  # The winners' boards stick out of the sheet.
        for one, other in combinations(panels(page), 2):
            first, second = box(one), box(other)
            assert are_apart(first, second) or contains(first, second) or contains(second, first), (
                one,
                other,
            )


@pytest.mark.parametrize("key", PAINTERS)
def test_no_piece_covers_one_of_its_kind(key: str) -> None:
    for _, page in drawn_pages(key):
        places: dict[object, list[DrawCall]] = defaultdict(list)
        for drawn in page.draw_calls:
            if drawn.what not in ("text", "glow") and drawn.values[:1] not in OVERLAYS:
                places[drawn.what, round(drawn.x), round(drawn.y)].append(drawn)
        assert [piled for piled in places.values() if len(piled) > 1] == []


@pytest.mark.parametrize("key", PAINTERS)
def test_no_text_is_written_across_another(key: str) -> None:
    for _, page in drawn_pages(key):
        written = [drawn for drawn in page.draw_calls if drawn.what == "text"]
        for one, other in combinations(written, 2):
            distance = max(abs(one.x - other.x), abs(one.y - other.y))
            is_shadow = one.values == other.values and distance <= SHADOW
            assert distance > MIN_TEXT_DISTANCE or is_shadow, (one, other)


@pytest.mark.parametrize("key", PAINTERS)
def test_parts_that_the_legend_names_are_areas_of_the_picture(key: str) -> None:
    for subject, page in drawn_pages(key):
        width, height = page.size
        for part in page.parts:
            assert 0 <= part.left < part.right <= width, (subject, part)
            assert 0 <= part.top < part.bottom <= height, (subject, part)
