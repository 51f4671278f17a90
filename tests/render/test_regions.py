"""Regions: each numbered answer has a shape to tap around its number, and no shape covers another."""

import pickle
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any

import pytest

from render import PAINTERS
from render.explorers.geometry import hexagon
from render.kit.page import Page
from render.kit.regions import MIN_SIDE_PX, NumberMark, cut_regions, disc, hull, rectangle, split
from render.painter import PictureRequest, Prompt, Subject
from rules import GAMES
from tests.render.drawing import draw_board, draw_hand
from tests.render.focus_checks import all_questions
from tests.render.lofoten_games import GAME as LOFOTEN
from tests.render.sprite_recording import NAMES, Played, seeded_games

Polygon = Sequence[tuple[float, float]]
SUBJECTS: tuple[Subject, ...] = ("focus", "board", "hand")
PLIES = {"explorers": 127, "shipwrights": 84, "borealis": 24, "lofoten": 11}
"""The step between the positions of a game that are drawn. Games differ in length, and pictures in cost."""
MAX_OVERLAP_PX = 60
"""Area that two regions may share because their corners are rounded."""
TOUCHING_PX = 12


def edges(shape: Polygon) -> Iterator[tuple[tuple[float, float], tuple[float, float]]]:
    return zip(shape, (*shape[1:], shape[0]), strict=True)


def area(shape: Polygon) -> float:
    return abs(sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in edges(shape))) / 2 if len(shape) > 2 else 0


def side_of(edge: Any, point: tuple[float, float]) -> float:
    (x0, y0), (x1, y1) = edge
    return (x1 - x0) * (point[1] - y0) - (y1 - y0) * (point[0] - x0)


def contains(shape: Polygon, point: tuple[float, float]) -> bool:
    sides = [side_of(edge, point) for edge in edges(shape)]
    return all(side >= 0 for side in sides) or all(side <= 0 for side in sides)


def is_convex(shape: Polygon) -> bool:
    """Corners may be rounded a little inwards."""
    turns = [side_of((a, b), c) for (a, b), (_, c) in zip(edges(shape), [*edges(shape)][1:], strict=False)]
    lengths = [abs(b[0] - a[0]) + abs(b[1] - a[1]) for a, b in edges(shape)]
    return all(turn >= -2 * max(lengths) for turn in turns) or all(turn <= 2 * max(lengths) for turn in turns)


def shared_area(one: Polygon, other: Polygon) -> float:
    """Area that two convex shapes have in common."""
    if side_of((other[0], other[1]), other[2]) < 0:
        other = [*reversed(other)]
    kept: list[tuple[float, float]] = list(one)
    for edge in edges(other):
        before, kept = kept, []
        for here, there in edges(before) if before else ():
            near, far = side_of(edge, here), side_of(edge, there)
            if near >= 0:
                kept.append(here)
            if near * far < 0:
                share = near / (near - far)
                kept.append((here[0] + share * (there[0] - here[0]), here[1] + share * (there[1] - here[1])))
    return area(kept)


def bounds(shape: Polygon) -> tuple[float, float, float, float]:
    xs, ys = zip(*shape, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def spans(shape: Polygon) -> tuple[float, float]:
    left, top, right, bottom = bounds(shape)
    return right - left, bottom - top


def number_centres(page: Page) -> dict[int, tuple[float, float]]:
    """The centres of the plates with one number."""
    plates = [call for call in page.draw_calls if call.what == "choice_plate"]
    return {int(str(call.values[0])): (call.x, call.y) for call in plates}


def drawn_page(played: Played, subject: Subject, view: Any, prompt: Prompt) -> Page | None:
    key, names = played.key, NAMES[: played.seats]
    request = PictureRequest(game=key, subject=subject, view=view, names=names, prompt=prompt)
    page: Page | None = getattr(PAINTERS[key], subject)(request)
    return page


def asked(played: Played, every: int) -> Iterator[tuple[Any, Prompt]]:
    """The questions of every so many positions of a game."""
    for state in played.states[::every]:
        for seat in sorted(played.game.to_act(state)):
            view = played.game.view(state, seat)
            for prompt in all_questions(played, state, seat):
                yield view, prompt


def check_regions(page: Page, tokens: dict[int, str], where: object) -> set[str]:
    """Check the regions of a picture. Returns the tokens of the answers that have one."""
    regions = page.regions(tokens)
    shapes = {region.token: region.outline for region in regions}
    assert len(shapes) == len(regions), where
    for number, centre in number_centres(page).items():
        assert contains(shapes[tokens[number]], centre), (where, number)
    for shape in shapes.values():
        assert is_convex(shape), (where, shape)
        assert all(0 <= x <= page.image.width and 0 <= y <= page.image.height for x, y in shape), where
        others = [other for other in shapes.values() if other is not shape]
        assert min(spans(shape)) >= MIN_SIDE_PX - 1 or has_no_room(shape, others, page), (where, shape)
    for one, other in combinations(shapes, 2):
        assert shared_area(shapes[one], shapes[other]) <= MAX_OVERLAP_PX, (where, one, other)
    return set(shapes)


def has_no_room(shape: Polygon, others: Iterable[Polygon], page: Page) -> bool:
    """True if a region touches the edge of the picture or another region, so that it could not be larger."""
    left, top, right, bottom = bounds(shape)
    if left <= 0 or top <= 0 or right >= page.image.width or bottom >= page.image.height:
        return True
    boxes = map(bounds, others)
    return any(
        box[0] <= right + TOUCHING_PX
        and left <= box[2] + TOUCHING_PX
        and box[1] <= bottom + TOUCHING_PX
        and top <= box[3] + TOUCHING_PX
        for box in boxes
    )


@pytest.mark.usefixtures("named_sprites", "blank_maps")
@pytest.mark.parametrize("share", [1, pytest.param(4, marks=pytest.mark.long)])
@pytest.mark.parametrize("key", [*GAMES])
def test_every_numbered_answer_of_whole_games_has_a_region_of_its_own(key: str, share: int) -> None:
    checked = 0
    for played in seeded_games(key, 1):
        for view, prompt in asked(played, PLIES[key] // share):
            tokens, found = prompt.tokens_by_number(), set[str]()
            for subject in SUBJECTS if tokens else ():
                page = drawn_page(played, subject, view, prompt)
                if page is not None:
                    here = check_regions(page, tokens, (key, played.seats, subject, prompt))
                    assert subject != "focus" or here == set(tokens.values()), (played.seats, prompt)
                    found |= here
            assert found == set(tokens.values()), (played.seats, prompt)
            checked += len(found)
    assert checked > 100


def test_a_picture_carries_the_tokens_of_its_answers_and_pickles_with_them() -> None:
    state = LOFOTEN.setup(2, LOFOTEN.info.options(), b"regions")
    played, (seat,) = Played(LOFOTEN, 2, (state,)), sorted(LOFOTEN.to_act(state))
    view = LOFOTEN.view(state, seat)
    prompt = next(iter(all_questions(played, state, seat)))
    painter, names = PAINTERS["lofoten"], NAMES[:2]
    hand = draw_hand(painter, view, names, prompt=prompt)
    assert hand is not None
    assert [region.token for region in hand.regions] == [*prompt.tokens_by_number().values()]
    assert pickle.loads(pickle.dumps(hand)) == hand
    plain = draw_hand(painter, view, names)
    assert plain is not None
    assert plain.regions == ()
    assert draw_board(painter, view, names, prompt=prompt).regions == ()
    legend = draw_hand(painter, view, names, prompt=prompt, captions={"value": "Value"})
    assert legend is not None
    assert legend.regions == ()


# Single shapes


def regions_of(*marks: NumberMark) -> dict[str, tuple[tuple[int, int], ...]]:
    found = cut_regions(marks, {mark.number: f"answer {mark.number}" for mark in marks}, 1200, 900)
    return {region.token: region.outline for region in found}


def mark(number: int, x: float, y: float, *target: tuple[float, float]) -> NumberMark:
    return NumberMark(number, x, y, 60, 60, target)


def test_a_card_with_its_number_inside_is_its_region() -> None:
    card = rectangle(100, 100, 400, 500)
    assert regions_of(mark(1, 150, 150, *card)) == {"answer 1": card}


def test_a_small_target_grows_to_the_size_of_a_fingertip() -> None:
    (shape,) = regions_of(mark(1, 300, 300, *disc(300, 300, 10))).values()
    assert spans(shape) == (MIN_SIDE_PX, MIN_SIDE_PX)
    assert contains(shape, (300, 300))


def test_a_number_apart_from_its_target_is_joined_with_it() -> None:
    (shape,) = regions_of(mark(1, 300, 200, *disc(500, 400, 60))).values()
    assert contains(shape, (300, 200))
    assert contains(shape, (500, 400))
    assert contains(shape, (400, 300))


def test_numbers_on_one_target_divide_it() -> None:
    card = rectangle(100, 100, 400, 500)
    shapes = regions_of(mark(1, 150, 400, *card), mark(2, 350, 400, *card))
    left, right = shapes["answer 1"], shapes["answer 2"]
    assert shared_area(left, right) == 0
    assert area(left) + area(right) == pytest.approx(300 * 400, rel=0.02)
    assert area(left) == pytest.approx(area(right), rel=0.02)


def test_numbers_on_one_plate_have_a_share_of_it_each() -> None:
    cell = hull(disc(600, 400, 120))
    shared = NumberMark(4, 600, 400, 150, 58, cell)
    shapes = regions_of(*split(shared, (4, 5, 6)))
    assert [*shapes] == ["answer 4", "answer 5", "answer 6"]
    for one, other in combinations(shapes.values(), 2):
        assert shared_area(one, other) == 0
    for shape, x in zip(shapes.values(), (550, 600, 650), strict=True):
        assert contains(shape, (x, 400))


def test_plates_on_one_another_are_divided_between_their_centres() -> None:
    shapes = regions_of(mark(1, 300, 300, *disc(300, 300, 40)), mark(2, 320, 300, *disc(320, 300, 40)))
    assert shared_area(shapes["answer 1"], shapes["answer 2"]) == 0
    assert contains(shapes["answer 1"], (300, 300))
    assert contains(shapes["answer 2"], (320, 300))


def test_neighbouring_cells_keep_their_shape() -> None:
    height = 100 * 3**0.5
    cells = [hull(hexagon(100, 300, 300 + place * height)) for place in range(3)]
    marks = [mark(number, 300, 300 + number * height, *cell) for number, cell in enumerate(cells)]
    for shape, cell in zip(regions_of(*marks).values(), cells, strict=True):
        assert area(shape) == pytest.approx(area(cell), rel=0.02)


def test_regions_end_at_the_edge_of_the_picture() -> None:
    (shape,) = regions_of(mark(1, 20, 20, *rectangle(-50, -50, 60, 60))).values()
    assert min(x for x, _ in shape) == 0
    assert min(y for _, y in shape) == 0


def test_only_numbers_with_a_token_have_a_region() -> None:
    marks = (mark(1, 100, 100, *disc(100, 100, 60)), mark(2, 400, 100, *disc(400, 100, 60)))
    assert [region.token for region in cut_regions(marks, {2: "sail e5"}, 1200, 900)] == ["sail e5"]
