"""Pictures of standings: their shape at every size, names of every kind, highlights, animations."""

from functools import partial
from io import BytesIO
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image
from pydantic import ValidationError

from render import Picture
from render.kit.seats import SEATS
from render.standings import draw_standings
from render.standings import league as league_picture
from render.standings.animation import (
    CAPTION_HEIGHT,
    COLOURS,
    FILM_WIDTH,
    MAX_FRAMES,
    animated_gif,
    contact_sheet,
)
from render.standings.league import room_for_points, set_points
from render.standings.parts import wrap_text
from render.standings.views import ROWS_ON_PAGE, LeagueRow, StandingsView
from tests.render.approved_pictures import STANDINGS
from tests.render.standings_views import VIEWS, board, flat, league, poster, row


def pixels(picture: Picture) -> NDArray[np.int16]:
    with Image.open(BytesIO(picture.data)) as image:
        return np.asarray(image.convert("RGB"), np.int16)


@pytest.mark.parametrize("name", sorted(VIEWS.keys() - STANDINGS))
def test_every_picture_suits_a_phone(name: str) -> None:
    picture = draw_standings(VIEWS[name])
    assert picture.width == 1200
    assert 900 <= picture.height <= 1600
    assert picture.height != picture.width
    assert Image.open(BytesIO(picture.data)).size == (picture.width, picture.height)


def test_a_board_holds_a_page_and_no_more() -> None:
    with pytest.raises(ValidationError):
        board(ROWS_ON_PAGE, rows=tuple(row(place + 1) for place in range(ROWS_ON_PAGE + 1)))


def test_the_same_view_gives_the_same_picture() -> None:
    assert draw_standings(VIEWS["profile"]).data == draw_standings(VIEWS["profile"]).data


def differing(one: StandingsView, other: StandingsView) -> tuple[int, int, int, int]:
    """The box in which two pictures differ."""
    apart = np.abs(pixels(draw_standings(one)) - pixels(draw_standings(other))).max(axis=2) > 40
    rows, columns = np.nonzero(apart)
    return int(columns.min()), int(rows.min()), int(columns.max()), int(rows.max())


def test_a_long_title_leaves_a_long_subtitle_whole() -> None:
    shown = [
        board(2, title="Ce qui a tout décidé", subtitle=f"Charpentiers de la Mer du {end}")
        for end in ("Nord", "Nom")
    ]
    assert pixels(draw_standings(shown[0])).tobytes() != pixels(draw_standings(shown[1])).tobytes()


@pytest.mark.parametrize(("number", "shown"), [(1, []), (3, ["2/3"])])
def test_a_league_counts_its_pages_if_there_are_several(
    number: int, shown: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    heads: list[str] = []
    monkeypatch.setattr(league_picture, "put_head", lambda _page, _title, subtitle: heads.append(subtitle))
    view = league(2, 3).model_copy(update={"subtitle": "", "page": min(2, number), "pages": number})
    draw_standings(view)
    assert [head for head in heads if head] == shown


def test_ones_own_row_stands_out_and_nothing_else_changes() -> None:
    plain = board(3)
    mine = board(3, rows=(plain.rows[0], plain.rows[1].model_copy(update={"is_me": True}), plain.rows[2]))
    _, top, _, bottom = differing(plain, mine)
    assert 290 <= top < bottom <= 440, "the second row"


def test_what_is_provisional_and_what_is_sure_look_different() -> None:
    sure, unsure = (board(1, rows=(row(1, provisional=provisional),)) for provisional in (False, True))
    left, _, right, _ = differing(sure, unsure)
    assert 430 <= left < right <= 720, "in the column of ratings"


def test_a_wider_uncertainty_is_a_longer_bar() -> None:
    def blue(width: int) -> int:
        rows = (row(1, low=1280 - width, high=1280 + width), row(2, rating=1000, low=900, high=1100))
        red, _, strong = np.moveaxis(pixels(draw_standings(board(2, rows=rows)))[250:275, 430:710], 2, 0)
        return int((strong - red > 60).any(axis=0).sum())

    assert blue(20) < blue(60) < blue(100)


def test_names_stay_in_their_column() -> None:
    short, long = (board(1, rows=(row(1, name),)) for name in ("i", "W" * 100))
    left, _, right, _ = differing(short, long)
    assert 150 <= left < right <= 430


def test_a_result_of_form_is_told_by_shape_too() -> None:
    won, lost = (pixels(draw_standings(board(1, rows=(row(1, form=(form,)),)))) for form in ("won", "lost"))
    inked = [np.nonzero((part[180:290, 1040:1120].sum(axis=2) < 160).any(axis=1))[0] for part in (won, lost)]
    assert inked[0].mean() < inked[1].mean(), "a victory stands higher than a defeat"


def test_a_poster_shows_the_board_it_is_given() -> None:
    blue, red = (poster(2).model_copy(update={"board": flat(colour)}) for colour in ("#2040A0", "#A02020"))
    left, top, right, bottom = differing(blue, red)
    assert left < 60
    assert 700 < right < 760, "in its frame"
    assert top < 350
    assert bottom < 900


def test_a_view_is_known_by_the_picture_in_it() -> None:
    one, other = (poster(2).model_copy(update={"board": flat(colour)}) for colour in ("#2040A0", "#A02020"))
    assert one.model_dump_json() != other.model_dump_json()
    assert len(one.model_dump_json()) < 4000, "only its fingerprint is written down"


# Films and strips


def frames(count: int) -> list[Picture]:
    return [flat(f"#{20 * number:02x}80{250 - 20 * number:02x}") for number in range(count)]


@pytest.mark.parametrize("count", [1, 2, MAX_FRAMES])
def test_a_film_shows_every_board_and_holds_the_last(count: int) -> None:
    film = animated_gif(frames(count), ms=700)
    assert (film.extension, film.width) == ("gif", FILM_WIDTH)
    with Image.open(BytesIO(film.data)) as image:
        assert getattr(image, "n_frames", 1) == count
        durations = []
        for number in range(count):
            image.seek(number)
            durations.append(image.info["duration"])
            seen = np.asarray(image.convert("RGB"), np.int16)[200, 300]
            assert np.abs(seen - (20 * number, 128, 250 - 20 * number)).max() < 24
    assert durations[:-1] == [700] * (count - 1)
    assert durations[-1] >= 2000


def test_a_long_game_is_thinned_to_its_first_its_last_and_some_between() -> None:
    film = animated_gif([*frames(12), *frames(12), flat("#FFFFFF")], ms=500)
    with Image.open(BytesIO(film.data)) as image:
        assert image.n_frames == MAX_FRAMES
        image.seek(MAX_FRAMES - 1)
        assert np.asarray(image.convert("RGB"))[200, 300].min() > 240


def test_captions_stand_below_the_boards() -> None:
    bare, told = (
        animated_gif(frames(3), ms=500, captions=each) for each in ((), ("Turn 1", "Turn 2", "Turn 3"))
    )
    assert told.height == bare.height + CAPTION_HEIGHT
    with Image.open(BytesIO(told.data)) as image:
        first = np.asarray(image.convert("RGB"), np.int16)
        image.seek(1)
        second = np.asarray(image.convert("RGB"), np.int16)
    assert first[bare.height :].max() > 180, "light letters"
    assert np.abs(first[bare.height :] - second[bare.height :]).max() > 100, "each has its own"


def test_a_film_too_large_to_post_is_shortened_and_keeps_its_end() -> None:
    chance = np.random.default_rng(1)
    pictures = []
    for _ in range(4):
        data = BytesIO()
        noise = chance.integers(0, 255, (450, 600, 3)).astype(np.uint8)
        Image.fromarray(noise, "RGB").save(data, "PNG")
        pictures.append(Picture(data.getvalue(), "png", 600, 450))
    most = len(animated_gif(pictures, ms=500).data) * 3 // 4
    film = animated_gif([*pictures, flat("#FFFFFF")], ms=500, max_bytes=most)
    assert len(film.data) <= most
    with Image.open(BytesIO(film.data)) as image:
        image.seek(image.n_frames - 1)
        assert np.asarray(image.convert("RGB"))[200, 300].min() > 240


def test_a_film_has_few_colours_among_them_those_of_the_seats() -> None:
    noise = np.random.default_rng(1).integers(0, 255, (900, 1200, 3)).astype(np.uint8)
    image = Image.fromarray(noise, "RGB")
    for number, look in enumerate(SEATS):
        image.paste(look.colour, (number * 100, 0, number * 100 + 90, 90))
    data = BytesIO()
    image.save(data, "PNG")
    film = animated_gif([Picture(data.getvalue(), "png", 1200, 900)] * 2, ms=500)
    with Image.open(BytesIO(film.data)) as reduced:
        seen = reduced.convert("RGB")
    assert len(seen.getcolors(1 << 20)) <= COLOURS
    for number, look in enumerate(SEATS):
        assert "#{:02X}{:02X}{:02X}".format(*seen.getpixel((number * 50 + 20, 20))) == look.colour.upper()


@pytest.mark.parametrize("count", [1, 2, 3, 5, 6, 7, MAX_FRAMES, 20])
@pytest.mark.parametrize("shape", [(1200, 900), (1200, 1590)])
def test_a_strip_suits_a_phone_at_any_number(count: int, shape: tuple[int, int]) -> None:
    still = contact_sheet([flat("#508050", *shape)] * count)
    assert still.width == 1200
    assert 900 <= still.height <= 1600
    assert still.height != 1200


def test_boards_that_grow_keep_their_shape() -> None:
    film = animated_gif([flat("#FFFFFF", 1200, 900), flat("#FFFFFF", 1200, 1500)], ms=500)
    assert film.height == 750
    with Image.open(BytesIO(film.data)) as image:
        first = np.asarray(image.convert("RGB"), np.int16)
    assert first[375, 300].min() > 240
    assert first[40, 300].max() < 80, "darkness above the smaller board"


@pytest.mark.parametrize("join", [partial(animated_gif, ms=500), contact_sheet])
def test_nothing_cannot_be_joined(join: Any) -> None:
    with pytest.raises(ValueError, match="nothing to show"):
        join([])


@pytest.mark.parametrize("points", ["0", "10", "7.5", "12.5", "30,5"])
def test_the_points_of_a_league_are_never_cut(points: str) -> None:
    row = LeagueRow(place=1, name="Sigrid", points=points, played="5/5")
    written = set_points(row, room_for_points((row, row)))
    assert "".join(run.text for run in written.runs) == points


@pytest.mark.parametrize("width", range(200, 900, 50))
def test_a_sign_that_french_ties_to_its_word_begins_no_line(width: int) -> None:
    told = "La tête circule comme une corne d’hydromel\N{NO-BREAK SPACE}; dès le tour 27, Astrid la garde."
    lines = wrap_text(told, "letter", 40, width, 20)
    assert len(lines) > 1
    assert not any(each.runs[0].text.startswith(";") for each in lines)
