"""Servers and sites for the tests.

MODULE names the module's file, REDIS_SERVER the server, and LIBRARY the client library: redis, or
valkey, which has the same names.
"""

from __future__ import annotations

import asyncio
import inspect
import os
import random
import socket
import subprocess
import time
from collections.abc import AsyncGenerator, Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import pytest
from redis_article import AsyncBroadcast, AsyncFollower, AsyncPipeline, AsyncSite, Site

SERVER = os.environ.get("REDIS_SERVER", "redis-server")
MODULE = os.environ["MODULE"]
library: Any = import_module(os.environ.get("LIBRARY", "redis"))
# Seconds until a test that waits has failed.
DEADLINE = 60.0


def wait_until(condition: Callable[[], object]) -> None:
    end = time.monotonic() + DEADLINE
    while not condition():
        assert time.monotonic() < end, "the condition does not come true"


def free_port() -> int:
    """Returns a port below those that clients get, so that none of them takes it meanwhile.

    A node of a cluster needs the port 10,000 above, too.
    """
    while True:
        port = random.randrange(10000, 22000)
        try:
            for wanted in (port, port + 10000):
                socket.create_server(("127.0.0.1", wanted)).close()
            return port
        except OSError:
            continue


class Server:
    """A server with the module in a folder of its own."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder, self.options = folder, options
        for _ in range(20):
            self.port = free_port()
            self.url = f"redis://127.0.0.1:{self.port}"
            # Another program may have taken the port meanwhile.
            if self._starts():
                return
        raise AssertionError((self.folder / "log").read_text())

    def start(self) -> None:
        """Starts the server again after `stop`."""
        assert self._starts(), (self.folder / "log").read_text()

    def _starts(self) -> bool:
        with open(self.folder / "log", "ab") as log:
            self.process = subprocess.Popen(
                [SERVER, "--port", str(self.port), "--bind", "127.0.0.1", "--dir",
                 str(self.folder), "--loadmodule", MODULE, *self.options],
                stdout=log, stderr=log)
        wait_until(lambda: self.process.poll() is not None or self._answers())
        return self.process.poll() is None

    def _answers(self) -> bool:
        try:
            with library.Redis(port=self.port) as client:
                return bool(client.ping())
        except library.ConnectionError:
            return False

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()


MakeServer = Callable[..., Server]


@pytest.fixture(scope="session")
def make_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MakeServer]:
    servers: list[Server] = []

    def make(*options: str) -> Server:
        servers.append(Server(tmp_path_factory.mktemp("server"), *options))
        return servers[-1]

    yield make
    for server in servers:
        server.stop()


@pytest.fixture(scope="session")
def shared_server(make_server: MakeServer) -> Server:
    return make_server("--save", "")


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
def cluster(make_server: MakeServer) -> Server:
    """The first node of a cluster of three."""
    return make_cluster(make_server)[0]


def make_cluster(make_server: MakeServer) -> list[Server]:
    options = ("--cluster-enabled", "yes", "--cluster-require-full-coverage", "no")
    nodes = [make_server("--save", "", *options) for _ in range(3)]
    addresses = [f"127.0.0.1:{node.port}" for node in nodes]
    subprocess.run(["redis-cli", "--cluster", "create", *addresses, "--cluster-yes"],
                   check=True, capture_output=True)
    for node in nodes:
        with library.Redis.from_url(node.url, decode_responses=True) as client:
            while "cluster_state:ok" not in str(client.execute_command("CLUSTER", "INFO")):
                pass
    return nodes


def make_replicated_cluster(make_server: MakeServer) -> list[Server]:
    """Starts a cluster of a primary that has all slots, and its replica."""
    nodes = [make_server("--save", "", "--cluster-enabled", "yes") for _ in range(2)]
    clients = [library.Redis.from_url(node.url, decode_responses=True) for node in nodes]
    primary, replica = clients
    ask(primary, "CLUSTER ADDSLOTSRANGE 0 16383")
    ask(replica, f"CLUSTER MEET 127.0.0.1 {nodes[0].port}")
    name = ask(primary, "CLUSTER MYID")
    wait_until(lambda: name in ask(replica, "CLUSTER NODES"))
    ask(replica, f"CLUSTER REPLICATE {name}")
    wait_until(lambda: replica.info("replication").get("master_link_status") == "up")
    def is_ready() -> bool:
        return all(str(nodes[1].port) in ask(client, "CLUSTER SLOTS")
                   and "cluster_state:ok" in ask(client, "CLUSTER INFO") for client in clients)

    wait_until(is_ready)
    for client in clients:
        client.close()
    return nodes


def ask(client: Any, command: str) -> str:
    """Returns the reply to a command as text."""
    reply = client.execute_command(*command.split(), NEVER_DECODE=True)
    return reply.decode() if isinstance(reply, bytes) else str(reply)


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
