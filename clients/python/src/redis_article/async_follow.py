"""What follows a site. The package also has it for threads: Follower."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from threading import RLock
from typing import Any, Generic, TypeVar

from typing_extensions import Self

from .types import Changes, PartialChanges
from .waiting import AsyncEvent, async_disconnect, async_loop

C = TypeVar("C", bound=Changes | PartialChanges)


class AsyncFollower(Generic[C]):
    """Yields what changes, on a connection of its own.

    `aclose` ends it at once and closes the connection, even while another task waits for the next
    changes. So does whatever ends the task that waits.
    """

    def __init__(self, line: AsyncLine, changes: AsyncGenerator[C | None, None]) -> None:
        self._line, self._changes = line, changes

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> C:
        changes: C | None = None
        while changes is None:
            changes = await anext(self._changes)
        return changes

    async def aclose(self) -> None:
        self._line.close()


class AsyncLine:
    """The connection of a follower."""

    def __init__(self) -> None:
        self.closed = AsyncEvent()
        # Reentrant, because the garbage collector can close a follower at any time.
        self._lock = RLock()
        self._connection: Any = None
        self._loop: Any = None

    def is_open(self) -> bool:
        return self._connection is not None

    async def open(self, connection: Any) -> None:
        await connection.connect()
        self._connection, self._loop = connection, async_loop()

    async def ask(self, words: list[Any]) -> Any:
        """Sends a command and returns its reply, without decoding texts."""
        with self._lock:  # A closed connection would be opened again.
            connection = self._connection
            if self.closed.is_set() or connection is None:
                raise ConnectionError("the follower is closed")
            await connection.send_command(*words)
        return await connection.read_response(disable_decoding=True)

    def close(self) -> None:
        """Has the command that waits for its reply fail. Nothing is sent any more."""
        self.closed.set()
        self.disconnect()

    def disconnect(self) -> None:
        with self._lock:
            connection, self._connection = self._connection, None
        if connection is not None:
            async_disconnect(connection, self._loop)
