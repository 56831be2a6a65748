// The action of the maps of a class, from their types, compared with a map of the class applied repeatedly.
#include "russell_jarvis/movement.hpp"

#include "grids/grid_maps.hpp"
#include "russell_jarvis/symmetry_classes.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace {

using namespace gridcensus;
using namespace gridcensus::mathematics;
using gridcensus::russell_jarvis::Movement;
using gridcensus::russell_jarvis::movement;
using gridcensus::russell_jarvis::SymmetryClasses;

Movement movement_of(Shape shape, const std::string& name) {
  const SymmetryClasses classes{shape};
  for (std::size_t number = 0; number < classes.size(); ++number) {
    if (classes.name(number) == name) return movement(classes.at(number));
  }
  ADD_FAILURE() << "no class " << name;
  return {};
}

TEST(Movement, DescribesAMap) {
  EXPECT_EQ(movement_of({2, 3}, "1(1+1) 1(1+1) 1(1+1) | 1(1+1+1) 1(1+1+1)"),
            (Movement{.fixed_cells = 36, .cell_cycles = {{1, 36}}}));
  EXPECT_EQ(movement_of({3, 3}, "mirrored 1(1+1+1) 1(1+1+1) 1(1+1+1)"),
            (Movement{.order = 2, .fixed_cells = 9, .cell_cycles = {{1, 9}, {2, 36}}}));
  // One stack has its columns in a cycle, so column cycles 3 + 6 * 1 meet row cycles 1 + 2 + 6. The lesser type is that
  // of rows.
  EXPECT_EQ(movement_of({3, 3}, "1(1+1+1) 1(1+1+1) 1(3) | 1(2+1) 2(3)"),
            (Movement{.order = 6,
                      .bands = 0,
                      .stacks = 2,
                      .rows = 3,
                      .columns = 8,
                      .fixed_cells = 6,
                      .cell_cycles = {{1, 6}, {2, 6}, {3, 1}, {6, 1 + 6 + 3}}}));
  // A quarter turn: its square is the half turn, which fixes only the middle row and column, and the middle cell.
  EXPECT_EQ(movement_of({3, 3}, "mirrored 1(2+1) 2(1+1+1)"), (Movement{.order = 4,
                                                                       .bands = 2,
                                                                       .stacks = 2,
                                                                       .rows = 8,
                                                                       .columns = 8,
                                                                       .fixed_cells = 1,
                                                                       .cell_cycles = {{1, 1}, {4, 20}}}));
  // 2x3: bands of two rows. Two bands are exchanged.
  const Movement bands = movement_of({2, 3}, "1(1+1) 2(1+1) | 1(1+1+1) 1(1+1+1)");
  EXPECT_EQ(bands.bands, 2);
  EXPECT_EQ(bands.rows, 4);
  EXPECT_EQ(bands.stacks + bands.columns, 0);
}

int moved(const Images& images, int lines, int step) {
  int count = 0;
  for (int line = 0; line < lines; line += step) {
    if (images[static_cast<std::size_t>(line)] / step != line / step) ++count;
  }
  return count;
}

TEST(Movement, AgreesWithApplyingTheMap) {
  for (const Shape shape : {Shape{1, 1}, {2, 2}, {3, 3}, {2, 3}, {3, 4}, {4, 4}, {5, 5}, {1, 7}}) {
    const SymmetryClasses classes{shape};
    const std::size_t step = classes.size() / 150 + 1;
    for (std::size_t number = 0; number < classes.size(); number += step) {
      const GridMap map = classes.representative(number);
      const Movement found = movement(classes.at(number));
      // The step after which a cell is back for the first time is the length of its cycle.
      std::map<int, int> cycles;
      std::vector<int> period(static_cast<std::size_t>(shape.cells()), 0);
      GridMap power;
      for (int times = 1; times <= found.order; ++times) {
        power = composed(power, map);
        const auto images = cell_images(shape, power);
        for (std::size_t cell = 0; cell < images.size(); ++cell) {
          if (images[cell] == cell && period[cell] == 0) period[cell] = times;
        }
        EXPECT_EQ(power == GridMap{}, times == found.order) << classes.name(number);
      }
      for (const int length : period) ++cycles[length];
      for (auto& [length, cells] : cycles) cells /= length;
      EXPECT_EQ(found.cell_cycles, cycles) << classes.name(number);
      EXPECT_EQ(found.fixed_cells, cycles.contains(1) ? cycles[1] : 0);
      const GridMap lines = map.is_transposed ? composed(map, map) : map;
      EXPECT_EQ(found.rows, moved(lines.rows, shape.side(), 1));
      EXPECT_EQ(found.columns, moved(lines.columns, shape.side(), 1));
      EXPECT_EQ(found.bands, moved(lines.rows, shape.side(), shape.box_rows));
      EXPECT_EQ(found.stacks, moved(lines.columns, shape.side(), shape.box_cols));
    }
  }
}

}  // namespace
