#pragma once

#include "host/base/errors.hpp"
#include "host/catalog/catalog.hpp"
#include "host/report/listing.hpp"

#include <boost/program_options.hpp>

#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace gridcensus::app {

class Arguments;

/// The number of times that an option with a value may be given.
enum class Occurrence { once, often };

/// An option, declared once for parsing, `--help`, the manual page and completion.
struct Option {
  std::string name;         ///< "output"
  std::string value_name;   ///< "FILE"; "csv|jsonl" for one of a few values; empty if the option takes none
  std::string help;         ///< sentences
  std::string letter = {};  ///< "o" for -o, or empty
  Occurrence occurrence = Occurrence::once;
};
using Options = std::vector<Option>;

/// A command of the program, with all data for parsing, `--help`, the manual page and completion.
struct Command {
  std::string name;
  std::string brief;     ///< a few words for the help of the whole program
  std::string summary;   ///< one sentence
  std::string usage;     ///< the rest of the line after the name: "FILE.yaml [options]"
  std::string argument;  ///< the name of the positional argument, as in "FILE" or, of several, "FILE..."; or empty
  std::string examples;  ///< lines to try
  Options options;
  host::ExitCode (*run)(const Arguments& arguments);
};

extern const Command run_command;
extern const Command count_command;
extern const Command plan_command;
extern const Command check_command;
extern const Command merge_command;
extern const Command status_command;
extern const Command list_command;
extern const Command describe_command;
extern const Command schema_command;
extern const Command show_command;
extern const Command shuffle_command;
extern const Command sample_command;
extern const Command canonical_command;
extern const Command grids_command;
extern const Command doctor_command;
extern const Command conformance_command;

/// The options of every command: --quiet, --verbose and --help.
const Options& shared_options();

/// The parsed arguments of one command. Options are never abbreviated; values are read strictly.
class Arguments {
 public:
  /// @throws BadInput  the words do not follow the declarations of the command.
  Arguments(const Command& command, const std::vector<std::string>& words);

  /// Returns the command line, quoted for a shell, without --recount: the command that resumes this one.
  std::string resume_command() const;

  /// Returns what was typed after the name of the command.
  std::vector<std::string> words() const { return {words_.begin() + 2, words_.end()}; }
  bool has(const std::string& option) const { return values_.contains(option); }
  /// Returns the origin of an option's value: the option itself, or an environment variable.
  host::Location where(const std::string& option) const;
  bool is_from_environment(const std::string& option) const { return from_environment_.contains(option); }
  /// @throws BadInput  the value is empty.
  std::optional<std::string> text(const std::string& option) const;
  std::vector<std::string> texts(const std::string& option) const;
  /// @throws BadInput  not an integer from `low` to `high`.
  std::optional<std::uint64_t> integer(const std::string& option, std::uint64_t low, std::uint64_t high) const;
  /// Returns the positional argument.
  ///
  /// @throws BadInput  it was not given.
  std::string required(const std::string& name) const;
  /// Returns several positional arguments.
  ///
  /// @throws BadInput  none was given, or an empty one.
  std::vector<std::string> all_required(const std::string& name) const;

  /// Writes a note to stderr, unless --quiet was given.
  void print_note(const std::string& text) const;
  /// Writes a detail to stderr if --verbose was given.
  void print_detail(const std::string& text) const;
  /// Checks for --verbose, to skip the work of preparing details.
  bool is_verbose() const { return has("verbose"); }

 private:
  void take_environment(const Options& options);

  std::vector<std::string> words_;
  boost::program_options::variables_map values_;
  std::map<std::string, std::string> from_environment_;  ///< options, each with its variable
};

/// Returns the environment variables that set options, each with its option.
std::vector<std::pair<std::string, std::string>> environment_options();
/// Checks whether an environment variable may set one of a command's options.
bool takes_from_environment(const Options& options, const std::string& option);

/// The exit codes and their meanings.
const std::vector<std::pair<int, std::string>>& exit_codes();

/// Returns the folders that are searched for plugins in addition to those of a command line.
std::vector<std::filesystem::path> plugin_folders();

/// Thrown if plugins were refused, after naming them on stderr. Exit code 5.
class PluginsRefused : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// --plugin-dir and --allow-insecure-plugins.
Options catalog_options();
/// --json of a command that prints a listing.
Options json_options();
/// --set, --threads and --seed: overrides of an experiment.
Options override_options();
/// --json, --recount, --isolate, --full, --findings, and those of `override_options`.
Options execution_options();
/// --full and --findings: views of a results document.
Options view_options();
/// Returns groups of options as one.
Options joined(std::initializer_list<Options> groups);

/// Returns the plugins of the program and of --plugin-dir, and opens those of these strategies.
///
/// @throws PluginsRefused  one was refused.
host::Catalog open_catalog(const Arguments& arguments, const std::vector<std::string>& strategies);
/// Returns the plugins, with those of an experiment's strategies open. If the experiment has a quantity that none of
/// them knows, opens all plugins to list the known ones.
host::Catalog open_catalog(const Arguments& arguments, const host::ExperimentText& text);

/// Returns the plugins, all of them open.
///
/// @param asking  the questions for which programs are started
/// @throws PluginsRefused  one was refused.
host::Catalog open_whole_catalog(const Arguments& arguments, host::Asking asking);

/// Returns the plugins, all of them open, for a command that reports refusals itself.
host::Catalog open_catalog_with_refusals(const Arguments& arguments, host::Asking asking);

/// Names the plugins that were refused on stderr.
///
/// @throws PluginsRefused  one was refused.
void require_no_refusals(const host::Catalog& catalog);

/// Reserves stdout for results: from now on descriptor 1 is stderr, so output of plugins cannot mix with them. Call it
/// once, before a plugin is loaded.
void reserve_stdout();
/// Makes descriptor 1 stdout again, for a program that takes the place of this one.
void release_stdout();

/// Writes a result to stdout.
///
/// @throws StorageError  it could not be written; a reader that has closed the pipe is not an error.
void print(const std::string& text);

/// Writes JSON if --json was given.
///
/// @return  true if it went to stdout, so nothing else may be printed there
bool answer_as_json(const Arguments& arguments, const host::Json& json);

/// Writes a listing as JSON if --json was given, and as text to stdout unless the JSON went there.
void answer(const Arguments& arguments, const host::Rendering& listing);

/// Writes an error or a warning to stderr.
void print_error(const std::string& text);

/// Returns the width for output in columns: the variable COLUMNS, else the terminal on stdout, else 80.
std::size_t answer_width();

/// Checks whether to colour stdout: if it is a terminal and NO_COLOR is not set, or always with CLICOLOR_FORCE.
bool is_colour_wanted();

}  // namespace gridcensus::app
