#pragma once

#include "gridcensus/quantity.hpp"
#include "host/base/json.hpp"
#include "host/document/form.hpp"
#include "host/formats/answers.hpp"
#include "host/programs/declared.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace gridcensus::host {

/// How the file of a description ends: NAME.strategy.yaml.
inline constexpr std::string_view description_ending = ".strategy.yaml";

/// What one process of a program may take.
struct ProgramLimits {
  std::optional<double> seconds;                      ///< for one unit
  std::optional<std::uint64_t> memory_bytes;          ///< with all its descendants; nullopt: this machine's share
  std::size_t output_bytes = std::size_t{64} << 20U;  ///< on stdout, if it is asked once
};

/// A command that prints the version of a program, and the pattern of it.
struct VersionCommand {
  std::vector<std::string> command;
  std::string pattern;  ///< with one group
};

/// What the input of a program that is asked once is.
enum class ProgramInput { nothing, json, cnf, asp, exact_cover, text };

/// How a program that is asked once answers.
struct ProgramAnswer {
  /// The pattern of each quantity, with one group; empty: lines of the model counting competition.
  std::map<Quantity, std::string> patterns;
  std::optional<Guarantee> guarantee;  ///< of a program that counts approximately and does not print how well
  Integer times = 1;
  bool times_relabellings = false;  ///< times N!
};

/// A program that is asked once for each unit.
struct AskedOnce {
  ProgramInput input = ProgramInput::nothing;
  std::string text;  ///< the template, for ProgramInput::text
  bool fixes_first_row = false;
  std::string units = "1";  ///< a whole number once its words are filled in
  std::set<int> success{0};
  ProgramAnswer answer;
};

/// A file NAME.strategy.yaml: a program that is a strategy.
struct Description {
  std::filesystem::path file;
  std::string id;
  /// For a program that is asked once; one that is spoken to declares this itself.
  Declared declared;
  std::variant<std::string, VersionCommand> version;  ///< for a program that is asked once
  std::vector<std::string> is;                        ///< what it is, for evidence
  std::vector<std::string> command;
  std::vector<std::string> files;  ///< beside those of the command, as "./NAME"
  std::vector<std::string> environment;
  ProgramLimits limits;
  bool is_untried = false;
  std::optional<AskedOnce> asked;  ///< nullopt: it speaks the strategy protocol

  /// Returns the folder that it lies in.
  std::filesystem::path folder() const { return file.parent_path(); }
};

/// Reads a description.
///
/// @throws BadInput  with every mistake and its place.
Description read_description(const std::filesystem::path& file);

/// Returns what a description may have, for its schema and reference.
const Form& description_form();
/// Returns the JSON Schema of descriptions.
Json description_schema();

}  // namespace gridcensus::host
