"""Clients that a site cannot use, and what editors show of its methods."""

from __future__ import annotations

import inspect
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from conftest import library
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


def test_a_folder_named_valkey_is_no_library(tmp_path: Path) -> None:
    (tmp_path / "valkey").mkdir()
    subprocess.run([sys.executable, "-c", "import redis_article"], cwd=tmp_path, check=True)


def test_methods_have_documentation() -> None:
    for kind in (Site, AsyncSite):
        for name, method in inspect.getmembers(kind, inspect.isfunction):
            assert name.startswith("_") or method.__doc__, name
