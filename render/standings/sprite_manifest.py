"""Sprite manifest of standings, for pre-rendering."""

from collections.abc import Iterator

from render.kit.faces import every_face
from render.kit.icons import icon
from render.kit.page import WIDTH
from render.kit.palette import BONE, GOLD, NIGHT, OAK_LIGHT
from render.kit.plates import beam, medal, tab_plate, tint, vellum_panel, wood_panel
from render.kit.seats import SEATS, seat_mark
from render.kit.sprite_cache import SpriteKey
from render.standings import (
    animation,
    backgrounds,
    chances,
    cup,
    leaderboard,
    league,
    podium,
    poster,
    profile,
    successes,
    voyage,
)
from render.standings.parts import ACROSS


def every_sprite() -> Iterator[SpriteKey]:
    yield from backgrounds.sprite_keys()
    yield beam.key(WIDTH + 20, 96)
    yield wood_panel.key(ACROSS - 60, 300, 24, "dark", 7, OAK_LIGHT, 4)
    yield tab_plate.key(animation.TAB)
    yield from _leaderboard()
    yield from _profile()
    yield from _podium()
    yield from cup.sprite_keys()
    yield from league.sprite_keys()
    yield from successes.sprite_keys()
    yield from voyage.sprite_keys()
    yield from _poster()
    yield from _chances()
    for name, size in (
        ("laurel", 68), ("rating", 66), ("rating", 50), ("season_points", 66), ("season_points", 50),
        ("games", 60), ("crown", 62), ("crown", 58), ("crown", 110), ("best", 60),
        ("form_won", 42), ("form_lost", 42), ("form_won", 38), ("form_lost", 38), ("form_between", 38),
        ("form_won", 36), ("form_lost", 36), ("form_between", 36), ("season_1", 46), ("season_2", 46),
        ("season_3", 46), ("points", 124),
    ):  # fmt: skip
        yield icon.key(name, size)
    yield icon.key("form_between", 30, BONE)
    yield icon.key("spark", 46, GOLD)
    for place in (1, 2, 3):
        for size in (102, 74, 132, 92, 84):
            yield medal.key(place, size)


def _leaderboard() -> Iterator[SpriteKey]:
    for pitch in (leaderboard.PITCH, leaderboard.TIGHT_PITCH):
        for number in range(3):
            yield leaderboard.row_panel(number, pitch, mine=False)
            yield leaderboard.row_panel(number, pitch, mine=True)
    yield leaderboard.rail.key()
    longest = leaderboard.BAR_RIGHT - leaderboard.BAR_LEFT
    for width in range(leaderboard.MIN_BAR, longest, leaderboard.BAR_STEP):
        for sure in (True, False):
            yield leaderboard.uncertainty.key(width, sure)


def _profile() -> Iterator[SpriteKey]:
    for curves in range(1, profile.MAX_CURVES + 1, 2):
        yield vellum_panel.key(ACROSS, profile.chart_height(curves), 24, 31)
    for titles in range(1, profile.MAX_TITLES + 1):
        yield vellum_panel.key(ACROSS, profile.titles_height(titles), 24, 32)
    for rivals in range(1, profile.MAX_RIVALS + 1, 2):
        yield wood_panel.key(ACROSS, profile.rivals_height(rivals), 24, "dark", 33, OAK_LIGHT, 4)
    for facts in range(1, profile.MAX_FACTS + 1):
        yield vellum_panel.key(ACROSS, profile.facts_height(facts), 24, 34)
    for number in range(profile.MAX_CURVES):
        yield profile.curve_mark.key(number)
    yield tint.key(ACROSS - 36, profile.TITLE_ROW - 6, 18, "#B08A4A", 0.22)


def _podium() -> Iterator[SpriteKey]:
    for people in range(1, podium.MAX_ON_PODIUM + 1):
        yield tint.key(podium.step_width(people), 72, 20, NIGHT, 0.6)
        for place in (1, 2, 3):
            yield podium.podium_step(people, place)
    for number in range(3):
        yield vellum_panel.key(ACROSS, podium.ROW - 10, 20, 70 + number)


def _poster() -> Iterator[SpriteKey]:
    for height in range(poster.MIN_BOARD, poster.MAX_BOARD + 1, poster.BOARD_STEP):
        yield poster.frame(height)
    yield tint.key(ACROSS, poster.HEADLINE - 6, 20, NIGHT, 0.6)
    for tall in poster.PANELS:
        for won in (True, False):
            yield poster.player_panel(tall, won)
    for parts in (1, 2, 3):
        for lines in range(parts, parts * poster.LINES_EACH + 1):
            yield vellum_panel.key(ACROSS, poster.story_height(lines, parts), 24, 36)
    for seat in range(len(SEATS)):
        for size in (72, 54):
            yield seat_mark.key(seat, size)
    yield from every_face()


def _chances() -> Iterator[SpriteKey]:
    yield vellum_panel.key(ACROSS, chances.PANEL, 24, 38)
    yield tab_plate.key(chances.TAB)
    for people in range(1, chances.MAX_PLAYERS + 1):
        yield wood_panel.key(ACROSS, chances.legend_height(people), 24, "dark", 39, OAK_LIGHT, 4)
    for seat in range(len(SEATS)):
        for size in (chances.MARK, chances.ON_CURVE):
            yield seat_mark.key(seat, size)
