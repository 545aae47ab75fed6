"""What a search may use beside this process: the store in a file, and the cluster at an address."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from treebuild.search.walk.search_options import Cluster

if TYPE_CHECKING:
    from treebuild.search.store.sqlite import StoreFile


@contextmanager
def opened(store: StoreFile | Path | str | None) -> Iterator[StoreFile | None]:
    """The store in a file, if one is given. A store that is given by its path is closed at the end.

    Raises TreebuildError when the file is no store, damaged, or of another engine.
    """
    if not isinstance(store, str | Path):
        yield store
        return
    from treebuild.search.store.sqlite import StoreFile  # not before it is needed: SQLite takes a while to load

    file = StoreFile(Path(store))
    try:
        yield file
    finally:
        file.close()


@contextmanager
def connected(cluster: Cluster | str | None) -> Iterator[Cluster | None]:
    """The cluster at an address, if one is given. A cluster that is given by its address is let go of at the end.

    Raises TreebuildError when nothing useful answers there: see `cluster.driver.DaskCluster`.
    """
    if not isinstance(cluster, str):
        yield cluster
        return
    from treebuild.search.cluster.driver import (
        DaskCluster,  # not before it is needed: Dask takes a second to load
    )

    dask = DaskCluster(cluster)
    try:
        yield dask
    finally:
        dask.close()
