#include "row_sampler/descent.hpp"

#include "row_sampler/last_rows.hpp"

#include <array>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace gridcensus::row_sampler {

Descent::Settings Descent::useful_settings(Shape shape) {
  Settings settings{.lookahead = useful_lookahead(shape), .copies = {}};
  const bool is_last_band_counted = counted_rows(shape) == shape.box_rows;
  const auto top_of_last = static_cast<std::size_t>(shape.side() - shape.box_rows);
  settings.copies.assign(static_cast<std::size_t>(shape.side()), 1);
  if (shape.box_rows == 1 || shape.box_cols == 1) return settings;
  if (!is_last_band_counted) settings.copies[top_of_last] = 8;
  if (shape.bands() > 2) {
    settings.copies[top_of_last - static_cast<std::size_t>(shape.box_rows)] = is_last_band_counted ? 4 : 2;
  }
  return settings;
}

Descent::Descent(Shape shape, Settings settings)
    : shape_{shape}, settings_{std::move(settings)}, next_{shape, settings_.lookahead} {}

Real Descent::sample(Random& random, const Poll& poll) { return descend(random, PartialGrid{shape_}, poll); }

Real Descent::descend(Random& random, const PartialGrid& grid, const Poll& poll) {
  if (poll) poll();
  if (shape_.side() - grid.rows() <= counted_rows(shape_)) return static_cast<Real>(count_last_rows(grid));
  next_.prepare(grid, poll);
  if (next_.is_dead_end()) return 0;

  const auto at = static_cast<std::size_t>(grid.rows());
  const int copies = at < settings_.copies.size() ? settings_.copies[at] : 1;
  std::array<int, max_symbols> cells{};
  const auto row = std::span{cells}.first(static_cast<std::size_t>(shape_.side()));
  if (copies == 1) {
    const auto weight = static_cast<Real>(next_.draw(random, row));
    PartialGrid below = grid;
    below.add_unchecked(row);
    return weight * descend(random, below, poll);
  }
  // All copies are drawn before the first is followed: below, `next_` is used anew.
  std::vector<PartialGrid> below(static_cast<std::size_t>(copies), grid);
  std::vector<Real> weights;
  for (PartialGrid& copy : below) {
    weights.push_back(static_cast<Real>(next_.draw(random, row)));
    copy.add_unchecked(row);
  }
  Real sum = 0;
  for (std::size_t i = 0; i < below.size(); ++i) sum += weights[i] * descend(random, below[i], poll);
  return sum / static_cast<Real>(below.size());
}

std::uint64_t memory_bytes(Shape shape) {
  const std::uint64_t sets = std::uint64_t{1} << static_cast<unsigned>(shape.side());
  const auto box_bits = static_cast<unsigned>((useful_lookahead(shape) + 1) * shape.box_cols);
  const std::uint64_t box_sets = std::uint64_t{1} << box_bits;
  // Tables of whole rows; lists of sets of a layer, at most as many as there are sets; the boxes' tables and options.
  return sets * sizeof(double) + sets * sizeof(Symbols) +
         static_cast<std::uint64_t>(shape.stacks()) * box_sets * (2 * sizeof(double) + 4 * sizeof(double));
}

}  // namespace gridcensus::row_sampler
