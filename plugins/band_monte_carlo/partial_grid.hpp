#pragma once

#include "gridcensus/shape.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gridcensus::band_monte_carlo {

/// A listed band and the row whose symbols are its labels.
struct LabelledBand {
  std::uint64_t band = 0;  ///< at and beyond the end of the list: the source's unused entries, bands without a symbol
  std::uint64_t row = 0;
};

/// All bands but the last of a grid, from the top. The top band keeps its labels: its row is 0, the first of the list.
using PartialGrid = std::vector<LabelledBand>;

/// Reads "12 0 3456": the listed band on top, then label row and listed band for each of the next ones, as the source's
/// program prints what it found.
///
/// @throws InvalidParameter  something that is no index below 2^32, or not as many as make whole bands.
PartialGrid parse_pair(const std::string& text);

/// The indices in the form that `parse_pair` reads.
std::string to_string(const PartialGrid& bands);

/// Why the parameter `pair` does not fit the shape; nullopt where it does.
///
/// @param shape         of side at most max_listed_side
/// @param band_indices  the indices of bands are below this: the size of the list, or beyond it what the source's
///                      program may draw
std::optional<std::string> why_not_pair(const PartialGrid& pair, Shape shape, std::uint64_t band_indices);

}  // namespace gridcensus::band_monte_carlo
