"""The poster of a finished game: its last board, the ranking, its story."""

from collections.abc import Sequence

from render.kit import WIDTH, Page, Picture, Sprite, fit_text, font, icon, put_seat
from render.kit.palette import BONE, FOAM, GOLD, GOLD_LIGHT, INK, MUTED, NIGHT, OAK_LIGHT
from render.kit.plates import medal, tint, vellum_panel, wood_panel
from render.kit.type import Line
from render.standings.animation import open_picture, scale_to_box
from render.standings.backgrounds import MAX_HEIGHT, allowed_height, night
from render.standings.parts import ACROSS, BEAM, LEFT, name_line, put_head, wrap_text
from render.standings.views import PosterPlayer, PosterView

TOP, GAP = BEAM + 18, 16
BOARD_WIDTH, BOARD_STEP, FRAME = 700, 40, 14
MIN_BOARD, MAX_BOARD = 480, 960
HEADLINE, HEADLINE_Y, ABOUT_Y = 112, 36, 84
PLAYERS_LEFT, PLAYERS_WIDTH = 760, 420
PANELS = (196, 164, 126, 92)
"""Panel heights of the players; the largest that fits beside the board is used."""
PANEL_GAP = 10
TWO_LINES = 120
"""From this panel height on, the name stands below rank and score."""
STORY_LINE, LINES_EACH, STORY_MARGIN, BETWEEN = 50, 2, 26, 12


def story_height(lines: int, parts: int) -> int:
    return 2 * STORY_MARGIN + lines * STORY_LINE + (parts - 1) * BETWEEN


def poster(view: PosterView) -> Picture:
    story = [wrap_text(text, "letter", 42, ACROSS - 150, LINES_EACH) for text in view.story]
    story = [lines for lines in story if lines]
    below = story_height(sum(map(len, story)), len(story)) + GAP if story else 0
    start = TOP + (HEADLINE if view.headline else 0)
    board = _board_height(view.board, MAX_HEIGHT - start - below - 2 * FRAME - 20)
    under = start + board + 2 * FRAME + GAP
    page = Page(night(allowed_height(under + below + 4)))
    put_head(page, view.title, view.subtitle)
    if view.headline:
        _headline(page, view)
    _board(page, view.board, start, board)
    _players(page, view.players, start, board + 2 * FRAME)
    if story:
        _story(page, under, story)
    return page.encode()


def _headline(page: Page, view: PosterView) -> None:
    page.put_corner(tint(ACROSS, HEADLINE - 6, 20, NIGHT, 0.6), LEFT, TOP - 8)
    page.text_line(
        WIDTH / 2,
        TOP + HEADLINE_Y - 8,
        fit_text(view.headline, "title", 56, ACROSS - 40),
        GOLD_LIGHT,
        "middle",
    )
    page.text_line(
        WIDTH / 2,
        TOP + ABOUT_Y - 8,
        fit_text(view.about, "letter", 40, ACROSS - 40, fallback=" "),
        FOAM,
        "middle",
    )


def _board_height(board: Picture | None, room: int) -> int:
    """Height of the board in steps, limited by the room."""
    wanted = BOARD_WIDTH * board.height / board.width if board else MIN_BOARD
    height = min(max(wanted, MIN_BOARD), MAX_BOARD, max(room, MIN_BOARD))
    return int(height) // BOARD_STEP * BOARD_STEP


def frame(height: int) -> Sprite:
    return wood_panel(BOARD_WIDTH + 2 * FRAME, height + 2 * FRAME, 18, "oak", 91, OAK_LIGHT, 4)


def player_panel(tall: int, won: bool) -> Sprite:
    if won:
        return wood_panel(PLAYERS_WIDTH, tall, 20, "oak", 44, GOLD, 6)
    return wood_panel(PLAYERS_WIDTH, tall, 20, "dark", 44, OAK_LIGHT, 4)


def _board(page: Page, board: Picture | None, start: int, height: int) -> None:
    page.put_corner(frame(height), LEFT, start)
    if board is not None:
        hung = scale_to_box(open_picture(board), BOARD_WIDTH, height)
        left, top = (
            LEFT + FRAME + (BOARD_WIDTH - hung.width) // 2,
            start + FRAME + (height - hung.height) // 2,
        )
        page.image.paste(hung, (left, top))


def _players(page: Page, players: Sequence[PosterPlayer], start: int, height: int) -> None:
    ordered = sorted(players, key=lambda player: (player.place or len(players), player.seat))[:5]
    room = (height + PANEL_GAP) / len(ordered) - PANEL_GAP
    tall = next((each for each in PANELS if each <= room), PANELS[-1])
    top = start + (height - len(ordered) * (tall + PANEL_GAP) + PANEL_GAP) / 2
    for number, player in enumerate(ordered):
        _player(page, top + number * (tall + PANEL_GAP), tall, player)


def _player(page: Page, top: float, tall: int, player: PosterPlayer) -> None:
    won, two = player.place == 1, tall >= TWO_LINES
    middle = top + tall * (0.35 if two else 0.5)
    page.put_corner(player_panel(tall, won), PLAYERS_LEFT, top)
    if player.place is None:
        page.text(PLAYERS_LEFT + 54, middle, "–", font("number", 52), MUTED)
    elif player.place <= 3:
        page.put(medal(player.place, 92 if tall > 140 else 74), PLAYERS_LEFT + 54, middle + 2)
    else:
        page.text(PLAYERS_LEFT + 54, middle, str(player.place), font("number", 52), MUTED)
    put_seat(page, PLAYERS_LEFT + 138, middle, player.seat, 72 if tall > 140 else 54, player.name)
    beside = PLAYERS_WIDTH - 210
    if player.score is not None:
        score = fit_text(str(player.score), "number", 66 if won else 56, 130, 900)
        page.text_line(
            PLAYERS_LEFT + PLAYERS_WIDTH - 26 - score.width, middle, score, GOLD_LIGHT if won else BONE
        )
        beside -= round(score.width) + 16
    if two:
        name = name_line(player.name, 46, PLAYERS_WIDTH - 52)
        page.text_line(PLAYERS_LEFT + 26, top + tall * (0.76 if tall > 140 else 0.8), name, BONE)
    else:
        page.text_line(PLAYERS_LEFT + 184, middle, name_line(player.name, 46, beside), BONE)


def _story(page: Page, top: float, story: Sequence[Sequence[Line]]) -> None:
    panel = vellum_panel(ACROSS, story_height(sum(map(len, story)), len(story)), 24, 36)
    page.put_corner(panel, LEFT, top)
    y = top + STORY_MARGIN + STORY_LINE / 2
    for lines in story:
        page.put(icon("spark", 46, GOLD), LEFT + 56, y)
        for each in lines:
            page.text_line(LEFT + 104, y, each, INK)
            y += STORY_LINE
        y += BETWEEN
