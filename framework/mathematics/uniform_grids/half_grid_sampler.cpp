#include "uniform_grids/half_grid_sampler.hpp"

#include "band_signatures/signature_classes.hpp"
#include "grids/grid_maps.hpp"

#include <algorithm>
#include <stdexcept>

namespace gridcensus::uniform_grids {

using mathematics::checked_add;
using mathematics::checked_multiply;

namespace {

Shape with_two_bands(Shape shape) { return shape.bands() == 2 ? shape : shape.transposed(); }

}  // namespace

HalfGridSampler::HalfGridSampler(Shape shape, const Poll& poll) : shape_{shape} {
  const Shape upright = with_two_bands(shape);
  if (upright.bands() != 2 || upright.side() > static_cast<int>(FactorisationSampler::max_columns)) {
    throw std::invalid_argument{to_string(shape) + " has no two bands or stacks of at most five rows or columns"};
  }
  const band_signatures::SignatureClasses classes{upright.box_rows, upright.box_cols, poll};
  UInt128 sum = 0;
  for (const auto& signature_class : classes.classes()) {
    columns_.push_back(classes.columns(signature_class));
    const UInt128 bands = fillings_.fillings(columns_.back(), poll);
    sum = checked_add(sum, checked_multiply(classes.signatures(signature_class), checked_multiply(bands, bands)));
    sums_.push_back(sum);
  }
}

Grid HalfGridSampler::draw(Random& random) const {
  const UInt128 drawn = random_below(random, grids());
  const auto chosen = std::upper_bound(sums_.begin(), sums_.end(), drawn) - sums_.begin();
  std::vector<SymbolSet> columns = columns_[static_cast<std::size_t>(chosen)];

  const Shape upright = with_two_bands(shape_);
  Grid grid{upright, std::vector<std::uint8_t>(static_cast<std::size_t>(upright.cells()))};
  const auto halves = std::span{grid.symbols};
  fillings_.draw(random, columns, halves.first(halves.size() / 2));
  // A box has two columns, and each gets below the contents of the other above.
  for (std::size_t column = 0; column < columns.size(); column += 2) std::swap(columns[column], columns[column + 1]);
  fillings_.draw(random, columns, halves.last(halves.size() / 2));

  const mathematics::Moves moves{.labels = true, .columns = true, .stacks = true};
  grid = apply(random_map(upright, moves, random), grid);
  return upright == shape_ ? grid : transposed(grid);
}

LatinSquareSampler::LatinSquareSampler(Shape shape, const Poll& poll) : shape_{shape} {
  constexpr int max_side = 8;
  if (shape.side() > max_side) throw std::invalid_argument{"Latin squares are drawn up to order 8"};
  columns_.assign(static_cast<std::size_t>(shape.side()), mathematics::first_symbols(shape.side()));
  grids_ = fillings_.fillings(columns_, poll);
}

Grid LatinSquareSampler::draw(Random& random) const {
  Grid grid{shape_, std::vector<std::uint8_t>(static_cast<std::size_t>(shape_.cells()))};
  fillings_.draw(random, columns_, grid.symbols);
  return grid;
}

}  // namespace gridcensus::uniform_grids
