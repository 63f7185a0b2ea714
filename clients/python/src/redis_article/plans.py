"""What commands ask several parts of a spread site, and how their replies become one."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from itertools import chain, zip_longest
from operator import add
from time import time
from typing import Any

from . import replies
from .command import Command
from .errors import ArticleError, BadCursor, Resync
from .merging import is_wrong, page, page_size, places
from .parts import Parts, Plan
from .signatures import IDS

# Numbers of INFO and USER that add up. Others are the greatest, such as the last id, or the same.
ADDED = ("articles", "open", "groups", "votes", "memory", "hidden", "users", "comments", "marks",
         "karma", "comment_karma", "unseen")
MOST = {"unseen": 1000, "ids_first": 1, "ids_step": 1}
TRANSFERRED = 1000  # The COUNT of TRANSFER.
FINISHED = "-"  # A part whose cursor is at its end.
ESCAPES = {ord(letter): f"\\u{ord(letter):04x}" for letter in "<>&\u2028\u2029"}


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


def in_turn(join: Callable[[list[Any]], Any]) -> Callable[[Parts, Command[Any]], Plan]:
    """Asks one part after the other, so that parts that cannot be reached leave others as is."""
    def ask(parts: Parts, command: Command[Any]) -> Plan:
        received: list[Any] = []
        for request in parts.all(command):
            received += yield [request]
        return join(received)

    return ask


def create(parts: Parts, command: Command[Any]) -> Plan:
    created: list[Any] = []
    for part in range(parts.count):
        created += yield [(part, command.having(ids=(part or parts.count, parts.count)), ())]
    return next((reply for reply in created if reply is not None), None)


def alter(parts: Parts, command: Command[Any]) -> Plan:
    parts.page_size = None
    return (yield from in_turn(lambda received: received[0])(parts, command))


def transfer(parts: Parts, command: Command[Any]) -> Plan:
    """Moves at most COUNT, from one part after the other."""
    allowed = left = TRANSFERRED if (count := command.options.get("count")) is None else count
    for part in range(parts.count):
        left -= (yield [(part, command.having(count=left), ())])[0]
        if left < 1:
            break
    return allowed - left


def step(parts: Parts, command: Command[Any]) -> Plan:
    """Makes one step in each part that has not finished."""
    *args, cursor = command.args
    cursors = split(parts, cursor, "0", ArticleError("invalid cursor"))
    unfinished = [part for part, text in enumerate(cursors) if text != FINISHED]
    received = yield [
        (part, replace(command, args=(*args, cursors[part])), ()) for part in unfinished]
    for part, (text, _) in zip(unfinished, received):
        cursors[part] = FINISHED if text == "0" else text
    return [join(cursors, FINISHED, "0"), sum(number for _, number in received)]


def split(parts: Parts, text: Any, start: str, error: ArticleError) -> list[str]:
    """Splits the joined texts of the parts."""
    texts = [start] * parts.count if text == start else str(text).split(",")
    if len(texts) != parts.count:
        raise error
    return texts


def join(texts: list[str], end: str, all_end: Any) -> Any:
    return all_end if set(texts) == {end} else ",".join(texts)


def marked(parts: Parts, command: Command[Any]) -> Plan:
    """Takes as much from each part as from the others. Their orders have nothing in common."""
    *args, number = command.args
    size = yield from page_size(parts, command)
    if is_wrong(size, number):
        return (yield [(0, command, ())])[0]
    after = command.options.get("after") or ""
    cursors = split(parts, after, "", BadCursor("BADCURSOR this is not a cursor of this listing"))
    command, entries = replace(command, args=(*args, 1)), []
    for _ in range(int(number)):
        entries = yield from marked_from(parts, command, cursors, size)
    has_cursor = command.options.get("withcursor")
    return [entries, join(cursors, FINISHED, None)] if has_cursor else entries


def marked_from(parts: Parts, command: Command[Any], cursors: list[str], size: int) -> Plan:
    """Reads on from these cursors, which it moves."""
    found: list[list[Any]] = [[] for _ in cursors]
    while (left := size - sum(map(len, found))) and set(cursors) != {FINISHED}:
        unfinished = [part for part, cursor in enumerate(cursors) if cursor != FINISHED][:left]
        received = yield [
            (part, command.having(withcursor=True, after=cursors[part] or None,
                                  size=-((index - left) // len(unfinished))), ())
            for index, part in enumerate(unfinished)]
        for part, (entries, cursor) in zip(unfinished, received):
            found[part] += entries
            cursors[part] = cursor or FINISHED
    return [entry for row in zip_longest(*found) for entry in row if entry is not None]


def changes(parts: Parts, command: Command[Any]) -> Plan:
    most = command.options.get("count")
    if most is not None:
        command = command.having(count=max(most // parts.count, min(most, 1)))
    versions = split(parts, command.args[0], "0", Resync(
        "RESYNC this version is not of this copy of the site; start again from 0"))
    received = yield [
        (part, replace(command, args=(version,)), ()) for part, version in enumerate(versions)]
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


def count(parts: Parts, command: Command[Any]) -> Plan:
    """Has all parts count up to the same time."""
    times = {name: int(time()) + command.options[name] for name in ("since", "until")
             if (command.options.get(name) or 0) < 0}
    return sum((yield parts.all(command.having(**times))))


def groups(parts: Parts, command: Command[Any]) -> Plan:
    offset, number = command.options["limit"]
    received = yield parts.all(command.having(limit=(0, -1)))
    return ranked(received)[offset:offset + number if number >= 0 else None] if offset >= 0 else []


def affinity(parts: Parts, command: Command[Any]) -> Plan:
    """Adds what each voter gave in the parts where the poster got something."""
    limit = command.options.get("count")
    received = yield parts.all(command.having(count=max(limit or 0, 100)))
    return ranked(received)[:10 if limit is None else limit]


def lists(parts: Parts, command: Command[Any]) -> Plan:
    return sorted(ranked((yield parts.all(command))))


def ranked(received: list[list[list[Any]]]) -> list[list[Any]]:
    """Adds the numbers after the same name, and begins with the largest."""
    sums: dict[str, list[Any]] = {}
    for name, *numbers in chain(*received):
        sums[name] = [*map(add, sums.get(name, [0] * len(numbers)), numbers)]
    rows = [[name, *numbers] for name, numbers in sums.items()]
    return sorted(rows, key=lambda row: (-row[1], row[0]))


def find(parts: Parts, command: Command[Any]) -> Plan:
    received = yield parts.all(command)
    if command.options.get("count") is None:
        return max((id for id in received if id is not None), default=None)
    ids: list[int] = [*chain(*received)]
    return sorted(ids, reverse=True)[:command.options["count"]]


def seen(parts: Parts, command: Command[Any]) -> Plan:
    """Notes the id, or in a part that has not reached it, the last id of the part."""
    user, id = command.args
    infos = yield parts.all(Command("INFO", (), replies.same, is_read=True))
    last = [info["last_id"] if info else 0 for info in infos]
    if not 1 <= int(id) <= max(last):
        return (yield [(parts.of_id(id), command, ())])[0]  # The server says what is wrong.
    return max((yield [(part, replace(command, args=(user, min(int(id), reached))), ())
                       for part, reached in enumerate(last) if reached]))


def rank(parts: Parts, command: Command[Any]) -> Plan:
    """Adds what is ahead in other parts, which is found by halving."""
    home, options = parts.of_id(command.args[0]), dict(command.options)
    group = options.pop("group", None)
    args, name = ((), "PAGE") if group is None else ((group,), "GROUPPAGE")
    page = Command(name, args, replies.same, True, options).having(
        size=1, return_=["id", "position"])
    # How many entries of each part are ahead, at least and at most.
    least, most = [0] * parts.count, (yield parts.all(Command("COUNT", args, replies.same, True)))
    found = list[Any]()
    while not found or found[0]["id"] != command.args[0]:
        ahead = (yield [(home, command, ())])[0]
        if ahead is None:
            return None
        least[home] = most[home] = ahead
        found = (yield [(home, replace(page, args=(*args, ahead + 1)), ())])[0]
    sign = 1 if str(options.get("order")).lower() == "asc" else -1
    place = places([found[0]["position"]], sign)
    while unfinished := [part for part in range(parts.count) if least[part] < most[part]]:
        middle = [(low + high) // 2 for low, high in zip(least, most)]
        received = yield [
            (part, replace(page, args=(*args, middle[part] + 1)), ()) for part in unfinished]
        for part, one in zip(unfinished, received):
            if one and places([one[0]["position"]], sign) < place:
                least[part] = middle[part] + 1
            else:
                most[part] = middle[part]
    return sum(least)


PLANS: dict[str, Callable[[Parts, Command[Any]], Plan]] = {
    **dict.fromkeys(("PAGE", "GROUPPAGE", "USERPAGE", "COMMENTS", "VOTED", "ANSWERS"), page),
    **dict.fromkeys(("FOLLOW", "UNFOLLOW", "MUTE", "UNMUTE"), in_turn(max)),
    **dict.fromkeys(IDS, Parts.by_id), "FORGET": in_turn(sum), "UNVOTE": step, "SILENCE": step,
    "CREATE": create, "ALTER": alter, "TRANSFER": transfer, "MARKED": marked, "CHANGES": changes,
    "INFO": facts, "USER": facts, "COUNT": count, "GROUPS": groups, "LISTS": lists, "FIND": find,
    "AFFINITY": affinity, "SEEN": seen, "RANK": rank,
}
