#pragma once

#include "box_class_zc/interior.hpp"
#include "box_class_zc/selection.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

/// The innermost loops, for every kind of processor. The choice changes no number.
namespace gridcensus::box_class_zc {

/// One byte for each of the 56 splits of a border class, and one that counts rows:
///
///     lane     0   1   2  ...  55    56     57 .. 63
///     mask    FF  00  FF  ...  00    -h      0          h: the number of lanes that are FF and exist
///     count    3   0   5  ...   0     8      0          8: rows that were added
///
/// The lane-wise product of a mask and a count, with negated signs, adds up to the count in lanes 0..55, and in lane 56
/// to 8 for every lane that was counted.
struct alignas(64) Row {
  std::array<std::uint8_t, 64> lanes{};
};
inline constexpr std::size_t tally_lane = triplets;

/// The offset of a row in a table: 64 times the number of its class. Multiplying would take a third of the kernels'
/// time.
using RowOffset = std::uint16_t;
using OctetRows = std::array<RowOffset, rows_per_column>;
struct SplitRows {
  RowOffset count = 0;  ///< of the class of the next box
  RowOffset mask = 0;   ///< of the class of the last box
};
using SplitsRows = std::array<SplitRows, triplets>;

constexpr RowOffset row_offset(Code code) { return static_cast<RowOffset>(code * sizeof(Row)); }

/// Sums over a run of combinations.
struct Sums {
  std::uint64_t combinations = 0;
  std::uint64_t inner_iterations = 0;  ///< of the source's innermost loop
  std::uint64_t solutions = 0;         ///< each once
  std::uint64_t weighted = 0;          ///< each with the weight of its combination

  Sums& operator+=(const Sums& other);
  bool operator==(const Sums&) const = default;
};

/// The maximum sum of the weights of the visits in one call. If a kernel adds four pairs of lanes in 32 bits, a visit
/// finds at most 4 * 56 * 2 * 64 in them.
inline constexpr std::uint64_t max_weight_of_visits = (std::uint64_t{1} << 31U) / (4 * triplets * 2 * 64) - 1;

/// One implementation.
struct Kernel {
  std::string_view name;
  bool (*is_supported)();

  /// Computes counts[i] = the sum of the eight rows octets[i], for i < n. No lane exceeds 64.
  void (*add_octets)(const Row* rows, const OctetRows* octets, std::size_t n, Row* counts);

  /// Adds up, for every visit, over the splits of its class, the lanes of the count that the mask selects. Processes
  /// two tables of counts at once, which saves a third of the time.
  ///
  /// @param splits  of all classes
  std::array<Sums, 2> (*visit)(const std::array<const Row*, 2>& counts, const Row* masks, const SplitsRows* splits,
                               std::span<const Selection::Partner> visits);
};

/// Returns all kernels, the fastest first; the last, "portable", runs everywhere.
std::span<const Kernel> kernels();

/// Returns the fastest that this processor supports.
const Kernel& fastest_kernel();

}  // namespace gridcensus::box_class_zc
