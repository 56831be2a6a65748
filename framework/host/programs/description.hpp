#pragma once

#include "gridcensus/quantity.hpp"
#include "host/base/json.hpp"
#include "host/document/form.hpp"
#include "host/formats/answers.hpp"
#include "host/process/child.hpp"
#include "host/programs/declared.hpp"

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace gridcensus::host {

/// The ending of the name of a description: NAME.strategy.yaml.
inline constexpr std::string_view description_ending = ".strategy.yaml";

/// A command that prints the version of a program, and the pattern that finds the version in its output.
struct VersionCommand {
  std::vector<std::string> command;
  std::string pattern;  ///< with one group
};

/// The kinds of input of a program that is asked once.
enum class ProgramInput { nothing, json, cnf, asp, exact_cover, text };

/// The way in which a program that is asked once answers.
struct ProgramAnswer {
  /// The pattern of each quantity, with one group; empty: lines of the model counting competition.
  std::map<Quantity, std::string> patterns;
  std::optional<Guarantee> guarantee;  ///< of an approximate counter that does not print it
  Integer times = 1;
  bool times_relabellings = false;  ///< times N!
};

/// A program that is asked once for each unit.
struct AskedOnce {
  ProgramInput input = ProgramInput::nothing;
  std::string text;  ///< the template, for ProgramInput::text
  bool fixes_first_row = false;
  std::string units = "1";  ///< a template for a whole number
  std::set<int> success{0};
  ProgramAnswer answer;
};

/// A file NAME.strategy.yaml: a program that is a strategy.
struct Description {
  std::filesystem::path file;
  std::string id;
  /// For a program that is asked once. A program that speaks the protocol declares this itself.
  Declared declared;
  std::variant<std::string, VersionCommand> version;  ///< for a program that is asked once
  std::vector<std::string> is;                        ///< what the program is, for evidence
  std::vector<std::string> command;
  std::vector<std::string> files;  ///< further files besides those of the command, as "./NAME"
  std::vector<std::string> environment;
  ProcessLimits limits;  ///< of one process; of memory: if there is none, its share of this machine
  bool is_untried = false;
  std::optional<AskedOnce> asked;  ///< nullopt: it speaks the strategy protocol

  /// Returns the folder of the file.
  std::filesystem::path folder() const { return file.parent_path(); }
};

/// Reads a description.
///
/// @throws BadInput  lists every mistake with its place.
Description read_description(const std::filesystem::path& file);

/// Returns the form of a description, for its schema and reference.
const Form& description_form();
/// Returns the JSON Schema of descriptions.
Json description_schema();

}  // namespace gridcensus::host
