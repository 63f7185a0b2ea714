"""One follower for many readers. The package also has it for threads: Broadcast."""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from functools import partial
from threading import RLock
from typing import Generic, TypeVar

from .async_follow import AsyncLine
from .types import Changes, PartialChanges
from .waiting import AsyncEvent, async_loop, async_start, async_wait

C = TypeVar("C", bound=Changes | PartialChanges)

# A subscriber that is further behind gets a `resync`.
KEPT = 100


class AsyncBroadcast(Generic[C]):
    """The changes of a site from now on, for any number of subscribers.

    One connection follows the site, from the first subscriber until the last one has left.
    """

    def __init__(
        self, follow: Callable[[AsyncLine], AsyncGenerator[C | None, None]],
        kind: Callable[..., C], seconds: float,
    ) -> None:
        self._follow = follow
        self._kind = kind
        self._seconds = seconds
        # Reentrant, because the garbage collector can close a subscription at any time.
        self._lock = RLock()
        self._feed: AsyncFeed[C] | None = None
        self._is_closed = False

    async def subscribe(self) -> AsyncGenerator[C, None]:
        """Yields what changes from now on, as `follow_changes(None)` does. All subscribers get the same
        objects: do not modify them.

        The first Changes come as soon as the site is followed. Empty ones come whenever nothing has
        happened for `block` milliseconds, even while the server cannot be reached. A subscriber
        that is more than 100 Changes late gets empty ones with `resync` in their place.
        """
        joined = self._join()
        if joined is None:
            return
        feed, seen, version = joined
        try:
            if seen:
                yield self._empty(version)
            while True:
                with self._lock:
                    news, new, version = feed.news, feed.total - seen, feed.version
                    is_late = new > len(feed.kept)
                    changes = feed.kept[-new] if new and not is_late else None
                    seen += new if is_late else min(new, 1)
                if is_late:
                    yield self._empty(version, resync=True)
                elif changes is not None:
                    yield changes
                elif feed.error is not None:
                    raise feed.error.with_traceback(None)
                elif feed.is_over:
                    return
                else:
                    await async_wait(news, self._seconds)
                    if seen and not news.is_set():
                        yield self._empty(version)
        finally:
            with self._lock:
                feed.readers -= 1
                if not feed.readers:
                    self._end(feed)

    def close(self) -> None:
        """Ends all subscriptions, those to come, too."""
        with self._lock:
            self._is_closed = True
            if self._feed is not None:
                self._end(self._feed)

    def _empty(self, version: str, resync: bool = False) -> C:
        return self._kind(version, [], [], [], resync)

    def _join(self) -> tuple[AsyncFeed[C], int, str] | None:
        """Adds a reader, if need be to a new feed."""
        with self._lock:
            if self._is_closed:
                return None
            feed = self._feed or AsyncFeed[C]()
            if feed.loop is not async_loop():
                raise RuntimeError(
                    "another event loop uses this broadcast; create one broadcast per event loop, "
                    "with a client of its own")
            if feed is not self._feed:
                async_start(partial(self._run, feed))
                self._feed = feed
            feed.readers += 1
            return feed, feed.total, feed.version

    async def _run(self, feed: AsyncFeed[C]) -> None:
        """Follows the site until the feed is over."""
        error: Exception | None = None
        try:
            async with aclosing(self._follow(feed.line)) as follower:
                async for changes in follower:
                    if changes is not None:
                        self._publish(feed, changes)
        except Exception as raised:
            error = raised  # The readers raise it.
        finally:
            with self._lock:
                self._end(feed, error)

    def _publish(self, feed: AsyncFeed[C], changes: C) -> None:
        """Passes changes on to the readers."""
        with self._lock:
            feed.version = changes.version
            if not feed.total or any(changes[1:]):
                feed.kept.append(changes)
                feed.total += 1
                feed.wake()

    def _end(self, feed: AsyncFeed[C], error: Exception | None = None) -> None:
        if self._feed is feed:
            self._feed = None
        feed.is_over = True
        feed.error = feed.error or error
        feed.line.close()
        feed.wake()


class AsyncFeed(Generic[C]):
    """What one follower has found since it began, and who reads it."""

    def __init__(self) -> None:
        self.kept: deque[C] = deque(maxlen=KEPT)
        self.total = 0  # How many Changes there were. `kept` has the last ones.
        self.version = ""
        self.readers = 0
        self.is_over = False
        self.error: Exception | None = None
        self.news = AsyncEvent()
        self.loop = async_loop()
        self.line = AsyncLine()

    def wake(self) -> None:
        """Wakes up the readers that wait for news. They wait for the next news on a new event."""
        self.news.set()
        self.news = AsyncEvent()
