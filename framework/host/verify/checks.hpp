#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace gridcensus::host::verify {

enum class Result { holds, fails, not_made };

/// One line of the output of `verify`.
struct Check {
  Result result{};
  std::string subject;  ///< "ledger", or the name of a run
  std::string text;     ///< the check; if it failed, the mistake; if it was not made, the reason
};

/// All checks, in order.
class Checks {
 public:
  void holds(const std::string& subject, const std::string& text) { add({Result::holds, subject, text}); }
  void fails(const std::string& subject, const std::string& text) { add({Result::fails, subject, text}); }
  void not_made(const std::string& subject, const std::string& text) { add({Result::not_made, subject, text}); }
  /// Adds a check that holds if there is no mistake.
  void add(const std::string& subject, const std::string& text, const std::optional<std::string>& wrong);

  const std::vector<Check>& all() const { return checks_; }
  std::size_t count(Result result) const;
  bool all_hold() const { return count(Result::fails) == 0; }

 private:
  void add(Check check) { checks_.push_back(std::move(check)); }

  std::vector<Check> checks_;
};

/// Returns one line per check, and a last one with the number of those that hold.
///
/// @param is_quiet  only the checks that fail have lines
std::string to_string(const Checks& checks, bool is_quiet, std::size_t width);

}  // namespace gridcensus::host::verify
