#include "band_monte_carlo/batches.hpp"

#include "band_monte_carlo/low_variance.hpp"

#include <cstdint>

namespace gridcensus::band_monte_carlo {

namespace {

Batches cut(const Params& params, std::uint64_t tenth_of_a_second) {
  return {params, params.batch ? static_cast<std::uint64_t>(*params.batch) : tenth_of_a_second};
}

}  // namespace

Batches low_variance_batches(Shape shape, const Params& params) {
  constexpr std::uint64_t tabled = 1U << 20U;
  constexpr std::uint64_t direct = 64;
  return cut(params, can_be_tabled(shape) ? tabled : direct);
}

Batches source_batches(const Params& params) {
  constexpr std::uint64_t scanning = 1U << 15U;
  constexpr std::uint64_t quick = 1U << 18U;
  return cut(params, last_band_of(params) == LastBand::scan ? scanning : quick);
}

std::uint64_t low_variance_samples_needed(Shape shape) {
  return can_be_tabled(shape) || shape == Shape{2, 5} ? 2000 : 100;
}

}  // namespace gridcensus::band_monte_carlo
