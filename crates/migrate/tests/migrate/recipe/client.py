"""A client that writes to both sites by the code of the guide, which is in the file guide.py.

It calls a function for each line of its input, such as `vote ann 17`, and prints the result.
"""

import sys

import redis

VOTE_SCORE = 432

classic = redis.Redis(port=int(sys.argv[1]))
module = redis.Redis(port=int(sys.argv[2]))


# What a site has that runs the book's code.
def classic_vote(user, id):
    if not classic.execute_command("SADD", f"voted:{id}", user):
        return False
    classic.execute_command("ZINCRBY", "score:", VOTE_SCORE, f"article:{id}")
    classic.execute_command("HINCRBY", f"article:{id}", "votes", 1)
    return True


def classic_join(id, group):
    classic.execute_command("SADD", f"group:{group}", f"article:{id}")


def classic_post(id, user, title, link, now):
    article = f"article:{id}"
    classic.execute_command("SADD", f"voted:{id}", user)
    classic.execute_command(
        "HSET", article, "title", title, "link", link, "poster", user, "time", now, "votes", 1
    )
    classic.execute_command("ZADD", "score:", now + VOTE_SCORE, article)
    classic.execute_command("ZADD", "time:", now, article)


def old_vote(user, id):
    assert classic_vote(user, id)


old_join = classic_join


def old_post(user, title, link):
    id = classic.incr("article:")
    classic_post(id, user, title, link, classic.time()[0])
    return id


exec(compile(open("guide.py").read(), "docs/migrating.md", "exec"))

for line in sys.stdin:
    name, *arguments = line.split()
    print(globals()[name](*arguments), flush=True)
