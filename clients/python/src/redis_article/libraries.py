"""The client libraries: redis-py, and valkey-py if it is installed."""

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
    libraries = [import_module("redis")]
    try:
        # `valkey` alone can be a folder without code.
        import_module("valkey.client")
        libraries.append(import_module("valkey"))
    except ImportError:
        pass
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
# What a client raises when the server cannot be reached, or is starting.
LOST = _classes(
    "ConnectionError", "TimeoutError", "exceptions.ClusterDownError",
    "exceptions.{}ClusterException", "exceptions.TryAgainError")
# Kinds of ConnectionError that waiting does not mend.
REFUSED = _classes("AuthenticationError", "exceptions.AuthorizationError")


def seconds_for_a_reply(client: Any) -> float | None:
    """Returns the `socket_timeout` of a connected client, or None if it waits without a limit."""
    owner = client
    if hasattr(client, "get_default_node"):  # A cluster: its nodes have clients, or are some.
        owner = client.get_default_node()
        for name in ("redis_connection", "valkey_connection"):
            owner = getattr(owner, name, owner)
    owner = getattr(owner, "connection_pool", owner)
    # The default depends on the library and on how the client was made; a connection that is never
    # opened has it.
    connection = owner.connection_class(**owner.connection_kwargs)
    timeout: float | None = connection.socket_timeout
    return timeout
