"""The same walk on the machines of a cluster, by Dask."""
