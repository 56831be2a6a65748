#pragma once

#include "host/base/errors.hpp"
#include "host/catalog/catalog.hpp"
#include "host/report/listing.hpp"

#include <boost/program_options.hpp>

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace gridcensus::app {

/// A command of the program, and all that `--help` says of it.
struct Command {
  std::string name;
  std::string summary;   ///< one line
  std::string usage;     ///< what follows the name: "FILE.yaml [options]"
  std::string examples;  ///< lines to try
  host::ExitCode (*run)(const std::vector<std::string>& arguments);
};

const Command& run_command();
const Command& count_command();
const Command& plan_command();
const Command& check_command();
const Command& merge_command();
const Command& status_command();
const Command& repair_command();
const Command& report_command();
const Command& list_command();
const Command& describe_command();
const Command& schema_command();
const Command& show_command();
const Command& shuffle_command();
const Command& sample_command();
const Command& rank_command();
const Command& slurm_command();
const Command& verify_command();
const Command& certify_command();
const Command& export_command();
const Command& compare_command();
const Command& history_command();
const Command& new_strategy_command();
const Command& version_command();
const Command& doctor_command();
const Command& conformance_command();

/// The parsed arguments of one command. Options are never abbreviated; values are read strictly.
class Arguments {
 public:
  enum class Positional { one, several };

  /// @param positional  the name of the positional argument, or empty where there is none
  Arguments(const Command& command, const boost::program_options::options_description& options,
            const std::string& positional, const std::vector<std::string>& arguments,
            Positional how_many = Positional::one);

  /// The command line itself, quoted for a shell; without --fresh, so that it goes on where this one stops.
  std::string again() const;

  /// `--help` was given and answered: the command is done.
  bool is_help() const { return is_help_; }

  bool has(const std::string& option) const;
  /// Where the value of an option comes from: the option itself, or a variable of the environment.
  host::Location where(const std::string& option) const;
  bool is_from_environment(const std::string& option) const { return from_environment_.contains(option); }
  /// @throws BadInput  the value is empty.
  std::optional<std::string> text(const std::string& option) const;
  std::vector<std::string> texts(const std::string& option) const;
  /// @throws BadInput  not an integer from `low` to `high`.
  std::optional<std::uint64_t> integer(const std::string& option, std::uint64_t low, std::uint64_t high) const;
  /// The positional argument.
  ///
  /// @throws BadInput  it was not given.
  std::string required(const std::string& name) const;
  /// The same of several.
  std::vector<std::string> all_required(const std::string& name) const;

 private:
  void take_environment(const boost::program_options::options_description& options);

  std::vector<std::string> words_;
  boost::program_options::variables_map values_;
  std::map<std::string, std::string> from_environment_;  ///< options, each with its variable
  bool is_help_ = false;
};

/// An option, as a command declares it.
struct DeclaredOption {
  std::string name;        ///< "output"
  std::string letter;      ///< "o", or empty
  std::string value_name;  ///< "FILE"; "csv|jsonl" where there are few values; empty where it takes none
  std::string help;
};

/// What the command declares of its own. The command is called for it, and does nothing else.
std::vector<DeclaredOption> declared_options(const Command& command);

/// The variables of the environment that stand for options.
std::vector<std::pair<std::string, std::string>> environment_options();

/// The exit codes and what they mean.
const std::vector<std::pair<int, std::string>>& exit_codes();

/// Where plugins are looked for beside what a command line says.
std::vector<std::filesystem::path> plugin_folders();

/// Raised where plugins were refused; they have been named on stderr. Exit code 5.
class PluginsRefused : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

namespace options {

using boost::program_options::options_description;

/// --plugin-dir, --allow-insecure-plugins.
void add_catalog(options_description& options);
/// --json for a command that answers with a listing.
void add_json(options_description& options);
/// --set, --threads and --seed: what is put over the values of an experiment.
void add_overrides(options_description& options);
/// --json, --fresh, --isolate, --full, --findings, and those of add_overrides.
void add_execution(options_description& options);
/// --full, --findings: what is shown of a results document.
void add_view(options_description& options);

}  // namespace options

/// The plugins of the program and of --plugin-dir, with those of these strategies open.
///
/// @throws PluginsRefused  one was refused.
host::Catalog open_catalog(const Arguments& arguments, const std::vector<std::string>& strategies);
/// The same for the strategies of an experiment. If it names a quantity that none of them knows, all plugins are
/// opened, to tell which there are.
host::Catalog open_catalog(const Arguments& arguments, const host::ExperimentText& text);

/// The same with all of them open.
host::Catalog open_whole_catalog(const Arguments& arguments);

/// The same, where refusals are a part of the answer.
host::Catalog open_catalog_with_refusals(const Arguments& arguments);

/// Names the plugins that were refused on stderr.
///
/// @throws PluginsRefused  one was refused.
void require_no_refusals(const host::Catalog& catalog);

/// Keeps stdout for answers: from here on descriptor 1 is stderr, so that nothing a plugin prints can get between them.
/// Called once, before a plugin is loaded.
void reserve_stdout();

/// Writes what a command answers to stdout.
///
/// @throws StorageError  it could not be written; a reader that has gone away is no error.
void print(const std::string& text);

/// Answers as JSON if --json asks for it.
///
/// @return  whether that was on stdout, so that nothing else is to be printed there
bool answer_as_json(const Arguments& arguments, const host::Json& json);

/// Answers with a listing: as JSON where --json asks, and as text on stdout.
void answer(const Arguments& arguments, const host::Listing& listing);

/// Writes an error or a warning to stderr.
void complain(const std::string& text);
/// Writes a note for the user to stderr, unless --quiet.
void note(const std::string& text);
/// The same of what only --verbose tells.
void detail(const std::string& text);
/// Whether details are told, so that they need not be made for nothing.
bool is_verbose();

/// A variable of the environment that is named like those of the program.
struct EnvironmentVariable {
  std::string name;
  std::string value;
  std::string option;  ///< the option that it stands for; empty where there is none
};
std::vector<EnvironmentVariable> environment_variables();

/// How many columns there are for answers: those of the variable COLUMNS, else of the terminal that stdout is, else 80.
std::size_t answer_width();

/// Whether stdout shall be coloured: a terminal, unless NO_COLOR is set; CLICOLOR_FORCE colours always.
bool is_colour_wanted();

}  // namespace gridcensus::app
