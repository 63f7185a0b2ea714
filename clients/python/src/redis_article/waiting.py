"""How the classes for threads and those for asyncio run and wait."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from threading import Event, Thread
from typing import Any

__all__ = [
    "AsyncEvent", "Event", "async_disconnect", "async_loop", "async_start", "async_wait",
    "disconnect", "loop", "start", "wait",
]
AsyncEvent = asyncio.Event
# The event loop itself keeps no task alive.
_tasks: set[asyncio.Task[None]] = set()


def start(function: Callable[[], None]) -> None:
    """Runs a function in a thread that does not keep the process alive."""
    Thread(target=function, name="redis-article", daemon=True).start()


def wait(event: Event, seconds: float) -> None:
    """Waits until an event is set, but not longer."""
    event.wait(seconds)


def disconnect(connection: Any, loop: object) -> None:
    """Closes a connection, for which another thread may wait."""
    connection.disconnect()


def loop() -> object:
    """Returns where the caller runs: all threads can wait for each other, event loops cannot."""
    return None


def async_loop() -> asyncio.AbstractEventLoop:
    return asyncio.get_running_loop()


def async_start(function: Callable[[], Coroutine[Any, Any, None]]) -> None:
    task = asyncio.create_task(function(), name="redis-article")
    _tasks.add(task)
    task.add_done_callback(_tasks.discard)


def async_disconnect(connection: Any, loop: asyncio.AbstractEventLoop) -> None:
    if not loop.is_closed():  # Perhaps it does not run now.
        loop.call_soon_threadsafe(async_start, partial(connection.disconnect, True))


async def async_wait(event: AsyncEvent, seconds: float) -> None:
    try:
        await asyncio.wait_for(event.wait(), seconds)
    except asyncio.TimeoutError:
        pass
