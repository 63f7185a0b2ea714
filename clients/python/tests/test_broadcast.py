"""One follower for many subscribers."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Generator
from typing import Any

import pytest
from conftest import (
    DEADLINE, MakeServers, Server, Sites, Waiting, connected_followers, library, wait_until,
    waiting_followers)
from redis_article import AsyncSite, Broadcast, Changes, Site
from test_changes import post_anew, until

MANY = 500
Subscriber = Generator[Changes, None, None]


def followers(loop: asyncio.AbstractEventLoop | None = None) -> int:
    """Returns the number of threads and tasks that follow a site."""
    names = [thread.name for thread in threading.enumerate()]
    names += [task.get_name() for task in asyncio.all_tasks(loop)] if loop else []
    return names.count("redis-article")


def wait_for_the_end(site: Site, sites: Sites) -> None:
    """Waits until nothing follows the site."""
    def is_over() -> bool:
        site.info()  # A loop of asyncio must run.
        return not followers(sites.loop)

    wait_until(is_over)


def titles(subscriber: Subscriber) -> list[str]:
    return [article["title"] for article in until(subscriber, "changes").articles]


def end(broadcast: Broadcast[Any], *subscribers: Subscriber) -> None:
    """Closes the broadcast, which ends every subscription after what is already there."""
    broadcast.close()
    for subscriber in subscribers:
        assert len(list(subscriber)) < 2
    assert not list(broadcast.subscribe())


def test_every_subscriber_gets_what_happens_after_it_came(site: Site, sites: Sites) -> None:
    site.post("ann", "Old")
    broadcast = site.broadcast(block=20)
    early = [broadcast.subscribe() for _ in range(3)]
    for subscriber in early:
        assert next(subscriber)[1:] == ([], [], [], False)
    site.post("ann", "New")
    assert [titles(subscriber) for subscriber in early] == [["New"]] * 3
    late = broadcast.subscribe()
    assert next(late)[1:] == ([], [], [], False)
    site.comment("bob", 1, "text")
    for subscriber in (*early, late):
        changes = until(subscriber, "changes")
        assert [article["title"] for article in changes.articles] == ["Old"]
        assert [comment["text"] for comment in changes.comments] == ["text"]
    wait_until(lambda: followers(sites.loop) == 1)  # That of an earlier test may still end.
    end(broadcast, *early, late)


def test_entries_can_be_selected(site: Site) -> None:
    broadcast = site.broadcast(return_=["id"], count=1, block=20)
    subscriber: Any = broadcast.subscribe()
    next(subscriber)
    site.post("ann", "New")
    changes: Any = until(subscriber, "changes")
    assert changes.articles == [{"id": 1}]
    end(broadcast, subscriber)


def test_the_follower_ends_with_the_last_subscriber(site: Site, sites: Sites) -> None:
    broadcast = site.broadcast(block=20)
    subscribers = [broadcast.subscribe() for _ in range(2)]
    for subscriber in subscribers:
        next(subscriber)
    subscribers[0].close()
    site.post("ann", "Old")
    assert titles(subscribers[1]) == ["Old"]
    wait_until(lambda: followers(sites.loop) == 1)  # That of an earlier test may still end.
    subscribers[1].close()
    wait_for_the_end(site, sites)
    # The next subscriber begins again.
    subscriber = broadcast.subscribe()
    next(subscriber)
    site.post("ann", "New")
    assert titles(subscriber) == ["New"]
    end(broadcast, subscriber)
    wait_for_the_end(site, sites)


def test_the_last_subscriber_closes_the_connection(site: Site, server: Server) -> None:
    """At once, though the follower would wait for longer than the test."""
    def await_followers(counted: Callable[[Server], int], number: int) -> None:
        def are_there() -> bool:
            site.count()  # A loop of asyncio must run.
            return counted(server) == number

        wait_until(are_there)

    broadcast = site.broadcast(block=60_000)
    for _ in range(2):
        subscriber = broadcast.subscribe()
        next(subscriber)
        await_followers(waiting_followers, 1)
        subscriber.close()
        await_followers(connected_followers, 0)
    broadcast.close()


def test_a_subscriber_that_is_late(site: Site) -> None:
    broadcast = site.broadcast(block=20)
    late, other = broadcast.subscribe(), broadcast.subscribe()
    next(late)
    next(other)
    for n in range(100):
        site.post("ann", str(n))
        assert titles(other) == [str(n)]
    assert titles(late) == ["0"]  # Everything is kept.
    for n in range(2):
        site.post("bob", str(n))
        assert titles(other) == [str(n)]
    assert next(late)[1:] == ([], [], [], True)
    site.post("ann", "Last")
    assert titles(late) == ["Last"]
    end(broadcast, late, other)


def test_resync(site: Site, server: Server) -> None:
    site.post("ann", "Old")
    broadcast = site.broadcast(block=20)
    subscribers = [broadcast.subscribe() for _ in range(2)]
    for subscriber in subscribers:
        next(subscriber)
    with library.Redis.from_url(server.url) as client:
        client.delete("news")
    for subscriber in subscribers:
        assert until(subscriber, "resync")[1:] == ([], [], [], True)
    site.post("ann", "New")
    for subscriber in subscribers:
        assert titles(subscriber) == ["New"]
    end(broadcast, *subscribers)


def test_a_server_that_goes_away(sites: Sites, make_servers: MakeServers) -> None:
    [server] = make_servers("appendonly yes")
    site = sites.on(server.url)
    site.post("ann", "One")
    broadcast = site.broadcast(block=20)
    subscriber = broadcast.subscribe()
    next(subscriber)
    server.stop()
    # A page is still told that nothing has happened, and so notices that its reader has left.
    for _ in range(20):
        assert next(subscriber)[1:] == ([], [], [], False)
    server.start()
    until(subscriber, "resync")
    until(subscriber, "empty")
    post_anew(server, "Two")
    assert titles(subscriber) == ["Two"]
    end(broadcast, subscriber)


def test_errors_reach_every_subscriber(site: Site, server: Server) -> None:
    broadcast = site.broadcast(block=20)
    with library.Redis.from_url(server.url) as client:
        client.set("news", "text")
        for _ in range(2):
            with pytest.raises(library.ResponseError):
                next(broadcast.subscribe())
        client.delete("news")
    subscribers = [broadcast.subscribe() for _ in range(2)]
    for subscriber in subscribers:
        next(subscriber)
    with library.Redis.from_url(server.url) as client:
        client.set("news", "text")
    depths = set()
    for subscriber in subscribers:
        with pytest.raises(library.ResponseError) as raised:
            until(subscriber, "changes")
        depths.add(len(raised.traceback))
    # Each has a traceback of its own, though the error is the same.
    assert len(depths) == 1


def test_a_server_that_was_never_there(sites: Sites, make_servers: MakeServers) -> None:
    [server] = make_servers()
    server.stop()
    with pytest.raises(library.ConnectionError):
        next(sites.on(server.url).broadcast().subscribe())


def test_heartbeats_cannot_be_turned_off(site: Site) -> None:
    with pytest.raises(ValueError, match="block must be"):
        site.broadcast(block=0)


def test_many_threads(server: Server) -> None:
    """Each gets a vote, on a default pool, which serves ordinary votes meanwhile."""
    with library.Redis.from_url(server.url) as client:
        site = Site(client, "news")
        site.post("ann", "Hello")
        broadcast = site.broadcast(return_=["id", "votes"])
        ready, got = threading.Semaphore(0), list[int]()

        def read() -> None:
            subscriber = broadcast.subscribe()
            next(subscriber)
            ready.release()
            for changes in subscriber:
                if changes.articles:
                    got.append(changes.articles[0]["votes"])
                    return

        readers = [threading.Thread(target=read, daemon=True) for _ in range(MANY)]
        for reader in readers:
            reader.start()
        for _ in readers:
            assert ready.acquire(timeout=DEADLINE)
        assert site.vote("bob", 1) and site.count() == 1
        for reader in readers:
            reader.join(DEADLINE)
            assert not reader.is_alive()
        assert got == [2] * MANY
        broadcast.close()
        # The next test counts followers.
        wait_until(lambda: not followers())


def test_many_tasks(server: Server) -> None:
    async def main() -> None:
        client = library.asyncio.Redis.from_url(server.url)
        site = AsyncSite(client, "news")
        await site.post("ann", "Hello")
        broadcast = site.broadcast(return_=["id", "votes"])
        ready = asyncio.Semaphore(0)

        async def read() -> int | None:
            subscriber = broadcast.subscribe()
            await anext(subscriber)
            ready.release()
            async for changes in subscriber:
                if changes.articles:
                    return changes.articles[0]["votes"]
            return None

        readers = [asyncio.create_task(read()) for _ in range(MANY)]
        for _ in readers:
            await ready.acquire()
        assert followers(asyncio.get_running_loop()) == 1
        votes = [site.vote(f"u{n}", 1) for n in range(50)]
        assert await asyncio.gather(*votes) == [True] * 50
        got = await asyncio.gather(*readers)
        assert len(got) == MANY and all(votes and votes > 1 for votes in got)
        broadcast.close()
        await getattr(client, "aclose", client.close)()

    asyncio.run(asyncio.wait_for(main(), DEADLINE))


def test_another_event_loop_is_refused(server: Server) -> None:
    sites, other = Sites(True, {}), Sites(True, {})
    site = sites.on(server.url)
    broadcast: Any = site.broadcast(block=20)
    subscriber = broadcast.subscribe()
    next(subscriber)
    with pytest.raises(RuntimeError, match="one broadcast per event loop"):
        next(Waiting(other.loop, broadcast._target).subscribe())
    # The loop that has it goes on.
    assert next(subscriber)[1:] == ([], [], [], False)
    end(broadcast, subscriber)
    wait_for_the_end(site, sites)
    for each in (sites, other):
        each.close()
