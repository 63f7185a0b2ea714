"""What commands ask several parts of a spread site, and how their replies become one."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import chain
from operator import add
from time import time
from typing import Any

from . import replies
from .calls import read
from .command import Command
from .errors import Resync
from .merging import Order, page
from .parts import FINISHED, Parts, Plan, joined
from .signatures import IDS

# Numbers of INFO and USER that add up. Others are the greatest, such as the last id, or the same.
ADDED = ("articles", "open", "groups", "votes", "memory", "hidden", "users", "comments", "marks",
         "karma", "comment_karma", "unseen")
MOST = {"unseen": 1000, "ids_first": 1, "ids_step": 1}
TRANSFERRED = 1000  # The COUNT of TRANSFER.
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
        if command.name == "ALTER":
            parts.page_size = None
        for part in range(parts.count):
            own = {"ids": (part or parts.count, parts.count)} if command.name == "CREATE" else {}
            received += yield [(part, command.having(**own), ())]
        return join(received)

    return ask


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


def count(parts: Parts, command: Command[Any]) -> Plan:
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


PLANS: dict[str, Callable[[Parts, Command[Any]], Plan]] = {
    **dict.fromkeys(("FOLLOW", "UNFOLLOW", "MUTE", "UNMUTE"), in_turn(max)),
    **dict.fromkeys(IDS, Parts.by_id), "FORGET": in_turn(sum), "TRANSFER": transfer,
    "CREATE": in_turn(lambda replies: next((reply for reply in replies if reply), None)),
    "ALTER": in_turn(min), "UNVOTE": step, "SILENCE": step, "CHANGES": changes, "INFO": facts,
    "USER": facts, "COUNT": count, "FIND": find, "SEEN": seen, "RANK": rank,
    **dict.fromkeys(("GROUPS", "LISTS", "AFFINITY"), table),
    **dict.fromkeys(
        ("PAGE", "GROUPPAGE", "USERPAGE", "COMMENTS", "VOTED", "ANSWERS", "MARKED"), page),
}
