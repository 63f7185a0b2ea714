"""Follows docs/tutorial.md in Python: builds the files, and compares what commands print."""

from __future__ import annotations

import http.client
import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import Server, free_port

TUTORIAL = Path(__file__).parents[3] / "docs/tutorial.md"
BLOCK = re.compile(r"(?:^\*\*`(\S+)`\*\*\n\n)?^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
# What is for those who follow the tutorial in Node.js.
IN_NODE = re.compile(r"^(views/|app\.|server\.).*\.js$|^\$ node ")


class Reader:
    """Somebody who follows the tutorial in a folder, with a shell and a running site."""

    def __init__(self, folder: Path, server: Server) -> None:
        self.folder, self.redis = folder, server
        self.port = free_port()
        programs = Path(sys.executable).parent
        self.environment = os.environ | {
            "PATH": f"{programs}:{os.environ['PATH']}", "REDIS_URL": server.url}
        self.shell = subprocess.Popen(
            ["bash"], cwd=folder, env=self.environment, text=True, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.site: subprocess.Popen[bytes] | None = None

    def write(self, name: str, text: str) -> None:
        """Adds code to a file, or replaces a template."""
        file = self.folder / name
        file.parent.mkdir(exist_ok=True)
        is_template = name.endswith(".html")
        file.write_text(text if is_template or not file.exists() else file.read_text() + text)
        self.stop()

    def run(self, command: str) -> str:
        """Returns what a command prints."""
        if self.site is None and (self.folder / "app.py").exists():
            self.start()
        # As on a terminal.
        command = command.replace("redis-cli", f"redis-cli --no-raw -p {self.redis.port}")
        assert self.shell.stdin and self.shell.stdout
        # The output need not end with the end of a line.
        end = "\nprintf '\\n<end>\\n'\n"
        self.shell.stdin.write(command.replace(":3000", f":{self.port}") + end)
        self.shell.stdin.flush()
        return "".join(iter(self.shell.stdout.readline, "<end>\n"))[:-1]

    def start(self) -> None:
        with open(self.folder / "log", "ab") as log:
            self.site = subprocess.Popen(
                [sys.executable, "-m", "flask", "run", "--port", str(self.port)], cwd=self.folder,
                env=self.environment, stdout=log, stderr=log)
        while self.site.poll() is None:
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return
            except OSError:
                continue
        raise AssertionError((self.folder / "log").read_text())

    def stop(self) -> None:
        if self.site is not None:
            self.site.kill()
            self.site.wait()
            self.site = None

    def close(self) -> None:
        self.stop()
        self.shell.kill()
        self.shell.communicate()


@pytest.fixture
def reader(tmp_path: Path, server: Server) -> Iterator[Reader]:
    reader = Reader(tmp_path, server)
    yield reader
    reader.close()


def test_tutorial(reader: Reader) -> None:
    for name, language, text in BLOCK.findall(TUTORIAL.read_text()):
        if IN_NODE.search(name or text):
            continue
        if name:
            reader.write(name, text)
        elif language == "console":
            for command, expected in transcript(text):
                assert reader.run(command) == expected, command
    assert_live(reader)
    assert_many_live_pages(reader)
    lines = (reader.folder / "app.py").read_text().splitlines()
    assert len([line for line in lines if line.strip()]) < 100, "as the tutorial says"


def transcript(text: str) -> Iterator[tuple[str, str]]:
    """Yields commands and their output."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        yield command, output


def open_page(reader: Reader) -> http.client.HTTPResponse:
    """Returns the events of a page, once the site is being followed."""
    page = http.client.HTTPConnection("127.0.0.1", reader.port)
    page.request("GET", "/live")
    events = page.getresponse()
    assert events.readline() == b":\n"
    return events


def next_vote(events: http.client.HTTPResponse) -> bytes:
    return next(line for line in iter(events.readline, b"") if line.startswith(b"data"))


def assert_live(reader: Reader) -> None:
    """An open page gets the votes that are cast after it was opened."""
    reader.run("true")
    events = open_page(reader)
    reader.run("bob 127.0.0.1:3000/vote/2/up -d '' -o /dev/null")
    assert next_vote(events) == b'data: {"id": 2, "votes": 2}\n'
    reader.run("bob 127.0.0.1:3000/vote/4/up -d '' -o /dev/null")
    assert next_vote(events) == b'data: {"id": 4, "votes": 2}\n'
    events.close()


def assert_many_live_pages(reader: Reader) -> None:
    """500 open pages get a vote, and the site goes on serving."""
    pages = [open_page(reader) for _ in range(500)]
    assert "<title>News</title>" in reader.run("bob 127.0.0.1:3000/")
    reader.run("bob 127.0.0.1:3000/vote/3/up -d '' -o /dev/null")
    expected = b'data: {"id": 3, "votes": 2}\n'
    assert [next_vote(events) for events in pages] == [expected] * 500
    for events in pages:
        events.close()
