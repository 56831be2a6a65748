#pragma once

#include "band_classes/completions/lane_products.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace gridcensus::band_classes {

/// Marks a digit whose number has a further digit.
inline constexpr std::uint16_t high_mark = 1U << 15U;

static_assert(digit_base <= high_mark);

/// The number of lines that one transposition makes.
inline constexpr std::size_t lines_at_once = 8;

/// One implementation of looking up digits lane by lane and combining those of all lanes. All give the same numbers.
struct LineKernel {
  std::string_view name;
  bool (*is_supported)();

  /// Looks up entries[place] for every place.
  ///
  /// @param entries  at least two, if there are 16 places or more
  /// @param next     the entries of the next look-up: as many as there are places are prefetched
  void (*look_up)(const std::uint16_t* entries, std::span<const std::uint16_t> places, std::uint16_t* found,
                  const std::uint16_t* next);

  /// Makes `lines_at_once` lines of as many columns of rows, without the marks.
  ///
  /// @param rows  one for each lane, each `stride` after the one before, starting at the first of the columns
  /// @return      bit k: whether line k had a mark
  std::uint32_t (*transpose)(const std::uint16_t* rows, std::size_t stride, Lanes* lines);
};

/// Returns the kernels, the fastest first; the last runs everywhere.
std::span<const LineKernel> line_kernels();

/// Returns the first that this processor supports.
const LineKernel& fastest_line_kernel();

}  // namespace gridcensus::band_classes
