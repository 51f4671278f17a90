"""Delivers the podium at the end of a season."""

import db
from bot.chat.interactions.context import Context
from bot.chat.messages.message_builder import MessageBuilder
from bot.chat.outbox.messenger import Messenger
from bot.chat.outbox.outbox_worker import delivers
from bot.i18n import Locale, locale_for
from bot.play.core.outbox_messages import SeasonOver
from bot.standings.seasons import season_at
from bot.views.markup import plain_name
from bot.views.picture_file import PictureFile
from bot.views.pictures import StandingsPictureRequest
from bot.views.reader_view import NEUTRAL_COLOUR
from bot.views.standings_text import alt_text, season_name
from db.users import UNKNOWN_NAME
from render.standings.views import PodiumPlace, PodiumView


@delivers(SeasonOver)
async def deliver_season(messenger: Messenger, post: db.Post, payload: SeasonOver) -> None:
    """Post the podium to the results channel, else the lobby channel, else the last channel played in."""
    context = messenger.context
    season = await db.seasons.find(context.store, payload.server, payload.start)
    server = await db.servers.get(context.store, payload.server)
    channel = server.settings.results or server.settings.lobbies
    channel = channel or await db.games.find_latest_channel(context.store, payload.server)
    if season is None or not season.podium or channel is None:
        return
    builder = await _podium_message(context, locale_for(server.language), season)
    await messenger.send(messenger.channel(channel), builder, nonce=post.id, silent=True)


async def _podium_message(context: Context, locale: Locale, season: db.Season) -> MessageBuilder:
    podium = season.podium or ()
    names = await db.users.get_names_and_hidden(
        context.store, [one["person"] for one in podium if one["person"] is not None]
    )
    places = tuple(
        PodiumPlace(
            place=one["place"],
            name=names.get(one["person"], (None, False))[0] or UNKNOWN_NAME,
            points=one["points"],
            games=one["games"],
        )
        for one in podium
    )
    name = season_name(locale, season_at(season.start))
    view = PodiumView(title=name, subtitle=locale.t("All games"), places=places)
    picture = await context.pictures.get(StandingsPictureRequest(view))
    assert picture is not None
    lines_text = [
        locale.t("{place}. {name}: {points} points", place=one.place, name=one.name, points=one.points)
        for one in places
    ]
    winners = locale.join_list(f"**{plain_name(one.name)}**" for one in places if one.place == 1)
    winner_count = sum(one.place == 1 for one in places)
    return (
        MessageBuilder(NEUTRAL_COLOUR)
        .text(
            f"## {locale.t('{season} is over', season=name)}",
            locale.tn("{who} wins it.", "{who} share it.", n=winner_count, who=winners),
        )
        .gallery(PictureFile("podium", picture, alt_text(name, *lines_text)))
        .text(
            locale.t(
                "-# The next one has begun. Rated games earn 10, 6, 3 and 1: your best eight count in full, "
                "the next eight half, and so on."
            )
        )
    )
