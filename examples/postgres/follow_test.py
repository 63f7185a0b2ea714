"""Tests follow.py with real servers, which are killed, as the program is.

`make followers` runs this. TEST_SERVER names the program of crates/test-server, MODULE the module's
file, REDIS_SERVER the server, SEED the random choices of an earlier run.
"""

import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time

import psycopg
import redis

from follow import ENTRIES_OF, FLAGS, clean

DEADLINE = 60
USERS = ["ann", "bob", "cleo", "dan", "eve"]
# Never deleted. What readers of the table must always see.
KEPT = 40


def wait_until(what, condition):
    start = time.monotonic()
    while not condition():
        assert time.monotonic() - start < DEADLINE, f"waited in vain: {what}"
        time.sleep(0.02)


class Program:
    """A program that can be killed with SIGKILL and started again."""

    def __init__(self, *command, **options):
        self.command, self.options = command, options
        self.start()

    def start(self):
        self.process = subprocess.Popen(self.command, **self.options)

    def kill(self):
        self.process.kill()
        self.process.wait()

    end = kill


class Redis:
    """A server with the module. It keeps everything across a kill."""

    def __init__(self):
        self.process = subprocess.Popen(
            [os.environ["TEST_SERVER"], "appendonly yes", "appendfsync always"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.url = f"redis://127.0.0.1:{self.process.stdout.readline().strip()}"
        self.client = redis.Redis.from_url(self.url, protocol=3)

    def say(self, command):
        print(command, file=self.process.stdin, flush=True)
        assert self.process.stdout.readline()

    def start(self):
        self.say("start 0")

    def kill(self):
        self.say("kill 0")

    def end(self):
        self.process.communicate()


class Postgres(Program):
    """A server with an empty database. It refuses to run as root."""

    def __init__(self, folder):
        account = {"user": "postgres", "group": "postgres", "extra_groups": []}
        options = (account if os.getuid() == 0 else {}) | {"cwd": folder}
        if os.getuid() == 0:
            shutil.chown(folder, "postgres", "postgres")
        # Debian has it outside PATH.
        places = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"))
        path = os.pathsep.join([os.environ["PATH"], *map(str, reversed(places))])
        initdb, server = (shutil.which(name, path=path) for name in ("initdb", "postgres"))
        subprocess.run([initdb, "-D", f"{folder}/data", "-U", "postgres", "-A", "trust"],
                       check=True, stdout=subprocess.DEVNULL, **options)
        self.url = f"host={folder} user=postgres dbname=postgres"
        super().__init__(server, "-D", f"{folder}/data", "-k", folder, "-c", "listen_addresses=",
                         "-c", "fsync=off", stderr=subprocess.DEVNULL, **options)

    def start(self):
        super().start()
        wait_until("PostgreSQL", self.is_up)

    def is_up(self):
        # It does not start before the last process of the killed server has ended.
        if self.process.poll() is not None:
            super().start()
        try:
            psycopg.connect(self.url).close()
            return True
        except psycopg.OperationalError:
            return False


class Site:
    """Random changes of a site."""

    def __init__(self, client, choices):
        self.client, self.random, self.last = client, choices, 0

    def call(self, name, *arguments):
        try:
            return self.client.execute_command(f"ARTICLE.{name}", "news", *arguments)
        except redis.ResponseError as error:
            # What was deleted, hidden or locked.
            assert str(error).split()[0] in ("NOARTICLE", "HIDDEN", "LOCKED", "VOTECLOSED"), error

    def post(self):
        title = self.random.choice([b"Hello", "snö".encode(), b"nul \0 and \xff", b"'\"\\"])
        self.last = self.call("POST", self.random.choice(USERS), title, "https://example.com",
                              "GROUPS", 2, "rust", b"\xfe", "FIELDS", 2, "parent", "x", "lang", title)

    def change(self):
        old, user = self.random.randint(1, self.last), self.random.choice(USERS)
        match self.random.randrange(10):
            case 0:
                self.post()
            case 1 | 2:
                self.last = self.call("COMMENT", user, old, b"text \0 \xff") or self.last
            case 3 | 4 | 5:
                self.call("VOTE", user, old, self.random.choice(["UP", "DOWN", "NONE"]))
            case 6:
                action = self.random.choice(["HIDE", "SHOW", "LOCK", "UNLOCK", "PIN", "UNPIN"])
                self.call("MODERATE", action, old)
            case 7:
                self.call("EDIT", old, "FIELDS", 1, "count", self.random.randrange(9))
            case 8:
                self.call("BOOST", old, self.random.randrange(-9, 9))
            case 9 if old > KEPT:
                self.call("DEL", old)

    def listed(self):
        """Returns the ids of what readers may see, in ascending order."""
        ids = range(1, self.last + 1)
        found = [self.call("MGET", 1, id, "RETURN", 1, "listed")[0] for id in ids]
        return [id for id, item in zip(ids, found) if item and item[b"listed"]]

    def items(self):
        """Returns what the table must hold, by id."""
        items = {}
        for first in range(1, self.last + 1, 1000):
            ids = range(first, min(first + 1000, self.last + 1))
            for item in self.call("MGET", len(ids), *ids):
                if item is not None:
                    items[item[b"id"]] = {clean(name): clean(item[name]) for name in item}
        return items


def table(db):
    """Returns what the table holds as the module shows it, by id."""
    items = {}
    for kind, fields, fill, *values in db.execute(
            f"SELECT kind, fields, fill, {', '.join(NAMES)} FROM items"):
        named = dict(zip(NAMES, values))
        items[named["id"]] = fields | {
            name: int(value) if name in FLAGS else value for name, value in named.items()
            if name in ENTRIES_OF[kind] and value is not None and value is not False}
    return items


NAMES = list(dict.fromkeys(sum(ENTRIES_OF.values(), [])))


def watch(url, is_over, problems):
    """Reads the table as a web server would, and notes when something is missing."""
    while not is_over.is_set():
        try:
            with psycopg.connect(url, autocommit=True) as db:
                while not is_over.is_set():
                    query = "SELECT count(*) FROM items WHERE id <= %s"
                    if db.execute(query, (KEPT,)).fetchone() != (KEPT,):
                        problems.append("an article is missing")
        except psycopg.OperationalError:
            time.sleep(0.01)


def main(folder):
    seed = int(os.environ.get("SEED", random.randrange(10**9)))
    print(f"SEED={seed}", file=sys.stderr)
    choices = random.Random(seed)
    os.mkdir(f"{folder}/postgres")
    programs = []

    def run(make, *arguments):
        programs.append(make(*arguments))
        return programs[-1]

    try:
        server, postgres = run(Redis), run(Postgres, f"{folder}/postgres")
        site = Site(server.client, choices)
        for _ in range(1500):
            site.post()
        program = pathlib.Path(__file__).with_name("follow.py")
        follower = run(Program, sys.executable, program, server.url, "news", postgres.url)

        def is_equal():
            with psycopg.connect(postgres.url) as db:
                row = db.execute("SELECT is_complete FROM follower").fetchone()
                rows = db.execute("SELECT id FROM listed ORDER BY id").fetchall()
                return (row == (True,) and table(db) == expected
                        and [id for id, in rows] == listed)

        expected, listed = site.items(), site.listed()
        wait_until("the first copy", lambda: postgres_has_table(postgres.url) and is_equal())
        is_over, problems = threading.Event(), []
        watcher = threading.Thread(target=watch, args=(postgres.url, is_over, problems))
        watcher.start()
        for _ in range(int(os.environ.get("ROUNDS", 3))):
            for victim in choices.choices([postgres, follower, server], k=6):
                for _ in range(choices.randrange(300)):
                    site.change()
                victim.kill()
                for _ in range(0 if victim is server else 50):
                    site.change()
                victim.start()
            expected, listed = site.items(), site.listed()
            wait_until("a copy that equals the site", is_equal)
        # The site is gone.
        is_over.set()
        watcher.join()
        assert not problems, problems
        server.client.delete("news")
        expected, listed = {}, []
        wait_until("an empty copy", is_equal)
    finally:
        for program in reversed(programs):
            program.end()
    print("The table equals the site.")


def postgres_has_table(url):
    with psycopg.connect(url) as db:
        return db.execute("SELECT to_regclass('follower') IS NOT NULL").fetchone() == (True,)


if __name__ == "__main__":
    # Readable by PostgreSQL's own user.
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        main(folder)
