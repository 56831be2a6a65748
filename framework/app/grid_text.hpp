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

/// The forms in which commands write grids: numbers in rows, one grid a line, or rows of fields.
enum class GridForm { grid, line, csv, jsonl };

/// "grid|line|csv|jsonl", for the help of an option.
inline constexpr auto grid_form_names = "grid|line|csv|jsonl";
inline constexpr auto grid_form_help =
    "grid (default): numbers, one row per line, then an empty line; line: one grid per line; csv, jsonl: the same line"
    " with the draw number and what else is known of the grid.";

/// Returns the form that --format names, by default the first.
///
/// @param first  the first of those that the command has; those after it follow
GridForm read_grid_form(const Arguments& arguments, GridForm first, std::vector<host::Diagnostic>& mistakes);

/// One value of a row: a column of csv, a member of an object of jsonl.
struct RowField {
  std::string_view name;
  std::string value;
  bool is_text = false;
};

/// Returns the line before all rows; empty but for csv.
std::string head_text(GridForm form, const std::vector<std::string_view>& names);
/// Returns a row as a line.
///
/// @param form  csv or jsonl
std::string row_text(GridForm form, const std::vector<RowField>& fields);

/// Returns the text of a grid that was made at random.
///
/// @param number         of the draw, from 0
/// @param automorphisms  of the grid, if they are known; known of all grids or of none
std::string draw_text(GridForm form, std::uint64_t number, const mathematics::Grid& grid,
                      const std::optional<std::uint64_t>& automorphisms = std::nullopt);
/// Returns the line before all draws.
std::string draw_head(GridForm form, bool has_automorphisms);

/// --rules, --given, --threads and --output.
Options grid_options();

/// Returns the number of --threads, by default all cores.
std::size_t read_threads(const Arguments& arguments);

}  // namespace gridcensus::app
