"""Fault injection: rate limits, server errors, slow and lost responses."""

import discord
import pytest

from harbour import Harbour
from tests.harbour.wire_client import WireClient


def games_channel(harbour: Harbour, client: WireClient) -> discord.PartialMessageable:
    return client.get_partial_messageable(int(harbour.world.find_channel("games")["id"]))


async def test_a_rate_limit_is_waited_out(harbour: Harbour, client: WireClient) -> None:
    harbour.faults.add("rate", method="POST", path="/messages$", times=2, retry_after=0.02)
    await games_channel(harbour, client).send("patience")
    assert [call.status for call in harbour.api_calls if call.path.endswith("/messages")] == [429, 429, 200]
    assert [m["content"] for m in harbour.user("Dag").messages("games")] == ["patience"]


async def test_a_rate_limit_for_everything(harbour: Harbour, client: WireClient) -> None:
    harbour.faults.add("rate", path="/messages$", retry_after=0.02, global_=True)
    await games_channel(harbour, client).send("patience")
    refused = next(call for call in harbour.api_calls if call.status == 429)
    assert refused.response == {
        "message": "You are being rate limited.",
        "code": 0,
        "retry_after": 0.02,
        "global": True,
    }


async def test_a_ban_by_the_proxy_is_not_retried(harbour: Harbour, client: WireClient) -> None:
    harbour.faults.add("rate", path="/messages$", via=False)
    with pytest.raises(discord.HTTPException) as caught:
        await games_channel(harbour, client).send("no")
    assert caught.value.status == 429


async def test_an_error_of_choice(harbour: Harbour, client: WireClient) -> None:
    harbour.faults.add("error", method="POST", path="/messages$", status=403, code=50007)
    with pytest.raises(discord.Forbidden) as caught:
        await games_channel(harbour, client).send("no")
    assert caught.value.code == 50007
    harbour.faults.add("error", method="POST", path="/messages$", status=503)
    with pytest.raises(discord.DiscordServerError):
        await games_channel(harbour, client).send("no")
    assert harbour.user("Dag").messages("games") == []


async def test_a_server_error_is_tried_again(harbour: Harbour, client: WireClient) -> None:
    harbour.faults.add("error", method="POST", path="/messages$", status=500)
    await games_channel(harbour, client).send("at last")
    assert [m["content"] for m in harbour.user("Dag").messages("games")] == ["at last"]


async def test_a_lost_answer_took_effect_all_the_same(harbour: Harbour, client: WireClient) -> None:
    harbour.faults.add("lost", method="PUT", path="/pins/")
    message = await games_channel(harbour, client).send("pin me")
    await message.pin()
    assert [call.status for call in harbour.api_calls if "/pins/" in call.path] == [502, 204]
    notices = [m for m in harbour.user("Dag").messages("games") if m["type"] == 6]
    assert len(notices) == 1


@pytest.mark.usefixtures("client")
async def test_a_slow_answer_to_an_interaction_still_counts(harbour: Harbour) -> None:
    harbour.faults.add("slow", path="/callback$", seconds=0.1)
    assert (await harbour.user("Dag").slash("/ahoy", name="Dag")).text == "Ahoy Dag (fr)"


def test_an_unknown_fault_is_refused(harbour: Harbour) -> None:
    with pytest.raises(ValueError, match="mutiny"):
        harbour.faults.add("mutiny")
