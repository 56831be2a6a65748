#include "band_monte_carlo/partial_grid.hpp"

#include "gridcensus/integer.hpp"
#include "gridcensus/parameters.hpp"

#include <cstddef>
#include <limits>
#include <sstream>
#include <string_view>

namespace gridcensus::band_monte_carlo {

namespace {

/// Returns the number of indices for this many bands: the top one takes no label row.
std::size_t indices_of(std::size_t bands) { return 2 * bands - 1; }

std::optional<std::string> why_not_index(std::uint64_t index, std::uint64_t end, std::string_view of_what) {
  if (index < end) return std::nullopt;
  return "pair: index " + std::to_string(index) + " of a " + std::string{of_what} + ", expected one below " +
         std::to_string(end);
}

}  // namespace

PartialGrid parse_pair(const std::string& text) {
  std::istringstream words{text};
  std::vector<std::uint64_t> indices;
  for (std::string word; words >> word;) {
    const auto index = parse_integer(word);
    if (!index || *index < 0 || *index > std::numeric_limits<std::uint32_t>::max()) {
      throw InvalidParameter{"pair: expected indices such as \"12 345 678\", got " + word};
    }
    indices.push_back(static_cast<std::uint64_t>(*index));
  }
  if (indices.size() % 2 == 0) {
    throw InvalidParameter{"pair: expected the top band, then label row and band for each band below it"};
  }
  PartialGrid bands{{.band = indices.front(), .row = 0}};
  for (std::size_t i = 1; i < indices.size(); i += 2) bands.push_back({.band = indices[i + 1], .row = indices[i]});
  return bands;
}

std::string to_string(const PartialGrid& bands) {
  std::string text = std::to_string(bands.front().band);
  for (std::size_t i = 1; i < bands.size(); ++i) {
    text += " " + std::to_string(bands[i].row) + " " + std::to_string(bands[i].band);
  }
  return text;
}

std::optional<std::string> why_not_pair(const PartialGrid& pair, Shape shape, std::uint64_t band_indices) {
  const auto bands = static_cast<std::size_t>(shape.bands() - 1);
  if (pair.size() != bands) {
    return "pair has " + std::to_string(indices_of(pair.size())) + " indices, and " + std::to_string(bands) +
           " bands take " + std::to_string(indices_of(bands));
  }
  const auto rows = static_cast<std::uint64_t>(factorial(shape.side()));
  for (const auto& [band, row] : pair) {
    if (auto reason = why_not_index(row, rows, "row")) return reason;
    if (auto reason = why_not_index(band, band_indices, "band")) return reason;
  }
  return std::nullopt;
}

}  // namespace gridcensus::band_monte_carlo
