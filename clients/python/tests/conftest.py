"""Servers and sites for the tests.

TEST_SERVER names the program of crates/test-server, MODULE the module's file, REDIS_SERVER the server,
and LIBRARY the client library: redis, or valkey, which has the same names.
"""

from __future__ import annotations

import asyncio
import inspect
import os
import subprocess
import time
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import ExitStack
from importlib import import_module
from typing import Any, cast

import pytest
from redis_article import AsyncBroadcast, AsyncFollower, AsyncPipeline, AsyncSite, Site

TEST_SERVER = os.environ["TEST_SERVER"]
library: Any = import_module(os.environ.get("LIBRARY", "redis"))
# Seconds until a test that waits has failed.
DEADLINE = 60.0


def wait_until(condition: Callable[[], object]) -> None:
    end = time.monotonic() + DEADLINE
    while not condition():
        assert time.monotonic() < end, "the condition does not come true"


class Server:
    """A server with the module, of a process of the program test-server."""

    def __init__(self, process: subprocess.Popen[str], number: int, port: str) -> None:
        self._process, self._number = process, number
        self.port = int(port)
        self.url = f"redis://127.0.0.1:{port}"

    def stop(self) -> None:
        self._say("kill")

    def start(self) -> None:
        """Starts the server again after `stop`."""
        self._say("start")

    def _say(self, verb: str) -> None:
        assert self._process.stdin and self._process.stdout
        print(verb, self._number, file=self._process.stdin, flush=True)
        assert self._process.stdout.readline()


MakeServers = Callable[..., list[Server]]


@pytest.fixture(scope="session")
def make_servers() -> Iterator[MakeServers]:
    """Starts servers, given the arguments of test-server, which ends when its input does."""
    with ExitStack() as processes:
        def make(*arguments: str) -> list[Server]:
            process = processes.enter_context(subprocess.Popen(
                [TEST_SERVER, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True))
            assert process.stdout
            ports = process.stdout.readline().split()
            assert ports
            return [Server(process, number, port) for number, port in enumerate(ports)]

        yield make


@pytest.fixture(scope="session")
def shared_server(make_servers: MakeServers) -> Server:
    return make_servers()[0]


@pytest.fixture
def server(shared_server: Server) -> Server:
    """The server of most tests, without data."""
    with library.Redis.from_url(shared_server.url) as client:
        client.flushall()
    return shared_server


@pytest.fixture(params=[2, 3], ids=["RESP2", "RESP3"])
def protocol(request: pytest.FixtureRequest) -> int:
    return int(request.param)


@pytest.fixture(params=[False, True], ids=["bytes", "str"])
def options(request: pytest.FixtureRequest, protocol: int) -> dict[str, Any]:
    """The options of clients: each protocol, with and without decode_responses."""
    return {"protocol": protocol, "decode_responses": request.param}


def connected_followers(server: Server) -> int:
    """Returns how many connections follow a site, whether or not they wait now."""
    with library.Redis.from_url(server.url) as client:
        listed = client.execute_command("CLIENT", "LIST", NEVER_DECODE=True)
        return str(listed).count("cmd=article.changes")


def waiting_followers(server: Server) -> int:
    with library.Redis.from_url(server.url) as client:
        return int(client.info("clients")["blocked_clients"])


@pytest.fixture(scope="session")
def cluster(make_servers: MakeServers) -> Server:
    """The first node of a cluster of three."""
    return make_servers("--cluster", "3", "0", "cluster-require-full-coverage no")[0]


class Waiting:
    """An AsyncSite, or a pipeline or broadcast of one, used as if it were not for asyncio."""

    def __init__(self, loop: asyncio.AbstractEventLoop, target: Any) -> None:
        self._loop, self._target = loop, target

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._target, name)
        return self._call(value) if callable(value) else value

    def __enter__(self) -> Waiting:
        self._loop.run_until_complete(self._target.__aenter__())
        return self

    def __exit__(self, *error: object) -> None:
        self._loop.run_until_complete(self._target.__aexit__(*error))

    def __len__(self) -> int:
        return len(self._target)

    def _call(self, method: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **options: Any) -> Any:
            result = method(*args, **options)
            if isinstance(result, (AsyncPipeline, AsyncBroadcast)):
                return Waiting(self._loop, result)
            if isinstance(result, (AsyncFollower, AsyncGenerator)):
                return self._iterate(cast("AsyncGenerator[Any, None]", result))
            if inspect.isawaitable(result):
                return self._loop.run_until_complete(result)
            return result

        return call

    def _iterate(self, generator: AsyncGenerator[Any, None]) -> Iterator[Any]:
        try:
            while True:
                yield self._loop.run_until_complete(anext(generator))
        except StopAsyncIteration:
            return
        finally:
            self._loop.run_until_complete(generator.aclose())


class Sites:
    """Makes sites of one kind, on clients with the same options."""

    def __init__(self, is_async: bool, options: dict[str, Any]) -> None:
        self.is_async, self.options = is_async, options
        self.loop = asyncio.new_event_loop()
        self.clients: list[Any] = []

    def on(self, url: str, key: str = "news", **options: Any) -> Site:
        return self._site(library.Redis, library.asyncio.Redis, url, key, options)

    def on_cluster(self, url: str, key: str, derived: bool = False, **client: Any) -> Site:
        kind, async_kind = library.RedisCluster, library.asyncio.RedisCluster
        if derived:
            kind, async_kind = (type("Cluster", (each,), {}) for each in (kind, async_kind))
        return self._site(kind, async_kind, url, key, {}, **client)

    def _site(
        self, kind: Any, async_kind: Any, url: str, key: str, options: dict[str, Any],
        **client_options: Any,
    ) -> Site:
        kind = async_kind if self.is_async else kind
        client = kind.from_url(url, **self.options, **client_options)
        self.clients.append(client)
        if self.is_async:
            return cast(Site, Waiting(self.loop, AsyncSite(client, key, **options)))
        return Site(client, key, **options)

    def close(self) -> None:
        for client in self.clients:
            if self.is_async:
                closed = getattr(client, "aclose", client.close)()
                self.loop.run_until_complete(closed)
            else:
                client.close()
        self.loop.close()


@pytest.fixture(params=[False, True], ids=["sync", "async"])
def sites(request: pytest.FixtureRequest, options: dict[str, Any]) -> Iterator[Sites]:
    sites = Sites(request.param, options)
    yield sites
    sites.close()


@pytest.fixture
def site(sites: Sites, server: Server) -> Site:
    return sites.on(server.url)
