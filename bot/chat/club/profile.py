"""/club profile: somebody's numbers over time, what they played, whom they met, what they achieved."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import discord
from babel.numbers import format_decimal

import db
from bot.chat.interactions.buttons import on_component
from bot.chat.interactions.commands import CLUB, Given, Option, command
from bot.chat.interactions.requests import Request
from bot.chat.messages.custom_id import CustomId, first_person
from bot.chat.messages.message_builder import MessageBuilder, button
from bot.chat.table import successes
from bot.i18n import N_, Locale, locale_for
from bot.play.account import preferences
from bot.play.core.refusals import Denied
from bot.play.turns.opponents import EVERYBODY
from bot.standings.leaderboards import Medals, medals_of
from bot.standings.player_stats import expected_wins, in_company, usual_score
from bot.standings.player_stats import streak as streak_of
from bot.standings.ratings import OVERALL, PROVISIONAL_BELOW, Skill
from bot.views.markup import plain_name
from bot.views.pace_text import LEVEL_NAMES
from bot.views.picture_file import PictureFile
from bot.views.pictures import Standings
from bot.views.reader_view import NEUTRAL
from bot.views.standings_text import about, alt_of, day_of, percent, title_of
from db.clock import DAY
from db.users import NOBODY
from render.standings.views import Curve, CurvePoint, Fact, ProfileView, Rival, TitleRecord
from rules.game import AnyGame

RIVALS = 4
LEAST_STREAK = 2
POINTS_ON_CURVE = 200
PERSON = "person"


@dataclass(frozen=True, slots=True)
class Life:
    """All that is known of somebody on a server, or of all their games where there is none."""

    person: db.User
    record: Mapping[str, db.Tally]
    results: Sequence[db.Result]
    ratings: Mapping[str, db.Rating]
    curves: Mapping[str, Sequence[db.RatingStep]]
    meetings: Sequence[db.Meeting]
    names: Mapping[int, str]
    successes: Sequence[db.Success]
    medals: Medals
    kudos: int


@command(
    N_("profile"),
    N_("What somebody has played and achieved"),
    Option(PERSON, N_("person"), N_("Player (default: you)"), person=True),
    group=CLUB,
)
async def profile(request: Request, given: Given) -> None:
    person = given.get(PERSON)
    await _show(request, int(person) if person else None)


@on_component("hide", "update")
async def hide(request: Request, custom_id: CustomId) -> None:
    """Hide from boards, or come back."""
    await preferences.hide(request.service, request.actor.id, hidden=custom_id.words[:1] == ("yes",))
    await _show(request)


@on_component("profile", "update")
async def open_again(request: Request, custom_id: CustomId) -> None:
    await _show(request, first_person(custom_id))


@on_component("profile-post", "update")
async def post_here(request: Request, custom_id: CustomId) -> None:
    """The picture for everybody, in the language of the server; nothing that is private is in it."""
    locale, whose = request.locale, first_person(custom_id)
    if request.server is not None:
        locale = locale_for((await db.servers.find(request.store, request.server)).language)
    async with request.store.read() as reads:
        life = await _life(reads, whose, request.server)
    if life.person.preferences.hidden:
        raise Denied("profile_private", name=plain_name(life.person.name or NOBODY))
    if life.results:
        await request.post(await _pictured(request, locale, life, life.person.name or NOBODY))


async def _pictured(request: Request, locale: Locale, life: Life, name: str) -> MessageBuilder:
    view = _view(locale, request.games, life, name)
    picture = await request.context.pictures.get(Standings(view))
    assert picture is not None
    played = {result.key for result in life.results}
    return (
        MessageBuilder(NEUTRAL)
        .text(f"## {plain_name(name)}")
        .gallery(PictureFile("profile", picture, _alt(locale, view)))
        .text(*successes.titles_in_words(locale, request.games, played, life.successes))
    )


async def _show(request: Request, person: int | None = None) -> None:
    """Somebody's profile; only they themselves see what is private in it."""
    me = request.actor.id
    whose = me if person is None else person
    async with request.store.read() as reads:
        life = await _life(reads, whose, request.server)
        company = await db.results.encounters(reads, whose)
        on_time = await db.results.played_themselves(reads, me) if whose == me else None
    name = request.actor.name if whose == me else life.person.name or NOBODY
    locale, hidden = request.locale, life.person.preferences.hidden
    if hidden and whose != me:
        raise Denied("profile_private", name=plain_name(name))
    if life.results:
        builder = await _pictured(request, locale, life, name)
    else:
        builder = MessageBuilder(NEUTRAL).text(f"## {plain_name(name)}")
        elsewhere = N_("No finished game on this server yet. /new opens a table.")
        none = N_("No finished game yet. /new opens a table.")
        builder.text(locale.t(elsewhere if company and request.server is not None else none))
    builder.text(_against_opponents(locale, company))
    successes.add_choice(builder, locale, request.games, whose)
    if life.results and request.server is not None and not hidden:
        builder.buttons(button(CustomId("profile-post", words=(str(whose),)), locale.t("Post here")))
    if whose == me:
        _private(builder, locale, on_time, hidden=hidden)
    await request.show(builder)


def _against_opponents(locale: Locale, company: Sequence[db.Encounter]) -> str:
    """How somebody fared against computer players of each level, wherever they met; of several at a table
    they must leave all behind."""
    games: dict[tuple[str, str], bool] = {}
    for met in company:
        if opponent := EVERYBODY.get(met.opponent):
            key = opponent.level, met.game
            games[key] = bool(met.ahead) and games.get(key, True)
    won = Counter(level for (level, _), ahead in games.items() if ahead)
    lost = Counter(level for (level, _), ahead in games.items() if not ahead)
    told = [
        locale.t("{level} {won} : {lost}", level=locale.t(text), won=won[level], lost=lost[level])
        for level, text in LEVEL_NAMES.items()
        if won[level] + lost[level]
    ]
    if not told:
        return ""
    return locale.t("Against computer players: {record}", record=" · ".join(told))


def _private(builder: MessageBuilder, locale: Locale, on_time: float | None, *, hidden: bool) -> None:
    if on_time is not None:
        builder.text(
            locale.t(
                "-# Only you see this: at tables with a clock, you made {percent} % of your moves in time.",
                percent=percent(on_time),
            )
        )
    if hidden:
        builder.text(locale.t("-# You're on no leaderboard, and nobody else sees this profile."))
    label = locale.t("Show me on boards") if hidden else locale.t("Hide me from boards")
    builder.buttons(
        button(
            CustomId("hide", words=("no" if hidden else "yes",)),
            label,
            discord.ButtonStyle.primary if hidden else discord.ButtonStyle.secondary,
        )
    )


async def _life(reads: db.Reads, person: int, server: int | None) -> Life:
    meetings = await db.results.meetings(reads, person, server, limit=RIVALS)
    met = await db.users.names_and_hiding(reads, [meeting.person for meeting in meetings])
    medals = medals_of(await db.seasons.closed(reads, server)) if server is not None else {}
    return Life(
        person=await db.users.find(reads, person),
        record=await db.results.record_of(reads, person, server),
        results=await db.results.own(reads, person, server),
        ratings=await db.ratings.of_person(reads, person, server) if server is not None else {},
        curves=await db.ratings.curve(reads, person, server) if server is not None else {},
        meetings=meetings,
        names={one: name or NOBODY for one, (name, _) in met.items()},
        successes=await db.successes.of_person(reads, person),
        medals=medals.get(person, (0, 0, 0)),
        kudos=await db.kudos.count(reads, person),
    )


def _view(locale: Locale, games: Mapping[str, AnyGame], life: Life, name: str) -> ProfileView:
    overall = life.ratings.get(OVERALL)
    every = [step for steps in life.curves.values() for step in steps]
    return ProfileView(
        name=name,
        subtitle=" · ".join(
            part for part in (_rating_in_words(locale, overall), _streak_in_words(locale, life)) if part
        ),
        curves=tuple(_curves(locale, games, life)),
        first_day=day_of(locale, min(step.at for step in every)) if every else "",
        last_day=day_of(locale, max(step.at for step in every)) if every else "",
        titles=tuple(_records(locale, games, life)),
        rivals_label=locale.t("Rivals"),
        rivals=tuple(
            Rival(
                name=life.names.get(one.person, NOBODY), ahead=one.ahead, behind=one.behind, level=one.level
            )
            for one in life.meetings
        ),
        facts=tuple(_facts(locale, games, life)),
        medals=life.medals,
        empty="" if every else locale.t("No rated game yet"),
    )


def _rating_in_words(locale: Locale, rating: db.Rating | None) -> str:
    if rating is None:
        return ""
    skill = Skill(rating.mu, rating.sigma)
    doubt = "?" if rating.games < PROVISIONAL_BELOW else ""
    return locale.t("All games: {rating} ±{margin}", rating=f"{skill.shown}{doubt}", margin=skill.margin)


def _streak_in_words(locale: Locale, life: Life) -> str:
    """Victories in a row, where there are or were some."""
    streak = streak_of(in_company(life.results))
    if streak.longest < LEAST_STREAK:
        return ""
    if streak.now == streak.longest:
        return locale.t("{n} wins in a row", n=streak.now)
    if streak.now >= LEAST_STREAK:
        return locale.t("{n} wins in a row, once {longest}", n=streak.now, longest=streak.longest)
    return locale.t("once {longest} wins in a row", longest=streak.longest)


def _curves(locale: Locale, games: Mapping[str, AnyGame], life: Life) -> Iterator[Curve]:
    for key in (OVERALL, *games):
        steps, rating = life.curves.get(key, ()), life.ratings.get(key)
        if not steps or rating is None:
            continue
        start = CurvePoint(at=steps[0].at - DAY, value=Skill(steps[0].mu_before).shown)
        points = [start, *(CurvePoint(at=step.at, value=Skill(step.mu).shown) for step in steps)]
        yield Curve(
            label=title_of(locale, games, key),
            points=tuple(points[-POINTS_ON_CURVE:]),
            provisional=rating.games < PROVISIONAL_BELOW,
        )


def _records(locale: Locale, games: Mapping[str, AnyGame], life: Life) -> Iterator[TitleRecord]:
    for key, game in games.items():
        tally, rating = life.record.get(key), life.ratings.get(key)
        if tally is None:
            continue
        yield TitleRecord(
            title=locale.game_text(game, ()).game_name,
            told=_told(locale, life, key, tally),
            rating=Skill(rating.mu).shown if rating else None,
            provisional=rating is not None and rating.games < PROVISIONAL_BELOW,
        )


def _told(locale: Locale, life: Life, key: str, tally: db.Tally) -> str:
    """Games, victories and those to be expected, the best and the usual score."""
    results = [one for one in in_company(life.results) if one.key == key]
    expected = expected_wins(results, life.curves.get(key, ()))
    won = locale.t(
        "{n} of {games} won ({expected} expected)",
        n=tally.wins,
        games=tally.games,
        expected=_tenths(locale, expected),
    )
    usual = usual_score(results)
    if tally.best is None or usual is None:
        return won
    scores = locale.t("best {score}, usually {usual}", score=tally.best, usual=usual)
    return f"{won} · {scores}"


def _tenths(locale: Locale, number: float) -> str:
    return format_decimal(round(number, 1), locale=locale.language)


def _facts(locale: Locale, games: Mapping[str, AnyGame], life: Life) -> Iterator[Fact]:
    for key, game in games.items():
        game_text = locale.game_text(game, ())
        loved = Counter(one for result in life.results if result.key == key for one in result.favourites)
        if loved:
            most = max(loved.values())
            named = dict(game_text.pieces())
            best = [named.get(one, one) for one, times in loved.items() if times == most]
            yield Fact(label=locale.t("Favourite of {game}", game=game_text.game_name), value=best[0])
        alone = [
            result.score
            for result in life.results
            if result.key == key and result.seats == 1 and result.counted and result.score is not None
        ]
        if alone:
            yield Fact(label=locale.t("{game}, solo", game=game_text.game_name), value=str(max(alone)))
    if life.kudos:
        yield Fact(label=locale.t("Kudos"), value=str(life.kudos))


def _alt(locale: Locale, view: ProfileView) -> str:
    return alt_of(
        view.name,
        view.subtitle,
        *(about(locale, record.title, _said(record)) for record in view.titles),
        *(about(locale, fact.label, fact.value) for fact in view.facts),
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


def _said(record: TitleRecord) -> str:
    if record.rating is None:
        return record.told
    return f"{record.told} · {record.rating}{'?' if record.provisional else ''}"
