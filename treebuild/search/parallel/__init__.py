"""Who searches: workers in threads or on a Dask cluster, and the scheduler that gives them tasks."""
