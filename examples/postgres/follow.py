"""Keeps a copy of a voting site in PostgreSQL: `pip install redis psycopg[binary]`.

`follow.py [REDIS_URL [SITE [POSTGRES]]]` runs for ever. Kill it whenever you like: the version is
committed together with the changes before it, so nothing is lost or applied twice.
"""

import sys
import time

import psycopg
import redis
from psycopg.types.json import Jsonb

SCHEMA = """
CREATE TABLE IF NOT EXISTS items (
    id bigint PRIMARY KEY,
    kind text NOT NULL,         -- article or comment
    poster text NOT NULL,
    title text, link text,      -- of articles
    text text,                  -- of comments
    time bigint NOT NULL, closes bigint NOT NULL,
    votes bigint NOT NULL, upvotes bigint NOT NULL, downvotes bigint NOT NULL,
    score bigint NOT NULL, boost bigint,
    hidden boolean NOT NULL, locked boolean NOT NULL, pinned boolean NOT NULL,
    comments bigint NOT NULL,
    bumped bigint,              -- of articles
    parent bigint, article bigint,  -- of comments
    groups text[],              -- of articles
    fields jsonb NOT NULL,      -- custom fields
    fill bigint NOT NULL        -- the last fill in which it came
);
-- What readers may see. A comment of a hidden or deleted article has not changed itself.
CREATE OR REPLACE VIEW listed AS
    SELECT items.* FROM items LEFT JOIN items story ON story.id = items.article
    WHERE NOT items.hidden AND (items.article IS NULL OR NOT story.hidden);
CREATE TABLE IF NOT EXISTS follower (
    the_only_row boolean PRIMARY KEY DEFAULT true CHECK (the_only_row),
    version text NOT NULL DEFAULT '0',
    fill bigint NOT NULL DEFAULT 1,
    is_complete boolean NOT NULL DEFAULT false
);
INSERT INTO follower DEFAULT VALUES ON CONFLICT DO NOTHING;
"""

FLAGS = "hidden", "locked", "pinned"
ENTRIES = ["id", "poster", "time", "closes", "votes", "upvotes", "downvotes", "score", "boost",
           "comments", *FLAGS]
ENTRIES_OF = {
    "article": [*ENTRIES, "title", "link", "bumped", "groups"],
    "comment": [*ENTRIES, "text", "parent", "article"],
}
COLUMNS = ["kind", *dict.fromkeys(sum(ENTRIES_OF.values(), [])), "fields", "fill"]
UPSERT = f"""
INSERT INTO items ({", ".join(COLUMNS)})
VALUES ({", ".join(f"%({column})s" for column in COLUMNS)})
ON CONFLICT (id) DO UPDATE SET {", ".join(f"{column} = excluded.{column}" for column in COLUMNS)}
"""


def clean(value):
    """Returns a value that PostgreSQL can store: no NUL, and nothing but UTF-8, in texts."""
    if isinstance(value, bytes):
        return value.decode(errors="replace").replace("\0", "\ufffd")
    return [clean(element) for element in value] if isinstance(value, list) else value


def row(item, fill):
    """Returns the row of an article or a comment."""
    # In the map of an article, `parent` is a custom field, which is a text.
    kind = "comment" if isinstance(item.get(b"parent"), int) else "article"
    item = {clean(name): clean(value) for name, value in item.items()}
    own = {name: item.pop(name) for name in ENTRIES_OF[kind] if name in item}
    flags = {name: name in own for name in FLAGS}
    return dict.fromkeys(COLUMNS) | own | flags | {
        "kind": kind, "fields": Jsonb(item), "fill": fill}


def apply(db, since, fill, version, items, deleted):
    """Applies one reply of ARTICLE.CHANGES, with its version, in one transaction."""
    with db.transaction(), db.cursor() as cursor:
        cursor.execute("UPDATE follower SET version = %s WHERE version = %s AND fill = %s",
                       (version, since, fill))
        if cursor.rowcount == 0:
            raise SystemExit("Another process follows the site into the same table.")
        cursor.executemany(UPSERT, [row(item, fill) for item in items])
        cursor.execute("DELETE FROM items WHERE id = ANY(%s)", (deleted,))


def begin_again(db):
    """Starts another fill. The rows of the last one stay until the table is complete."""
    db.execute("UPDATE follower SET version = '0', fill = fill + 1, is_complete = false")


def complete(db, fill):
    """Deletes the rows that have not come in this fill: the site does not have them any more."""
    with db.transaction():
        db.execute("DELETE FROM items WHERE fill <> %s", (fill,))
        db.execute("UPDATE follower SET is_complete = true WHERE fill = %s", (fill,))


def follow(db, site, key):
    """Applies the changes of a site, for ever."""
    db.execute(SCHEMA)
    while True:
        # The row is the only memory of this program.
        since, fill, is_complete = db.execute(
            "SELECT version, fill, is_complete FROM follower").fetchone()
        wait = ["BLOCK", 5000] if is_complete else []
        try:
            version, items, deleted = site.execute_command(
                "ARTICLE.CHANGES", key, since, "COUNT", 500, *wait)
        except redis.ResponseError as error:
            if not str(error).startswith("RESYNC"):
                raise
            begin_again(db)
            continue
        if items or deleted:
            apply(db, since, fill, version.decode(), items, deleted)
        elif not is_complete:
            complete(db, fill)


def main(url="redis://127.0.0.1:6379", key="news", postgres=""):
    # The timeout must exceed BLOCK. With RESP3, articles are dictionaries.
    site = redis.Redis.from_url(url, protocol=3, socket_timeout=15)
    while True:
        try:
            with psycopg.connect(postgres, autocommit=True) as db:
                follow(db, site, key)
        except (redis.ConnectionError, redis.TimeoutError, psycopg.OperationalError) as error:
            print(f"Trying again: {error}", file=sys.stderr)
            time.sleep(1)


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except KeyboardInterrupt:
        pass
