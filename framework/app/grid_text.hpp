#pragma once

#include "app/command_line.hpp"
#include "grids/grids.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gridcensus::app {

/// A grid, and its data for the output.
struct DrawnGrid {
  mathematics::Grid grid;
  std::optional<std::uint64_t> automorphisms = std::nullopt;  ///< counted for all grids or for none
};

/// A form in which a command writes grids.
struct GridFormat {
  std::string_view name;  ///< as on the command line
  /// Returns the text before the first grid.
  std::string (*head)(bool has_automorphisms);
  /// @param number  of the draw, from 0
  std::string (*text_of)(std::uint64_t number, const DrawnGrid& drawn);
};

/// "grid|line|csv|jsonl", for the help of an option.
inline constexpr auto grid_format_names = "grid|line|csv|jsonl";
inline constexpr auto grid_format_help =
    "grid (default): numbers, one row per line, then an empty line; line: one grid per line; csv, jsonl: the same line"
    " with the draw number and what else is known of the grid.";

/// Returns the format that --format names.
const GridFormat& read_grid_format(const Arguments& arguments, std::vector<host::Diagnostic>& mistakes);

/// Checks that grids of a shape can be printed.
///
/// @throws BadInput  the side is too large.
void require_printed(const std::string& argument, const std::string& text, Shape shape);

/// Returns the shape in a text, if its grids can be printed.
///
/// @throws BadInput  the text is not such a shape; the message names the argument.
Shape read_grid_shape(const std::string& argument, const std::string& text);

/// Returns the format of a list of grids, "line", "csv" or "jsonl": that of --format, by default the first.
///
/// @throws BadInput  the format is another one.
std::string read_list_format(const Arguments& arguments);

/// Returns the number of --threads, by default all cores.
std::size_t read_threads(const Arguments& arguments);

}  // namespace gridcensus::app
