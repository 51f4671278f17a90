"""/club history: finished games with score sheets, head-to-head results, statistics of a title."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median

import db
from bot.chat.club.standings_card import page_buttons
from bot.chat.interactions import Request, on_component
from bot.chat.interactions.channel_checks import public_locale, require_server
from bot.chat.interactions.commands import CLUB, Arguments, Option, command, title_choices
from bot.chat.messages import CustomId, MessageBuilder, button, option, parse_digits
from bot.i18n import N_, Locale
from bot.play.core import Denied, GameSnapshot
from bot.views import high_scores_text
from bot.views.markup import plain_name
from bot.views.standings_text import percent, title_name
from db.clock import DAY, HOUR
from db.users import UNKNOWN_NAME

GAMES_PER_PAGE = 8
ANY_TITLE, ANY_OPPONENT = "-", "-"
OPPONENT = "opponent"


@dataclass(frozen=True, slots=True)
class HistoryQuery:
    """Filters and page of a history, carried in custom ids."""

    key: str | None = None
    opponent: int | None = None
    page: int = 0

    def to_args(self, page: int) -> tuple[str, ...]:
        return self.key or ANY_TITLE, str(self.opponent or ANY_OPPONENT), str(page)


@command(
    N_("history"),
    N_("Your finished games, and your record against a player"),
    Option(OPPONENT, N_("with"), N_("Only games with this person"), is_user=True),
    Option(
        "game", N_("game"), N_("Only this game, with its statistics on this server"), choices=title_choices
    ),
    group=CLUB,
)
async def history(request: Request, given: Arguments) -> None:
    opponent = given.get(OPPONENT)
    await _show_history(request, HistoryQuery(given.get("game"), int(opponent) if opponent else None))


@dataclass(frozen=True, slots=True)
class Page:
    """One page of finished games; `total` counts all pages."""

    builder: MessageBuilder
    games: Sequence[db.Game]
    total: int


async def _load_page(request: Request, locale: Locale, query: HistoryQuery, *, public: bool = False) -> Page:
    """Load the user's finished games on this server. A `public` page hides the names of hidden users."""
    me, server = request.actor, request.server
    builder = MessageBuilder()
    builder.text(f"## {_headline(locale, me.name) if public else locale.t('Finished games')}")
    async with request.store.read() as reads:
        total, games = await db.results.page_of_finished_games(
            reads,
            me.id,
            server=server,
            other=query.opponent,
            key=query.key,
            offset=query.page * GAMES_PER_PAGE,
            limit=GAMES_PER_PAGE,
        )
        results = await db.results.list_for_games(reads, [game.code for game in games])
        user_ids = [query.opponent, *(one.person for group in results.values() for one in group)]
        names = {
            one: UNKNOWN_NAME if public and known.hidden and one != me.id else str(known)
            for one, known in (await db.users.display_names(reads, user_ids)).items()
        }
        if query.opponent is not None:
            meetings = await db.results.list_head_to_head(reads, me.id, server, other=query.opponent)
            own_name = me.name if public else ""
            builder.text(head_to_head(locale, names[query.opponent], meetings, own_name))
        if query.key is not None and server is not None:
            builder.text(*await _title_lines(reads, request, locale, query.key, server))
    lines = (_game_line(request, locale, game, results.get(game.code, ()), names) for game in games)
    builder.text(*(lines if games else [locale.t("None here yet. /new opens a table.")]))
    return Page(builder, games, total)


async def _title_lines(reads: db.Reads, request: Request, locale: Locale, key: str, server: int) -> list[str]:
    """Returns the statistics and high scores of a title on a server."""
    lines = statistics_lines(locale, await db.results.list_for_title(reads, server, key))
    if key in request.games:
        lines.append(await high_scores_text.high_scores_line(reads, locale, request.games[key], server))
    return lines


async def _show_history(request: Request, query: HistoryQuery) -> None:
    """Show a page in private, with paging and a button to post it."""
    locale = request.locale
    page = await _load_page(request, locale, query)
    builder, games = page.builder, page.games
    if not games:
        await request.respond(builder)
        return
    builder.select(
        CustomId("finished"),
        locale.t("Open a finished game"),
        [option(game.code, f"{title_name(locale, request.games, game.key)} {game.code}") for game in games],
    )
    pages = -(-page.total // GAMES_PER_PAGE)
    if pages > 1:
        builder.text(locale.t("-# Page {page} of {pages}", page=query.page + 1, pages=pages))
    builder.buttons(
        *page_buttons(
            lambda number: CustomId("history", args=query.to_args(number)),
            query.page,
            pages,
            (locale.t("Newer"), locale.t("Older")),
        )
    )
    if request.server is not None:
        builder.buttons(
            button(CustomId("history-post", args=query.to_args(query.page)), locale.t("Post here"))
        )
    await request.respond(builder)


@on_component("history", "update")
async def turn_page(request: Request, custom_id: CustomId) -> None:
    await _show_history(request, query_from(custom_id))


@on_component("history-post", "update")
async def post_here(request: Request, custom_id: CustomId) -> None:
    """Post this page in the channel, in the server's language, without pings."""
    require_server(request, for_boards=True)
    locale = await public_locale(request)
    page = await _load_page(request, locale, query_from(custom_id), public=True)
    await request.post_publicly(page.builder)


def query_from(custom_id: CustomId) -> HistoryQuery:
    key, opponent, page = (*custom_id.args, ANY_TITLE, ANY_OPPONENT, "0")[:3]
    user_id = parse_digits(opponent, 19)
    return HistoryQuery(
        None if key == ANY_TITLE else key,
        user_id if user_id is not None and user_id < 2**63 else None,
        parse_digits(page, 5) or 0,
    )


def _headline(locale: Locale, name: str) -> str:
    return locale.t("Finished games of {who}", who=plain_name(name))


@on_component("finished", "update")
async def show_game(request: Request, custom_id: CustomId) -> None:
    """Show a finished game: ranking, score sheet, replay button."""
    code = request.selected_value or custom_id.game
    snapshot = await request.snapshot(code)
    if not snapshot.is_over:
        raise Denied("not_over")
    if snapshot.seat_of(request.actor.id) is None:
        raise Denied("did_not_sit")
    await _show_finished_game(request, snapshot)


async def _show_finished_game(request: Request, snapshot: GameSnapshot) -> None:
    locale = request.locale
    reader = request.own_view(snapshot)
    outcome = snapshot.outcome()
    assert outcome is not None
    names = {player.person: snapshot.names[player.seat] for player in snapshot.players}
    results = await db.results.list_for_game(request.store, snapshot.code)
    builder = MessageBuilder().text(
        f"{reader.title} · {_channel_mention(snapshot.row)}", reader.game_text.outcome_text(outcome)
    )
    builder.text(ranking_text(locale, results, names))
    builder.gallery(await reader.score_sheet())
    await request.respond(
        builder.buttons(
            button(CustomId("replay", snapshot.code), locale.t("Watch a replay")),
            button(CustomId("history", args=(ANY_TITLE, ANY_OPPONENT, "0")), locale.t("Finished games")),
        )
    )


def _game_line(
    request: Request,
    locale: Locale,
    game: db.Game,
    results: Sequence[db.Result],
    names: Mapping[int | None, str],
) -> str:
    title = title_name(locale, request.games, game.key)
    ended = f"<t:{(game.ended or 0) // 1000}:d>"
    ranking = ranking_text(locale, results, names)
    return f"**{title}** `{game.code}` {_channel_mention(game)} · {ended}\n-# {ranking}"


def ranking_text(locale: Locale, results: Sequence[db.Result], names: Mapping[int | None, str]) -> str:
    """Returns the players in order of rank, with scores."""
    lines = []
    for result in sorted(results, key=lambda one: (one.place, one.seat)):
        name = names.get(result.person, UNKNOWN_NAME)
        lines.append(
            f"{result.place}. {plain_name(name)}" + ("" if result.score is None else f" {result.score}")
        )
    return " · ".join(lines) or locale.t("No results yet.")


def _channel_mention(game: db.Game) -> str:
    return f"<#{game.thread or game.channel}>"


def head_to_head(
    locale: Locale, opponent_name: str, meetings: Sequence[db.HeadToHead], own_name: str = ""
) -> str:
    """Returns the score between the user and an opponent.

    On a public page the user is named by `own_name`; in private the text says "you".
    """
    if not meetings:
        return "" if own_name else locale.t("You and {who} haven't met yet.", who=plain_name(opponent_name))
    score, who = meetings[0], plain_name(opponent_name)
    numbers = {"ahead": score.ahead, "behind": score.behind, "level": score.level}
    if own_name:
        text = N_("{one} {ahead} : {behind} {other}, {level} {level:time|times} level")
        return locale.t(text, one=plain_name(own_name), other=who, **numbers)
    return locale.t(
        "You and {who}: you finished ahead {ahead} {ahead:time|times}, {who} {behind} "
        "{behind:time|times}, level {level} {level:time|times}.",
        who=who,
        **numbers,
    )


def statistics_lines(locale: Locale, results: Sequence[db.Result]) -> list[str]:
    """Summarises a title on this server: games, duration, scores, first player's win rate."""
    if not results:
        return []
    games = {result.game: result.ended - result.started for result in results}
    lines = [
        locale.tn("{n} game here", "{n} games here", n=len(games))
        + " · "
        + locale.t("usually takes {time}", time=duration_text(locale, median(games.values())))
    ]
    scores = sorted(result.score for result in results if result.score is not None)
    if scores:
        low, middle, high = scores[0], round(median(scores)), scores[-1]
        lines.append(
            locale.t("Scores from {low} to {high}, median {middle}", low=low, high=high, middle=middle)
        )
    first_players = [result for result in results if result.began]
    if first_players:
        win_rate = sum(result.place == 1 for result in first_players) / len(first_players)
        expected = sum(1 / result.seats for result in first_players) / len(first_players)
        lines.append(
            locale.t(
                "First player wins {percent}% ({fair}% expected)",
                percent=percent(win_rate),
                fair=percent(expected),
            )
        )
    return lines


def duration_text(locale: Locale, duration_ms: float) -> str:
    if duration_ms >= 2 * DAY:
        return locale.tn("{n} day", "{n} days", n=round(duration_ms / DAY))
    return locale.tn("{n} hour", "{n} hours", n=max(1, round(duration_ms / HOUR)))
