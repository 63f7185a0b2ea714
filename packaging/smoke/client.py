"""Posts, votes, and reads a page with the Python package, on the server REDIS_URL."""

import os

from redis import Redis
from redis_article import Site

site = Site(Redis.from_url(os.environ["REDIS_URL"]), "smoke-python")
id = site.post("alice", "Hello", "https://example.com")
assert site.vote("bob", id)
[article] = site.page()
assert (article["title"], article["votes"]) == ("Hello", 2), article
