#include "row_sampler/descent.hpp"

#include "row_sampler/last_rows.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <span>
#include <stdexcept>
#include <utility>

namespace gridcensus::row_sampler {

Descent::Settings Descent::tuned_settings(Shape shape) {
  // Few if the errors of bands are small: more would gain nothing there, but make samples long.
  constexpr int small_side = 12;
  constexpr int large_side = 17;
  if (shape.side() <= small_side) return {.followed = 4};
  return {.followed = shape.side() < large_side ? 16 : 64};
}

Descent::Descent(Shape shape, Settings settings)
    : shape_{shape}, settings_{settings}, next_{shape, settings.counted_cells} {
  if (settings.followed < 1) throw std::invalid_argument{"at least one grid must be followed"};
}

std::size_t Descent::followed_at(int rows) const {
  const bool is_early = rows / shape_.box_rows + 2 < shape_.bands();
  return static_cast<std::size_t>(is_early ? std::max(1, settings_.followed / 2) : settings_.followed);
}

Real Descent::sample(Random& random, const Poll& poll) {
  const int side = shape_.side();
  Particle top{.grid = PartialGrid{shape_}};
  std::array<int, max_symbols> first{};
  std::iota(first.begin(), first.end(), 0);
  top.grid.add_unchecked(std::span{first}.first(static_cast<std::size_t>(side)));
  grids_.assign(followed_at(1), top);
  for (std::size_t i = 1; i < grids_.size(); ++i) grids_[i].is_copy = true;

  Real estimate = to_real(factorial(side));  // all first rows are equivalent
  const int drawn = side - counted_rows(shape_);
  for (int rows = 2; rows <= drawn; ++rows) {
    add_row(random, poll);
    const bool is_last = rows == drawn;
    if (is_last || (rows % shape_.box_rows != 0 && rows < side - shape_.box_rows)) continue;
    estimate *= resample(random, followed_at(rows));
    if (estimate <= 0) return 0;
  }
  Real sum = 0;
  for (const Particle& followed : grids_) {
    poll();
    if (followed.weight > 0) sum += followed.weight * static_cast<Real>(count_last_rows(followed.grid));
  }
  return estimate * sum / static_cast<Real>(grids_.size());
}

/// Draws the next row of each grid, and multiplies its weight by 1 / probability; by 0 at a dead end.
void Descent::add_row(Random& random, const Poll& poll) {
  std::array<int, max_symbols> cells{};
  const auto row = std::span{cells}.first(static_cast<std::size_t>(shape_.side()));
  // A copy of the grid before gets its own row, but below the same grid.
  for (Particle& followed : grids_) {
    if (followed.weight <= 0) continue;
    poll();
    if (!followed.is_copy) next_.prepare(followed.grid);
    followed.weight *= static_cast<Real>(next_.draw(random, row));
    if (followed.weight > 0) followed.grid.add_unchecked(row);
  }
  for (Particle& followed : grids_) followed.is_copy = false;
}

/// Resamples: each grid gets copies in proportion to its share of all weights. The number of copies is its expectation,
/// rounded up or down by one random number for all grids.
///
/// @return  the mean weight; all weights are 1 afterwards. 0: no grid is left
Real Descent::resample(Random& random, std::size_t count) {
  Real total = 0;
  for (const Particle& followed : grids_) total += followed.weight;
  if (total <= 0) return 0;
  const Real mean = total / static_cast<Real>(grids_.size());
  chosen_.clear();
  Real next = static_cast<Real>(random.unit_interval());
  Real sum = 0;
  const Particle* last = nullptr;
  for (const Particle& followed : grids_) {
    if (followed.weight <= 0) continue;
    last = &followed;
    sum += followed.weight * static_cast<Real>(count) / total;
    for (bool is_copy = false; next < sum && chosen_.size() < count; ++next, is_copy = true) {
      chosen_.push_back({.grid = followed.grid, .weight = 1, .is_copy = is_copy});
    }
  }
  // If rounding leaves one over, take the last one possible.
  while (chosen_.size() < count) chosen_.push_back({.grid = last->grid, .weight = 1, .is_copy = false});
  std::swap(grids_, chosen_);
  return mean;
}

namespace {

/// Returns the number of ways to choose some of n.
double choices(int n, int chosen) {
  double ways = 1;
  for (int i = 0; i < chosen; ++i) ways = ways * (n - i) / (i + 1);
  return ways;
}

/// Returns the number of pairs of sets that two boxes can put into the second to last row of a band if they lack the
/// usual number of symbols in common.
double usual_pairs(Shape shape) {
  if (shape.box_rows < 3 || shape.box_cols < 2) return 0;
  const double options = choices(2 * shape.box_cols, shape.box_cols);
  return options * options * std::pow(2, -2.0 * shape.box_cols / (shape.box_rows - 1));
}

}  // namespace

double descent_nanoseconds(Shape shape) {
  // Within a factor of two for 3x3 to 5x5 (README.md).
  constexpr double of_pair = 20;
  const double pairs = usual_pairs(shape) * shape.bands();
  return (1.5 * std::pow(shape.side(), 4) + of_pair * pairs) * Descent::tuned_settings(shape).followed;
}

std::uint64_t memory_bytes(Shape shape) {
  // If three boxes lack two rows, any two of them lack C symbols in common. More boxes may lack none in common.
  double pairs = usual_pairs(shape);
  if (shape.box_rows > 3) pairs *= std::pow(2, 2.0 * shape.box_cols / (shape.box_rows - 1));
  constexpr double bytes_of_pair = 128;  // in two lists, and in a table of sums
  constexpr double bytes_of_set = 128;   // of a box: ways and options
  constexpr double bytes_of_grid = 1024;
  const int rows = std::min(2, shape.box_rows - 1);
  const double sets = shape.box_cols > 1 ? shape.stacks() * std::pow(2, rows * shape.box_cols) : 0;
  const double grids = 2.0 * Descent::tuned_settings(shape).followed;
  return static_cast<std::uint64_t>(pairs * bytes_of_pair + sets * bytes_of_set + grids * bytes_of_grid);
}

}  // namespace gridcensus::row_sampler
