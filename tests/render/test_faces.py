"""Computer players, and no others, have faces."""

from PIL import Image

from bot.play.turns import opponents
from render.kit.faces import SIZES, face, face_of
from render.kit.page import Page
from render.kit.seats import SEATS, put_seat
from render.kit.type import MIN_FONT_PX, fit_text

NAMES = [one.name for one in opponents.OPPONENTS_BY_ID.values()]


def seat_mark_pixels(seat: int, name: str) -> bytes:
    page = Page(Image.new("RGB", (1200, 900), "#808080"))
    put_seat(page, 100, 100, seat, 120, name)
    return page.image.crop((0, 0, 200, 200)).tobytes()


def test_every_computer_player_has_a_face_and_no_two_look_alike() -> None:
    assert all(face_of(name) for name in NAMES)
    for size in SIZES:
        drawn = {face(str(face_of(name)), size).image.tobytes() for name in NAMES}
        assert len(drawn) == len(NAMES)


def test_a_person_of_the_same_name_keeps_the_initial() -> None:
    assert face_of("Liv") is None
    assert face_of("Somebody ⚙") is None
    for seat in range(len(SEATS)):
        assert seat_mark_pixels(seat, "Liv") == seat_mark_pixels(seat, "Lars")
        assert seat_mark_pixels(seat, "Liv ⚙") != seat_mark_pixels(seat, "Liv")
        assert seat_mark_pixels(seat, "Liv ⚙") != seat_mark_pixels(seat, "Aud ⚙")


def test_a_name_that_is_too_long_loses_the_cog_before_a_letter() -> None:
    whole = fit_text("Ragnhild", "title", 54, 1000)
    narrow = fit_text(
        "Ragnhild ⚙", "title", 54, round(fit_text("Ragnhild", "title", MIN_FONT_PX, 1000).width) + 6
    )
    assert "".join(run.text for run in whole.runs) == "Ragnhild"
    assert "".join(run.text for run in narrow.runs) == "Ragnhild"
