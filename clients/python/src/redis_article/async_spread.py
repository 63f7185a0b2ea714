"""A site in several keys, for asyncio. The package also has it for threads: SpreadSite."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from functools import partial
from typing import Any, Literal, TypeVar

from .async_site import AsyncSite, raw_pipeline
from .command import Command, Format
from .errors import UnreachablePart
from .libraries import LOST, REFUSED, RESPONSE_ERRORS, AsyncClient
from .parts import Parts, Request
from .plans import plan, split_versions
from .types import Changes, PartialChanges, Text
from .waiting import AsyncEvent, AsyncQueue, async_start

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
        self.sites = [AsyncSite(client, key, loads=loads, binary=binary) for key in self.keys]

    def request(self, command: Command[Any]) -> tuple[Text, Command[Any]]:
        request = self._parts.request(command)
        if request is None:
            raise TypeError(f"{command.name} asks several parts, and cannot be in a pipeline")
        return self.keys[request[0]], request[1]

    async def _run(self, command: Command[T], format: Format | None = None) -> T:
        reply: T
        request = self._parts.request(command)
        if request is not None:
            reply = await self._ask_one(request, self.format)
            return reply
        # Text is parsed and written again.
        format = self.format if command.read else Format(json.loads)
        steps = plan(self._parts, command)
        requests = next(steps)
        try:
            while True:
                requests = steps.send(await self._ask(requests, format))
        except StopIteration as end:
            reply = end.value
            return reply

    async def _ask(self, requests: list[Request], format: Format) -> list[Any]:
        """Sends requests at the same time."""
        if len(requests) == 1:
            return [await self._ask_one(requests[0], format)]
        pipe = raw_pipeline(self.client, False)
        words: dict[int, list[Any]] = {}
        for part, command in requests:
            if id(command) not in words:
                words[id(command)] = command.words(b"", format)
            name, _, *rest = words[id(command)]
            pipe.execute_command(name, self._keys[part], *rest, NEVER_DECODE=True)
        try:
            found = await pipe.execute(raise_on_error=False)
        except (*LOST, *RESPONSE_ERRORS) as error:
            found = [error] * len(requests)
        if format.loads and all(type(reply) is bytes for reply in found):
            return list(format.loads(b"[%b]" % b",".join(found)))
        # By itself, a request follows a slot that moves, and shows which part cannot be reached.
        return [
            await self._ask_one(request, format) if isinstance(reply, Exception)
            else request[1].read_reply(reply, format) for request, reply in zip(requests, found)]

    async def _ask_one(self, request: Request, format: Format) -> Any:
        part, command = request
        try:
            return await self.sites[part]._run(command, format)
        except LOST as error:
            raise UnreachablePart(part, self.keys[part], error)

    async def _follow(
        self, start: str | None, block: int, options: dict[str, Any]
    ) -> AsyncGenerator[Any, None]:
        """Yields changes of all parts. After a RESYNC of one, all start again."""
        kind: Any = Changes if options.get("return_") is None else PartialChanges
        version, follows, resync = start, False, False
        while True:
            try:
                if version is None or not follows:  # At first, all parts must be there.
                    now = await self._version()
                    version, follows = now if version is None else version, True
                if resync:
                    resync = False
                    yield kind(version, [], [], [], True)
                async with aclosing(self._until_resync(version, block, options)) as follower:
                    async for changes in follower:
                        version = changes.version if changes is not None else version
                        yield changes
                version, resync = None if start is None else "0", True
            except LOST as error:
                if not follows or isinstance(error.__cause__, REFUSED):
                    raise
                yield None
                await asyncio.sleep(1)

    async def _until_resync(
        self, version: str, block: int, options: dict[str, Any]
    ) -> AsyncGenerator[Any, None]:
        """Yields what a follower per part finds, which ends `block` milliseconds later at most."""
        versions = split_versions(self._parts, version)
        found: AsyncQueue[tuple[int, Any]] = AsyncQueue(len(versions))
        is_over = AsyncEvent()
        for part, own in enumerate(versions):
            async_start(partial(self._feed, found, is_over, part, own, block, options))
        complete: set[int] = set()
        try:
            while True:
                part, changes = await found.get()
                if isinstance(changes, Exception):
                    raise changes
                if changes is None:
                    yield None
                    continue
                if changes.resync:
                    return
                versions[part] = changes.version
                has_news = any(changes[1:4])
                complete = complete - {part} if has_news else complete | {part}
                if has_news or len(complete) == len(versions):
                    complete = complete if has_news else set()
                    yield changes._replace(version=",".join(versions))
        finally:
            is_over.set()
            while not found.empty():  # Each follower can add one more, and ends.
                found.get_nowait()

    async def _feed(
        self, found: AsyncQueue[tuple[int, Any]], is_over: AsyncEvent, part: int, version: str,
        block: int, options: dict[str, Any],
    ) -> None:
        site = self.sites[part]
        try:
            async with aclosing(site._follow(version, block, options)) as follower:
                async for changes in follower:
                    await found.put((part, changes))
                    if is_over.is_set():
                        return
        except LOST as error:
            await found.put((part, UnreachablePart(part, self.keys[part], error)))
        except Exception as error:
            await found.put((part, error))
