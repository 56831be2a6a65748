#pragma once

#include "app/command_line.hpp"

#include <string>
#include <vector>

namespace gridcensus::app {

/// Every command, in the order of `--help`.
const std::vector<const Command*>& all_commands();

/// What `gridcensus --help` says of the whole.
std::string overview();

/// `gridcensus complete WORD...`, which the completions of the shells call: what may stand in place of the last word, a
/// line each, of which the shell takes those that begin alike. A line ":files ENDING..." or ":folders" stands for what
/// the shell itself knows better. Never fails: what cannot be known is left out.
std::string completions(const std::vector<std::string>& words);

/// `gridcensus manual`, by which the build makes the manual page: roff, of the declarations that `--help` shows.
std::string manual_page();

}  // namespace gridcensus::app
