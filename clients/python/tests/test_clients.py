"""Clients that a site cannot use, and what editors show of its methods."""

from __future__ import annotations

import inspect
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from conftest import MakeServers, Server, Sites, library
from redis_article import AsyncSite, Site


def test_other_clients_are_refused() -> None:
    client, other = library.Redis(), library.asyncio.Redis()
    clusters: list[Any] = [object.__new__(library.RedisCluster),
                           object.__new__(library.asyncio.RedisCluster)]
    wrong: list[tuple[Any, Any]] = [
        (Site, other), (Site, other.pipeline()), (Site, client.pipeline()), (Site, None),
        (Site, object.__new__(library.cluster.ClusterPipeline)), (Site, clusters[1]),
        (AsyncSite, client), (AsyncSite, client.pipeline()), (AsyncSite, other.pipeline()),
        (AsyncSite, clusters[0]),
    ]
    for kind, given in wrong:
        with pytest.raises(TypeError, match=f"{kind.__name__} needs a client"):
            kind(given, "news")
    for kind, given in ((Site, clusters[0]), (AsyncSite, clusters[1])):
        kind(given, "news")


@pytest.fixture(scope="module")
def replicated(make_servers: MakeServers) -> list[Server]:
    return make_servers("--cluster", "1", "1")


STRATEGIES: list[dict[str, Any]] = [{}, {"read_from_replicas": True}]
if hasattr(library.cluster, "LoadBalancingStrategy"):
    STRATEGIES.append({"load_balancing_strategy": library.cluster.LoadBalancingStrategy(
        "round_robin_replicas")})


@pytest.mark.parametrize("strategy", STRATEGIES, ids=["no", "yes", "strategy"][:len(STRATEGIES)])
def test_reads_go_to_replicas_if_the_client_of_a_cluster_says_so(
    sites: Sites, replicated: list[Server], strategy: dict[str, Any]
) -> None:
    """But for those whose versions and cursors are of one server's copy."""
    primary, replica = (library.Redis.from_url(node.url) for node in replicated)
    primary.flushall()
    site = sites.on_cluster(replicated[0].url, "news", **strategy)
    site.post("ann", "Hello")
    primary.wait(1, 0)
    replica.config_resetstat()
    follower = site.follow_changes(block=1)
    assert next(follower).articles
    for _ in range(4):
        assert site.get(1) and len(site.page()) == site.count() == 1
        assert site.voters(1)[1] == {"ann": 1}
        assert not next(follower).resync
    assert not site.vote("ann", 1)
    follower.close()
    seen = {name.lower() for name in replica.info("commandstats")}
    reads = {f"cmdstat_article.{name}" for name in ("get", "page", "count") if strategy}
    assert {name for name in seen if "article" in name and "vote" not in name} == reads


@pytest.mark.parametrize("is_async", [False, True])
def test_reads_go_to_the_primary_if_the_replica_is_away(
    make_servers: MakeServers, is_async: bool
) -> None:
    nodes, sites = make_servers("--cluster", "1", "1"), Sites(is_async, {})
    site = sites.on_cluster(nodes[0].url, "news", read_from_replicas=True)
    site.post("ann", "Hello")
    nodes[1].stop()
    assert [site.count() for _ in range(4)] == [1] * 4
    sites.close()


def test_a_folder_named_valkey_is_no_library(tmp_path: Path) -> None:
    (tmp_path / "valkey").mkdir()
    subprocess.run([sys.executable, "-c", "import redis_article"], cwd=tmp_path, check=True)


def test_methods_have_documentation() -> None:
    for kind in (Site, AsyncSite):
        for name, method in inspect.getmembers(kind, inspect.isfunction):
            assert name.startswith("_") or method.__doc__, name
