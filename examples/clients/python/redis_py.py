"""A voting site from Python with redis-py: `pip install redis`."""

import json
import os

import redis

# WITHCOUNTS replies with a dictionary since redis-py 8; in older versions, pass protocol=3. With
# decode_responses, texts are str instead of bytes.
url = os.environ.get("REDIS_URL", "redis://127.0.0.1:6379")
client = redis.Redis.from_url(url, decode_responses=True)
call = client.execute_command


def read(*command):
    """Returns the reply of a command that reads, whatever the protocol."""
    reply = call(*command, "FORMAT", "JSON")
    return reply and json.loads(reply)


def code(error):
    """Returns the first word of an error. redis-py moves some of them into status_code."""
    return error.status_code or str(error).split()[0]


hello = ("alice", "Hello", "https://example.com", "GROUPS", 1, "intro")
print("posted", call("ARTICLE.POST", "news", *hello))
modules = ("bob", "Modules", "https://example.org", "GROUPS", 2, "rust", "intro")
print("posted", call("ARTICLE.POST", "news", *modules))

for _ in range(2):
    # The user is before the id. Voting again changes nothing.
    vote = call("ARTICLE.VOTE", "news", "carol", 1, "WITHCOUNTS")
    print(f"changed {vote['changed']}, votes {vote['votes']}")

for a in read("ARTICLE.PAGE", "news", 1, "VIEWER", "carol"):
    votes = f"votes {a['votes']}, your vote {a['vote']}"
    print(f"{a['id']} {a['title']}: {votes}, groups", *a["groups"])
print("rust:", *(a["id"] for a in read("ARTICLE.GROUPPAGE", "news", "rust", 1)))

ids, after = [], []
while True:
    query = ["SIZE", 1, "WITHCURSOR", "RETURN", 1, "id", *after]
    page, cursor = read("ARTICLE.PAGE", "news", 1, *query)
    ids += [article["id"] for article in page]
    if cursor is None:
        break
    after = ["AFTER", cursor]
print("cursor:", *ids)

print("nil" if read("ARTICLE.GET", "news", 99) is None else "found")

for command in """ARTICLE.VOTE news bob 99
ARTICLE.VOTE strict bob 2
ARTICLE.VOTE strict bob 3
ARTICLE.VOTE strict bob 1 DOWN
ARTICLE.VOTE strict alice 1
ARTICLE.CREATE strict
ARTICLE.PAGE text 1
ARTICLE.PAGE news 0""".splitlines():
    try:
        call(*command.split())
    except redis.ResponseError as error:
        print(f"{command}: {code(error)}")

pipeline = client.pipeline(transaction=False)
for id in (1, 99, 2):
    pipeline.execute_command("ARTICLE.VOTE", "news", "dave", id)
replies = pipeline.execute(raise_on_error=False)
print("pipeline:", *(code(r) if isinstance(r, redis.ResponseError) else r for r in replies))
