#pragma once

#include "gridcensus/shape.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gridcensus::band_monte_carlo {

/// A listed band and the row whose symbols are its labels.
struct LabelledBand {
  std::uint64_t band = 0;  ///< beyond the end of the list: the source's unused entries, bands without a symbol
  std::uint64_t row = 0;
};

/// All bands but the last of a grid, from the top. The top band keeps its labels: its row is 0, the first of the list.
using PartialGrid = std::vector<LabelledBand>;

/// Reads "12 0 3456": the listed band on top, then label row and listed band for each of the next ones, in the format
/// of the source's program.
///
/// @throws InvalidParameter  a token is not an index below 2^32, or their number does not make whole bands.
PartialGrid parse_pair(const std::string& text);

/// Returns the indices in the form that `parse_pair` reads.
std::string to_string(const PartialGrid& bands);

/// Returns why the parameter `pair` does not fit the shape, or nullopt if it does.
///
/// @param shape         of side at most max_listed_side
/// @param band_indices  upper limit of the indices of bands: the size of the list, or a larger number that the source's
///                      program may draw
std::optional<std::string> why_not_pair(const PartialGrid& pair, Shape shape, std::uint64_t band_indices);

}  // namespace gridcensus::band_monte_carlo
