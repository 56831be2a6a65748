/* count BOX_ROWS BOX_COLS UNIT: prints the number of grids with the first row 1, 2, ..., N and the symbol UNIT + 1 in
   the last cell. The sum over all units, times N!, is the number of grids. */
#include <stdio.h>
#include <stdlib.h>

enum { most = 8 };

static int box_rows, box_cols, side;
static int grid[most * most]; /* 0 is a free cell */

static int box_of(int cell) { return cell / side / box_rows * box_rows + cell % side / box_cols; }

static int fits(int cell, int symbol) {
  for (int other = 0; other < side * side; ++other) {
    const int is_seen = other / side == cell / side || other % side == cell % side || box_of(other) == box_of(cell);
    if (is_seen && other != cell && grid[other] == symbol) return 0;
  }
  return 1;
}

/* Returns the number of fillings of this cell and those after it. The last cell is filled. */
static unsigned long long completions(int cell) {
  unsigned long long sum = 0;
  if (cell >= side * side - 1) return 1;
  for (int symbol = 1; symbol <= side; ++symbol) {
    if (!fits(cell, symbol)) continue;
    grid[cell] = symbol;
    sum += completions(cell + 1);
    grid[cell] = 0;
  }
  return sum;
}

int main(int argc, char** argv) {
  int last, symbol;
  if (argc != 4) {
    fputs("usage: count BOX_ROWS BOX_COLS UNIT\n", stderr);
    return 2;
  }
  box_rows = atoi(argv[1]);
  box_cols = atoi(argv[2]);
  symbol = atoi(argv[3]) + 1;
  side = box_rows * box_cols;
  if (box_rows < 1 || box_cols < 1 || side > most || symbol < 1 || symbol > side) {
    fputs("count: no such shape or unit\n", stderr);
    return 2;
  }
  for (int cell = 0; cell < side; ++cell) grid[cell] = cell + 1;
  last = side * side - 1;
  if (!fits(last, symbol)) {
    puts("grids 0");
  } else {
    grid[last] = symbol;
    printf("grids %llu\n", completions(side));
  }
  return fflush(stdout) == 0 ? 0 : 1;
}
