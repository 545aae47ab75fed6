"""Workers in threads or on a Dask cluster, and the scheduler that gives them options to try."""
