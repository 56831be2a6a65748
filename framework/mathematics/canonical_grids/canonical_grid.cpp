#include "canonical_grids/canonical_grid.hpp"

#include "canonical_grids/any_group.hpp"
#include "canonical_grids/lines.hpp"
#include "canonical_grids/steps.hpp"

#include <algorithm>

namespace gridcensus::canonical_grids {

using mathematics::Grid;

Grid apply(const Symmetry& symmetry, const Grid& grid) {
  Grid image = grid;
  for (std::size_t cell = 0; cell < grid.symbols.size(); ++cell) {
    image.symbols[symmetry.cells[cell]] = symmetry.symbols[grid.symbols[cell]];
  }
  return image;
}

Symmetry composed(const Symmetry& first, const Symmetry& second) {
  Symmetry product = first;
  for (auto& cell : product.cells) cell = second.cells[cell];
  for (auto& symbol : product.symbols) symbol = second.symbols[symbol];
  return product;
}

Symmetry inverse(const Symmetry& symmetry) {
  Symmetry result = symmetry;
  for (std::size_t i = 0; i < symmetry.cells.size(); ++i) {
    result.cells[symmetry.cells[i]] = static_cast<std::uint16_t>(i);
  }
  for (std::size_t i = 0; i < symmetry.symbols.size(); ++i) {
    result.symbols[symmetry.symbols[i]] = static_cast<std::uint8_t>(i);
  }
  return result;
}

std::optional<mathematics::GridMap> line_map(const Symmetry& symmetry, int side) {
  const auto lines = static_cast<std::size_t>(side);
  mathematics::GridMap map;
  // If two cells of a row go to one column, the rows have become columns.
  map.is_transposed = side > 1 && symmetry.cells[0] % side == symmetry.cells[1] % side;
  for (std::size_t line = 0; line < lines; ++line) {
    // The first cells of a row and of a column.
    const int row = symmetry.cells[line * lines];
    const int column = symmetry.cells[line];
    map.rows[line] = static_cast<std::uint8_t>((map.is_transposed ? column : row) / side);
    map.columns[line] = static_cast<std::uint8_t>((map.is_transposed ? row : column) % side);
  }
  std::copy(symmetry.symbols.begin(), symmetry.symbols.end(), map.labels.begin());
  if (cell_images({1, side}, map) != symmetry.cells) return std::nullopt;
  return map;
}

std::unique_ptr<const Canonicaliser> make_canonicaliser(const Problem& problem) {
  const auto blocks = line_blocks(problem);
  if (blocks && Steps::has_tables(*blocks, problem.shape.side())) {
    return std::make_unique<const Steps>(problem.shape, *blocks);
  }
  if (blocks) return std::make_unique<const Lines>(problem.shape, *blocks);
  return std::make_unique<const AnyGroup>(problem);
}

}  // namespace gridcensus::canonical_grids
