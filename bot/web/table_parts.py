"""Parts that the pages of a table share: title, header, players, addresses of pictures."""

from typing import Unpack
from urllib.parse import quote

from bot.views.game_labels import name_with_level
from bot.views.picture_file import PictureFile, PictureText
from bot.views.reader_view import ReaderView, Shown
from bot.web.access import Visit
from bot.web.context import WebContext
from bot.web.html import Html, tag
from bot.web.layout import figure
from bot.web.markdown import plain_text, to_html
from rules.game import Seat

SHAPES = ("●", "■", "▲", "◆", "★")


def table_title(reader: ReaderView) -> str:
    names = reader.locale.join_list(reader.snapshot.names)
    return f"{reader.plain_text.game_name} · {names}"


def picture_src(context: WebContext, visit: Visit, seat: Seat | None, file: PictureFile, page: str) -> str:
    """Returns the address of a picture on a page.

    It depends on the picture's content, and names the page, from which any process can draw it again.
    """
    name = context.shelf.put(visit.snapshot.code, seat, file)
    return f"{visit.path}/p/{name}?of={quote(page, safe='/')}"


def show(
    context: WebContext, visit: Visit, seat: Seat | None, file: PictureFile, page: str, *, lazy: bool = False
) -> Html:
    """Returns a picture with its text below it, or the words that stand in its place."""
    if isinstance(file, PictureText):
        words = to_html(file.alt, visit.locale, context.service.now())
        return tag("div", words, class_="in-words")
    return figure(file, picture_src(context, visit, seat, file, page), visit.locale, lazy=lazy)


async def load_board(reader: ReaderView, **shown: Unpack[Shown]) -> PictureFile:
    """Draw the board, or tell all of it to a reader who wants no pictures."""
    if reader.text_only:
        pages = reader.board_pages(state=shown.get("state"), since=shown.get("since"))
        return PictureText.of("\n".join(pages))
    return await reader.board(**shown)


def table_header(reader: ReaderView, visit: Visit, *, here: str) -> Html:
    """Returns the name of the game, and links between playing and watching for a player."""
    t = reader.locale.t
    links = []
    if visit.seat is not None:
        for name, path, label in (("play", "/play", t("Play")), ("watch", "", t("Watch"))):
            current = "page" if name == here else None
            links.append(tag("a", label, href=f"{visit.path}{path}", aria_current=current))
    return tag(
        "header",
        tag("h1", reader.plain_text.game_name, tag("span", reader.snapshot.code, class_="code")),
        tag("nav", links, aria_label=t("Views")) if links else None,
        class_="bar",
    )


def players_list(reader: ReaderView) -> Html:
    """Returns the players with the shape of their colour, and what each owes or scored."""
    snapshot = reader.snapshot
    outcome = snapshot.outcome()
    owing = snapshot.owing_seats()
    entries = []
    for seat in snapshot.seats:
        about = ""
        if outcome is not None and outcome.totals:
            about = str(outcome.totals[seat])
        elif seat in owing:
            about = plain_text(reader.owed_text(seat))
        entries.append(
            tag(
                "li",
                tag("span", SHAPES[seat], class_=f"shape seat{seat}", aria_hidden="true"),
                tag("span", plain_text(name_with_level(snapshot, seat, reader.locale)), class_="name"),
                tag("span", about, class_="owed") if about else None,
                class_="to-move" if seat in owing else None,
            )
        )
    return tag("ul", entries, class_="players")
