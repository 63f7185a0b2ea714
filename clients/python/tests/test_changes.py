"""Following a site: catching up, waiting, RESYNC, and servers that go away."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from conftest import (
    DEADLINE, MakeServers, Server, Sites, connected_followers, library, wait_until,
    waiting_followers)
from redis_article import AsyncFollower, AsyncSite, Changes, PartialChanges, Site


def until(follower: Iterator[Changes], wanted: str) -> Changes:
    """Returns the next changes that are empty, complete, or of a resync, as is wanted."""
    for changes in follower:
        kind = ("resync" if changes.resync
                else "changes" if changes.articles or changes.comments or changes.deleted
                else "empty")
        if kind == wanted:
            return changes
    raise AssertionError("the follower ended")


def test_all_changes(site: Site) -> None:
    for n in range(3):
        site.post("ann", str(n))
    follower = site.follow_changes(count=2, block=20)
    assert [len(next(follower).articles) for _ in range(2)] == [2, 1]
    # Nothing is left. After that, an empty reply means that nothing happened while it waited.
    assert next(follower) == (next(follower).version, [], [], [], False)
    site.comment("bob", 1, "text")
    changes = until(follower, "changes")
    assert [article["id"] for article in changes.articles] == [1]
    assert [comment["text"] for comment in changes.comments] == ["text"]
    site.delete(3)
    assert until(follower, "changes").deleted == [3]
    # Another follower goes on where this one was.
    assert until(site.follow_changes(changes.version), "changes").deleted == [3]
    follower.close()


def test_waiting(site: Site, sites: Sites, server: Server) -> None:
    """A change ends the wait, which would take longer than the test."""
    other = Sites(False, sites.options)
    follower = site.follow_changes(None, block=60_000)
    assert not next(follower).articles
    timer = threading.Thread(target=post_once_blocked, args=(other.on(server.url), server))
    timer.start()
    assert [article["title"] for article in next(follower).articles] == ["Late"]
    timer.join()
    follower.close()
    other.close()


def post_once_blocked(site: Site, server: Server) -> None:
    await_blocked(server)
    site.post("ann", "Late")


def await_blocked(server: Server) -> None:
    wait_until(lambda: waiting_followers(server))


def test_a_client_that_waits_for_a_shorter_time(sites: Sites, server: Server) -> None:
    site = sites.on(f"{server.url}?socket_timeout=0.2")
    assert_heartbeats(site.follow_changes(block=500), server)


@pytest.mark.parametrize("derived", [False, True])
def test_a_cluster_that_waits_for_a_shorter_time(
    sites: Sites, cluster: Server, derived: bool
) -> None:
    """Its client can be of a class of the user."""
    site = sites.on_cluster(f"{cluster.url}?socket_timeout=0.2", "timeout", derived)
    assert_heartbeats(site.follow_changes(block=500), cluster)


def assert_heartbeats(follower: Iterator[Changes], server: Server) -> None:
    """Changes come, and the client does not connect again, as it does when a reply is late."""
    found: list[Changes] = []
    reader = threading.Thread(target=lambda: found.extend(islice(follower, 3)), daemon=True)
    with library.Redis.from_url(server.url) as client:
        before = client.info("stats")["total_connections_received"]
        reader.start()
        while reader.is_alive():
            connected = client.info("stats")["total_connections_received"] - before
            assert connected < 8, "the client gives up waiting"
    assert not any(changes.articles or changes.resync for changes in found)
    assert len(found) == 3
    follower.close()  # type: ignore[attr-defined]


def test_a_closed_follower_holds_no_connection(server: Server, sites: Sites) -> None:
    """Though it would wait for longer than the test, in another thread or task."""
    site = sites.on(server.url)
    if sites.is_async:
        sites.loop.run_until_complete(close_and_cancel(sites.clients[0], server))
    else:
        followers: list[Any] = [site.follow_changes(block=block) for block in (0, 60_000)]
        threads = [threading.Thread(target=list, args=(each,)) for each in followers]
        for thread in threads:
            thread.start()
        wait_until(lambda: waiting_followers(server) == 2)
        for follower in followers:
            follower.close()
        for thread in threads:
            thread.join(DEADLINE)
            assert not thread.is_alive()
    # One that is not used any more is closed, too.
    next(site.follow_changes())
    site.count()  # A loop of asyncio must run.
    wait_until(lambda: not connected_followers(server))


async def close_and_cancel(client: Any, server: Server) -> None:
    """Ends followers that wait: by `aclose`, and with their task."""
    followers = [AsyncSite(client, "news").follow_changes(block=60_000) for _ in range(2)]

    async def read(follower: AsyncFollower[Changes]) -> int:
        return len([changes async for changes in follower])

    tasks = [asyncio.create_task(read(follower)) for follower in followers]
    await asyncio.to_thread(wait_until, lambda: waiting_followers(server) == 2)
    await followers[0].aclose()
    tasks[1].cancel()
    assert await tasks[0] == 1
    with pytest.raises(asyncio.CancelledError):
        await tasks[1]
    await asyncio.to_thread(wait_until, lambda: not connected_followers(server))


def test_from_now_on(site: Site) -> None:
    site.post("ann", "Old")
    follower = site.follow_changes(None, block=20, return_=["id"])
    first = next(follower)
    assert isinstance(first, PartialChanges) and not first.articles
    site.post("ann", "New")
    changes: Any = until(follower, "changes")  # type: ignore[arg-type]
    assert changes.articles == [{"id": 2}]
    follower.close()


@pytest.mark.parametrize("version", ["0", None])
def test_resync(site: Site, server: Server, version: str | None) -> None:
    site.post("ann", "Old")
    follower = site.follow_changes(version, block=20)
    until(follower, "empty")
    with library.Redis.from_url(server.url) as client:
        client.delete("news")
    site.post("ann", "New")
    resync = until(follower, "resync")
    assert resync[1:] == ([], [], [], True)
    if version is None:
        assert not next(follower).articles
        site.post("ann", "Newer")
    titles = [article["title"] for article in until(follower, "changes").articles]
    assert titles == (["New"] if version else ["Newer"])
    follower.close()


@pytest.mark.parametrize("version", ["0", None])
def test_a_server_that_goes_away(
    sites: Sites, make_servers: MakeServers, version: str | None
) -> None:
    [server] = make_servers("appendonly yes")
    site = sites.on(server.url)
    site.post("ann", "One")
    follower = site.follow_changes(version, block=20)
    until(follower, "empty")
    server.stop()
    restarter = threading.Thread(target=server.start)
    restarter.start()
    # After a restart, the server has another copy of the site.
    until(follower, "resync")
    if version:
        assert [article["title"] for article in until(follower, "changes").articles] == ["One"]
    restarter.join()
    post_anew(server, "Two")
    assert until(follower, "changes").articles[-1]["title"] == "Two"
    follower.close()


def post_anew(server: Server, title: str) -> None:
    """Posts on a connection that did not exist when the server went away."""
    with library.Redis.from_url(server.url) as client:
        Site(client, "news").post("ann", title)


def test_a_server_that_becomes_a_replica(sites: Sites, make_servers: MakeServers) -> None:
    [server] = make_servers()
    site = sites.on(server.url)
    site.post("ann", "One")
    follower = site.follow_changes(block=4000)
    until(follower, "empty")
    changer = threading.Thread(target=become_a_replica_and_post, args=(server,))
    changer.start()
    while "Two" not in [article["title"] for article in until(follower, "changes").articles]:
        pass
    changer.join()
    follower.close()


def become_a_replica_and_post(server: Server) -> None:
    await_blocked(server)
    with library.Redis.from_url(server.url) as client:
        client.replicaof("127.0.0.1", "1")
        client.replicaof("NO", "ONE")
    post_anew(server, "Two")


def test_a_server_that_was_never_there(sites: Sites, make_servers: MakeServers) -> None:
    [server] = make_servers()
    server.stop()
    with pytest.raises(library.ConnectionError):
        next(sites.on(server.url).follow_changes())


def test_errors_end_the_follower(site: Site, server: Server) -> None:
    with library.Redis.from_url(server.url) as client:
        client.set("news", "text")
    with pytest.raises(library.ResponseError):
        next(site.follow_changes())
