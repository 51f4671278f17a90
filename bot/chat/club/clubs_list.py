"""Lists the ladders or the leagues of a server."""

from typing import Any

from bot.chat.interactions import Request
from bot.chat.interactions.channel_checks import require_server
from bot.chat.messages import CustomId, MessageBuilder, option
from bot.views.standings_text import title_name
from db.clubs import Clubs


async def list_clubs(
    request: Request, clubs: Clubs[Any, Any], heading: str, none: str, choose: CustomId, line: str = ""
) -> None:
    """Answer with a menu of the clubs, and a line about the members of each; or that there are `none`."""
    locale, server = request.locale, require_server(request)
    builder, options = MessageBuilder().text(f"## {heading}"), []
    for club in await clubs.list_for_server(request.store, server):
        title = title_name(locale, request.games, club.key)
        options.append(option(club.key, title))
        if line:
            members = await clubs.list_members(request.store, server, club.key)
            builder.text(locale.t(line, game=title, n=len(members)))
    if options:
        builder.select(choose, locale.t("View a cup"), options)
    else:
        builder.text(none)
    await request.respond(builder)
