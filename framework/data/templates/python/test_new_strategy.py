"""Tests the mathematics alone, without the program: python3 -m unittest"""

import dataclasses
import unittest

from gridcensus.strategy import Job, Problem
from new_strategy import grids, longer, prepare


def total(shape: str) -> int:
    """Returns the sum of all units, as the program computes it."""
    job = Job(Problem.classic_of(shape))
    plan = prepare(job)
    job = dataclasses.replace(job, tables=plan.tables)
    return sum(grids(job, unit) for unit in range(plan.units)) * plan.times


class NewStrategyTest(unittest.TestCase):
    def test_small_shapes_have_the_published_numbers(self) -> None:
        published = {"1x1": 1, "1x3": 12, "1x4": 576,  # OEIS A002860: Latin squares
                     "2x2": 288}                       # OEIS A107739
        for shape, number in published.items():
            self.assertEqual(total(shape), number, shape)

    def test_a_second_row_moves_each_symbol_to_another_box(self) -> None:
        rows = longer(Problem.classic_of("2x3"), [1, 2, 3, 4, 5, 6])
        self.assertEqual(len(rows), 36)  # 3! 3!
        self.assertIn([1, 2, 3, 4, 5, 6, 4, 5, 6, 1, 2, 3], rows)


if __name__ == "__main__":
    unittest.main()
