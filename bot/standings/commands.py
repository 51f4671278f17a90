"""The commands about standings: /leaderboard, /profile, /history, /export."""

from collections.abc import Sequence

from discord.app_commands import locale_str

from bot.call import Call
from bot.house import House
from bot.plans import CommandPlan, Given, Option
from bot.reference import matches
from bot.standings import history, leaderboard, profile
from bot.standings.export import FORMATS, export
from bot.translator import game_text
from bot.words import mark

PERSON, WITH = "person", "opponent"


def standings(house: House) -> list[CommandPlan]:
    return [_leaderboard(house), _profile(), _history(house), _export()]


def _leaderboard(house: House) -> CommandPlan:
    async def work(call: Call, given: Given) -> None:
        asked = leaderboard.read_asked((given.get("game", ""), given.get("period", "")))
        await leaderboard.show_leaderboard(call, asked)

    async def boards(call: Call, typed: str, _: Given) -> Sequence[tuple[str, str]]:
        return matches(leaderboard.titles(house.games, call.words), typed)

    return CommandPlan(
        locale_str(mark("leaderboard")),
        locale_str(mark("Who stands where on this server")),
        work,
        options=[
            Option("game", locale_str(mark("game")), locale_str(mark("Which game")), complete=boards),
            Option(
                "period",
                locale_str(mark("period")),
                locale_str(mark("Which time")),
                choices=[
                    (locale_str(mark("All time")), "ever"),
                    (locale_str(mark("This season")), "season"),
                    (locale_str(mark("This month")), "month"),
                ],
            ),
        ],
    )


def _profile() -> CommandPlan:
    async def work(call: Call, given: Given) -> None:
        person = given.get(PERSON)
        await profile.show_profile(call, int(person) if person else None)

    return CommandPlan(
        locale_str(mark("profile")),
        locale_str(mark("What somebody has played and achieved")),
        work,
        options=[
            Option(
                PERSON, locale_str(mark("person")), locale_str(mark("Whose; yours if left out")), person=True
            )
        ],
    )


def _history(house: House) -> CommandPlan:
    async def work(call: Call, given: Given) -> None:
        other = given.get(WITH)
        await history.show_history(call, history.Asked(given.get("title"), int(other) if other else None))

    return CommandPlan(
        locale_str(mark("history")),
        locale_str(mark("Your finished games, and how you fared against somebody")),
        work,
        options=[
            Option(
                WITH, locale_str(mark("with")), locale_str(mark("Only games with this person")), person=True
            ),
            Option(
                "title",
                locale_str(mark("title")),
                locale_str(mark("Only this game, with its statistics on this server")),
                choices=[(game_text(key, "game.name"), key) for key in house.games],
            ),
        ],
    )


def _export() -> CommandPlan:
    async def work(call: Call, given: Given) -> None:
        await export(call, given.get("format", FORMATS[0]))

    return CommandPlan(
        locale_str(mark("export")),
        locale_str(mark("All results of this server as a file, for those who manage it")),
        work,
        options=[
            Option(
                "format",
                locale_str(mark("format")),
                locale_str(mark("For a table (CSV) or for a program (JSON)")),
                choices=[(locale_str(name.upper()), name) for name in FORMATS],
            )
        ],
    )
