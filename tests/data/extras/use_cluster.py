"""Play on a Dask cluster of one worker."""

from importlib import import_module
from importlib.util import find_spec

import arcanum


def play(scheduler: str) -> None:
    """Two games."""
    games = arcanum.simulate("arcanum/en", ["random"] * 3, games=2, dask=scheduler)
    print(len(list(games.results())), "games on a cluster")


if __name__ == "__main__":
    if find_spec("distributed") is None:
        play("tcp://127.0.0.1:8786")
    else:
        cluster = import_module("distributed").LocalCluster(n_workers=1, dashboard_address=None)
        with cluster:
            play(cluster.scheduler_address)
