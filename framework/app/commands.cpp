#include "app/commands.hpp"

#include "gridcensus/plugin.hpp"
#include "gridcensus/random.hpp"
#include "gridcensus/sampling.hpp"
#include "host/base/text.hpp"
#include "host/report/text_layout.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

namespace gridcensus::app {

namespace {

constexpr std::size_t help_columns = 80;

/// Returns the two columns of a list, the first in lines of its own if it is too wide.
std::string list_entry(const std::string& name, const std::string& text) {
  constexpr std::size_t text_column = 28;
  std::string entry = "  " + name;
  for (const auto& line : host::wrapped(text, help_columns - text_column)) {
    if (entry.size() - (entry.rfind('\n') + 1) + 2 > text_column) entry += "\n";
    const auto used = entry.size() - (entry.rfind('\n') + 1);
    entry += std::string(text_column - used, ' ') + line + "\n";
  }
  return entry;
}

std::string names_of(const Option& option) {
  return (option.letter.empty() ? "" : "-" + option.letter + ", ") + "--" + option.name +
         (option.value_name.empty() ? "" : " " + option.value_name);
}

/// Adds the title of a group, and its commands in two columns.
void add_group(host::TextTable& table, const CommandGroup& group) {
  std::vector<View> listed;
  for (const auto* const command : group.commands) listed.push_back({command->name, command->brief});
  listed.insert(listed.end(), group.views.begin(), group.views.end());
  table.add({"", "", "", ""});
  table.add({group.title, "", "", ""});
  for (std::size_t i = 0; i < listed.size(); i += 2) {
    const auto [name, brief] = i + 1 < listed.size() ? listed[i + 1] : View{};
    table.add({"  " + listed[i].name, listed[i].brief, name, brief});
  }
}

}  // namespace

const std::vector<CommandGroup>& command_groups() {
  static const std::vector<CommandGroup> groups{
      {"Count",
       {&count_command, &run_command, &check_command, &plan_command, &list_command, &describe_command, &schema_command,
        &doctor_command},
       {{"picture", "draw the rules as SVG"}}},
      {"View results",
       {&show_command},
       {{"certify", "write a certificate"},
        {"report", "write a web page"},
        {"export", "write tables or data"},
        {"compare", "two results"},
        {"identify", "look up a number"}}},
      {"Long runs",
       {&status_command, &merge_command},
       {{"verify", "check a ledger"}, {"slurm", "scripts for a cluster"}}},
      {"Grids", {&sample_command, &shuffle_command, &canonical_command, &grids_command}},
      {"For authors", {&conformance_command}, {{"new-strategy", "write a template"}}}};
  return groups;
}

const std::vector<const Command*>& all_commands() {
  static const auto all = [] {
    std::vector<const Command*> commands;
    for (const auto& group : command_groups())
      commands.insert(commands.end(), group.commands.begin(), group.commands.end());
    return commands;
  }();
  return all;
}

std::vector<std::string> command_names() {
  std::vector<std::string> names;
  for (const auto& group : command_groups()) {
    for (const auto* const command : group.commands) names.push_back(command->name);
    for (const auto& view : group.views) names.push_back(view.name);
  }
  std::ranges::copy(own_commands(), std::back_inserter(names));
  return names;
}

const Command* find_command(const std::string& name) {
  const auto found = std::ranges::find(all_commands(), name, &Command::name);
  return found == all_commands().end() ? nullptr : *found;
}

std::string overview() {
  host::TextTable table{{{}, {}, {}, {}}};
  for (const auto& group : command_groups()) add_group(table, group);
  std::string text =
      "gridcensus: counts Sudoku grids in independent ways and compares all answers\n" + table.text(help_columns);
  if (const auto own = own_commands(); !own.empty())
    text += "\nYours\n" + host::wrapped_lines("  " + fmt::format("{}", fmt::join(own, " ")), help_columns, 2);
  std::vector<std::string> codes;
  for (const auto& [code, meaning] : exit_codes()) codes.push_back(fmt::format("{} {}", code, meaning));
  return text + "\n" +
         "Options and examples: gridcensus COMMAND --help. Version: gridcensus --version.\n"
         "Example: gridcensus count 3x3\n" +
         host::wrapped_lines(fmt::format("Exit codes: {}\n", fmt::join(codes, ", ")), help_columns);
}

std::string help_text(const Command& command) {
  std::string text =
      host::wrapped_lines(fmt::format("gridcensus {} {}", command.name, command.usage), help_columns, 4) + "\n" +
      host::wrapped_lines(command.summary, help_columns) + "\nOptions:\n";
  const auto options = joined({command.options, shared_options()});
  std::string variables;
  for (const auto& option : options) text += list_entry(names_of(option), help_text(option));
  if (!command.examples.empty()) text += "\nExamples:\n" + command.examples;
  for (const auto& [variable, option] : environment_options()) {
    if (takes_from_environment(options, option)) variables += "  " + variable + "\n";
  }
  if (!variables.empty()) text += "\nEnvironment, if neither the option nor the file has a value:\n" + variables;
  return text;
}

std::string help_text(const Option& option) {
  return option.help + (option.occurrence == Occurrence::often ? " Repeatable." : "");
}

std::string version_text() {
  return fmt::format("gridcensus {}\nplugin interface {}\ntoolchain {}\nrandom numbers {}, statistics {}\n",
                     GRIDCENSUS_VERSION, GRIDCENSUS_API, GRIDCENSUS_TOOLCHAIN, random_numbers_version,
                     statistics_version);
}

}  // namespace gridcensus::app
