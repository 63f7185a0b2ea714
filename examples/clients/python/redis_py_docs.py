"""Prints what docs/clients.md says about redis-py."""

import os
import socket
import threading
from urllib.parse import urlsplit

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

URL = os.environ.get("REDIS_URL", "redis://127.0.0.1:6379")
SERVER = (urlsplit(URL).hostname, urlsplit(URL).port)


def error_of(call, *args, **options):
    try:
        return call(*args, **options)
    except (redis.RedisError, UnicodeDecodeError) as error:
        return f"{type(error).__name__}: {error} ({getattr(error, 'status_code', None)})"


def proxy_that_loses_a_reply():
    """Starts a proxy that closes the connection instead of delivering the reply to a POST."""
    listener = socket.create_server(("127.0.0.1", 0))
    posted = threading.Event()
    lost = threading.Event()

    def forward_requests(client, server):
        while request := client.recv(65536):
            if b"ARTICLE.POST" in request:
                posted.set()
            server.sendall(request)

    def forward_replies(client, server):
        while reply := server.recv(65536):
            if posted.is_set() and not lost.is_set():
                lost.set()
                client.shutdown(socket.SHUT_RDWR)
                return
            client.sendall(reply)

    def accept():
        while True:
            pair = listener.accept()[0], socket.create_connection(SERVER)
            for forward in (forward_requests, forward_replies):
                threading.Thread(target=forward, args=pair, daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    return listener.getsockname()[1]


def post_with_lost_reply(link, **options):
    client.delete("lost")
    client.execute_command("ARTICLE.CREATE", "lost", "DEDUPE", 60)
    through_proxy = redis.Redis(host="127.0.0.1", port=proxy_that_loses_a_reply(), **options)
    try:
        reply = through_proxy.execute_command("ARTICLE.POST", "lost", "a", "Title", link)
    except redis.ConnectionError:
        reply = "ConnectionError"
    return f"reply {reply}, articles {client.execute_command('ARTICLE.COUNT', 'lost')}"


client = redis.Redis.from_url(URL)
call = client.execute_command
call("ARTICLE.POST", "news", "alice", b"\xff", "")
print("default:", call("ARTICLE.USER", "news", "alice"))
decoding = redis.Redis.from_url(URL, decode_responses=True)
print("decode_responses:", decoding.execute_command("ARTICLE.USER", "news", "alice"))
flat = redis.Redis.from_url(URL, protocol=2)
print("RESP2:", flat.execute_command("ARTICLE.USER", "news", "alice"))

get = ("ARTICLE.GET", "news", 1, "RETURN", 1, "title")
print("not UTF-8:", error_of(decoding.execute_command, *get))
surrogates = redis.Redis.from_url(URL, decode_responses=True, encoding_errors="surrogateescape")
print("surrogateescape:", surrogates.execute_command(*get))

print("ERR:", error_of(call, "ARTICLE.PAGE", "news", 0))
print("own code:", error_of(call, "ARTICLE.VOTE", "news", "bob", 99))
pipeline = client.pipeline(transaction=False)
for id in (1, 99):
    pipeline.execute_command("ARTICLE.VOTE", "news", "bob", id)
print("pipeline:", error_of(pipeline.execute))

print("reply lost:", post_with_lost_reply(""))
print("reply lost, no retry:", post_with_lost_reply("", retry=Retry(NoBackoff(), 0)))
print("reply lost, DEDUPE:", post_with_lost_reply("https://example.com"))

script = "redis.setresp(3); return redis.call('ARTICLE.USER', KEYS[1], 'alice').map.karma"
print("Lua:", client.eval(script, 1, "news"))
script = "return redis.pcall('ARTICLE.VOTE', KEYS[1], 'bob', 99).err"
print("Lua:", client.eval(script, 1, "news"))
