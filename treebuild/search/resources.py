"""The resources of a search outside this process: a store in a file, and a cluster at an address."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import NoneType
from typing import TYPE_CHECKING

from treebuild.errors import check_type
from treebuild.search.walk.search_options import Cluster

if TYPE_CHECKING:
    from treebuild.search.store.sqlite import StoreFile


@contextmanager
def opened(store: StoreFile | Path | str | None) -> Iterator[StoreFile | None]:
    """The store in a file, if one is given. A store that is given by its path is closed at the end of the block.

    Raises TreebuildError when the file is no store, is damaged, or was written by another engine.
    """
    if store is None:
        yield None
        return
    from treebuild.search.store.sqlite import StoreFile  # here, because SQLite takes a while to load

    check_type(store, (StoreFile, str, Path), "store: expected the path of a file, or a StoreFile")
    if isinstance(store, StoreFile):
        yield store
        return
    file = StoreFile(Path(store))
    try:
        yield file
    finally:
        file.close()


@contextmanager
def connected(cluster: Cluster | str | None) -> Iterator[Cluster | None]:
    """The cluster at an address, if one is given. A connection that is made here is closed at the end of the block.

    Raises TreebuildError when no scheduler with workers of this version answers: see `cluster.driver.DaskCluster`.
    """
    if not isinstance(cluster, str):
        check_type(cluster, (Cluster, NoneType), "cluster: expected an address such as tcp://host:8786")
        yield cluster
        return
    from treebuild.search.cluster.driver import DaskCluster  # here, because Dask takes a second to load

    dask = DaskCluster(cluster)
    try:
        yield dask
    finally:
        dask.close()
