#pragma once

#include "app/command_line.hpp"

#include <string>
#include <vector>

namespace gridcensus::app {

/// Commands for one purpose, under a heading of their own in `--help`.
struct CommandGroup {
  std::string title;
  std::vector<const Command*> commands;
};
const std::vector<CommandGroup>& command_groups();

/// Every command, in the order of `--help`.
const std::vector<const Command*>& all_commands();

/// @return           nullptr if there is no such command
/// @throws BadInput  it was a command once, and is an option now.
const Command* find_command(const std::string& name);

/// Returns the help of the whole program: one screen of 80 columns, at most 40 lines.
std::string overview();

/// Returns the help of a command: usage, options, examples and variables, at most 80 columns wide.
std::string help_text(const Command& command);

/// Returns the help of an option as one paragraph.
std::string help_text(const Option& option);

/// Returns the version of the program, and what a plugin must be built with.
std::string version_text();

/// Returns the answer to `gridcensus complete WORD...`, which the completions of the shells call: the words that may
/// replace the last one, a line each, of which the shell takes those that begin alike. A line ":files ENDING..." or
/// ":folders" leaves the names of files or folders to the shell. Never fails: what cannot be known is left out.
std::string completions(const std::vector<std::string>& words);

/// Returns the answer to `gridcensus manual`, from which the build makes the manual page: roff, of the declarations
/// that `--help` shows.
std::string manual_page();

}  // namespace gridcensus::app
