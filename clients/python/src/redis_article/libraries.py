"""The client libraries: redis-py, valkey-py, or both, whichever is installed."""

from importlib import import_module
from operator import attrgetter
from typing import Any, Protocol


class Client(Protocol):
    """A client of redis-py or valkey-py, of one server or of a cluster."""

    def execute_command(self, *args: Any, **options: Any) -> Any: ...
    def pipeline(self, transaction: Any = ...) -> Any: ...
    def __enter__(self) -> Any: ...


class AsyncClient(Protocol):
    """The same of redis.asyncio or valkey.asyncio."""

    def execute_command(self, *args: Any, **options: Any) -> Any: ...
    def pipeline(self, transaction: Any = ...) -> Any: ...
    def __aenter__(self) -> Any: ...


def _libraries() -> list[Any]:
    libraries: list[Any] = []
    for name in ("redis", "valkey"):
        try:
            import_module(f"{name}.client")  # The name alone can be a folder without code.
            libraries.append(import_module(name))
        except ModuleNotFoundError as error:
            if error.name not in (name, f"{name}.client"):
                raise
    if not libraries:
        raise ImportError("redis_article needs a client: pip install redis, or valkey")
    return libraries


def _classes(*names: str) -> tuple[Any, ...]:
    """Returns these classes of each library, whose own name is in place of {}."""
    return tuple(
        attrgetter(name.format(library.__name__.title()))(library)
        for library in _LIBRARIES for name in names)


_LIBRARIES = _libraries()
CLIENTS = _classes("{}", "{}Cluster")
ASYNC_CLIENTS = _classes("asyncio.{}", "asyncio.{}Cluster")
RESPONSE_ERRORS = _classes("ResponseError")
# What a client raises when the server cannot be reached, is starting, or no longer has the key.
LOST = _classes(
    "ConnectionError", "TimeoutError", "exceptions.AskError", "exceptions.ClusterDownError",
    "exceptions.{}ClusterException", "exceptions.TryAgainError")
# Kinds of ConnectionError that waiting does not mend.
REFUSED = _classes("AuthenticationError", "exceptions.AuthorizationError")


def own_connection(client: Any, key: str | bytes, seconds: float | None) -> Any:
    """Returns a new connection to the server that has the key, which is not open yet.

    Its replies may take so many seconds longer than those of the client, or any time if None.
    """
    owner = client
    if hasattr(client, "get_node_from_key"):
        owner = client.get_node_from_key(key)
        if hasattr(client, "get_redis_connection"):  # Its nodes have clients. In asyncio, they are.
            owner = client.get_redis_connection(owner)
        elif hasattr(client, "get_valkey_connection"):
            owner = client.get_valkey_connection(owner)
    owner = getattr(owner, "connection_pool", owner)
    connection = owner.connection_class(**owner.connection_kwargs)
    if connection.socket_timeout is not None:
        connection.socket_timeout = None if seconds is None else (
            connection.socket_timeout + seconds)
    return connection


def node_to_read(client: Any, key: str | bytes) -> Any:
    """Returns a node with a copy of the key if a cluster's client shall read from replicas.

    redis-py 5.0 to 8.1 and valkey-py 6.2 send only commands that they know to replicas. They have
    no node before the first command.
    """
    strategy = getattr(client, "load_balancing_strategy", None)
    if not (strategy or getattr(client, "read_from_replicas", False)) or not client.get_nodes():
        return None
    by = {"load_balancing_strategy": strategy} if strategy else {}
    return client.nodes_manager.get_node_from_slot(client.keyslot(key), True, **by)
