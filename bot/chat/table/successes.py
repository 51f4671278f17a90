"""Success sheets: what somebody has achieved at each title, what is still open, and the title it earns."""

from collections.abc import Collection, Iterator, Mapping, Sequence

import discord

import db
from bot.chat.interactions.buttons import on_component
from bot.chat.interactions.requests import Request
from bot.chat.messages.custom_id import CustomId, first_person
from bot.chat.messages.message_builder import MessageBuilder, button
from bot.i18n import Locale, locale_for
from bot.play.core.refusals import Denied
from bot.views.markup import plain_name
from bot.views.picture_file import PictureFile
from bot.views.pictures import Standings
from bot.views.reader_view import NEUTRAL, ReaderView
from bot.views.standings_text import about, alt_of
from db.users import NOBODY
from render.standings.views import SuccessesView, SuccessLine
from rules.game import Achieving, AnyGame


def titles_in_words(
    locale: Locale, games: Mapping[str, AnyGame], played: Collection[str], achieved: Sequence[db.Success]
) -> Iterator[str]:
    """For each title somebody has played, what they may call themselves."""
    for key, game in games.items():
        if key in played and isinstance(game, Achieving):
            sheet, game_text = game.success_sheet, locale.game_text(game, ())
            mine = [one.success for one in achieved if one.key == key]
            yield locale.t(
                "{game}: **{title}**, {n} of {all} successes",
                game=game_text.game_name,
                title=game_text.word("title", sheet.title(mine)),
                n=sheet.count(mine),
                all=len(sheet.successes),
            )


def add_choice(builder: MessageBuilder, locale: Locale, games: Mapping[str, AnyGame], person: int) -> None:
    """The way to somebody's sheets."""
    builder.select(
        CustomId("sheet-choose", words=(str(person),)),
        locale.t("Open a success sheet"),
        [
            discord.SelectOption(label=locale.game_text(game, ()).game_name, value=key)
            for key, game in games.items()
            if isinstance(game, Achieving)
        ],
    )


@on_component("sheet-choose", "update")
async def choose(request: Request, custom_id: CustomId) -> None:
    person = first_person(custom_id)
    builder = await _sheet(request, request.locale, person, request.chosen)
    locale = request.locale
    builder.buttons(
        button(CustomId("sheet-post", words=(str(person), request.chosen)), locale.t("Post here")),
        button(CustomId("profile", words=(str(person),)), locale.t("Profile")),
    )
    add_choice(builder, locale, request.games, person)
    await request.show(builder)


@on_component("sheet-post", "update")
async def post_here(request: Request, custom_id: CustomId) -> None:
    """The sheet for everybody, in the language of the server."""
    key = (*custom_id.words, "", "")[1]
    locale = request.locale
    if request.server is not None:
        locale = locale_for((await db.servers.find(request.store, request.server)).language)
    await request.post(await _sheet(request, locale, first_person(custom_id), key))


async def _sheet(request: Request, locale: Locale, person: int, key: str) -> MessageBuilder:
    game = request.games.get(key)
    if game is None or not isinstance(game, Achieving):
        raise Denied("unknown_button")
    async with request.store.read() as reads:
        row = await db.users.find(reads, person)
        achieved = await db.successes.of_person(reads, person)
    name = row.name or NOBODY
    if row.preferences.hidden and person != request.actor.id:
        raise Denied("profile_private", name=plain_name(name))
    view = sheet_view(locale, game, name, [one.success for one in achieved if one.key == key])
    picture = await request.context.pictures.get(Standings(view))
    assert picture is not None
    return MessageBuilder(NEUTRAL).gallery(PictureFile("successes", picture, _alt(locale, view)))


def sheet_view(locale: Locale, game: AnyGame, name: str, mine: Collection[str]) -> SuccessesView:
    assert isinstance(game, Achieving)
    sheet, game_text = game.success_sheet, locale.game_text(game, ())
    return SuccessesView(
        title=name,
        subtitle=game_text.game_name,
        sign=sheet.sign,
        rank=game_text.word("title", sheet.title(mine)),
        ranks=tuple(title.needs for title in sheet.titles),
        ahead=_ahead(locale, game, mine),
        lines=tuple(
            SuccessLine(label=game_text.word("success", one), done=one in mine) for one in sheet.successes
        ),
    )


def _ahead(locale: Locale, game: AnyGame, mine: Collection[str]) -> str:
    """How far it is to the next title."""
    assert isinstance(game, Achieving)
    sheet = game.success_sheet
    coming = sheet.next_title(mine)
    if coming is None:
        return locale.t("There's no higher title.")
    title = locale.game_text(game, ()).word("title", coming.key)
    return locale.t("{n} more for the title {title}", n=coming.needs - sheet.count(mine), title=title)


def _alt(locale: Locale, view: SuccessesView) -> str:
    done = [line.label for line in view.lines if line.done]
    still = [line.label for line in view.lines if not line.done]
    return alt_of(
        f"{view.title}, {view.subtitle}: {view.rank}, {len(done)}/{len(view.lines)}",
        view.ahead,
        about(locale, locale.t("Achieved"), "; ".join(done)) if done else "",
        about(locale, locale.t("Still open"), "; ".join(still)) if still else "",
    )


# On the final card


async def announced(reader: ReaderView, reads: db.Reads) -> tuple[str, ...]:
    """What each person achieved in a game for the first time, and the title it earned them."""
    snapshot, game = reader.snapshot, reader.snapshot.game
    earned = await db.successes.of_game(reads, snapshot.code)
    if not earned or not isinstance(game, Achieving):
        return ()
    sheet, lines = game.success_sheet, []
    for player in snapshot.players:
        new = [one for one in earned if one.person == player.person]
        if not new or player.person is None or player.seat in snapshot.opponents:
            continue
        who = reader.game_text.people[player.seat]
        news = reader.locale.listed(reader.game_text.word("success", one.success) for one in new)
        lines.append(reader.locale.t("New successes for {who}: {successes}.", who=who, successes=news))
        # Later games may have added to the sheet since.
        known = [
            one
            for one in await db.successes.of_person(reads, player.person)
            if one.key == game.info.key and one.at <= new[0].at
        ]
        before = [one.success for one in known if one.game != snapshot.code]
        title = sheet.title([one.success for one in known])
        if title != sheet.title(before):
            title = reader.game_text.word("title", title)
            lines.append(reader.locale.t("{who} has a new title: **{title}**.", who=who, title=title))
    return tuple(lines)
