"""Rest days: the weekdays on which a user's clocks stop, chosen in a form of /settings."""

from babel.dates import get_day_names

import db
from bot.chat.interactions import Request, on_component
from bot.chat.messages import CustomId, modals, option, parse_digits
from bot.chat.settings.settings_panel import show_saved
from bot.play.account import preferences
from bot.play.core import Denied
from bot.play.core.availability import MAX_REST_DAYS

FIELD = "days"


@on_component("rest-form", "form")
async def open_rest_form(request: Request, _: CustomId) -> None:
    t, names = request.locale.t, get_day_names("wide", locale=request.locale.language)
    chosen = (await db.users.get(request.store, request.actor.id)).preferences.rest_days
    options = [option(str(day), names[day], default=day in chosen) for day in range(7)]
    field = modals.field(
        t("Days of the week"),
        modals.optional_select(FIELD, options, max_values=MAX_REST_DAYS),
        t("Your clocks stop and Skald doesn't ping you: at most {n} days a week.", n=MAX_REST_DAYS),
    )
    await request.open_form(modals.form(CustomId("rest-keep"), t("Rest days"), field))


@on_component("rest-keep", "update")
async def save_rest_days(request: Request, _: CustomId) -> None:
    days = [parse_digits(value, 1) for value in request.field_values(FIELD)]
    if None in days:
        raise Denied("not_a_choice")
    await preferences.set_rest_days(request.service, request.actor, [day for day in days if day is not None])
    await show_saved(request)
