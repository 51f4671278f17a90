"""Delivers the podium at the end of a season."""

import db
from bot.chat.club.standings_card import podium_message
from bot.chat.interactions import Context
from bot.chat.messages import MessageBuilder
from bot.chat.outbox import Messenger, delivers
from bot.i18n import Locale, locale_for
from bot.play.core.outbox_messages import SeasonOver
from bot.standings.seasons import season_at
from bot.views.standings_text import season_name
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
    await messenger.send(channel, builder, nonce=post.id, silent=True)


async def _podium_message(context: Context, locale: Locale, season: db.Season) -> MessageBuilder:
    podium = season.podium or ()
    names = await db.users.display_names(context.store, [one["person"] for one in podium])
    places = tuple(
        PodiumPlace(
            place=one["place"], name=str(names[one["person"]]), points=one["points"], games=one["games"]
        )
        for one in podium
    )
    name = season_name(locale, season_at(season.start))
    view = PodiumView(title=name, subtitle=locale.t("All games"), places=places)
    note = locale.t(
        "-# The next season has begun. Rated games earn 10, 6, 3 and 1 points. Your best "
        "eight count in full, the next eight half, and so on."
    )
    return await podium_message(context, locale, locale.t("{season} is over", season=name), view, note)
