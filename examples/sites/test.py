#!/usr/bin/env python3
"""Uses one of the sites as its readers do: test.py COMMAND ..., which serves it on $PORT.

Prints what works. REDIS_URL names a server with the module, which is emptied.
"""

import http.cookiejar
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


PORT = 0
# Seconds until a site that does not answer has failed.
DEADLINE = 60


class Reader:
    """Somebody with a browser. `status` and `text` are of the last page."""

    def __init__(self, name: str | None = None) -> None:
        self.jar = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))
        self.page = "/"
        if name:
            self.post("/login", name=name)

    def open(self, path: str, form: dict[str, str] | None = None, cookie: str = "") -> str:
        data = None if form is None else urllib.parse.urlencode(form).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{PORT}{path}", data)
        request.add_header("Referer", f"http://127.0.0.1:{PORT}{self.page}")
        if cookie:
            request.add_unredirected_header("Cookie", cookie)
        try:
            response = self.opener.open(request, timeout=60)
        except urllib.error.HTTPError as error:
            response = error
        with response:
            self.status, self.text = response.status, response.read().decode()
        return self.text

    def get(self, path: str, cookie: str = "") -> str:
        self.page = path
        return self.open(path, cookie=cookie)

    def post(self, path: str, **form: str) -> str:
        return self.open(path, form)

    def votes(self, id: int) -> int:
        found = re.search(rf'id="votes-{id}">(-?\d+)<', self.text)
        assert found, self.text
        return int(found[1])

    def shown(self) -> list[int]:
        return [int(id) for id in re.findall(r'id="votes-(\d+)"', self.text)]


def visitors_log_in_first() -> None:
    visitor = Reader()
    assert visitor.get("/").count("Nothing here yet") == 1 and visitor.status == 200
    assert "<h1>Log in first</h1>" in visitor.post("/submit", title="Hello", link="", groups="")
    assert "<h1>Log in first</h1>" in visitor.get("/inbox")


def items_are_submitted_once() -> None:
    ann.post("/submit", title="<b>Hello", link="https://example.com/", groups="rust c#")
    assert ann.shown() == [1] and ann.votes(1) == 1, ann.text
    assert "&lt;b&gt;Hello" in ann.text and "<b>Hello" not in ann.text
    bob.post("/submit", title="Again", link="https://example.com/", groups="")
    assert bob.shown() == [1] and bob.votes(1) == 2, bob.text
    for title, link in [("Bad", "javascript:alert(1)"), ("", "https://example.com/2")]:
        bob.post("/submit", title=title, link=link, groups="")
        assert bob.status == 400, (title, link, bob.status, bob.text)


def votes_count_once() -> None:
    bob.get("/item/1")
    for vote, votes in [("down", 0), ("down", 0), ("none", 1), ("up", 2)]:
        bob.post(f"/vote/1/{vote}")
        assert bob.votes(1) == votes, vote
    for path, status in [("/vote/99/up", 404), ("/vote/1/left", 400)]:
        bob.post(path)
        assert bob.status == status, (path, bob.status)


def comments_are_nested() -> None:
    bob.get("/item/1")
    bob.post("/comment/1", text="First & <i>")
    assert bob.shown() == [1, 2] and "First &amp; &lt;i&gt;" in bob.text, bob.text
    ann.get("/item/1")
    ann.post("/comment/2", text="Second")
    assert ann.shown() == [1, 2, 3]
    ann.post("/vote/2/up")
    assert ann.votes(2) == 2
    ann.post("/comment/99", text="Nowhere")
    assert ann.status == 404


def answers_are_in_the_inbox() -> None:
    assert "inbox (1)" in ann.get("/")
    assert "First" in ann.get("/inbox") and ann.shown() == [2], ann.text
    assert "inbox (" not in ann.get("/")
    assert bob.get("/inbox").count("Second") == 1


def items_and_comments_are_saved() -> None:
    bob.get("/item/1")
    bob.post("/save/1")
    assert "/unsave/1" in bob.text
    bob.post("/save/3")
    bob.get("/saved")
    assert bob.shown() == [3, 1]
    bob.post("/unsave/3")
    assert bob.shown() == [1]


def groups_are_followed() -> None:
    assert bob.get("/feed").count("Nothing here yet") == 1
    assert "/follow/c%23" in bob.get("/item/1")
    bob.post("/follow/c%23")
    assert bob.get("/feed") and bob.shown() == [1]
    assert bob.get("/group/c%23") and bob.shown() == [1]


def new_comments_are_counted() -> None:
    carol = Reader("carol")
    carol.get("/item/1")
    [visited] = [cookie for cookie in carol.jar if cookie.name == "visited"]
    assert visited.path == "/item/1" and int(visited.value or 0) > 1_700_000_000
    carol.jar.clear(visited.domain, visited.path, visited.name)
    # As if the visit were long ago.
    visitor = Reader()
    text = visitor.get("/item/1", cookie="visited=1700000000")
    assert 'href="/item/1/new?since=1700000000">2 new</a>' in text, text
    visitor.get("/item/1/new?since=1700000000")
    assert visitor.shown() == [3, 2]


def lists_go_on() -> None:
    for number in range(12):
        ann.post("/submit", title=f"Number {number}", link="", groups="")
    first = ann.get("/new") and ann.shown()
    [after] = re.findall(r'href="(\?after=[^"]+)"', ann.text)
    second = ann.get(f"/new{after.replace('&amp;', '&')}") and ann.shown()
    assert (len(first), second) == (10, [5, 4, 1]) and "?after=" not in ann.text
    ann.get("/?after=nonsense")
    assert ann.status == 400


def posts_of_the_voted_down_wait() -> None:
    carol = Reader("carol")
    carol.post("/submit", title="Spam", link="https://spam.example/1", groups="")
    [spam] = carol.shown()
    ann.post(f"/vote/{spam}/down")
    # The poster sees that it waits. Others do not see it, and can post the link.
    text = carol.post("/submit", title="More spam", link="https://spam.example/2", groups="")
    [held] = carol.shown()
    assert "More spam" in text and "waits for a moderator" in text, text
    assert "More spam" not in carol.get("/new")
    ann.get(f"/item/{held}")
    assert ann.status == 404
    ann.post("/submit", title="Mine", link="https://spam.example/2", groups="")
    assert ann.shown() == [held + 1]
    ann.get("/queue")
    assert ann.status == 403
    ann.post(f"/publish/{held}")
    assert ann.status == 403
    moderator = Reader("moderator")
    moderator.get("/queue")
    assert moderator.shown() == [held] and f"/publish/{held}" in moderator.text, moderator.text
    moderator.post(f"/publish/{held}")
    assert moderator.shown() == []
    assert "More spam" in ann.get("/new")


def hidden_items_are_not_shown() -> None:
    subprocess.run([*CLI, "ARTICLE.MODERATE", "news", "HIDE", "1"], check=True, capture_output=True)
    for path in ["/item/1", "/item/99"]:
        ann.get(path)
        assert ann.status == 404, (path, ann.status)


CLI = ["redis-cli", "-u", os.environ["REDIS_URL"]]
TESTS = [
    visitors_log_in_first, items_are_submitted_once, votes_count_once, comments_are_nested,
    answers_are_in_the_inbox, items_and_comments_are_saved, groups_are_followed,
    new_comments_are_counted, lists_go_on, posts_of_the_voted_down_wait,
    hidden_items_are_not_shown]

subprocess.run([*CLI, "FLUSHALL"], check=True, capture_output=True)


def starts() -> bool:
    """Waits until the site answers. Returns False if it ends before."""
    end = time.monotonic() + DEADLINE
    while server.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", PORT)).close()
            return server.poll() is None
        except OSError:
            assert time.monotonic() < end, "the site does not answer"
            time.sleep(0.02)
    return False


for _ in range(20):
    PORT = free_port()
    command = [word.replace("$PORT", str(PORT)) for word in sys.argv[1:]]
    environment = os.environ | {"PORT": str(PORT)}
    server = subprocess.Popen(command, env=environment, stdout=sys.stderr, start_new_session=True)
    # Another program may have taken the port meanwhile.
    if starts():
        break
try:
    assert server.poll() is None, "the site does not start"
    ann, bob = Reader("ann"), Reader("bob")
    for test in TESTS:
        test()
        print(test.__name__.replace("_", " "))
finally:
    if server.poll() is None:
        os.killpg(server.pid, signal.SIGTERM)
    server.wait()
