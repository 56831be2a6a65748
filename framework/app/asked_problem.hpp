#pragma once

#include "app/command_line.hpp"
#include "host/experiment/rules_reader.hpp"

#include <string>

namespace gridcensus::app {

/// The help of the option --given.
inline constexpr auto given_help = "Given symbols: N^2 characters with . or 0 for a free cell, or a file with them.";

/// Returns the text of the givens that --given names: its own, or that of the file of this name.
///
/// @throws BadInput  the file cannot be read.
std::string read_givens(const std::string& text_or_path);

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
