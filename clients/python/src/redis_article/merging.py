"""Pages of a spread site: the pages of its parts, merged."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Generator
from math import ceil, sqrt
from operator import itemgetter
from time import time
from typing import Any

from . import replies
from .command import Command
from .parts import Parts, Plan, Request

MOST_PER_PAGE = 1000
# How far page numbers reach, because everything before a page is merged, too.
MOST_BEFORE = 10_000
# The value of what is pinned begins with p. The time of GRAVITY and ACTIVE follows the id.
POSITION = re.compile(r"\w+:(p?)(-?\d+)-(\d+)")
# Orders by an entry that articles have, and those of them that heed pins.
PLAIN = {"score", "time", "votes", "bumped", "comments"}
PINNED = {"score", "bumped"}
PINNABLE = ("PAGE", "GROUPPAGE", "USERPAGE")
# Where what PER counts is.
COUNTED = {"group": "groups", "user": "poster", "link": "link"}
# Options that do not choose what is on the first page.
UNFILTERED = {"by", "order", "size", "viewer", "marks", "return_", "withcursor", "at"}
# What articles and comments come with.
ENTRIES = ("id", *COUNTED.values())
Key = tuple[int, ...]
Entry = dict[str, Any]


def page(parts: Parts, command: Command[Any]) -> Plan:
    """Returns one page of articles and comments."""
    *args, number = command.args
    size = yield from page_size(parts, command)
    number, options = int(number), {**command.options, **moment(command.options)}
    per: Any = options.get("per")
    if is_wrong(size, number) or per and (number > 1 or per[0].lower() not in COUNTED):
        return (yield [(0, command)])[0]
    before, is_over = (number - 1) * size, False
    if before > MOST_BEFORE:
        raise ValueError(f"page numbers reach {MOST_BEFORE} entries into a spread site; use after")
    command = Command(command.name, (*args, 1), command.read, is_read=True, options=options)
    if before:
        skipped = Merge(parts, command, {"return_": [], "marks": None}, before)
        yield from skipped.run()
        is_over, options["after"] = len(skipped.taken) < before, skipped.end()
    merging = Merge(parts, command, {}, size)
    if not is_over:
        yield from merging.run()
    cursor = (yield from merging.cursor()) if options.get("withcursor") else None
    return [merging.entries(), cursor] if options.get("withcursor") else merging.entries()


def is_wrong(size: int, number: Any) -> bool:
    """Returns whether to ask any part, which then replies what is wrong."""
    return not 1 <= size <= MOST_PER_PAGE or int(number) < 1


def page_size(parts: Parts, command: Command[Any]) -> Generator[list[Request], list[Any], int]:
    """Returns the number of entries of a page, which the settings have if no option does."""
    size: int | None = command.options.get("size")
    if size is None and parts.page_size is None:
        info = (yield [(0, Command("INFO", (), replies.same, is_read=True))])[0]
        if info is not None:
            parts.page_size = info["page_size"]
    return size if size is not None else parts.page_size or 25


def moment(options: Any) -> dict[str, int]:
    """Returns an AT for all parts if a page depends on the time."""
    is_relative = (options.get("since") or 0) < 0 or (options.get("until") or 0) < 0
    needs_time = is_relative or str(options.get("by")).lower() in ("gravity", "active")
    return {"at": int(time())} if needs_time and options.get("at") is None else {}


def is_ascending(options: Any) -> bool:
    return str(options.get("order")).lower() == "asc"


def key_of_position(position: str, is_ascending: bool) -> Key:
    """Returns a position as it is compared: the first is the least."""
    found = POSITION.match(position)
    assert found, position
    pinned, value, id = found.groups()
    sign = 1 if is_ascending else -1
    return (sign * (pinned != ""), sign * int(value), sign * int(id))


class Source:
    """What a part has returned so far."""

    def __init__(self, after: Any) -> None:
        self.after = after  # Where to go on.
        self.is_complete = False
        self.entries: list[Entry] = []

    def receive(self, page: Any, positions: Any = None) -> None:
        """Goes on with a page, and with the positions of its entries if these do not have them."""
        entries, cursor = page
        if positions:
            if [entry["id"] for entry in entries] != [place["id"] for place in positions[0]]:
                return  # Something came between both.
            for entry, place in zip(entries, positions[0]):
                entry.update(place)
        self.entries += entries
        self.after, self.is_complete = cursor or self.after, cursor is None


class Merge:
    """A page in the making. Parts are asked again as long as what they have left can be on it."""

    def __init__(self, parts: Parts, command: Command[Any], changed: Any, size: int) -> None:
        self._parts, self._command, self._size = parts, command, size
        self._options = options = {**command.options, **changed}
        by = options.get("by") or ("time" if command.name == "COMMENTS" else "score")
        self._by, self._is_ascending = str(by).lower(), is_ascending(options)
        self._is_by_id = command.name in ("VOTED", "ANSWERS")
        self._pins: list[int] = [] if self._by not in PINNED or command.name not in PINNABLE else (
            [1, 2] if command.name == "GROUPPAGE" else [1])
        self._per, names = options.get("per"), options.get("return_")
        if self._per and self._per[0].lower() == "group":
            # What takes the room of an article in one part may itself have none on the page.
            self._options = {**options, "per": None}
        self._names = None if names is None else [
            name.decode() if isinstance(name, bytes) else name for name in names]
        self._has_positions = not self._is_by_id and (names is not None or self._by not in PLAIN)
        needed = ["id"] + ["position"] * self._has_positions
        needed += [COUNTED[self._per[0].lower()]] if self._per else []
        known = ENTRIES if self._names is None else self._names
        self._added = [name for name in needed if name not in known]
        self._sources = [Source(options.get("after")) for _ in parts.keys]
        self._has_rest, self._behind = False, [*range(len(parts))]
        self.taken: list[Entry] = []

    def run(self) -> Generator[list[Request], list[Any], None]:
        """Finds what is on the page."""
        first = self._by, self._is_ascending, self._size
        is_first = self._command.name == "PAGE" and self._options.keys() <= UNFILTERED
        shares = self._parts.shares.get(first) if is_first else None
        while self._behind:
            asked = [(self._sources[part].after, self._share(part, shares))
                     for part in self._behind]
            commands = {each: self._commands(*each) for each in {*asked}}
            received = iter((yield [(part, command) for part, each in zip(self._behind, asked)
                                    for command in commands[each]]))
            for part, each in zip(self._behind, asked):
                self._sources[part].receive(*[next(received) for _ in commands[each]])
            self._take()
            shares = None
        if is_first:
            shares = self._parts.shares[first] = [0] * len(self._sources)
            for entry in self.taken:
                shares[entry["id"] % len(shares)] += 1

    def _share(self, part: int, shares: list[int] | None) -> int:
        """Returns how much to ask of a part: more than it had last time, or than its share is."""
        if shares:  # Even, so that many parts get the same request.
            return min(shares[part] // 2 * 2 + 2, self._size)
        share = self._size / len(self._sources)
        return min(ceil(share + 1.5 * sqrt(share) + 1), self._size, MOST_PER_PAGE)

    def entries(self) -> list[Entry]:
        """Returns the page without what only the merge needs."""
        for name in self._added:
            for entry in self.taken:
                entry.pop(name, None)
        return self.taken

    def end(self) -> str | None:
        """Returns the position of the last entry."""
        entry = self.taken[-1] if self.taken else {}
        if not entry or self._is_by_id:
            return str(entry["id"]) if entry else None
        if self._has_positions:
            return str(entry["position"])
        mark = "p" if entry.get("pinned") in self._pins else ""
        return f"{self._by}:{mark}{entry[self._by]}-{entry['id']}"

    def cursor(self) -> Generator[list[Request], list[Any], str | None]:
        """Returns the position of the last entry, or None if nothing follows it."""
        if len(self.taken) < self._size:
            return None
        if self._has_rest or any(not source.is_complete for source in self._sources):
            return self.end()
        if not self._per:
            return None
        # The parts have left out what is too much for this page, but not for the next one.
        rest = self._with(per=None, after=self.end(), size=1, return_=["id"])
        found = yield self._parts.all(rest)
        return self.end() if any(reply[0] for reply in found) else None

    def _commands(self, after: Any, size: int) -> list[Command[Any]]:
        """Returns one request, or if no RETURN names the positions, two."""
        if self._names is not None:
            return [self._with(after=after, size=size, return_=[*self._names, *self._added])]
        positions = [["id", "position"]] if self._has_positions else []
        return [self._with(after=after, size=size, return_=names) for names in (None, *positions)]

    def _with(self, **options: Any) -> Command[Any]:
        name, args, read = self._command.name, self._command.args, self._command.read
        options = {**self._options, "withcursor": True, **options}
        return Command(name, args, read, is_read=True, options=options)

    def _take(self) -> None:
        """Takes the first entries of all parts, each only once, even if it has moved meanwhile."""
        has_room = room(*self._per) if self._per else None
        found, taken = self._sorted(), dict[int, Entry]()
        for entry in found:
            if len(taken) == self._size:
                break
            if entry["id"] not in taken and (has_room is None or has_room(entry)):
                taken[entry["id"]] = entry
        self.taken = list(taken.values())
        end = self.end()
        self._has_rest = len(taken) == self._size and found[-1] is not self.taken[-1]
        self._behind = [part for part, source in enumerate(self._sources)
                        if not source.is_complete and self._is_behind(source, taken, end)]

    def _sorted(self) -> list[Entry]:
        found = [entry for source in self._sources for entry in source.entries]
        if self._has_positions:
            return sorted(found, key=lambda entry: self._key(entry["position"]))
        names = ("id",) if self._is_by_id else (self._by, "id")
        found.sort(key=itemgetter(*names), reverse=not self._is_ascending)
        if self._pins and any("pinned" in entry for entry in found):
            found.sort(key=lambda entry: (entry.get("pinned") in self._pins) == self._is_ascending)
        return found

    def _is_behind(self, source: Source, taken: dict[int, Entry], end: str | None) -> bool:
        if source.after is None or end is None or len(taken) < self._size:
            return True
        if not self._per and source.entries and source.entries[-1]["id"] not in taken:
            return False
        return self._key(source.after) < self._key(end)

    def _key(self, position: str) -> Key:
        if self._is_by_id:
            return (-int(position),)
        return key_of_position(position, self._is_ascending)


def room(kind: str, limit: int) -> Callable[[Entry], bool]:
    """Returns a function that takes entries in order, and leaves out what is too much for PER."""
    taken: Counter[str] = Counter()

    def has_room(entry: Entry) -> bool:
        names: Any = entry[COUNTED[kind.lower()]]
        names = [names] * bool(names) if isinstance(names, str) else names
        has_room = all(taken[name] < limit for name in names)
        taken.update(names if has_room else ())
        return has_room

    return has_room
