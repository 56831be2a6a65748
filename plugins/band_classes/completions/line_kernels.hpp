#pragma once

#include "band_classes/completions/lane_products.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace gridcensus::band_classes {

/// Stands beside a digit where the number has another one.
inline constexpr std::uint16_t high_mark = 1U << 15U;

static_assert(digit_base <= high_mark);

/// How many lines are made of rows at once.
inline constexpr std::size_t lines_at_once = 8;

/// One way to look up digits lane by lane, and to put those of all lanes together. All give the same numbers.
struct LineKernel {
  std::string_view name;
  bool (*is_supported)();

  /// Looks up entries[place] for every place.
  ///
  /// @param entries  at least two, where there are 16 places or more
  /// @param next     what is looked up after these: as many entries as there are places are fetched on the way
  void (*look_up)(const std::uint16_t* entries, std::span<const std::uint16_t> places, std::uint16_t* found,
                  const std::uint16_t* next);

  /// Makes `lines_at_once` lines of as many columns of rows. Marks are left out.
  ///
  /// @param rows  one for each lane, each `stride` after the one before, beginning with the first of the columns
  /// @return      bit k: whether line k had a mark
  std::uint32_t (*transpose)(const std::uint16_t* rows, std::size_t stride, Lanes* lines);
};

/// The fastest first; the last runs everywhere.
std::span<const LineKernel> line_kernels();

/// The first that this processor supports.
const LineKernel& fastest_line_kernel();

}  // namespace gridcensus::band_classes
