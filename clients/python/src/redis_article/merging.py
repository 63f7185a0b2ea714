"""Pages of a spread site: the pages of its parts, merged."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Generator
from dataclasses import replace
from time import time
from typing import Any

from . import replies
from .command import Command
from .parts import MOST_PER_PAGE, Parts, Plan, Request

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
UNFILTERED = {"by", "order", "size", "viewer", "marks", "return_", "withcursor", "at"}
Place = tuple[int, int, int]
Entry = dict[str, Any]
Row = tuple[Place, Entry]


def page(parts: Parts, command: Command[Any]) -> Plan:
    """Returns one page of articles and comments."""
    *args, number = command.args
    size = yield from page_size(parts, command)
    options, before = {**command.options, **moment(command.options)}, (int(number) - 1) * size
    per: Any = options.get("per")
    if is_wrong(size, number) or per and (before or per[0].lower() not in COUNTED):
        return (yield [(0, command, ())])[0]
    if before > MOST_BEFORE:
        raise ValueError(f"page numbers reach {MOST_BEFORE} entries into a spread site; use after")
    command = replace(command, args=(*args, 1), options=options)
    if before:
        _, options["after"] = yield from merge(parts, command, before, [])
    found: tuple[list[Entry], str | None] = ([], None)
    if not before or options["after"]:
        names: Any = options.get("return_")
        found = yield from merge(parts, command, size, names and [
            str(name, "utf-8") if isinstance(name, bytes) else name for name in names])
    return [*found] if options.get("withcursor") else found[0]


def is_wrong(size: int, number: Any) -> bool:
    """Returns whether to ask any part, which then replies what is wrong."""
    return not 1 <= size <= MOST_PER_PAGE or int(number) < 1


def page_size(parts: Parts, command: Command[Any]) -> Generator[list[Request], list[Any], int]:
    """Returns the number of entries of a page, which the settings have if no option does."""
    size: int | None = command.options.get("size")
    if size is None and parts.page_size is None:
        info = (yield [(0, Command("INFO", (), replies.same, is_read=True), ())])[0]
        if info is not None:
            parts.page_size = info["page_size"]
    return size if size is not None else parts.page_size or 25


def moment(options: Any) -> dict[str, int]:
    """Returns an AT for all parts if a page depends on the time."""
    is_relative = (options.get("since") or 0) < 0 or (options.get("until") or 0) < 0
    needs_time = is_relative or str(options.get("by")).lower() in ("gravity", "active")
    return {"at": int(time())} if needs_time and options.get("at") is None else {}


def order_of(command: Command[Any]) -> str:
    """Returns the entry that pages are sorted by, or the name of an order."""
    if command.name in ("VOTED", "ANSWERS"):
        return "id"
    by = command.options.get("by")
    return str(by or ("time" if command.name == "COMMENTS" else "score")).lower()


def merge(
    parts: Parts, command: Command[Any], size: int, names: list[str] | None
) -> Generator[list[Request], list[Any], tuple[list[Entry], str | None]]:
    """Returns what is on a page, whole or with these entries, and its cursor.

    Each part is asked for its share and a margin, and again as long as what it has left can be on
    the page.
    """
    options, by = command.options, order_of(command)
    per, sign = options.get("per"), 1 if str(options.get("order")).lower() == "asc" else -1
    needed = ["id"] if by == "id" else ["id", "position"]
    needed += [COUNTED[per[0].lower()]] if per else []
    asked = command.having(
        withcursor=True, size=None, after=None,
        # What takes the room of an article in one part may itself have none on the page.
        per=None if per and per[0].lower() == "group" else per,
        return_=None if names is None else list(dict.fromkeys([*names, *needed])))
    is_plain = by == "id" or names is None and by in PLAIN
    commands = [asked]
    if names is None and not is_plain:
        commands.append(asked.having(return_=["id", "position"], viewer=None, marks=None))
    pins = PINS.get(command.name, ()) if by in PINNED else ()
    is_first = command.name == "PAGE" and options.keys() <= UNFILTERED
    shared = (by, sign, size) if is_first else None
    sizes, behind = parts.sizes(size, shared), [*range(parts.count)]
    nexts: list[Any] = [options.get("after") or ""] * parts.count
    found, ordered, rows = dict[int, Row](), list[Row](), list[Row]()
    while behind:
        received = yield [
            (part, each, ("SIZE", sizes[part], *(("AFTER", nexts[part]) if nexts[part] else ())))
            for part in behind for each in commands]
        entries: list[Entry] = []
        for part, (own, next), (positions, _) in zip(
            behind, received[::len(commands)], received[len(commands) - 1::len(commands)]
        ):
            if len(commands) == 1 or is_placed(own, positions):
                entries += own
                nexts[part] = next
        if is_plain:
            keys = [(sign * (entry.get("pinned") in pins), sign * entry[by], sign * entry["id"])
                    for entry in entries]
        else:
            keys = places([entry["position"] for entry in entries], sign)
        for key, entry in zip(keys, entries):
            found[entry["id"]] = key, entry
        ordered = sorted(found.values())
        rows = (with_room(ordered, *per) if per else ordered)[:size]
        behind = [part for part, next in enumerate(nexts) if next is not None]
        if len(rows) == size and "" not in nexts:
            last = rows[-1][0]
            keys = places([nexts[part] for part in behind], sign)
            behind = [part for part, key in zip(behind, keys) if key < last]
        sizes = parts.sizes(size) if behind else sizes
    taken = [entry for _, entry in rows]
    if shared:
        parts.share(taken, shared)
    cursor = None
    if len(rows) == size:
        cursor = cursor_of(taken[-1], by, pins)
        if ordered[-1] is rows[-1] and not any(next is not None for next in nexts):
            # What PER has left out of this page is on the next one.
            left = asked.having(per=None, size=1, after=cursor)
            rest = (yield parts.all(left)) if per else []
            cursor = cursor if any(entries for entries, _ in rest) else None
    for name in {*needed}.difference(("id", *COUNTED.values()) if names is None else names):
        for entry in taken:
            entry.pop(name, None)
    return taken, cursor


def is_placed(entries: list[Entry], positions: list[Entry]) -> bool:
    """Gives entries their positions, unless something came between both replies."""
    if [entry["id"] for entry in entries] != [entry["id"] for entry in positions]:
        return False
    for entry, position in zip(entries, positions):
        entry["position"] = position["position"]
    return True


def places(cursors: list[str], sign: int) -> list[Place]:
    """Returns cursors as they are compared: the first is the least."""
    return [(sign * (pin != ""), sign * int(value or id), sign * int(id))
            for pin, value, id in POSITION.findall(" ".join(cursors))]


def cursor_of(entry: Entry, by: str, pins: tuple[int, ...]) -> str:
    """Returns the cursor with which to go on after an entry."""
    if by == "id" or "position" in entry:
        return str(entry.get("position") or entry["id"])
    return f"{by}:{'p' * (entry.get('pinned') in pins)}{entry[by]}-{entry['id']}"


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
