"""The parts of a spread site: their keys, and which of them a command goes to."""

from __future__ import annotations

from binascii import crc_hqx
from collections.abc import Generator, Iterable
from dataclasses import replace
from itertools import chain, count
from math import ceil, sqrt
from random import randrange
from typing import Any, TypeAlias
from zlib import crc32

from .command import Command, Format
from .signatures import ID, IDS
from .types import Text

# A part, a command, and words at its end.
Request: TypeAlias = tuple[int, Command[Any], tuple[Any, ...]]
# What needs several parts. Yields requests, all of which are sent at the same time, is sent their
# replies, and returns the reply of the whole site. Classes for threads and asyncio share these.
Plan: TypeAlias = Generator[list[Request], list[Any], Any]

MOST_PARTS = 1024
MOST_PER_PAGE = 1000
SLOTS = 16384


def tag_of(part: int, parts: int) -> str:
    """Returns the hash tag of a part: `7`, or the first of `7-1`, `7-2`, and so on with a slot in
    the part's own range, which is one of as many equal ranges as there are parts."""
    tags = chain([str(part)], (f"{part}-{n}" for n in count(1)))
    return next(tag for tag in tags if crc_hqx(tag.encode(), 0) % SLOTS * parts // SLOTS == part)


class Parts:
    """The keys of a spread site."""

    def __init__(self, key: Text, parts: int, route: str, format: Format) -> None:
        if not 1 <= parts <= MOST_PARTS:
            raise ValueError(f"parts must be 1 to {MOST_PARTS}")
        if route not in ("link", "group"):
            raise ValueError("route must be link or group")
        if "{" in (key if isinstance(key, str) else key.decode(errors="replace")):
            raise ValueError("the key of a spread site must not contain {")
        tags = [f":{{{tag_of(part, parts)}}}" for part in range(parts)]
        self.count = parts
        self.keys: list[Text] = [
            key + tag if isinstance(key, str) else key + tag.encode() for tag in tags]
        self.page_size: int | None = None  # Once it is known.
        self._shares: dict[Any, list[int]] = {}
        self._by_group, self._format = route == "group", format
        self._round = count(randrange(parts))

    def all(self, command: Command[Any]) -> list[Request]:
        return [(part, command, ()) for part in range(self.count)]

    def sizes(self, size: int, shared: Any = None) -> list[int]:
        """Returns for how much of a page to ask each part: a few more than it had last time, or its
        share and a margin."""
        share = size / self.count
        most = min(ceil(share + 2 * sqrt(share) + 1), size, MOST_PER_PAGE)
        return [min(had + 2, most) for had in self._shares.get(shared, [most] * self.count)]

    def share(self, entries: list[Any], shared: Any) -> None:
        """Notes how much of a page each part has had."""
        counts = self._shares[shared] = [0] * self.count
        for entry in entries:
            counts[entry["id"] % self.count] += 1

    def by_id(self, command: Command[Any]) -> Plan:
        """Asks each part for its own ids. Numbers are added, and lists are in the order of ids."""
        is_counted, begin = command.name == "MGET", IDS[command.name]
        fixed, ids = command.args[:begin], command.args[begin + is_counted:]
        own: dict[int, list[Any]] = {} if ids else {0: []}
        for id in ids:
            for part in range(self.count) if id == "ALL" else [self.of_id(id)]:
                own.setdefault(part, []).append(id)
        received = yield [
            (part, replace(command, args=(*fixed, *[len(some)] * is_counted, *some)), ())
            for part, some in own.items()]
        if not isinstance(received[0], list):
            return sum(received)
        found = {part: iter(reply) for part, reply in zip(own, received)}
        return [next(found[self.of_id(id)]) for id in ids]

    def request(self, command: Command[Any]) -> Request | None:
        """Returns the request to the only part that a command goes to, unless it needs several."""
        part = self.only(command)
        if part is None:
            return None
        if command.name == "POST":  # Never creates a part, whose ids would be those of others.
            command = replace(command, options={**command.options, "xx": True})
        return part, command, ()

    def of_id(self, id: Any) -> int:
        return int(id) % self.count

    def only(self, command: Command[Any]) -> int | None:
        name, args, options = command.name, command.args, command.options
        if name in ID:
            part = self.of_id(args[ID[name]])
            return self._same([part, *map(self._of_text, args[1:])]) \
                if name == "GROUPADD" and self._by_group else part
        if name == "POST":
            return self._of_post(args[2], options)
        if options.get("below") is not None:
            return self.of_id(options["below"])
        if self._by_group and name in ("GROUPPAGE", "COUNT") and args:
            return self._of_text(args[0])
        if self._by_group and name == "RANK" and options.get("group") is not None:
            return self.of_id(args[0])
        return 0 if name == "FOLLOWS" or self.count == 1 and name != "CREATE" else None

    def _of_post(self, link: Any, options: Any) -> int:
        groups = options.get("groups") if self._by_group else None
        if groups:
            return self._same([*map(self._of_text, groups)])
        if options.get("id") is not None:
            return self.of_id(options["id"])
        return self._of_text(link) if link else next(self._round) % self.count

    def _of_text(self, text: Any) -> int:
        return crc32(self._format.encoded(text) if isinstance(text, str) else text) % self.count

    def _same(self, found: list[int]) -> int:
        if len(set(found)) > 1:
            raise ValueError("with route group, the groups of an article must be of the same part")
        return found[0]


def packed(requests: list[Request], keys: list[bytes], format: Format) -> list[bytes]:
    """Returns requests as they are sent. What several have in common is packed once."""
    done: dict[int, tuple[int, bytes, bytes]] = {}
    ends: dict[tuple[Any, ...], bytes] = {(): b""}
    lines: list[bytes] = []
    for part, command, more in requests:
        if id(command) not in done:
            name, _, *rest = command.words(b"", format)
            done[id(command)] = len(rest) + 2, pack([name]), pack(rest)
        if more not in ends:
            ends[more] = pack(more)
        count, begin, end = done[id(command)]
        key = keys[part]
        lines.append(b"*%d\r\n%b$%d\r\n%b\r\n%b%b" % (
            count + len(more), begin, len(key), key, end, ends[more]))
    return lines


def pack(words: Iterable[Any]) -> bytes:
    texts = [word if isinstance(word, bytes) else str(word).encode() for word in words]
    return b"".join([b"$%d\r\n%b\r\n" % (len(text), text) for text in texts])
