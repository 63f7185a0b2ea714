"""What commands ask several parts of a spread site, and how the pages of parts are merged."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Generator
from itertools import zip_longest
from time import time
from typing import Any

from . import replies
from .calls import read
from .command import Command, decoded
from .parts import (
    FINISHED, MOST_PER_PAGE, Parts, Plan, Request, changes, counted, facts, find, in_turn, joined,
    seen, step, table,
)
from .signatures import IDS

# How far page numbers reach, because everything before a page is merged, too.
MOST_BEFORE = 10_000
# The value of what is pinned begins with p. The time of GRAVITY and ACTIVE follows the id. VOTED
# and ANSWERS have mere ids.
POSITION = re.compile(r"(?:\w+:(p?)(-?\d+)-)?(\d+)\S*")
# Where what PER counts is.
COUNTED = {"group": "groups", "user": "poster", "link": "link"}
# Orders by an entry that articles have, and which of these orders heed pins.
PLAIN = {"score", "time", "votes", "bumped", "comments", "id"}
PINNED = {"score", "bumped"}
PINS = {"PAGE": (1,), "USERPAGE": (1,), "GROUPPAGE": (1, 2)}
# Options that do not choose what is on the first page.
UNFILTERED = {"by", "order", "size", "viewer", "marks", "return_", "withcursor", "at", "after"}
Place = tuple[int, int, int]
Entry = dict[str, Any]
Row = tuple[Place, Entry]
Found = tuple[list[Entry], str | None]
ESCAPES = {ord(letter): f"\\u{ord(letter):04x}" for letter in "<>&\u2028\u2029"}


class Order:
    """The order of a listing."""

    def __init__(self, command: Command[Any]) -> None:
        by = command.options.get("by") or ("time" if command.name == "COMMENTS" else "score")
        # An entry that pages are sorted by, or the name of an order.
        self.by = "id" if command.name in ("VOTED", "ANSWERS") else str(by).lower()
        self.sign = 1 if str(command.options.get("order")).lower() == "asc" else -1
        self.pins = PINS.get(command.name, ()) if self.by in PINNED else ()

    def cursor(self, entry: Entry) -> str:
        """Returns the cursor with which to go on after an entry."""
        if self.by == "id" or "position" in entry:
            return str(entry.get("position") or entry["id"])
        return f"{self.by}:{'p' * (entry.get('pinned') in self.pins)}{entry[self.by]}-{entry['id']}"

    def after(self, cursors: list[str]) -> list[Place]:
        """Returns cursors as they are compared: the first is the least."""
        sign = self.sign
        return [(sign * (pin != ""), sign * int(value or id), sign * int(id))
                for pin, value, id in POSITION.findall(" ".join(cursors))]

    def of(self, entries: list[Entry]) -> list[Place]:
        if entries and "position" in entries[0]:
            return self.after([entry["position"] for entry in entries])
        sign, by, pins = self.sign, self.by, self.pins
        return [(sign * (entry.get("pinned") in pins), sign * entry[by], sign * entry["id"])
                for entry in entries]


def page(parts: Parts, command: Command[Any]) -> Plan:
    """Returns one page of articles and comments."""
    (*args, number), options = command.args, command.options
    size, per, at = options.get("size"), options.get("per"), options.get("at")
    if size is None and parts.page_size is None:
        info = (yield [(0, read("INFO"), ())])[0]
        parts.page_size = info and info["page_size"]
    size = size if size is not None else parts.page_size or 25
    before = (int(number) - 1) * size
    if not 1 <= size <= MOST_PER_PAGE or before < 0 or per and (
        before or per[0].lower() not in COUNTED
    ):
        return (yield [(0, command, ())])[0]  # The server says what is wrong.
    is_relative = (options.get("since") or 0) < 0 or (options.get("until") or 0) < 0
    if at is None and (is_relative or str(options.get("by")).lower() in ("gravity", "active")):
        at = int(time())  # The same for all parts.
    command, after = command.having(*args, 1, at=at), options.get("after")
    found: Found = ([], None)
    if command.name == "MARKED":
        found = yield from marked(parts, command, size, int(number))
    elif before > MOST_BEFORE:
        raise ValueError(f"page numbers reach {MOST_BEFORE} entries into a spread site; use after")
    else:
        if before:
            _, after = yield from merge(parts, command, before, after, [])
        if after or not before:
            names = options.get("return_")
            names = names and decoded([*names], "replace")
            found = yield from merge(parts, command, size, after, names)
    return [*found] if options.get("withcursor") else found[0]


def marked(
    parts: Parts, command: Command[Any], size: int, pages: int
) -> Generator[list[Request], list[Any], Found]:
    """Takes as much from each part as from the others. Their orders have nothing in common."""
    cursors = parts.split(command.options.get("after") or "", "")
    found = list[list[Entry]]()
    for _ in range(pages):
        found = [list[Entry]() for _ in cursors]
        while (left := size - sum(map(len, found))) and {*cursors} != {FINISHED}:
            unfinished = [part for part, text in enumerate(cursors) if text != FINISHED][:left]
            received = yield [
                (part, command.having(withcursor=True, after=cursors[part] or None,
                                      size=-((index - left) // len(unfinished))), ())
                for index, part in enumerate(unfinished)]
            for part, (entries, cursor) in zip(unfinished, received):
                found[part] += entries
                cursors[part] = cursor or FINISHED
    return [entry for row in zip_longest(*found) for entry in row if entry is not None], joined(
        cursors, None)


def merge(
    parts: Parts, command: Command[Any], size: int, after: str | None, names: list[str] | None
) -> Generator[list[Request], list[Any], Found]:
    """Returns what is on a page, whole or with these entries, and its cursor.

    Each part is asked for its share and a margin, and again as long as what it has left can be on
    the page.
    """
    options, order = command.options, Order(command)
    per: Any = options.get("per")
    needed = ["id", *["position"] * (order.by != "id"), *([COUNTED[per[0].lower()]] if per else [])]
    asked = command.having(
        withcursor=True, size=None, after=None,
        # What takes the room of an article in one part may itself have none on the page.
        per=None if per and per[0].lower() == "group" else per,
        return_=None if names is None else [*dict.fromkeys([*names, *needed])])
    commands = [asked]
    if names is None and order.by not in PLAIN:
        commands.append(asked.having(return_=needed, viewer=None, marks=None))
    is_plain = command.name == "PAGE" and not after and options.keys() <= UNFILTERED
    shared = (order.by, order.sign, size) if is_plain else None
    sizes, behind = parts.sizes(size, shared), [*range(parts.count)]
    nexts: list[Any] = [after] * parts.count
    shown, found = dict[int, Entry](), dict[int, Row]()
    ordered, rows = list[Row](), list[Row]()
    while behind:
        requests: list[Request] = [
            (part, each, ("SIZE", sizes[part], *(("AFTER", nexts[part]) if nexts[part] else ())))
            for each in commands for part in behind]
        received = yield requests
        for (part, _, _), (_, next) in zip(requests, received):
            nexts[part] = next
        shown |= {entry["id"]: entry for page, _ in received[:len(behind)] for entry in page}
        placed = [entry for page, _ in received[-len(behind):] for entry in page]
        found |= {entry["id"]: (place, entry) for place, entry in zip(order.of(placed), placed)}
        ordered = sorted(found.values())
        rows = (with_room(ordered, *per) if per else ordered)[:size]
        behind = [part for part, next in enumerate(nexts) if next is not None]
        if len(rows) == size:
            keys = order.after([nexts[part] for part in behind])
            behind = [part for part, key in zip(behind, keys) if key < rows[-1][0]]
        sizes = parts.sizes(size) if behind else sizes
    if shared:
        parts.shares[shared] = Counter(entry["id"] % parts.count for _, entry in rows)
    cursor = order.cursor(rows[-1][1]) if len(rows) == size else None
    if cursor and ordered[-1] is rows[-1] and not any(nexts):
        # What PER has left out of this page is on the next one.
        rest = (yield parts.all(asked.having(per=None, size=1, after=cursor))) if per else []
        cursor = cursor if any(entries for entries, _ in rest) else None
    # What moves between both replies of a part can be in only one of them.
    taken = [shown[entry["id"]] for _, entry in rows if entry["id"] in shown]
    for name in set[str]() if names is None else {*needed} - {*names}:
        for entry in taken:
            del entry[name]
    return taken, cursor


def with_room(rows: list[Row], kind: str, limit: int) -> list[Row]:
    """Returns what is not too much for PER."""
    taken, counts = list[Row](), Counter[str]()
    for row in rows:
        names: Any = row[1][COUNTED[kind.lower()]]
        names = [names] * bool(names) if isinstance(names, str) else names
        if all(counts[name] < limit for name in names):
            counts.update(names)
            taken.append(row)
    return taken


def rank(parts: Parts, command: Command[Any]) -> Plan:
    """Adds what is ahead in other parts: the rank of what is next there, or if nothing is, all."""
    id, options = command.args[0], dict(command.options)
    group = options.pop("group", None)
    args, name = ((), "PAGE") if group is None else ((group,), "GROUPPAGE")
    page = read(name, *args, 1, **options, size=1)
    home = parts.of_id(id)
    ahead, entry = yield [(home, command, ()), (home, read("GET", id), ())]
    if ahead is None or entry is None:
        return None
    page, others = page.having(after=Order(page).cursor(entry)), [
        part for part in range(parts.count) if part != home]
    nexts = yield [(part, page, ()) for part in others]
    counts = yield [
        (part, command.having(found[0]["id"]) if found else read("COUNT", *args), ())
        for part, found in zip(others, nexts)]
    if None in counts:  # What was next is not listed any more.
        return (yield from rank(parts, command))
    return ahead + sum(counts)


def plan(parts: Parts, command: Command[Any]) -> Plan:
    """Runs a command that needs several parts, and returns what its method does."""
    if command.name not in PLANS:
        raise TypeError(f"{command.name} is a command for each of `sites`")
    same = Command(command.name, command.args, replies.same, command.is_read, command.options)
    reply = yield from PLANS[command.name](parts, same)
    if command.read is None:
        text = json.dumps(reply, ensure_ascii=False, separators=(",", ":"))
        return text.translate(ESCAPES).encode()
    return None if command.is_read and reply is None else command.read(reply)


PLANS: dict[str, Callable[[Parts, Command[Any]], Plan]] = {
    **dict.fromkeys(("FOLLOW", "UNFOLLOW", "MUTE", "UNMUTE"), in_turn(max)),
    **dict.fromkeys(("FORGET", "TRANSFER"), in_turn(sum)), "ALTER": in_turn(min),
    "CREATE": in_turn(lambda replies: next((reply for reply in replies if reply), None)),
    **dict.fromkeys(("UNVOTE", "SILENCE"), step), **dict.fromkeys(("INFO", "USER"), facts),
    **dict.fromkeys(("GROUPS", "LISTS", "AFFINITY"), table), **dict.fromkeys(IDS, Parts.by_id),
    "CHANGES": changes, "COUNT": counted, "FIND": find, "SEEN": seen, "RANK": rank,
    **dict.fromkeys(
        ("PAGE", "GROUPPAGE", "USERPAGE", "COMMENTS", "VOTED", "ANSWERS", "MARKED"), page),
}
