"""Measures what a Python program waits for: a page with votes, and a thread of 1,000 comments.

Prints `case;contender;microseconds` per line. The thread of the databases is flat, and not in order
of its answers. SITE is the key of the site, VIEWER the number of the viewer.
"""

import json
import os
import sqlite3
import statistics
import time
from pathlib import Path

import psycopg
import redis
from psycopg.rows import dict_row
from redis_article import Site

QUERIES = json.loads(Path(__file__).with_name("queries.json").read_text())
ROUNDS = {"page": 300, "thread": 60}
number = int(os.environ["VIEWER"])
viewer = f"user-{number:05}"
client = redis.Redis(port=int(os.environ["REDIS_PORT"]), protocol=3, decode_responses=True)
site = Site(client, os.environ["SITE"])
has_hiredis = redis.utils.HIREDIS_AVAILABLE
REDIS = "redis-py with hiredis" if has_hiredis else "redis-py"
postgres = psycopg.connect(f"host=127.0.0.1 port={os.environ['POSTGRES_PORT']} user=postgres",
                           autocommit=True, row_factory=dict_row)
sqlite = sqlite3.connect(os.environ["SQLITE"])
sqlite.row_factory = lambda cursor, row: {
    column[0]: value for column, value in zip(cursor.description, row)}


def maps(command, *words):
    return client.execute_command(f"ARTICLE.{command}", site.key, *words, "VIEWER", viewer)


def from_postgres(sql):
    query = sql.replace(":user", "%(user)s")
    return postgres.execute(query, {"user": number}, prepare=True).fetchall()


def from_sqlite(sql):
    return sqlite.execute(sql, {"user": number}).fetchall()


def of_databases(kind):
    """Yields cases, contenders, and functions."""
    sql = QUERIES[kind]
    names = list(from_sqlite(sql)[0])
    text = ", ".join(f"'{name}', {name}" for name in names)
    agg = f"SELECT json_agg(t)::text AS text FROM ({sql}) t"
    group = f"SELECT json_group_array(json_object({text})) AS text FROM ({sql})"
    yield "objects, psycopg", "postgres", lambda: from_postgres(sql)
    yield "passed through, psycopg", "postgres", lambda: from_postgres(agg)[0]["text"]
    yield "objects, sqlite3", "sqlite", lambda: from_sqlite(sql)
    yield "passed through, sqlite3", "sqlite", lambda: from_sqlite(group)[0]["text"]


def cases(kind):
    if kind == "page":
        yield f"objects, {REDIS}", "module", lambda: site.page(viewer=viewer)
        yield f"passed through, {REDIS}", "module", lambda: site.page_json(viewer=viewer)
        yield f"maps, {REDIS}", "module", lambda: maps("PAGE", 1)
    else:
        yield f"objects, {REDIS}", "module", lambda: site.thread(1, size=1000, viewer=viewer)
        yield (f"passed through, {REDIS}", "module",
               lambda: site.thread_json(1, size=1000, viewer=viewer))
        yield f"maps, {REDIS}", "module", lambda: maps("THREAD", 1, "SIZE", 1000)
    if has_hiredis:
        yield from of_databases(kind)


for kind, rounds in ROUNDS.items():
    measured = list(cases(kind))
    times = [[] for _ in measured]
    # In turns, so that all have the same share of a busy moment.
    for nth in range(rounds):
        for (_, _, read), own in zip(measured, times):
            start = time.perf_counter()
            read()
            own.append(time.perf_counter() - start)
    for (case, contender, read), own in zip(measured, times):
        reply = read()
        length = len(json.loads(reply)) if isinstance(reply, (str, bytes)) else len(reply)
        assert length == (25 if kind == "page" else 1000), (case, length)
        print(f"{kind} as {case};{contender};{statistics.median(own) * 1e6:.1f}")
