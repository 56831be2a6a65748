#pragma once

#include "band_monte_carlo/source_trials.hpp"
#include "gridcensus/sampling.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace gridcensus::band_monte_carlo {

/// The method of drawing the bands.
enum class Mode {
  source,       ///< repeatedly, until they do not clash
  low_variance  ///< by columns that do not clash; the parameter's value for it is "sharp"
};

/// The method of finding the last band, as the parameter of that name gives it.
enum class ThirdBand { by_mode, random, scan, signature };

struct Params : SamplingLimits {
  Mode mode = Mode::low_variance;
  ThirdBand third_band = ThirdBand::by_mode;
  Indices indices = Indices::exact;
  std::int64_t tries = 1000;
  std::int64_t pairs = 0;
  std::optional<std::string> pair;
  std::optional<std::int64_t> batch;
};

/// Returns how mode source finds the last band.
inline LastBand last_band_of(const Params& params) {
  switch (params.third_band) {
    case ThirdBand::random: return LastBand::random;
    case ThirdBand::signature: return LastBand::signature;
    case ThirdBand::scan:
    case ThirdBand::by_mode: break;
  }
  return LastBand::scan;
}

}  // namespace gridcensus::band_monte_carlo
