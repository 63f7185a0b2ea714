"""How the classes for threads and those for asyncio run and wait."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from concurrent import futures
from threading import Event, Thread
from typing import Any

__all__ = [
    "AsyncEvent", "Event", "async_begin", "async_first", "async_loop", "async_start", "async_wait",
    "begin", "first", "loop", "start", "wait"]
AsyncEvent = asyncio.Event
# The event loop itself keeps no task alive.
_tasks: set[asyncio.Task[None]] = set()


def start(function: Callable[[], None]) -> None:
    """Runs a function in a thread that does not keep the process alive."""
    Thread(target=function, name="redis-article", daemon=True).start()


def begin(function: Callable[[], Any]) -> futures.Future[Any]:
    """Runs a function in such a thread and returns its result in the future."""
    result = futures.Future[Any]()
    result.set_running_or_notify_cancel()

    def run() -> None:
        try:
            result.set_result(function())
        except Exception as error:
            result.set_exception(error)

    start(run)
    return result


def first(tasks: Iterable[futures.Future[Any]]) -> set[futures.Future[Any]]:
    """Waits until there are results and returns them."""
    return futures.wait(tasks, return_when=futures.FIRST_COMPLETED).done


def wait(event: Event, seconds: float) -> None:
    """Waits until an event is set, but not longer."""
    event.wait(seconds)


def loop() -> object:
    """Returns where the caller runs: all threads can wait for each other, event loops cannot."""
    return None


def async_loop() -> object:
    return asyncio.get_running_loop()


def async_start(function: Callable[[], Coroutine[Any, Any, None]]) -> None:
    task = asyncio.create_task(function(), name="redis-article")
    _tasks.add(task)
    task.add_done_callback(_tasks.discard)


def async_begin(function: Callable[[], Coroutine[Any, Any, Any]]) -> asyncio.Task[Any]:
    task = asyncio.create_task(function(), name="redis-article")
    # Nobody may be left to read its error.
    task.add_done_callback(lambda done: done.cancelled() or done.exception())
    return task


async def async_first(tasks: Iterable[asyncio.Task[Any]]) -> set[asyncio.Task[Any]]:
    done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    return done


async def async_wait(event: AsyncEvent, seconds: float) -> None:
    try:
        await asyncio.wait_for(event.wait(), seconds)
    except asyncio.TimeoutError:
        pass
