from gridcensus.strategy import Job, Plan, Strategy

my = Strategy("my_count", version="1", summary="Fills the cells in order.", source="elementary",
              quantities=["grids"], rules="different_cells", largest_side=6)


@my.prepare
def prepare(job: Job) -> Plan:
    return Plan(units=job.problem.side, times=job.problem.relabellings)


@my.unit
def grids(job: Job, unit: int) -> int:
    """Returns the grids with the first row 1, 2, ..., N and the symbol unit + 1 in the last cell."""
    side = job.problem.side
    grid = [*range(1, side + 1), *[0] * (side * side - side)]
    fits = unit + 1 in job.problem.fitting(grid, len(grid) - 1)
    return completions(job, [*grid[:-1], unit + 1]) if fits else 0


def completions(job: Job, grid: list[int]) -> int:
    job.poll()
    if 0 not in grid:
        return 1
    cell = grid.index(0)
    return sum(completions(job, [*grid[:cell], s, *grid[cell + 1:]]) for s in job.problem.fitting(grid, cell))


if __name__ == "__main__":
    my.main()
