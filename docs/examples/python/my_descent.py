import random

from gridcensus.strategy import Job, Strategy

my = Strategy("my_descent", version="1", summary="Fills the cells in order at random.", source="Knuth 1975",
              quantities=["grids"], rules="different_cells")


@my.draw
def grids(job: Job, source: random.Random) -> float:
    """Returns 1 / probability of a random grid with the first row 1, 2, ..., N, or 0 for a dead end; times N!."""
    side, weight = job.problem.side, job.problem.relabellings
    grid = [*range(1, side + 1), *[0] * (side * side - side)]
    for cell in range(side, side * side):
        symbols = job.problem.fitting(grid, cell)
        if not symbols:
            return 0
        grid[cell] = source.choice(symbols)
        weight *= len(symbols)
    return weight


if __name__ == "__main__":
    my.main()
