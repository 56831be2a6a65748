#pragma once

#include "app/command_line.hpp"
#include "host/experiment/rules_reader.hpp"
#include "host/formats/grid_reader.hpp"

#include <optional>
#include <string>

namespace gridcensus::app {

/// The help of the option --given.
inline constexpr auto given_help =
    "Given symbols: a puzzle, such as N^2 characters with . for a blank, or a file with one; "
    "docs/grids.md has the forms.";

/// Returns the puzzle of --given, or nullopt without the option.
///
/// @throws BadInput  it is not a puzzle of the shape, or its file cannot be read.
std::optional<host::Puzzle> read_givens(Shape shape, const Arguments& arguments);

/// Prints what was taken for what in the puzzle of --given.
void note_givens(const host::Puzzle& puzzle, const Arguments& arguments);

/// Returns the problem of SHAPE, --rules and --given, of any size, as the user wrote it; input of `make_problem`.
///
/// @param name  what the shape is called in messages
/// @throws BadInput  a mistake in one of them.
host::AskedRules described_rules(const std::string& name, const std::string& shape_text, const Arguments& arguments);

/// Returns the problem of a command: the shape, for which a side alone means a square, with --rules and --given.
///
/// @param name  what the shape is called in messages
/// @throws BadInput  a mistake in one of them, or a side whose grids are not printed.
Problem asked_problem(const std::string& name, const std::string& shape_text, const Arguments& arguments);

}  // namespace gridcensus::app
