#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace gridcensus::band_classes {

/// Sixteen counts that are worked on together: one cache line.
inline constexpr std::size_t lane_count = 16;

struct alignas(64) Lanes {
  std::array<std::uint32_t, lane_count> counts{};
};

struct alignas(64) LaneSums {
  std::array<std::uint64_t, lane_count> sums{};
};

/// Which counts are multiplied: places in two lists of `Lanes`.
struct PlacePair {
  std::uint16_t second;
  std::uint16_t third;
};

/// One way to multiply. All give the same numbers.
struct LaneKernel {
  std::string_view name;
  bool (*is_supported)();
  /// Adds up, over the pairs, second[pair.second] * third[pair.third], lane by lane. Lane l of the counts may end in
  /// any lane of the sums.
  void (*add_products)(const Lanes* second, const Lanes* third, std::span<const PlacePair> pairs, LaneSums& sums);
};

/// The fastest first; the last runs everywhere.
std::span<const LaneKernel> lane_kernels();

/// The first that this processor supports.
const LaneKernel& fastest_lane_kernel();

}  // namespace gridcensus::band_classes
