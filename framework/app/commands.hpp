#pragma once

#include "app/command_line.hpp"
#include "app/external.hpp"

#include <string>
#include <vector>

namespace gridcensus::app {

/// Commands for one purpose, under one heading of `--help`.
struct CommandGroup {
  std::string title;
  std::vector<const Command*> commands;
  std::vector<View> views = {};
};
const std::vector<CommandGroup>& command_groups();

/// Every command of this program, in the order of `--help`.
const std::vector<const Command*>& all_commands();

/// Returns the names of all commands, also of those that other programs carry out.
std::vector<std::string> command_names();

/// Returns the command of a name, or nullptr if there is none.
const Command* find_command(const std::string& name);

/// Returns the help of the whole program: one screen of 80 columns, at most 40 lines.
std::string overview();

/// Returns the help of a command: usage, options, examples and variables, at most 80 columns wide.
std::string help_text(const Command& command);

/// Returns the help of an option as one paragraph.
std::string help_text(const Option& option);

/// Returns the version of the program, and the toolchain that plugins need.
std::string version_text();

}  // namespace gridcensus::app
