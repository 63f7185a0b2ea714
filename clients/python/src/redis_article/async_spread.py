"""A site in several keys, for asyncio. The package also has it for threads: SpreadSite."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from copy import copy
from functools import partial
from math import ceil, inf
from time import monotonic
from typing import Any, Literal, TypeVar, cast

from .async_site import AsyncSite, raw_pipeline
from .calls import changes
from .command import Command, Format
from .errors import Resync, UnreachablePart
from .libraries import LOST, RESPONSE_ERRORS, AsyncClient, connection_of, pool_of
from .merging import plan
from .parts import Parts, Request, pack
from .types import Text
from .waiting import async_first, async_begin

T = TypeVar("T")


class AsyncSpreadSite(AsyncSite):
    """A site whose articles are in several keys, its parts, which any servers of a cluster hold.

    It has the methods of a site in one key. Those that name an id ask the part of this id, and
    others all parts at the same time, whose replies they merge. There is no moment at which all
    parts are read. If one cannot be reached, they raise an UnreachablePart.

    Call `create` before anything is posted. `parts` must never change. The keys of the parts, in
    `keys`, are the same in every process, and spread over the slots of a cluster. An article goes
    to the part of its link, or with `route="group"`, of its group: then all of its groups must be
    of the same part, and pages of a group ask only this part.
    """

    def __init__(
        self, client: AsyncClient, key: Text, *, parts: int,
        route: Literal["link", "group"] = "link", loads: Callable[[bytes], Any] = json.loads,
        binary: bool = False,
    ) -> None:
        super().__init__(client, key, loads=loads, binary=binary)
        self._parts = Parts(key, parts, route, self.format)
        self.keys = self._parts.keys
        self._keys = [
            self.format.encoded(key) if isinstance(key, str) else key for key in self.keys]
        # What waits for changes of a part after a version.
        self._tasks: dict[tuple[int, str], Any] = {}
        self.sites = [AsyncSite(client, key, loads=loads, binary=binary) for key in self.keys]

    def request(self, command: Command[Any]) -> tuple[Text, Command[Any]]:
        request = self._parts.request(command)
        if request is None:
            raise TypeError(f"{command.name} asks several parts, and cannot be in a pipeline")
        return self.keys[request[0]], request[1]

    async def _run(self, command: Command[T], format: Format | None = None) -> T:
        request = self._parts.request(command)
        if request is not None:
            return cast(T, await self._ask_one(request, self.format))
        if command.options.get("block") is not None:
            await self._wait_for(command)
            command = command.having(block=None)
        # Text is parsed and written again.
        format = self.format if command.read else Format(json.loads)
        steps = plan(self._parts, command)
        requests = next(steps)
        try:
            while True:
                requests = steps.send(await self._ask(requests, format))
        except StopIteration as end:
            return cast(T, end.value)

    async def _ask(self, requests: list[Request], format: Format) -> list[Any]:
        """Sends requests at the same time."""
        if len(requests) == 1:
            return [await self._ask_one(requests[0], format)]
        try:
            found = await self._exchange(requests, format)
        except LOST as error:
            found = [error] * len(requests)
        if format.loads and all(type(reply) is bytes for reply in found):
            return list(format.loads(b"[%b]" % b",".join(found)))
        # By itself, a request follows a slot that moves, and shows which part cannot be reached.
        return [
            await self._ask_one(request, format) if isinstance(reply, Exception)
            else request[1].read_reply(reply, format) for request, reply in zip(requests, found)]

    async def _exchange(self, requests: list[Request], format: Format) -> list[Any]:
        """Returns replies and errors. Each server gets its requests at once."""
        found: list[Any] = [None] * len(requests)
        asked: dict[Any, list[int]] = {}
        lines: list[bytes] = []
        last, words, begin, end = None, list[Any](), b"", b""
        for index, (part, command, more) in enumerate(requests):
            asked.setdefault(pool_of(self.client, self._keys[part]), []).append(index)
            if command is not last:
                last, words = command, command.words(b"", format)
                begin, end = pack(words[0]), pack(*words[2:])
            lines.append(b"*%d\r\n%b%b%b%b" % (
                len(words) + len(more), begin, pack(self._keys[part]), end, pack(*more)))
        if None in asked:
            pipe = raw_pipeline(self.client, False)
            for part, command, more in requests:
                words = command.words(self.keys[part], format)
                pipe.execute_command(*words, *more, NEVER_DECODE=True)
            return list(await pipe.execute(raise_on_error=False))
        opened: list[tuple[Any, Any]] = []
        try:
            for pool, indexes in asked.items():
                opened.append((pool, await connection_of(pool)))
                await opened[-1][1].send_packed_command(
                    [b"".join([lines[index] for index in indexes])])
            for (_, connection), indexes in zip(opened, asked.values()):
                for index in indexes:
                    try:
                        found[index] = await connection.read_response(disable_decoding=True)
                    except RESPONSE_ERRORS as error:
                        found[index] = error
        except BaseException:  # There may be replies on their way.
            for _, connection in opened:
                await connection.disconnect()
            raise
        finally:
            for pool, connection in opened:
                await pool.release(connection)
        return found

    async def _ask_one(self, request: Request, format: Format) -> Any:
        part, command, more = request
        if more:
            command = command.having(*command.args, *more)
        try:
            return await self.sites[part]._run(command, format)
        except LOST as error:
            raise UnreachablePart(part, self.keys[part], error)

    async def _follow(
        self, start: str | None, block: int, options: dict[str, Any]
    ) -> AsyncGenerator[Any, None]:
        site = copy(self)
        site._tasks = {}  # Of this follower, and ends with it.
        try:
            async with aclosing(AsyncSite._follow(site, start, block, options)) as follower:
                async for found in follower:
                    yield found
        finally:
            for task in site._tasks.values():
                task.cancel()

    async def _wait_for(self, command: Command[Any]) -> None:
        """Waits until a part has changes, or long enough. No command waits for several keys, so a
        task per part waits on a connection, and goes on when there is news of others."""
        old, wanted = self._tasks, [*enumerate(self._parts.split(command.args[0], "0", Resync))]
        tasks = self._tasks = {key: old[key] for key in wanted if key in old}
        is_news, block = False, command.options["block"]
        end = monotonic() + (block / 1000 or inf)
        while not is_news and (now := monotonic()) < end:
            left = block and ceil((end - now) * 1000)
            for key in wanted:
                if key not in tasks or tasks[key].done():
                    request = key[0], changes("CHANGES", key[1], count=1, block=left), ()
                    tasks[key] = async_begin(partial(self._ask_one, request, self.format))
            done = await async_first(tasks.values())
            is_news = any([any(task.result()[1:4]) for task in done])
