"""Clients that a site cannot use, and what editors show of its methods."""

from __future__ import annotations

import inspect
from typing import Any

import pytest
import redis
import redis.asyncio
from redis.cluster import ClusterPipeline
from redis_article import AsyncSite, Site


def test_other_clients_are_refused() -> None:
    client, other = redis.Redis(), redis.asyncio.Redis()
    clusters: list[Any] = [object.__new__(redis.RedisCluster),
                           object.__new__(redis.asyncio.RedisCluster)]
    wrong: list[tuple[Any, Any]] = [
        (Site, other), (Site, other.pipeline()), (Site, client.pipeline()), (Site, None),
        (Site, object.__new__(ClusterPipeline)), (Site, clusters[1]),
        (AsyncSite, client), (AsyncSite, client.pipeline()), (AsyncSite, other.pipeline()),
        (AsyncSite, clusters[0]),
    ]
    for kind, given in wrong:
        with pytest.raises(TypeError, match=f"{kind.__name__} needs a client"):
            kind(given, "news")
    for kind, given in ((Site, clusters[0]), (AsyncSite, clusters[1])):
        kind(given, "news")


def test_methods_have_documentation() -> None:
    for kind in (Site, AsyncSite):
        for name, method in inspect.getmembers(kind, inspect.isfunction):
            assert name.startswith("_") or method.__doc__, name
