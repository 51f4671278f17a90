"""Encoding of pictures."""

from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from render.kit import page
from render.kit.page import Extension, Page
from render.kit.textures import wood

pytestmark = pytest.mark.quick

AS_SENT = dict(page.ENCODINGS)


@pytest.mark.parametrize(("extension", "written", "times_fewer"), [("webp", "WEBP", 5), ("jpg", "JPEG", 4)])
def test_a_picture_is_sent_in_few_bytes_and_its_lettering_stays_clean(
    extension: Extension, written: str, times_fewer: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page, "ENCODINGS", AS_SENT)
    painted = Page(wood(1200, 900), extension)
    for place in range(5):
        painted.number(150 + place * 200, 450, 12 + place, 52)
    sent, exact = painted.encode(), BytesIO()
    painted.image.save(exact, "PNG")
    with Image.open(BytesIO(sent.data)) as image:
        assert image.format == written
        apart = np.abs(np.asarray(image.convert("RGB"), int) - np.asarray(painted.image.convert("RGB"), int))
    assert sent.extension == extension
    assert len(sent.data) < len(exact.getvalue()) / times_fewer
    assert apart.mean() < 5
    assert apart[410:490].mean() < 5


@pytest.mark.parametrize("size", [(1199, 900), (1200, 1200), (1200, 1601), (1200, 799)])
def test_a_page_that_does_not_suit_a_phone_is_refused(size: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="does not suit a phone"):
        Page(Image.new("RGB", size))


@pytest.mark.parametrize("size", [(1200, 1600), (1200, 800)])
def test_a_page_may_be_as_tall_or_as_wide_as_a_phone(size: tuple[int, int]) -> None:
    assert Page(Image.new("RGB", size)).image.size == size
