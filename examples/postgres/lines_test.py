"""Tests the queries that write JSON lines, with PostgreSQL and MariaDB.

`make followers` runs this. TEST_SERVER names the program of crates/test-server, MODULE the module's
file, MIGRATE the program article-migrate, REDIS_SERVER the server, SEED the random choices of an
earlier run.
"""

import csv
import os
import pathlib
import random
import re
import shutil
import subprocess
import tempfile
from datetime import datetime, timedelta, timezone

from follow_test import Postgres, Program, Redis, wait_until

HERE = pathlib.Path(__file__).parent
GUIDE = HERE.parents[1] / "docs/migrating.md"
TEXTS = ["Hello", "snö 😀", "'\"\\ \\n", "two\nlines\tand {\"json\": [1]}", "</script>"]
SCHEMA = """
CREATE TABLE users (id bigint PRIMARY KEY, name varchar(255));
CREATE TABLE stories (id bigint PRIMARY KEY, user_id bigint, title text, url text,
    created_at {time}, hidden boolean);
CREATE TABLE comments (id bigint PRIMARY KEY, story_id bigint, parent_id bigint, user_id bigint,
    body text, created_at {time}, deleted boolean);
CREATE TABLE votes (user_id bigint, story_id bigint, comment_id bigint, value smallint);
CREATE TABLE tags (id bigint PRIMARY KEY, name varchar(255));
CREATE TABLE taggings (story_id bigint, tag_id bigint);
"""


class MariaDb(Program):
    """A server with an empty database, and no passwords."""

    def __init__(self, folder):
        account = ["--user=mysql"] if os.getuid() == 0 else []
        if os.getuid() == 0:
            shutil.chown(folder, "mysql", "mysql")
        self.socket = f"{folder}/socket"
        subprocess.run(
            ["mariadb-install-db", "--no-defaults", f"--datadir={folder}/data", *account,
             "--auth-root-authentication-method=normal", "--skip-test-db"],
            check=True, stdout=subprocess.DEVNULL)
        server = shutil.which("mariadbd", path=os.environ["PATH"] + ":/usr/sbin")
        super().__init__(
            server, "--no-defaults", f"--datadir={folder}/data", f"--socket={self.socket}",
            "--skip-networking", *account, stderr=subprocess.DEVNULL)

    def start(self):
        super().start()
        ping = ["mariadb", "--no-defaults", "-uroot", f"--socket={self.socket}", "-e", "SELECT 1"]
        wait_until("MariaDB", lambda: subprocess.run(ping, capture_output=True).returncode == 0)
        subprocess.run([*ping[:-1], "CREATE DATABASE site CHARACTER SET utf8mb4"], check=True)


class Tables:
    """Random rows, in the order of the schema."""

    def __init__(self, choices):
        begin = datetime(2026, 11, 1, tzinfo=timezone.utc)
        time = lambda: begin + timedelta(microseconds=choices.randrange(10**12))
        self.users = [(id, f"user{id} {choices.choice(TEXTS)}") for id in range(1, 20)]
        self.tags = [(1, "rust"), (2, "snö \"1\"")]
        user = lambda: choices.randrange(1, 20)
        self.stories = sorted(
            (id, user(), choices.choice(TEXTS), choices.choice([None, "https://example.com/?a&b"]),
             time(), choices.random() < 0.1)
            for id in choices.sample(range(1, 400), 60))
        self.comments = []
        for id in sorted(choices.sample(range(1, 900), 300)):
            is_answer = self.comments and choices.random() < 0.7
            above = choices.choice(self.comments) if is_answer else None
            story = above[1] if above else choices.choice(self.stories)[0]
            self.comments.append((id, story, above and above[0], user(), choices.choice(TEXTS),
                                  time(), choices.random() < 0.2))
        vote = lambda: choices.choice([1, 1, -1])
        self.votes = [(voter, story[0], None, vote()) for story in self.stories
                      for voter in choices.sample(range(1, 20), choices.randrange(9))]
        self.votes += [(voter, None, comment[0], vote()) for comment in self.comments
                       for voter in choices.sample(range(1, 20), choices.randrange(5))]
        self.taggings = [(story[0], tag) for story in self.stories
                         for tag in choices.sample([1, 2], choices.randrange(3))]

    def sql(self, dialect):
        """Returns the commands that create and fill the tables."""
        yield SCHEMA.format(time="timestamptz" if dialect == "postgres" else "datetime(6)")
        for table in ("users", "stories", "comments", "votes", "tags", "taggings"):
            for row in getattr(self, table):
                values = ", ".join(literal(value, dialect) for value in row)
                yield f"INSERT INTO {table} VALUES ({values});\n"

    def check(self, client, ids):
        """Compares a site with the tables."""
        call = lambda name, *more: client.execute_command(f"ARTICLE.{name}", "news", *more)
        assert client.execute_command("ARTICLE.DEBUG", "CHECK", "news") == b"OK"
        names = dict(self.users)
        below = {}
        answered = {comment[2] for comment in self.comments}
        for id, story, parent, *_, deleted in self.comments:
            below[story] = below.get(story, 0) + (not deleted)
        for id, user, title, url, created, hidden in self.stories:
            article = call("GET", ids["article", id])
            times = [c[5] for c in self.comments if c[1] == id and not c[6]]
            latest = max([created, *times])
            expected = {
                b"title": title.encode(), b"link": (url or "").encode(),
                b"poster": names[user].encode(), b"time": int(created.timestamp()),
                b"comments": below.get(id, 0), b"bumped": int(latest.timestamp()),
                b"source": f"story {id}".encode(),
                b"groups": sorted(name.encode() for tag, name in self.tags
                                  if (id, tag) in self.taggings)}
            assert {name: article[name] for name in expected} == expected, (article, expected)
            assert article.get(b"hidden", 0) == hidden
            self.check_votes(call, article, 1, id)
        for id, story, parent, user, body, created, deleted in self.comments:
            if deleted:
                assert (("comment", id) in ids) == (id in answered)
                continue
            comment = call("GET", ids["comment", id])
            above = ids["comment", parent] if parent else ids["article", story]
            assert comment[b"parent"] == above and comment[b"article"] == ids["article", story]
            assert (comment[b"text"], comment[b"poster"]) == (body.encode(), names[user].encode())
            assert comment[b"time"] == int(created.timestamp())
            self.check_votes(call, comment, 2, id)

    def check_votes(self, call, item, column, id):
        names = dict(self.users)
        expected = {names[vote[0]].encode(): vote[3] for vote in self.votes if vote[column] == id}
        voters = call("VOTERS", item[b"id"], 0, "COUNT", 100)[1]
        assert dict(zip(voters[::2], voters[1::2])) == expected


def literal(value, dialect):
    match value:
        case None:
            return "NULL"
        case bool():
            return str(value).upper()
        case datetime():
            zone = "+00" if dialect == "postgres" else ""
            return f"'{value.strftime('%Y-%m-%d %H:%M:%S.%f')}{zone}'"
        case str():
            text = value if dialect == "postgres" else value.replace("\\", "\\\\")
            return "'" + text.replace("'", "''") + "'"
    return str(value)


def guide():
    """Returns the command of each database, and the command that imports."""
    title = "\n### Lines from PostgreSQL and MySQL\n"
    section = GUIDE.read_text().split(title)[1].split("\n##")[0]
    *commands, imports = re.findall(r"```sh\n(.*?)```", section, re.S)
    return commands, imports


def run(line, folder, replacements):
    """Runs a line of the guide, in a folder."""
    for old, new in replacements.items():
        assert old in line, f"{old} in {line}"
        line = line.replace(old, new)
    subprocess.run(["bash", "-euc", line], check=True, cwd=folder, stdout=subprocess.DEVNULL)


def test(tables, query, command, imports, replacements):
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(HERE / query, folder)
        run(command, folder, replacements)
        redis = Redis()
        try:
            migrate = {"article-migrate": os.environ["MIGRATE"], "redis://new": redis.url}
            run(imports, folder, migrate)
            with open(f"{folder}/ids.csv", newline="") as file:
                ids = {(row["kind"], int(row["old_id"])): int(row["new_id"])
                       for row in csv.DictReader(file)}
            tables.check(redis.client, ids)
        finally:
            redis.end()


def main(folder):
    seed = os.environ.get("SEED") or str(random.randrange(10**9))
    print(f"SEED={seed}")
    tables = Tables(random.Random(seed))
    commands, imports = guide()
    queries = "rows.sql", "rows-mysql.sql"
    for dialect, query, command in zip(("postgres", "mariadb"), queries, commands, strict=True):
        own = f"{folder}/{dialect}"
        os.mkdir(own)
        os.chmod(own, 0o755)
        fill = "".join(tables.sql(dialect))
        if dialect == "postgres":
            server = Postgres(own)
            client = f"psql -h {own} -U postgres"
            replacements = {"psql": client, " site ": " postgres "}
            options = "-qX -v ON_ERROR_STOP=1"
        else:
            server = MariaDb(own)
            client = f"mariadb --no-defaults -uroot --socket={server.socket}"
            replacements = {"mysql ": f"{client} "}
            options = "--default-character-set=utf8mb4 site"
        try:
            subprocess.run([*client.split(), *options.split()], check=True, input=fill.encode())
            test(tables, query, command, imports, replacements)
        finally:
            server.kill()
        print(f"{dialect}: the site equals the tables")


if __name__ == "__main__":
    # Readable by the databases' own users.
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        main(folder)
