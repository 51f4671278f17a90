"""The legend names every part of a picture and hides none behind a label."""

import pytest
from PIL import Image

from render.kit.legend import encode_page
from render.kit.page import Page, Part

pytestmark = pytest.mark.quick

RED = (200, 20, 20)


def page_of(*parts: Part, height: int = 1000) -> Page:
    page = Page(Image.new("RGB", (1200, height), "white"))
    for part in parts:
        page.part(*part)
    return page


def written(page: Page) -> dict[str, tuple[float, float]]:
    return {str(each.values[0]): (each.x, each.y) for each in page.draw_calls if each.what == "text"}


def crowded_parts() -> list[Part]:
    """A row of small things with no room between them."""
    return [Part(f"thing {number}", 40 + 70 * number, 20, 100 + 70 * number, 70) for number in range(16)]


def test_every_part_is_named_and_no_name_lies_on_another_part(pages: list[Page]) -> None:
    parts = (
        Part("sea", 20, 100, 1180, 500),
        Part("ship", 100, 560, 300, 700),
        Part("house", 340, 560, 500, 700),
    )
    encode_page(page_of(*parts), {"sea": "The sea", "ship": "A ship", "house": "A house"})
    (page,) = pages
    at = written(page)
    assert at.keys() == {"The sea", "A ship", "A house"}
    for name, (x, y) in at.items():
        under = [part.key for part in page.parts if part.left < x < part.right and part.top < y < part.bottom]
        assert under == (["sea"] if name == "The sea" else [])


def test_crowded_things_are_named_below_each_beside_how_it_looks(pages: list[Page]) -> None:
    page = page_of(*crowded_parts())
    page.image.paste(RED, (40 + 70 * 7, 20, 100 + 70 * 7, 70))
    captions = {part.key: part.key.capitalize() for part in crowded_parts()}
    encode_page(page, captions)
    (legend,) = pages
    assert written(legend).keys() == set(captions.values())
    assert legend.image.height > page.image.height, "the picture is not made smaller while it may grow"
    x, y = written(legend)["Thing 7"]
    strip = legend.image.crop((0 if x < 600 else 600, round(y) - 20, round(x), round(y) + 20))
    reds = [pixel for pixel in strip.get_flattened_data() if pixel == RED]
    assert len(reds) > 500, "a cutting of the thing stands there, unveiled"


def test_what_is_crowded_and_large_bears_the_number_of_its_name(pages: list[Page]) -> None:
    walls = [Part(f"wall {number}", 10 + 240 * number, 10, 230 + 240 * number, 1590) for number in range(5)]
    captions = {part.key: f"{part.key}, with a name far too long for its side" for part in walls}
    encode_page(page_of(*walls, height=1600), captions)
    (legend,) = pages
    numbers = [each for each in legend.draw_calls if each.what == "text" and each.values[0] == "1"]
    assert len(numbers) == 2
    assert legend.image.height == 1600
