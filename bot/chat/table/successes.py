"""Success sheets: what somebody has achieved at each title, what is still open, and the title it earns."""

from collections.abc import Collection, Iterator, Mapping, Sequence

import discord

import db
from bot.chat.interactions.buttons import on_tap
from bot.chat.interactions.requests import Request
from bot.chat.messages.custom_id import Tap, first_person
from bot.chat.messages.message_builder import Draft, button
from bot.i18n import Words, words_for
from bot.play.core.refusals import Denied
from bot.views.markup import plain_name
from bot.views.picture_file import PictureFile
from bot.views.pictures import Standings
from bot.views.reader_view import NEUTRAL, Scene
from bot.views.standings_text import about, alt_of
from db.users import NOBODY
from render.standings.views import SuccessesView, SuccessLine
from rules.game import Achieving, AnyGame


def titles_in_words(
    words: Words, games: Mapping[str, AnyGame], played: Collection[str], achieved: Sequence[db.Success]
) -> Iterator[str]:
    """For each title somebody has played, what they may call themselves."""
    for key, game in games.items():
        if key in played and isinstance(game, Achieving):
            sheet, teller = game.success_sheet, words.teller(game, ())
            mine = [one.success for one in achieved if one.key == key]
            yield words.say(
                "{game}: **{title}**, {n} of {all} successes",
                game=teller.game_name,
                title=teller.word("title", sheet.title(mine)),
                n=sheet.count(mine),
                all=len(sheet.successes),
            )


def add_choice(draft: Draft, words: Words, games: Mapping[str, AnyGame], person: int) -> None:
    """The way to somebody's sheets."""
    draft.select(
        Tap("sheet-choose", words=(str(person),)),
        words.say("Open a success sheet"),
        [
            discord.SelectOption(label=words.teller(game, ()).game_name, value=key)
            for key, game in games.items()
            if isinstance(game, Achieving)
        ],
    )


@on_tap("sheet-choose", "update")
async def choose(request: Request, tap: Tap) -> None:
    person = first_person(tap)
    draft = await _sheet(request, request.words, person, request.chosen)
    words = request.words
    draft.buttons(
        button(Tap("sheet-post", words=(str(person), request.chosen)), words.say("Post here")),
        button(Tap("profile", words=(str(person),)), words.say("Profile")),
    )
    add_choice(draft, words, request.games, person)
    await request.show(draft)


@on_tap("sheet-post", "update")
async def post_here(request: Request, tap: Tap) -> None:
    """The sheet for everybody, in the language of the server."""
    key = (*tap.words, "", "")[1]
    words = request.words
    if request.server is not None:
        words = words_for((await db.servers.find(request.store, request.server)).language)
    await request.post(await _sheet(request, words, first_person(tap), key))


async def _sheet(request: Request, words: Words, person: int, key: str) -> Draft:
    game = request.games.get(key)
    if game is None or not isinstance(game, Achieving):
        raise Denied("unknown_button")
    async with request.store.read() as reads:
        row = await db.users.find(reads, person)
        achieved = await db.successes.of_person(reads, person)
    name = row.name or NOBODY
    if row.preferences.hidden and person != request.visitor.id:
        raise Denied("profile_private", name=plain_name(name))
    view = sheet_view(words, game, name, [one.success for one in achieved if one.key == key])
    picture = await request.context.pictures.get(Standings(view))
    assert picture is not None
    return Draft(NEUTRAL).gallery(PictureFile("successes", picture, _alt(words, view)))


def sheet_view(words: Words, game: AnyGame, name: str, mine: Collection[str]) -> SuccessesView:
    assert isinstance(game, Achieving)
    sheet, teller = game.success_sheet, words.teller(game, ())
    return SuccessesView(
        title=name,
        subtitle=teller.game_name,
        sign=sheet.sign,
        rank=teller.word("title", sheet.title(mine)),
        ranks=tuple(title.needs for title in sheet.titles),
        ahead=_ahead(words, game, mine),
        lines=tuple(
            SuccessLine(label=teller.word("success", one), done=one in mine) for one in sheet.successes
        ),
    )


def _ahead(words: Words, game: AnyGame, mine: Collection[str]) -> str:
    """How far it is to the next title."""
    assert isinstance(game, Achieving)
    sheet = game.success_sheet
    coming = sheet.next_title(mine)
    if coming is None:
        return words.say("There's no higher title.")
    title = words.teller(game, ()).word("title", coming.key)
    return words.say("{n} more for the title {title}", n=coming.needs - sheet.count(mine), title=title)


def _alt(words: Words, view: SuccessesView) -> str:
    done = [line.label for line in view.lines if line.done]
    still = [line.label for line in view.lines if not line.done]
    return alt_of(
        f"{view.title}, {view.subtitle}: {view.rank}, {len(done)}/{len(view.lines)}",
        view.ahead,
        about(words, words.say("Achieved"), "; ".join(done)) if done else "",
        about(words, words.say("Still open"), "; ".join(still)) if still else "",
    )


# On the final card


async def announced(scene: Scene, reads: db.Reads) -> tuple[str, ...]:
    """What each person achieved in a game for the first time, and the title it earned them."""
    position, game = scene.position, scene.position.game
    earned = await db.successes.of_game(reads, position.code)
    if not earned or not isinstance(game, Achieving):
        return ()
    sheet, lines = game.success_sheet, []
    for player in position.players:
        new = [one for one in earned if one.person == player.person]
        if not new or player.person is None or player.seat in position.opponents:
            continue
        who = scene.teller.people[player.seat]
        news = scene.words.listed(scene.teller.word("success", one.success) for one in new)
        lines.append(scene.words.say("New successes for {who}: {successes}.", who=who, successes=news))
        # Later games may have added to the sheet since.
        known = [
            one
            for one in await db.successes.of_person(reads, player.person)
            if one.key == game.info.key and one.at <= new[0].at
        ]
        before = [one.success for one in known if one.game != position.code]
        title = sheet.title([one.success for one in known])
        if title != sheet.title(before):
            title = scene.teller.word("title", title)
            lines.append(scene.words.say("{who} has a new title: **{title}**.", who=who, title=title))
    return tuple(lines)
