"""The parts of a spread site: their keys, which a command goes to, and how replies add up."""

from __future__ import annotations

from binascii import crc_hqx
from collections import Counter
from collections.abc import Callable, Generator
from functools import lru_cache
from itertools import chain, count
from math import ceil, sqrt
from operator import add
from random import randrange
from time import time
from typing import Any, TypeAlias
from zlib import crc32

from .calls import read
from .command import Command, Format
from .errors import ArticleError, BadCursor, Resync
from .signatures import ID, IDS
from .types import Text

# A part, a command, and words at its end.
Request: TypeAlias = tuple[int, Command[Any], tuple[Any, ...]]
# What needs several parts. Yields requests, all of which are sent at the same time, is sent their
# replies, and returns the reply of the whole site. Classes for threads and asyncio share these.
Plan: TypeAlias = Generator[list[Request], list[Any], Any]

MOST_PER_PAGE = 1000
SLOTS = 16384
FINISHED = "-"  # In place of the cursor of a part of which nothing is left.
# Numbers of INFO and USER that add up. Others are the greatest, such as the last id, or the same.
ADDED = ("articles", "open", "groups", "votes", "memory", "hidden", "users", "comments", "marks",
         "karma", "comment_karma", "unseen")
MOST = {"unseen": 1000, "ids_first": 1, "ids_step": 1}
TRANSFERRED = 1000  # The COUNT of TRANSFER.
# Which arguments of a command are groups.
GROUPS = {"GROUPADD": slice(1, None), "GROUPPAGE": slice(1), "COUNT": slice(1)}


def tag_of(part: int, parts: int) -> str:
    """Returns the hash tag of a part: `7`, or the first of `7-1`, `7-2`, and so on with a slot in
    the part's own range, which is one of as many equal ranges as there are parts."""
    tags = chain([str(part)], (f"{part}-{n}" for n in count(1)))
    return next(tag for tag in tags if crc_hqx(tag.encode(), 0) % SLOTS * parts // SLOTS == part)


class Parts:
    """The keys of a spread site, and what is known of it."""

    def __init__(self, key: Text, parts: int, route: str, format: Format) -> None:
        if not 1 <= parts <= 1024:
            raise ValueError("parts must be 1 to 1024")
        if route not in ("link", "group"):
            raise ValueError("route must be link or group")
        if "{" in (key if isinstance(key, str) else key.decode(errors="replace")):
            raise ValueError("the key of a spread site must not contain {")
        tags = [f":{{{tag_of(part, parts)}}}" for part in range(parts)]
        self.count = parts
        self.keys: list[Text] = [
            key + tag if isinstance(key, str) else key + tag.encode() for tag in tags]
        self.page_size: int | None = None  # Once it is known.
        self.shares: dict[Any, Counter[int]] = {}  # How much of a page each part has had.
        self._by_group, self._format = route == "group", format
        self._round = count(randrange(parts))

    def all(self, command: Command[Any]) -> list[Request]:
        return [(part, command, ()) for part in range(self.count)]

    def sizes(self, size: int, shared: Any = None) -> list[int]:
        """Returns for how much of a page to ask each part: one more than it had last time, or its
        share and a margin."""
        share, had = size / self.count, self.shares.get(shared)
        most = min(ceil(share + 2 * sqrt(share) + 1), size, MOST_PER_PAGE)
        return [min(had[part] + 1, most) if had else most for part in range(self.count)]

    def by_id(self, command: Command[Any]) -> Plan:
        """Asks each part for its own ids. Numbers are added, and lists are in the order of ids."""
        is_counted, begin = command.name == "MGET", IDS[command.name]
        fixed, ids = command.args[:begin], command.args[begin + is_counted:]
        own: dict[int, list[Any]] = {} if ids else {0: []}
        for id in ids:
            for part in range(self.count) if id == "ALL" else [self.of_id(id)]:
                own.setdefault(part, []).append(id)
        received = yield [
            (part, command.having(*fixed, *[len(some)] * is_counted, *some), ())
            for part, some in own.items()]
        if not isinstance(received[0], list):
            return sum(received)
        found = {part: iter(reply) for part, reply in zip(own, received)}
        return [next(found[self.of_id(id)]) for id in ids]

    def request(self, command: Command[Any]) -> Request | None:
        """Returns the request to the only part that a command goes to, unless it needs several."""
        part = self._only(command)
        if part is None:
            return None
        if command.name == "POST":  # Never creates a part, whose ids would be those of others.
            command = command.having(xx=True)
        return part, command, ()

    def of_id(self, id: Any) -> int:
        return int(id) % self.count

    def split(self, text: Any, start: str, error: type[ArticleError] = BadCursor) -> list[str]:
        """Returns the texts of the parts, which are joined in one, or begin with `start`."""
        texts = [start] * self.count if text == start else str(text).split(",")
        if len(texts) != self.count:
            raise error(f"{error.code} this is no cursor of these parts")
        return texts

    def _only(self, command: Command[Any]) -> int | None:
        name, args, options = command.name, command.args, command.options
        if name in ID and not self._by_group:
            return self.of_id(args[ID[name]])
        id = args[ID[name]] if name in ID else options.get("id" if name == "POST" else "below")
        if self._by_group and options.get("group") is not None:
            id = args[0]  # A group of RANK. Elsewhere, it is in the part of its articles, too.
        found = set[int]() if id is None else {self.of_id(id)}
        if self._by_group:
            groups: Any = options.get("groups") or args[GROUPS.get(name, slice(0))]
            found.update(map(self._of_text, groups))
        if len(found) > 1:
            raise ValueError("with route group, the groups of an article must be of the same part")
        if not found and name == "POST":
            return self._of_text(args[2]) if args[2] else next(self._round) % self.count
        return found.pop() if found else 0 if name == "FOLLOWS" else None

    def _of_text(self, text: Any) -> int:
        return crc32(self._format.encoded(text) if isinstance(text, str) else text) % self.count


def joined(texts: list[str], end: Any) -> Any:
    return end if {*texts} == {FINISHED} else ",".join(texts)


@lru_cache(200)
def pack(*words: Any) -> bytes:
    """Returns words as they are sent."""
    texts = [word if isinstance(word, bytes) else str(word).encode() for word in words]
    return b"".join([b"$%d\r\n%b\r\n" % (len(text), text) for text in texts])


def in_turn(join: Callable[[list[Any]], Any]) -> Callable[[Parts, Command[Any]], Plan]:
    """Asks one part after the other, so that parts that cannot be reached leave others as is."""
    def ask(parts: Parts, command: Command[Any]) -> Plan:
        received: list[Any] = []
        left: Any = command.options.get("count")
        for part in range(parts.count):
            if command.name == "CREATE":
                command = command.having(ids=(part or parts.count, parts.count))
            elif command.name == "TRANSFER":
                left = (TRANSFERRED if left is None else left) - sum(received[-1:])
                if left < 1 and part:
                    break
                command = command.having(count=left)
            elif command.name == "ALTER":
                parts.page_size = None
            received += yield [(part, command, ())]
        return join(received)

    return ask


def step(parts: Parts, command: Command[Any]) -> Plan:
    """Makes one step in each part that has not finished."""
    *args, cursor = command.args
    cursors = parts.split(cursor, "0")
    unfinished = [part for part, text in enumerate(cursors) if text != FINISHED]
    received = yield [(part, command.having(*args, cursors[part]), ()) for part in unfinished]
    for part, (text, _) in zip(unfinished, received):
        cursors[part] = FINISHED if text == "0" else text
    return [joined(cursors, "0"), sum(number for _, number in received)]


def changes(parts: Parts, command: Command[Any]) -> Plan:
    versions, most = parts.split(command.args[0], "0", Resync), command.options.get("count")
    command = command.having(count=most and max(most // parts.count, 1))
    received = yield [(part, command.having(text), ()) for part, text in enumerate(versions)]
    texts, items, deleted = zip(*received)
    return [",".join(texts), [*chain(*items)], [*chain(*deleted)]]


def facts(parts: Parts, command: Command[Any]) -> Plan:
    received = yield parts.all(command)
    if not any(received):
        return None
    if None in received:
        raise LookupError(f"{parts.keys[received.index(None)]!r} does not exist")
    join: dict[str, Any] = {"version": ",".join, **dict.fromkeys(ADDED, sum)}
    found = {name: join.get(name, max)([reply[name] for reply in received if name in reply])
             for name in chain(*received)}
    return found | {name: min(found[name], most) for name, most in MOST.items() if name in found}


def counted(parts: Parts, command: Command[Any]) -> Plan:
    """Has all parts count up to the same time."""
    times = {name: int(time()) + command.options[name] for name in ("since", "until")
             if (command.options.get(name) or 0) < 0}
    return sum((yield parts.all(command.having(**times))))


def table(parts: Parts, command: Command[Any]) -> Plan:
    """Adds the numbers after the same name, and begins with the largest, or with LISTS by name."""
    options, name = command.options, command.name
    most: Any = options.get("count")
    begin, most = options.get("limit") or (0, most if most is not None else 10)
    asked: Any = {"GROUPS": {"limit": (0, -1)}, "AFFINITY": {"count": max(most, 100)}}
    received = yield parts.all(command.having(**asked.get(name, {})))
    sums: dict[str, list[int]] = {}
    for key, *numbers in chain(*received):
        sums[key] = [*map(add, sums.get(key, [0] * len(numbers)), numbers)]
    rows: list[Any] = sorted([key, *numbers] for key, numbers in sums.items())
    if name == "LISTS":
        return rows
    rows.sort(key=lambda row: -row[1])
    return rows[begin:begin + most if most >= 0 else None] if begin >= 0 else []


def find(parts: Parts, command: Command[Any]) -> Plan:
    received = yield parts.all(command)
    if command.options.get("count") is None:
        return max((id for id in received if id is not None), default=None)
    ids: list[int] = [*chain(*received)]
    return sorted(ids, reverse=True)[:command.options["count"]]


def seen(parts: Parts, command: Command[Any]) -> Plan:
    """Notes the id, or in a part that has not reached it, the last id of the part."""
    user, id = command.args
    infos = yield parts.all(read("INFO"))
    last = [info["last_id"] if info else 0 for info in infos]
    if not 1 <= int(id) <= max(last):
        return (yield [(parts.of_id(id), command, ())])[0]  # The server says what is wrong.
    return max((yield [(part, command.having(user, min(int(id), reached)), ())
                       for part, reached in enumerate(last) if reached]))
