#pragma once

#include <compare>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace gridcensus::host {

/// The exit codes of the program.
enum class ExitCode {
  all_agree = 0,
  run_failed = 1,
  bad_input = 2,
  disagreement = 3,  ///< or a broken invariant
  incomplete = 4,    ///< resumable
  plugin_refused = 5,
  storage = 6,
};

/// A place in a file, or on the command line (`file` is then "command line" and the numbers are 0). Lines and columns
/// count from 1; 0 means unknown.
struct Location {
  std::string file;
  int line = 0;
  int column = 0;
  std::string option = {};  ///< on the command line: the option or argument

  auto operator<=>(const Location&) const = default;
};

/// Returns "file:line:column", as far as it is known.
std::string to_string(const Location& where);

/// Returns a place on the command line.
Location at_option(std::string option);

/// One mistake in the user's input.
struct Diagnostic {
  Location where;
  std::string path;                    ///< "strategies.enumeration.max_side"; empty if there is none
  std::string message;                 ///< what is wrong and what was expected
  std::optional<std::string> nearest;  ///< the known name that was probably meant
};

/// Returns a mistake on the command line.
Diagnostic on_command_line(std::string option, std::string message, std::optional<std::string> nearest = std::nullopt);

/// Returns "file:3:5: strategies.enumeration.max_sied: unknown parameter; ... (did you mean max_side?)". Control
/// characters of the input are made visible.
std::string to_string(const Diagnostic& diagnostic);

/// Thrown with every mistake in the input at once. Exit code 2.
class BadInput : public std::runtime_error {
 public:
  explicit BadInput(std::vector<Diagnostic> diagnostics);
  explicit BadInput(const Diagnostic& diagnostic);
  /// One mistake on the command line.
  explicit BadInput(const std::string& message);
  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }

 private:
  std::vector<Diagnostic> diagnostics_;
};

/// Throws the mistakes, if there are any, in the order of the file. If there are more than a hundred,
/// the exception has the first hundred and the number of the others.
///
/// @throws BadInput  there is a mistake.
void throw_if_any(std::vector<Diagnostic> diagnostics);

/// Thrown when a ledger or an output file cannot be used. Exit code 6.
class StorageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Returns the known name closest to `name` within two edits (insert, delete, replace, swap), or else the only one that
/// begins with it; nullopt if there is none.
std::optional<std::string> nearest_name(std::string_view name, std::span<const std::string> known);

/// Checks whether the name consists of lower-case letters, digits and underscores, begins with a letter and does not
/// end with an underscore.
bool is_snake_case(std::string_view name);

/// Returns the text with control characters and non-UTF-8 bytes escaped, safe to print on a terminal.
std::string printable(std::string_view text);

}  // namespace gridcensus::host
