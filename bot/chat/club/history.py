"""/club history: the games somebody finished, their score sheets, and how two people or a title stand."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

import discord

import db
from bot.chat.interactions.buttons import on_component
from bot.chat.interactions.commands import CLUB, Given, Option, command
from bot.chat.interactions.requests import Request
from bot.chat.interactions.titles import title_choices
from bot.chat.messages.custom_id import CustomId
from bot.chat.messages.message_builder import MessageBuilder, button
from bot.i18n import N_, Locale, locale_for
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import GameSnapshot
from bot.views import high_scores_text
from bot.views.markup import clip, plain_name
from bot.views.reader_view import NEUTRAL
from bot.views.standings_text import percent, title_of
from db.clock import DAY, HOUR
from db.users import NOBODY

GAMES_ON_PAGE = 8
ANY, NOBODY_ELSE = "-", "-"
WITH = "opponent"


@dataclass(frozen=True, slots=True)
class AskedGames:
    """Which of the reader's games: at one title, with somebody, and which page of them."""

    key: str | None = None
    other: int | None = None
    page: int = 0

    def words(self, page: int) -> tuple[str, ...]:
        return self.key or ANY, str(self.other or NOBODY_ELSE), str(page)


@command(
    N_("history"),
    N_("Your finished games, and how you fared against somebody"),
    Option(WITH, N_("with"), N_("Only games with this person"), person=True),
    Option(
        "title",
        N_("title"),
        N_("Only this game, with its statistics on this server"),
        choices=title_choices,
    ),
    group=CLUB,
)
async def history(request: Request, given: Given) -> None:
    other = given.get(WITH)
    await _show(request, AskedGames(given.get("title"), int(other) if other else None))


@dataclass(frozen=True, slots=True)
class Page:
    """Some finished games, told."""

    builder: MessageBuilder
    games: Sequence[db.Game]
    total: int


async def _page(request: Request, locale: Locale, asked: AskedGames, *, openly: bool = False) -> Page:
    """The reader's finished games on this server. In the open nobody is named who hides from boards."""
    me, server = request.actor.id, request.server
    async with request.store.read() as reads:
        total, games = await db.results.finished_by(
            reads,
            me,
            server=server,
            other=asked.other,
            key=asked.key,
            offset=asked.page * GAMES_ON_PAGE,
            limit=GAMES_ON_PAGE,
        )
        results = await db.results.of_games(reads, [game.code for game in games])
        people = {one.person for group in results.values() for one in group if one.person is not None}
        people |= {asked.other} if asked.other is not None else set()
        names = {
            one: NOBODY if openly and hidden and one != me else name or NOBODY
            for one, (name, hidden) in (await db.users.names_and_hiding(reads, people)).items()
        }
        builder = MessageBuilder(NEUTRAL)
        builder.text(f"## {_headline(locale, request.actor.name) if openly else locale.t('Finished games')}")
        if asked.other is not None:
            meetings = await db.results.meetings(reads, me, server, other=asked.other)
            other, own = names.get(asked.other, NOBODY), request.actor.name if openly else ""
            builder.text(_head_to_head(locale, other, meetings, own))
        if asked.key is not None and server is not None:
            builder.text(*_statistics(locale, await db.results.of_title(reads, server, asked.key)))
            if asked.key in request.games:
                builder.text(await high_scores_text.listed(reads, locale, request.games[asked.key], server))
    if games:
        told = (_line(request, locale, game, results.get(game.code, ()), names) for game in games)
        builder.text(*told)
    else:
        builder.text(locale.t("None here yet. /new opens a table."))
    return Page(builder, games, total)


async def _show(request: Request, asked: AskedGames) -> None:
    """In private everywhere, until it is posted."""
    locale = request.locale
    page = await _page(request, locale, asked)
    builder, games = page.builder, page.games
    if not games:
        await request.show(builder)
        return
    builder.select(
        CustomId("finished"),
        locale.t("Open one: score sheet and more"),
        [
            discord.SelectOption(
                label=clip(f"{title_of(locale, request.games, game.key)} {game.code}", 100),
                value=game.code,
            )
            for game in games
        ],
    )
    pages = -(-page.total // GAMES_ON_PAGE)
    if pages > 1:
        builder.text(locale.t("-# Page {page} of {pages}", page=asked.page + 1, pages=pages))
        builder.buttons(
            button(
                CustomId("history", words=asked.words(asked.page - 1)),
                locale.t("Newer"),
                disabled=asked.page == 0,
            ),
            button(
                CustomId("history", words=asked.words(asked.page + 1)),
                locale.t("Older"),
                disabled=asked.page >= pages - 1,
            ),
        )
    if request.server is not None:
        builder.buttons(
            button(CustomId("history-post", words=asked.words(asked.page)), locale.t("Post here"))
        )
    await request.show(builder)


@on_component("history", "update")
async def turn(request: Request, custom_id: CustomId) -> None:
    await _show(request, _asked(custom_id))


@on_component("history-post", "update")
async def post_here(request: Request, custom_id: CustomId) -> None:
    """The same page for everybody in the channel, in the language of the server; it pings nobody."""
    if request.server is None:
        raise Denied("boards_need_server")
    locale = locale_for((await db.servers.find(request.store, request.server)).language)
    page = await _page(request, locale, _asked(custom_id), openly=True)
    await request.post(page.builder)


def _asked(custom_id: CustomId) -> AskedGames:
    key, other, page = (*custom_id.words, ANY, NOBODY_ELSE, "0")[:3]
    return AskedGames(
        None if key == ANY else key,
        int(other) if _is_number(other, 19) and int(other) < 2**63 else None,
        int(page) if _is_number(page, 5) else 0,
    )


def _headline(locale: Locale, name: str) -> str:
    return locale.t("Finished games of {who}", who=plain_name(name))


@on_component("finished", "update")
async def open_one(request: Request, custom_id: CustomId) -> None:
    """A finished game: who came where, the score sheet, the way to its replay."""
    code = request.chosen or custom_id.game
    snapshot = await request.snapshot(code)
    if not snapshot.over:
        raise Denied("not_over")
    if snapshot.seat_of(request.actor.id) is None:
        raise Denied("did_not_sit")
    await _show_finished(request, snapshot)


async def _show_finished(request: Request, snapshot: GameSnapshot) -> None:
    locale = request.locale
    reader = request.context.reader_view(snapshot, snapshot.seat_of(request.actor.id), locale)
    outcome = snapshot.outcome()
    assert outcome is not None
    names = {
        player.person: snapshot.names[player.seat] for player in snapshot.players if player.person is not None
    }
    results = await db.results.of_game(request.store, snapshot.code)
    builder = MessageBuilder(NEUTRAL).text(
        f"{reader.title} · {_where(snapshot.row)}", reader.game_text.outcome(outcome)
    )
    builder.text(_places(locale, results, names))
    builder.gallery(await reader.score_sheet())
    await request.show(
        builder.buttons(
            button(CustomId("replay", snapshot.code), locale.t("Replay")),
            button(CustomId("history", words=(ANY, NOBODY_ELSE, "0")), locale.t("Finished games")),
        )
    )


def _line(
    request: Request, locale: Locale, game: db.Game, results: Sequence[db.Result], names: dict[int, str]
) -> str:
    title = title_of(locale, request.games, game.key)
    ended = f"<t:{(game.ended or 0) // 1000}:d>"
    return f"**{title}** `{game.code}` {_where(game)} · {ended}\n-# {_places(locale, results, names)}"


def _places(locale: Locale, results: Sequence[db.Result], names: dict[int, str]) -> str:
    """Who came where, the first first."""
    said = []
    for result in sorted(results, key=lambda one: (one.place, one.seat)):
        name = plain_name(names.get(result.person, NOBODY) if result.person is not None else NOBODY)
        said.append(f"{result.place}. {name}" + ("" if result.score is None else f" {result.score}"))
    return " · ".join(said) or locale.t("No results yet.")


def _where(game: db.Game) -> str:
    return f"<#{game.thread or game.channel}>"


def _head_to_head(locale: Locale, name: str, meetings: Sequence[db.Meeting], own: str = "") -> str:
    """How the reader stands with somebody; `own` is their name where others read it too."""
    if not meetings:
        return "" if own else locale.t("You and {who} haven't met yet.", who=plain_name(name))
    met = meetings[0]
    if own:
        return locale.t(
            "{one} {ahead} : {behind} {other}, {level} times level",
            one=plain_name(own),
            other=plain_name(name),
            ahead=met.ahead,
            behind=met.behind,
            level=met.level,
        )
    return locale.t(
        "You and {who}: {ahead} times you came out ahead, {behind} times {who} did, {level} times level.",
        who=plain_name(name),
        ahead=met.ahead,
        behind=met.behind,
        level=met.level,
    )


def _statistics(locale: Locale, results: Sequence[db.Result]) -> list[str]:
    """A title on this server: its games, their length, the spread of scores, what beginning is worth."""
    if not results:
        return []
    games = {result.game: result.ended - result.started for result in results}
    lines = [
        locale.tn("{n} game here", "{n} games here", n=len(games))
        + " · "
        + locale.t("usually takes {time}", time=_length(locale, median(games.values())))
    ]
    scores = sorted(result.score for result in results if result.score is not None)
    if scores:
        low, middle, high = scores[0], round(median(scores)), scores[-1]
        lines.append(
            locale.t("Scores from {low} to {high}, median {middle}", low=low, high=high, middle=middle)
        )
    begun = [result for result in results if result.began]
    if begun:
        won = sum(result.place == 1 for result in begun) / len(begun)
        fair = sum(1 / result.seats for result in begun) / len(begun)
        lines.append(
            locale.t(
                "First player wins {percent} % ({fair} % expected)",
                percent=percent(won),
                fair=percent(fair),
            )
        )
    return lines


def _length(locale: Locale, milliseconds: float) -> str:
    if milliseconds >= 2 * DAY:
        return locale.tn("{n} day", "{n} days", n=round(milliseconds / DAY))
    return locale.tn("{n} hour", "{n} hours", n=max(1, round(milliseconds / HOUR)))


def _is_number(text: str, digits: int) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= digits
