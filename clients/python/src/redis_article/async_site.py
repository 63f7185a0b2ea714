"""The asyncio classes. The package also has these without `async` and `await`: Site, Pipeline."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Callable
from functools import partial
from typing import Any, TypeVar, overload

from typing_extensions import Self, Unpack

from . import commands, replies
from .async_broadcast import AsyncBroadcast
from .async_follow import AsyncFollower, AsyncLine
from .codes import ResyncError, UnblockedError
from .command import Command, Format, Reply
from .errors import typed
from .libraries import (
    ASYNC_CLIENTS, LOST, REFUSED, RESPONSE_ERRORS, AsyncClient, node_to_read, own_connection,
)
from .methods import AsyncCommands, PipelineCommands
from .types import (
    AnswersListing, Article, Changes, Comment, CommentBy, CommentListing, Direction, Listing,
    MarkedListing, Node, Order, Page, PartialArticle, PartialChanges, PartialComment, Placeholder,
    Text, Texts, ThreadComment, ThreadListing, View, VotedListing, VoterVote,
)
from .waiting import async_wait

T = TypeVar("T")


class AsyncSite(AsyncCommands):
    """A site: the methods are the commands of the module. In votes, the user is before the id.

    Commands that read are sent with FORMAT JSON, and `loads` parses their replies. JSON cannot hold
    bytes that are not UTF-8: with `binary`, replies are maps, which need a client with RESP3, such
    bytes are surrogates as with Python's "surrogateescape", and custom fields are entries.
    """

    def __init__(
        self, client: AsyncClient, key: Text, *, loads: Callable[[bytes], Any] = json.loads,
        binary: bool = False,
    ) -> None:
        if not isinstance(client, ASYNC_CLIENTS) or hasattr(client, "execute"):
            raise TypeError(
                f"{type(self).__name__} needs a client of {ASYNC_CLIENTS[0].__module__}, or its "
                f"cluster, and not {type(client).__module__}.{type(client).__name__}; "
                "for pipelines, use its method pipeline"
            )
        self.client: Any = client
        self.key, self.format = key, Format(None if binary else loads)

    async def _run(self, command: Command[T], format: Format | None = None) -> T:
        format = format or self.format
        words = command.words(self.key, format)
        try:
            reply = await self._send(words, command.is_for_replicas)
        except RESPONSE_ERRORS as error:
            raise typed(error) from None
        return command.read_reply(reply, format)

    async def _send(self, words: list[bytes | int | str], is_for_replicas: bool) -> Any:
        """Sends a command, if it may to a replica, and otherwise to the primary."""
        # With decode_responses, redis-py would raise if any text is not UTF-8.
        options: dict[str, Any] = {"NEVER_DECODE": True}
        try:
            node = node_to_read(self.client, self.key) if is_for_replicas else None
            if node is not None:
                return await self.client.execute_command(*words, target_nodes=node, **options)
        except LOST:
            pass  # With a node named, the client does not try another one.
        return await self.client.execute_command(*words, **options)

    def pipeline(self, transaction: bool | None = None) -> AsyncPipeline:
        """Returns a pipeline of commands to this site.

        Without `transaction`, as the client does it: in MULTI, but not in a cluster.
        """
        return AsyncPipeline(self, transaction)

    @overload
    def articles(
        self, *, group: Text | None = None, user: Text | None = None, **listing: Unpack[Listing]
    ) -> AsyncGenerator[Article, None]: ...
    @overload
    def articles(
        self, *, return_: Texts, group: Text | None = None, user: Text | None = None,
        **listing: Unpack[Listing],
    ) -> AsyncGenerator[PartialArticle, None]: ...
    def articles(
        self, *, group: Text | None = None, user: Text | None = None, **listing: Any
    ) -> AsyncGenerator[Any, None]:
        """Yields all articles of the site, a group, or a user. `size` is how many per request."""
        if group is not None and user is not None:
            raise TypeError("group and user exclude each other; filter with anyof or from_")
        if group is not None:
            return self._entries(partial(commands.grouppage, group), listing)
        if user is not None:
            return self._entries(partial(commands.userpage, user), listing)
        return self._entries(commands.page, listing)

    @overload
    def comments_iter(
        self, **listing: Unpack[CommentListing]
    ) -> AsyncGenerator[Comment, None]: ...
    @overload
    def comments_iter(
        self, *, return_: Texts, **listing: Unpack[CommentListing]
    ) -> AsyncGenerator[PartialComment, None]: ...
    def comments_iter(self, **listing: Any) -> AsyncGenerator[Any, None]:
        """Yields all comments of the site. `size` is how many per request."""
        return self._entries(commands.comments, listing)

    @overload
    def thread_iter(
        self, id: int, **listing: Unpack[ThreadListing]
    ) -> AsyncGenerator[ThreadComment | Placeholder, None]: ...
    @overload
    def thread_iter(
        self, id: int, *, return_: Texts, **listing: Unpack[ThreadListing]
    ) -> AsyncGenerator[PartialComment, None]: ...
    def thread_iter(self, id: int, **listing: Any) -> AsyncGenerator[Any, None]:
        """Yields what is below an article or a comment, depth first."""
        return self._entries(partial(commands.thread, id), listing)

    @overload
    def voted_iter(
        self, user: Text, **listing: Unpack[VotedListing]
    ) -> AsyncGenerator[Article | Comment, None]: ...
    @overload
    def voted_iter(
        self, user: Text, *, return_: Texts, **listing: Unpack[VotedListing]
    ) -> AsyncGenerator[PartialArticle | PartialComment, None]: ...
    def voted_iter(self, user: Text, **listing: Any) -> AsyncGenerator[Any, None]:
        """Yields what a user has voted on, the latest article or comment first."""
        return self._entries(partial(commands.voted, user), listing)

    @overload
    def answers_iter(
        self, user: Text, **listing: Unpack[AnswersListing]
    ) -> AsyncGenerator[Comment, None]: ...
    @overload
    def answers_iter(
        self, user: Text, *, return_: Texts, **listing: Unpack[AnswersListing]
    ) -> AsyncGenerator[PartialComment, None]: ...
    def answers_iter(self, user: Text, **listing: Any) -> AsyncGenerator[Any, None]:
        """Yields the answers to a user, the latest first."""
        return self._entries(partial(commands.answers, user), listing)

    @overload
    def marked_iter(
        self, user: Text, list: Text, **listing: Unpack[MarkedListing]
    ) -> AsyncGenerator[Article | Comment, None]: ...
    @overload
    def marked_iter(
        self, user: Text, list: Text, *, return_: Texts, **listing: Unpack[MarkedListing]
    ) -> AsyncGenerator[PartialArticle | PartialComment, None]: ...
    def marked_iter(self, user: Text, list: Text, **listing: Any) -> AsyncGenerator[Any, None]:
        """Yields what is on a list of a user, the latest article or comment first."""
        return self._entries(partial(commands.marked, user, list), listing)

    async def tree(
        self, id: int, *, limit: int | None = None, by: CommentBy | None = None,
        order: Order | None = None, depth: int | None = None, children: int | None = None,
        size: int = 1000, viewer: Text | None = None, marks: Texts | None = None,
    ) -> list[Node]:
        """Returns the answers to an article or a comment, with the answers to these, and so on.

        With `limit`, at most this many comments, depth first. There is no `after`, because what
        comes before it may have answers after it. Each command reads `size` comments. Votes
        between two commands can move comments past both, so that they are missing.
        """
        if limit is not None:
            size = max(1, min(size, limit))
        thread: list[ThreadComment | Placeholder] = []
        async for entry in self.thread_iter(
            id, by=by, order=order, depth=depth, children=children, size=size, viewer=viewer,
            marks=marks,
        ):
            thread.append(entry)
            if len(thread) == limit:
                break
        return replies.nest(thread[:limit], id)

    async def voters_iter(
        self, id: int, vote: Direction | None = None, *, silent: bool = False, count: int = 1000
    ) -> AsyncGenerator[tuple[str, VoterVote], None]:
        """Yields users and their votes. A user may come twice while others vote."""
        cursor = "0"
        while True:
            cursor, voters = await self.voters(id, cursor, vote, silent=silent, count=count)
            for voter in voters.items():
                yield voter
            if cursor == "0":
                return

    async def unvote_all(self, user: Text) -> int:
        """Withdraws all votes of a user and returns how many."""
        cursor, total = "0", 0
        while True:
            cursor, withdrawn = await self.unvote(user, cursor)
            total += withdrawn
            if cursor == "0":
                return total

    async def silence_all(self, user: Text, silenced: bool) -> int:
        """Has the votes of a user not count, or count again, and returns how many changed."""
        cursor, total = "0", 0
        while True:
            cursor, changed = await self.silence(user, silenced, cursor)
            total += changed
            if cursor == "0":
                return total

    async def transfer_all(self, user: Text, newuser: Text) -> int:
        """Gives all articles and comments of a user to another and returns how many."""
        total = 0
        while transferred := await self.transfer(user, newuser):
            total += transferred
        return total

    async def rename_user(self, user: Text, newuser: Text) -> None:
        """Has a user become another, who may exist: then the two are one."""
        while await self.transfer(user, newuser, all=True):
            pass

    @overload
    def follow_changes(
        self, version: str | None = "0", *, count: int = 100, block: int = 1000,
        **view: Unpack[View],
    ) -> AsyncFollower[Changes]: ...
    @overload
    def follow_changes(
        self, version: str | None = "0", *, return_: Texts, count: int = 100, block: int = 1000,
        **view: Unpack[View],
    ) -> AsyncFollower[PartialChanges]: ...
    def follow_changes(
        self, version: str | None = "0", *, block: int = 1000, **options: Any
    ) -> AsyncFollower[Any]:
        """Yields the changes since a version, or from now on if it is None, and waits for more.

        Yields empty Changes whenever nothing is left, and then at least every `block` milliseconds.

        If the server no longer knows the version, yields empty Changes with `resync` and starts
        again: from "0" what no longer exists does not come again, and from now on the changes in
        between are lost. If the connection breaks, tries again until it works, but raises the error
        if it has never worked.
        """
        line = AsyncLine()
        return AsyncFollower(line, self._follow(version, block, options, line))

    @overload
    def broadcast(self, *, count: int = 100, block: int = 1000) -> AsyncBroadcast[Changes]: ...
    @overload
    def broadcast(
        self, *, return_: Texts, count: int = 100, block: int = 1000
    ) -> AsyncBroadcast[PartialChanges]: ...
    def broadcast(self, *, block: int = 1000, **options: Any) -> AsyncBroadcast[Any]:
        """Returns changes for any number of subscribers, which share one connection.

        Create it once per process, with AsyncSite once per event loop. Subscribers get empty
        Changes whenever nothing has happened for `block` milliseconds.
        """
        if block < 1:
            raise ValueError("block must be at least 1 millisecond")
        kind: Any = Changes if options.get("return_") is None else PartialChanges
        return AsyncBroadcast(partial(self._follow, None, block, options), kind, block / 1000)

    async def _follow(
        self, start: str | None, block: int, options: dict[str, Any], line: AsyncLine
    ) -> AsyncGenerator[Any, None]:
        """Yields changes, and None whenever the server cannot be reached any more."""
        async def ask(command: Command[T]) -> T:
            if not line.is_open():
                if hasattr(self.client, "get_node_from_key"):
                    await self.info()  # The client of a cluster then knows where the key is.
                await line.open(own_connection(self.client, self.key, block / 1000 or None))
            words = command.words(self.key, self.format)
            try:
                return command.read_reply(await line.ask(words), self.format)
            except RESPONSE_ERRORS as error:
                raise typed(error) from None

        build: Any = commands.changes
        version, delay = start, 0.0
        waits = resync = follows = False
        try:
            while not line.closed.is_set():
                try:
                    if version is None:
                        info = await ask(commands.info())
                        version = info["version"] if info else "0"
                    blocking = {"block": block} if waits else {}
                    command: Command[Any] = build(version, **options, **blocking)
                    changes: Changes | PartialChanges = (
                        Changes(version, [], [], [], resync) if resync else await ask(command))
                except ResyncError:
                    version, resync, waits = None if start is None else "0", True, False
                    continue
                except Exception as error:
                    if line.closed.is_set():
                        return
                    line.disconnect()
                    passes = isinstance(error, (*LOST, UnblockedError))
                    if not (follows and passes) or isinstance(error, REFUSED):
                        raise
                    yield None
                    await async_wait(line.closed, delay)
                    delay = min(delay + 0.1, 2.0)
                    continue
                waits = not (resync or changes.articles or changes.comments or changes.deleted)
                version, resync, follows, delay = changes.version, False, True, 0.0
                yield changes
        finally:
            line.close()

    async def _entries(
        self, command: Callable[..., Command[Page[Any]]], listing: dict[str, Any]
    ) -> AsyncGenerator[Any, None]:
        """Yields the entries of all pages."""
        listing = {"size": 100} | listing | {"withcursor": True}
        while True:
            page = await self._run(command(**listing))
            for entry in page:
                yield entry
            if page.cursor is None:
                return
            listing["after"] = page.cursor


class AsyncPipeline(PipelineCommands):
    """Commands that are sent together. Each method returns a Reply, which `execute` fills in."""

    def __init__(self, site: AsyncSite, transaction: bool | None) -> None:
        self._site, self.format = site, site.format
        options = {} if transaction is None else {"transaction": transaction}
        self._pipe = site.client.pipeline(**options)
        self._replies: list[Reply[Any]] = []

    async def __aenter__(self) -> Self:
        await self._pipe.__aenter__()
        return self

    async def __aexit__(self, *error: object) -> None:
        self._replies = []
        await self._pipe.__aexit__(*error)

    def __len__(self) -> int:
        return len(self._replies)

    def _run(self, command: Command[T]) -> Reply[T]:
        words = command.words(self._site.key, self.format)
        self._pipe.execute_command(*words, NEVER_DECODE=True)
        reply = Reply(command, self.format)
        self._replies.append(reply)
        return reply

    async def execute(self, raise_on_error: bool = True) -> list[Any]:
        """Sends the commands and returns their replies in order.

        All commands are executed, whether or not one gets an error. Then the first error is raised,
        or if `raise_on_error` is false, errors are among the replies. Afterwards, the pipeline is
        empty, even if the connection broke.
        """
        waiting, self._replies = self._replies, []
        try:
            received = await self._pipe.execute(raise_on_error=False)
        except RESPONSE_ERRORS as error:
            raise typed(error) from None
        finally:
            # A pipeline that could not connect still has its commands.
            await self._pipe.__aexit__(None, None, None)
        # With decode_responses, that of EXEC has JSON as str: of the bytes in the client's encoding.
        encode = self._site.client.get_encoder().encode
        values = [reply.set(encode(value) if isinstance(value, str) else value)
                  for reply, value in zip(waiting, received, strict=True)]
        for reply in waiting:
            if raise_on_error and reply.error is not None:
                raise reply.error
        return values
