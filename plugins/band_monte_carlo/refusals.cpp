#include "band_monte_carlo/refusals.hpp"

#include "band_monte_carlo/band_list.hpp"
#include "band_monte_carlo/batches.hpp"
#include "gridcensus/integer.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace gridcensus::band_monte_carlo {

namespace {

/// The maximum number of listed bands: with more, the source's second table does not fit in memory.
constexpr std::uint64_t max_listed_bands = 5'000'000;

std::optional<std::string> why_not_low_variance(Shape shape, const Params& params) {
  const bool is_of_source = (params.third_band != ThirdBand::by_mode && params.third_band != ThirdBand::signature) ||
                            params.indices != Indices::exact || params.pairs > 0 || params.pair;
  if (is_of_source) {
    return "mode sharp draws no bands that could clash: third_band (but for signature), indices, pairs and pair "
           "belong to mode source";
  }
  if (shape.box_rows == 1) return "a band of one row has nothing but its columns: mode sharp would count, not sample";
  static constexpr std::array<Shape, 9> feasible{
      {{2, 2}, {2, 3}, {3, 2}, {2, 4}, {4, 2}, {3, 3}, {2, 5}, {3, 4}, {4, 3}}};
  if (std::find(feasible.begin(), feasible.end(), shape) != feasible.end()) return std::nullopt;
  return "counting the bands with given columns takes too long for a sample beyond 2x5, 3x4 and 4x3 (5x2 takes a "
         "second each)";
}

std::optional<std::string> why_not_source(Shape shape, const Params& params, const std::optional<PartialGrid>& pair) {
  if (shape.side() > max_listed_side) {
    return "the source lists all N! rows; side " + std::to_string(shape.side()) + " has too many (at most " +
           std::to_string(max_listed_side) + ")";
  }
  const Integer bands = listed_bands(shape);
  if (bands > max_listed_bands) return "there are " + to_decimal(bands) + " bands to list, too many";
  const auto listed = static_cast<std::uint64_t>(bands);
  const bool is_as_written = params.indices == Indices::as_written;
  if (is_as_written && listed < 2) {
    return "there is one band to list: no random index is drawn that could be past the end";
  }
  if (!pair) return std::nullopt;
  return why_not_pair(*pair, shape, is_as_written ? source_indices(listed) : listed);
}

}  // namespace

std::optional<std::string> why_not(Shape shape, const Params& params, const std::optional<PartialGrid>& pair) {
  if (shape.bands() == 1) return "one band alone is the whole grid: there is nothing to combine";
  auto reason =
      params.mode == Mode::low_variance ? why_not_low_variance(shape, params) : why_not_source(shape, params, pair);
  return reason ? std::move(reason) : too_few_samples(params, low_variance_samples_needed(shape));
}

}  // namespace gridcensus::band_monte_carlo
