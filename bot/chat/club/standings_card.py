"""Parts shared by the cards of cups, leagues, seasons, voyages and leaderboards: pictures, podiums, pages."""

from collections.abc import Callable, Sequence
from typing import Any

from babel.numbers import format_decimal
from discord import ui

from bot.chat.interactions import Context
from bot.chat.messages import CustomId, MessageBuilder, button
from bot.i18n import Locale
from bot.views.markup import plain_name
from bot.views.picture_file import PictureFile
from bot.views.pictures import StandingsPictureRequest
from bot.views.standings_text import alt_text
from render.standings.views import PodiumView, StandingsView


async def standings_picture(context: Context, name: str, view: StandingsView, alt: str) -> PictureFile:
    picture = await context.views.pictures.get(StandingsPictureRequest(view))
    assert picture is not None
    return PictureFile(name, picture, alt)


async def podium_message(
    context: Context, locale: Locale, heading: str, view: PodiumView, note: str
) -> MessageBuilder:
    """Build the message that ends a cup or a season: its winners and a picture of the podium."""
    lines_text = [
        locale.t("{place}. {name}: {points} points", place=one.place, name=one.name, points=one.points)
        for one in view.places
    ]
    winners = winners_text(locale, [one.name for one in view.places if one.place == 1])
    builder = MessageBuilder().text(f"## {heading}", winners)
    alt = alt_text(view.title, *lines_text)
    return builder.gallery(await standings_picture(context, "podium", view, alt)).text(note)


def winners_text(locale: Locale, names: Sequence[str]) -> str:
    who = locale.join_list(f"**{plain_name(name)}**" for name in names)
    return locale.tn("{who} wins it.", "{who} share it.", n=len(names), who=who)


def format_number(locale: Locale, number: float) -> str:
    return format_decimal(number, locale=locale.language)


def page_buttons(
    to_page: Callable[[int], CustomId], page: int, pages: int, labels: tuple[str, str]
) -> list[ui.Button[Any]]:
    """Returns the buttons to the page before and the page after, none if there is one page only."""
    if pages < 2:
        return []
    before, after = labels
    return [
        button(to_page(page - 1), before, disabled=page == 0),
        button(to_page(page + 1), after, disabled=page >= pages - 1),
    ]
