"""Counts grids row by row. Put your own mathematics here; README.md explains each file."""

from gridcensus.strategy import Job, Plan, Problem, Strategy

my = Strategy("new_strategy", version="1", summary="Fills grids row by row; a unit is one second row.",
              source="elementary, see README.md", quantities=["grids"], largest_side=6)


def longer(problem: Problem, grid: list[int]) -> list[list[int]]:
    """Returns the grid with each fitting next row appended."""
    grids = [grid]
    for cell in range(problem.cells)[len(grid):len(grid) + problem.side]:
        above = [other for other in problem.seen[cell] if other < cell]
        grids = [[*g, s] for g in grids for s in range(1, problem.side + 1) if s not in {g[i] for i in above}]
    return grids


def completions(job: Job, grid: list[int]) -> int:
    job.poll()
    return 1 if len(grid) == job.problem.cells else sum(completions(job, g) for g in longer(job.problem, grid))


@my.prepare
def prepare(job: Job) -> Plan:
    second_rows = longer(job.problem, [*range(1, job.problem.side + 1)])
    return Plan(units=len(second_rows), times=job.problem.relabellings, tables=second_rows)


@my.unit
def grids(job: Job, unit: int) -> int:
    return completions(job, job.tables[unit])


if __name__ == "__main__":
    my.main()
