"""All that the tests use of simcord beyond its public interface."""

import asyncio
import contextvars
from collections.abc import Callable, Mapping
from typing import Any

import simcord
from simcord._runtime import _BOT_SCOPE
from simcord.actors import _component_interaction, _visible_message


def visible_message(actor: Any, message: Any) -> Any:
    """Returns the current content of a message as a user sees it."""
    return _visible_message(actor, message)


async def component_interaction(actor: Any, message: Any, data: Mapping[str, Any]) -> Any:
    """Send an interaction with any data on behalf of a message, offered there or not."""
    return await _component_interaction(actor, _visible_message(actor, message), {**data})


def extend_start_timeout(env: simcord.Env, timeout_s: float) -> None:
    """Give the start as much time as all else: on a busy machine five seconds are not enough."""
    settle = env._settle_internal

    async def patient(*, timeout: float | None = None, **given: Any) -> None:  # noqa: ASYNC109
        await settle(timeout=None if timeout is None else max(timeout, timeout_s), **given)

    env._settle_internal = patient  # type: ignore[method-assign]


async def settle_interaction(env: simcord.Env, idle_s: float) -> None:
    """Wait until the bot has dealt with an interaction that was emitted."""
    await env._settle_internal(dispatch="INTERACTION_CREATE", idle=idle_s)


def run_in_bot(env: simcord.Env, function: Callable[[], None]) -> None:
    """Call a function as the bot would: the simulation waits for the tasks that it starts."""
    context = contextvars.copy_context()
    context.run(_BOT_SCOPE.set, (env, env._generation))
    context.run(function)


def is_in_bot() -> bool:
    """Whether this is called by the bot, not by a test."""
    return _BOT_SCOPE.get() is not None


def is_simulated_task(env: simcord.Env) -> bool:
    """Whether the simulation waits for the current task."""
    return asyncio.current_task() in env._work.tasks


def real_time_sleeps(env: simcord.Env) -> tuple[list[str], list[str]]:
    """Returns the labels of all pending timers, and of those that run by real time."""
    timers = [one for one in env._work.callbacks if one.when and not one.handle.cancelled()]
    return [str(one.label) for one in timers], [
        str(one.label) for one in timers if one.real_handle is not None
    ]


def take_errors(env: simcord.Env) -> list[BaseException]:
    """Returns the exceptions that handlers raised, and forgets them."""
    errors = [*env.errors]
    env._errors.clear()
    return errors
