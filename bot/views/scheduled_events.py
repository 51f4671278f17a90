"""Texts of scheduled events, in the server's language."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from babel.dates import format_datetime

from bot.i18n import Locale
from bot.play.club.scheduled_events import PlannedEvent
from bot.standings.voyages import iso_week_number
from bot.views.markup import channel_link, clip
from bot.views.standings_text import title_name
from rules.game import AnyGame

MAX_NAME_CHARS = 100


@dataclass(frozen=True, slots=True)
class EventText:
    name: str
    description: str
    location: str


def event_text(planned: PlannedEvent, server: int, games: Mapping[str, AnyGame], locale: Locale) -> EventText:
    """Returns name, description and place of an event. The place is a link, or the command to take part.

    No two events of a server have the same name.
    """
    t, game = locale.t, title_name(locale, games, planned.key)
    match planned.kind:
        case "cup":
            name = f"{t('{game}: a cup', game=game)} · {planned.code}"
            description = (
                t("The cup is under way. Its card in the channel shows who leads.")
                if planned.size is None
                else t(
                    "Join from the card in the channel. The cup starts when {n} players have joined.",
                    n=planned.size,
                )
            )
        case "league":
            month = format_datetime(_utc(planned.start), "MMMM y", locale=locale.language)
            name = f"{t('{game}: the league', game=game)} · {month}"
            description = t("A month of games in divisions. Join with /club league before the month begins.")
        case "voyage":
            week = t("Week {n}", n=iso_week_number(planned.start))
            name = f"{t('The voyage of the week')} · {game} · {week}"
            description = t("The same deal for everyone, one try each. Set sail with /club voyage.")
    command = "/" + " ".join(t(word) for word in ("club", planned.kind))
    location = command if planned.channel is None else channel_link(server, planned.channel)
    return EventText(clip(name, MAX_NAME_CHARS), description, location)


def _utc(at: int) -> datetime:
    return datetime.fromtimestamp(at / 1000, UTC)
