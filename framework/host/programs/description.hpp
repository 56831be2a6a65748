#pragma once

#include "host/base/json.hpp"
#include "host/document/form.hpp"
#include "host/process/child.hpp"
#include "host/programs/declared.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gridcensus::host {

/// The ending of the name of a description: NAME.strategy.yaml.
inline constexpr std::string_view description_ending = ".strategy.yaml";

/// A file NAME.strategy.yaml: a program that is a strategy.
struct Description {
  std::filesystem::path file;
  std::string id;
  /// For a program that is asked once. A program that speaks the protocol declares this itself.
  Declared declared;
  std::vector<std::string> is;  ///< what the program is, for evidence
  std::vector<std::string> command;
  std::vector<std::string> files;  ///< further files besides those of the command, as "./NAME"
  std::vector<std::string> environment;
  ProcessLimits limits;  ///< of one process; of memory: if there is none, its share of this machine
  bool is_untried = false;
  int protocol = protocol_version;  ///< that the file names
  /// For a program that is asked once: all of the file, for the package in Python that asks it; every scalar is text.
  std::optional<Message> asked;

  /// Returns the folder of the file.
  std::filesystem::path folder() const { return file.parent_path(); }
};

/// Reads a description. Whether a program can be asked as its file says, its package checks when it is started.
///
/// @throws BadInput  lists every mistake with its place.
Description read_description(const std::filesystem::path& file);

/// Throws the mistakes that the package found: `key` as in "answer.pattern", `message`, and for an unknown `word` the
/// `known` ones.
///
/// @throws BadInput  each mistake with its place in the file.
[[noreturn]] void throw_mistakes(const Description& description, const Message& mistakes);

/// Returns the form of a description, for its schema and reference.
const Form& description_form();
/// Returns the JSON Schema of descriptions.
Json description_schema();

}  // namespace gridcensus::host
