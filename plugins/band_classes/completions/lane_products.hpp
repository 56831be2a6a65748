#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace gridcensus::band_classes {

/// The number of digits that are processed together: one cache line.
inline constexpr std::size_t lane_count = 32;

struct alignas(64) Lanes {
  std::array<std::uint16_t, lane_count> digits{};
};

/// The sums of their products: lane l of the digits may be in any of the sums.
struct alignas(64) LaneSums {
  std::array<std::uint64_t, 8> sums{};
};

/// The digits to multiply: places in two lists of `Lanes`.
struct PlacePair {
  std::uint16_t second;
  std::uint16_t third;
};

/// The number of pairs that are added in 32 bits before the result goes to the 64 bits of `LaneSums`.
inline constexpr std::size_t pairs_in_run = 6;

/// Digits are below this, so the products of two lanes of a run fit 32 bits: 2 * 6 * 18918^2 < 2^32.
inline constexpr std::uint32_t digit_base = 18919;

static_assert(2 * pairs_in_run * std::uint64_t{digit_base - 1} * (digit_base - 1) < (std::uint64_t{1} << 32U));

/// One implementation of the products. All give the same numbers.
struct LaneKernel {
  /// Adds up second[pair.second] * third[pair.third], lane by lane, over the pairs of one run after the other.
  ///
  /// @param places  by run: the place in `sums` of its products
  /// @param pairs   of all runs, equally many of each
  using AddProducts = void (*)(const Lanes* second, const Lanes* third, std::span<const std::uint16_t> places,
                               const PlacePair* pairs, LaneSums* sums);

  std::string_view name;
  bool (*is_supported)();
  AddProducts add_runs;   ///< of `pairs_in_run` pairs
  AddProducts add_pairs;  ///< runs of one pair
};

/// Returns the kernels, the fastest first; the last runs everywhere.
std::span<const LaneKernel> lane_kernels();

/// Returns the first that this processor supports.
const LaneKernel& fastest_lane_kernel();

}  // namespace gridcensus::band_classes
