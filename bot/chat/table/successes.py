"""Success sheets: what a user has achieved in each game, what is open, and the title it earns."""

from collections.abc import Collection, Iterator, Mapping, Sequence

import db
from bot.chat.interactions import Request, on_component
from bot.chat.messages import CustomId, MessageBuilder, button, option, user_id_arg
from bot.i18n import Locale, locale_for
from bot.play.core import Denied
from bot.views.markup import plain_name
from bot.views.pictures import StandingsPictureRequest
from bot.views.reader_view import ReaderView
from bot.views.standings_text import alt_text, labelled
from db.users import UNKNOWN_NAME
from render.standings.views import SuccessesView, SuccessLine
from rules.game import AnyGame
from rules.success_sheet import highest_steps


def title_lines(
    locale: Locale, games: Mapping[str, AnyGame], played: Collection[str], achieved: Sequence[db.Success]
) -> Iterator[str]:
    """Yields, for each game the user has played, their title and number of successes."""
    for key, game in games.items():
        if key in played and game.success_sheet.successes:
            sheet, game_text = game.success_sheet, locale.game_text(game, ())
            keys = [one.success for one in achieved if one.key == key]
            yield locale.t(
                "{game}: **{title}**, {n} of {all} successes",
                game=game_text.game_name,
                title=game_text.value_name("title", sheet.title(keys)),
                n=sheet.count(keys),
                all=len(sheet.successes),
            )


def add_sheet_select(
    builder: MessageBuilder, locale: Locale, games: Mapping[str, AnyGame], user_id: int
) -> None:
    options = [
        option(key, locale.game_text(game, ()).game_name)
        for key, game in games.items()
        if game.success_sheet.successes
    ]
    builder.select(CustomId("sheet-choose", args=(str(user_id),)), locale.t("Open a success sheet"), options)


@on_component("sheet-choose", "update")
async def sheet_select(request: Request, custom_id: CustomId) -> None:
    user_id, key, t = user_id_arg(custom_id), request.selected_value, request.locale.t
    builder = await _sheet_card(request, request.locale, user_id, key)
    builder.buttons(
        button(CustomId("sheet-post", args=(str(user_id), key)), t("Post here")),
        button(CustomId("profile", args=(str(user_id),)), t("Profile")),
    )
    add_sheet_select(builder, request.locale, request.games, user_id)
    await request.respond(builder)


@on_component("sheet-post", "update")
async def post_sheet_button(request: Request, custom_id: CustomId) -> None:
    """Post the sheet publicly, in the language of the server."""
    locale = request.locale
    if request.server is not None:
        locale = locale_for((await db.servers.get(request.store, request.server)).language)
    await request.post_publicly(await _sheet_card(request, locale, user_id_arg(custom_id), custom_id.arg(1)))


async def _sheet_card(request: Request, locale: Locale, user_id: int, key: str) -> MessageBuilder:
    game = request.games.get(key)
    if game is None or not game.success_sheet.successes:
        raise Denied("unknown_button")
    async with request.store.read() as reads:
        row = await db.users.get(reads, user_id)
        achieved = await db.successes.list_for_user(reads, user_id)
    name = row.name or UNKNOWN_NAME
    if row.preferences.hidden and user_id != request.actor.id:
        raise Denied("profile_private", name=plain_name(name))
    view = sheet_view(locale, game, name, [one.success for one in achieved if one.key == key])
    picture = await request.context.views.pictures.file(
        "successes", StandingsPictureRequest(view), sheet_alt(locale, view)
    )
    return MessageBuilder().gallery(picture)


def sheet_view(locale: Locale, game: AnyGame, name: str, achieved: Collection[str]) -> SuccessesView:
    sheet, game_text = game.success_sheet, locale.game_text(game, ())
    return SuccessesView(
        title=name,
        subtitle=game_text.game_name,
        sign=sheet.sign,
        rank=game_text.value_name("title", sheet.title(achieved)),
        ranks=tuple(title.needs for title in sheet.titles),
        ahead=_next_title_text(locale, game, achieved),
        lines=tuple(
            SuccessLine(label=game_text.value_name("success", one), done=one in achieved)
            for one in sheet.successes
        ),
    )


def _next_title_text(locale: Locale, game: AnyGame, achieved: Collection[str]) -> str:
    sheet = game.success_sheet
    coming = sheet.next_title(achieved)
    if coming is None:
        return locale.t("There's no higher title.")
    title = locale.game_text(game, ()).value_name("title", coming.key)
    return locale.t("{n} more for the title {title}", n=coming.needs - sheet.count(achieved), title=title)


def sheet_alt(locale: Locale, view: SuccessesView) -> str:
    done = [line.label for line in view.lines if line.done]
    still = [line.label for line in view.lines if not line.done]
    return alt_text(
        labelled(locale, f"{view.title}, {view.subtitle}", f"{view.rank}, {len(done)}/{len(view.lines)}"),
        view.ahead,
        labelled(locale, locale.t("Achieved"), "; ".join(done)) if done else "",
        labelled(locale, locale.t("Still open"), "; ".join(still)) if still else "",
    )


# On the final card


async def new_success_lines(reader: ReaderView, reads: db.Reads) -> list[str]:
    """Returns lines on what each player achieved for the first time in this game, and new titles."""
    snapshot, lines = reader.snapshot, list[str]()
    earned = await db.successes.list_for_game(reads, snapshot.code)
    for player in snapshot.players:
        new = [one for one in earned if one.person == player.person]
        if not new or player.person is None or player.seat in snapshot.opponent_seats:
            continue
        who = reader.game_text.player_names[player.seat]
        shown = highest_steps([one.success for one in new])
        news = reader.locale.join_list(reader.game_text.value_name("success", one) for one in shown)
        lines.append(reader.locale.t("New successes for {who}: {successes}.", who=who, successes=news))
        achieved = await db.successes.list_for_user(reads, player.person)
        if title := _new_title(reader, achieved, until=new[0].at):
            lines.append(reader.locale.t("{who} has a new title: **{title}**.", who=who, title=title))
    return lines


def _new_title(reader: ReaderView, achieved: Sequence[db.Success], until: int) -> str:
    """Returns the title that this game earned a user, or an empty text if they had it before.

    Ignores successes after `until`: later games may have added to the sheet since.
    """
    game = reader.snapshot.game
    known = [one for one in achieved if one.key == game.info.key and one.at <= until]
    title = game.success_sheet.title([one.success for one in known])
    before = [one.success for one in known if one.game != reader.snapshot.code]
    return "" if title == game.success_sheet.title(before) else reader.game_text.value_name("title", title)
