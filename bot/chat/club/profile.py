"""/club profile: a user's ratings, results, rivals and achievements."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import db
from bot.chat.club.standings_card import format_number, standings_picture
from bot.chat.interactions import Request, on_component
from bot.chat.interactions.channel_checks import public_locale
from bot.chat.interactions.commands import CLUB, Arguments, Option, command
from bot.chat.messages import PRIMARY, SECONDARY, CustomId, MessageBuilder, button, user_id_arg
from bot.chat.table import successes
from bot.i18n import N_, Locale
from bot.play.account import preferences
from bot.play.core import Denied
from bot.play.turns.opponents import OPPONENTS_BY_ID
from bot.standings.leaderboards import medals_of
from bot.standings.player_stats import expected_wins, median_score, multiplayer_results
from bot.standings.player_stats import win_streak as streak_of
from bot.standings.ratings import OVERALL, PROVISIONAL_BELOW_GAMES, Skill
from bot.standings.standing import Medals
from bot.views.game_labels import LEVEL_NAMES
from bot.views.markup import plain_name
from bot.views.standings_text import alt_text, date_text, labelled, percent, title_name
from db.clock import DAY
from db.users import UNKNOWN_NAME, DisplayName
from render.standings.views import Curve, CurvePoint, Fact, ProfileView, Rival, TitleRecord
from rules.game import AnyGame

MAX_RIVALS = 4
MIN_STREAK = 2
MAX_CURVE_POINTS = 200
USER_OPTION = "person"


@dataclass(frozen=True, slots=True)
class ProfileData:
    """A user's data on one server, or of all their games outside a server."""

    user: db.User
    tallies: Mapping[str, db.Tally]
    results: Sequence[db.Result]
    ratings: Mapping[str, db.Rating]
    curves: Mapping[str, Sequence[db.RatingStep]]
    meetings: Sequence[db.HeadToHead]
    names: Mapping[int | None, DisplayName]
    successes: Sequence[db.Success]
    medals: Medals
    kudos: int


@command(
    N_("profile"),
    N_("A player's games, ratings and successes"),
    Option(USER_OPTION, N_("person"), N_("Player (default: you)"), is_user=True),
    group=CLUB,
)
async def profile(request: Request, given: Arguments) -> None:
    user_id = given.get(USER_OPTION)
    await _show_profile(request, int(user_id) if user_id else None)


@on_component("hide", "update")
async def set_hidden(request: Request, custom_id: CustomId) -> None:
    """Hide the user from leaderboards, or show them again."""
    await preferences.save(request.service, request.actor.id, hidden=custom_id.args[:1] == ("yes",))
    await _show_profile(request)


@on_component("profile", "update")
async def show_profile(request: Request, custom_id: CustomId) -> None:
    await _show_profile(request, user_id_arg(custom_id))


@on_component("profile-post", "update")
async def post_here(request: Request, custom_id: CustomId) -> None:
    """Post the picture in this channel, in the server's language, without the private section."""
    locale, user_id = await public_locale(request), user_id_arg(custom_id)
    async with request.store.read() as reads:
        data = await _load_profile(reads, user_id, request.server)
    if data.user.preferences.hidden:
        raise Denied("profile_private", name=plain_name(data.user.name or UNKNOWN_NAME))
    if not data.results:  # Erased since the button was shown.
        await _show_profile(request, user_id)
        return
    await request.post_publicly(await _profile_message(request, locale, data, data.user.name or UNKNOWN_NAME))


async def _profile_message(request: Request, locale: Locale, data: ProfileData, name: str) -> MessageBuilder:
    view = profile_view(locale, request.games, data, name)
    picture = await standings_picture(request.context, "profile", view, profile_alt_text(locale, view))
    played = {result.key for result in data.results}
    return (
        MessageBuilder()
        .text(f"## {plain_name(name)}")
        .gallery(picture)
        .text(*successes.title_lines(locale, request.games, played, data.successes))
    )


async def _show_profile(request: Request, user_id: int | None = None) -> None:
    """Show a profile (default: the user's own). Only the owner sees the private section."""
    me = request.actor.id
    owner = me if user_id is None else user_id
    async with request.store.read() as reads:
        data = await _load_profile(reads, owner, request.server)
        encounters = await db.results.list_encounters(reads, owner)
        on_time_rate = await db.results.own_play_share(reads, me) if owner == me else None
        all_results = await db.results.list_for_user(reads, me) if owner == me else data.results
    elsewhere_count = len(all_results) - len(data.results)
    name = request.actor.name if owner == me else data.user.name or UNKNOWN_NAME
    locale, hidden = request.locale, data.user.preferences.hidden
    if hidden and owner != me:
        raise Denied("profile_private", name=plain_name(name))
    if data.results:
        builder = await _profile_message(request, locale, data, name)
    else:
        builder = MessageBuilder().text(f"## {plain_name(name)}")
        elsewhere = N_("No finished game on this server yet. /new opens a table.")
        none = N_("No finished game yet. /new opens a table.")
        builder.text(locale.t(elsewhere if encounters and request.server is not None else none))
    builder.text(elsewhere_text(locale, elsewhere_count))
    builder.text(opponents_text(locale, encounters))
    successes.add_sheet_select(builder, locale, request.games, owner)
    if data.results and request.server is not None and not hidden:
        builder.buttons(button(CustomId("profile-post", args=(str(owner),)), locale.t("Post here")))
    if owner == me:
        _add_private_section(builder, locale, on_time_rate, hidden=hidden)
    await request.respond(builder)


def elsewhere_text(locale: Locale, left_out: int) -> str:
    """Returns how many finished games a profile leaves out on a server. Only its owner learns that."""
    if left_out <= 0:
        return ""
    return locale.tn(
        "-# {n} game elsewhere. /club profile in your messages with Skald shows all.",
        "-# {n} games elsewhere. /club profile in your messages with Skald shows all.",
        n=left_out,
    )


def opponents_text(locale: Locale, encounters: Sequence[db.Encounter]) -> str:
    """Returns wins and losses against computer players, per level and on all servers.

    A game against several of one level is won only if all of them finish behind.
    """
    games: dict[tuple[str, str], bool] = {}
    for encounter in encounters:
        if opponent := OPPONENTS_BY_ID.get(encounter.opponent):
            key = opponent.level, encounter.game
            games[key] = bool(encounter.ahead) and games.get(key, True)
    won = Counter(level for (level, _), ahead in games.items() if ahead)
    lost = Counter(level for (level, _), ahead in games.items() if not ahead)
    lines = [
        locale.t("{level} {won} : {lost}", level=locale.t(text), won=won[level], lost=lost[level])
        for level, text in LEVEL_NAMES.items()
        if won[level] + lost[level]
    ]
    if not lines:
        return ""
    return locale.t("Against computer players: {record}", record=" · ".join(lines))


def _add_private_section(
    builder: MessageBuilder, locale: Locale, on_time_rate: float | None, *, hidden: bool
) -> None:
    if on_time_rate is not None:
        builder.text(
            locale.t(
                "-# Only you see this: at tables with a clock, you made {percent}% of your moves in time.",
                percent=percent(on_time_rate),
            )
        )
    if hidden:
        builder.text(locale.t("-# You're on no leaderboard, and nobody else sees this profile."))
    label = locale.t("Show me on leaderboards") if hidden else locale.t("Hide me from leaderboards")
    builder.buttons(
        button(CustomId("hide", args=("no" if hidden else "yes",)), label, PRIMARY if hidden else SECONDARY)
    )


async def _load_profile(reads: db.Reads, user_id: int, server: int | None) -> ProfileData:
    meetings = await db.results.list_head_to_head(reads, user_id, server, limit=MAX_RIVALS)
    rivals = await db.users.display_names(reads, [meeting.person for meeting in meetings])
    medals = medals_of(await db.seasons.list_closed(reads, server)) if server is not None else {}
    return ProfileData(
        user=await db.users.get(reads, user_id),
        tallies=await db.results.tallies_by_title(reads, user_id, server),
        results=await db.results.list_for_user(reads, user_id, server),
        ratings=await db.ratings.ratings_by_title(reads, user_id, server) if server is not None else {},
        curves=await db.ratings.steps_by_title(reads, user_id, server) if server is not None else {},
        meetings=meetings,
        names=rivals,
        successes=await db.successes.list_for_user(reads, user_id),
        medals=medals.get(user_id, (0, 0, 0)),
        kudos=await db.kudos.count_received(reads, user_id),
    )


def profile_view(locale: Locale, games: Mapping[str, AnyGame], data: ProfileData, name: str) -> ProfileView:
    overall = data.ratings.get(OVERALL)
    all_steps = [step for steps in data.curves.values() for step in steps]
    return ProfileView(
        name=name,
        subtitle=" · ".join(
            part for part in (rating_text(locale, overall), _streak_text(locale, data)) if part
        ),
        curves=tuple(_curves(locale, games, data)),
        first_day=date_text(locale, min(step.at for step in all_steps)) if all_steps else "",
        last_day=date_text(locale, max(step.at for step in all_steps)) if all_steps else "",
        titles=tuple(_title_records(locale, games, data)),
        rivals_label=locale.t("Rivals"),
        rivals=tuple(
            Rival(name=str(data.names[one.person]), ahead=one.ahead, behind=one.behind, level=one.level)
            for one in data.meetings
        ),
        facts=tuple(_facts(locale, games, data)),
        medals=data.medals,
        empty="" if all_steps else locale.t("No rated game yet"),
    )


def rating_text(locale: Locale, rating: db.Rating | None) -> str:
    if rating is None:
        return ""
    skill = Skill(rating.mu, rating.sigma)
    doubt = "?" if rating.games < PROVISIONAL_BELOW_GAMES else ""
    return locale.t("All games: {rating} ±{margin}", rating=f"{skill.displayed}{doubt}", margin=skill.margin)


def _streak_text(locale: Locale, data: ProfileData) -> str:
    """Returns the current and the longest winning streak, if it is long enough to mention."""
    streak = streak_of(multiplayer_results(data.results))
    if streak.longest < MIN_STREAK:
        return ""
    if streak.current == streak.longest:
        return locale.t("{n} wins in a row", n=streak.current)
    if streak.current >= MIN_STREAK:
        return locale.t("{n} wins in a row, once {longest}", n=streak.current, longest=streak.longest)
    return locale.t("once {longest} wins in a row", longest=streak.longest)


def _curves(locale: Locale, games: Mapping[str, AnyGame], data: ProfileData) -> Iterator[Curve]:
    for key in (OVERALL, *games):
        steps, rating = data.curves.get(key, ()), data.ratings.get(key)
        if not steps or rating is None:
            continue
        start = CurvePoint(at=steps[0].at - DAY, value=Skill(steps[0].mu_before).displayed)
        points = [start, *(CurvePoint(at=step.at, value=Skill(step.mu).displayed) for step in steps)]
        yield Curve(
            label=title_name(locale, games, key),
            points=tuple(points[-MAX_CURVE_POINTS:]),
            provisional=rating.games < PROVISIONAL_BELOW_GAMES,
        )


def _title_records(locale: Locale, games: Mapping[str, AnyGame], data: ProfileData) -> Iterator[TitleRecord]:
    for key, game in games.items():
        tally, rating = data.tallies.get(key), data.ratings.get(key)
        if tally is None:
            continue
        yield TitleRecord(
            title=locale.game_text(game, ()).game_name,
            told=_title_text(locale, data, key, tally),
            rating=Skill(rating.mu).displayed if rating else None,
            provisional=rating is not None and rating.games < PROVISIONAL_BELOW_GAMES,
        )


def _title_text(locale: Locale, data: ProfileData, key: str, tally: db.Tally) -> str:
    """Summarises a title: games, wins and expected wins, best and usual score."""
    results = [one for one in multiplayer_results(data.results) if one.key == key]
    expected = expected_wins(results, data.curves.get(key, ()))
    won = locale.t(
        "{n} of {games} won ({expected} expected)",
        n=tally.wins,
        games=tally.games,
        expected=format_number(locale, round(expected, 1)),
    )
    usual = median_score(results)
    if tally.best is None or usual is None:
        return won
    scores = locale.t("best {score}, usually {usual}", score=tally.best, usual=usual)
    return f"{won} · {scores}"


def _facts(locale: Locale, games: Mapping[str, AnyGame], data: ProfileData) -> Iterator[Fact]:
    for key, game in games.items():
        game_text = locale.game_text(game, ())
        favourites = Counter(one for result in data.results if result.key == key for one in result.favourites)
        if favourites:
            most = max(favourites.values())
            piece_names = dict(game_text.component_names())
            best = [piece_names.get(one, one) for one, times in favourites.items() if times == most]
            yield Fact(label=locale.t("Favourite ({game})", game=game_text.game_name), value=best[0])
        solo_scores = [
            result.score
            for result in data.results
            if result.key == key and result.seats == 1 and result.counted and result.score is not None
        ]
        if solo_scores:
            yield Fact(label=locale.t("{game}, solo", game=game_text.game_name), value=str(max(solo_scores)))
    if data.kudos:
        yield Fact(label=locale.t("Kudos"), value=str(data.kudos))


def profile_alt_text(locale: Locale, view: ProfileView) -> str:
    return alt_text(
        view.name,
        view.subtitle,
        *(labelled(locale, record.title, _record_alt_text(record)) for record in view.titles),
        *(labelled(locale, fact.label, fact.value) for fact in view.facts),
        *(
            locale.t(
                "Against {who}: {ahead} ahead, {behind} behind, {level} level",
                who=rival.name,
                ahead=rival.ahead,
                behind=rival.behind,
                level=rival.level,
            )
            for rival in view.rivals
        ),
        view.empty,
    )


def _record_alt_text(record: TitleRecord) -> str:
    if record.rating is None:
        return record.told
    return f"{record.told} · {record.rating}{'?' if record.provisional else ''}"
