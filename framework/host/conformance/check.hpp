#pragma once

#include "host/results/terms.hpp"

#include <array>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace gridcensus::host {

namespace conformance {
enum class Result { holds, fails, skipped };
}
template <>
inline constexpr std::array<std::string_view, 3> terms<conformance::Result>{"ok", "FAILED", "skipped"};

namespace conformance {

class Subject;

/// What came of one check.
struct CheckResult {
  std::string check;
  Result result{};
  std::string text;                     ///< what was tried; what is wrong, or why nothing was tried
  std::vector<std::string> notes = {};  ///< what its author should know though nothing is broken
};

/// A promise does not hold: the text says which and where. Ends a check.
class Broken : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Why a check cannot be made. Ends it, too.
class NotMade : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A check: docs/write-a-strategy.md says of each why it is there and what it cannot see.
struct Check {
  std::string_view name;
  /// Says what was tried.
  ///
  /// @throws Broken, NotMade; anything else that is thrown is what the strategy threw, and fails the check.
  std::string (*make)(Subject& subject);
  /// Checks without which this one says nothing: where one of them fails, it is skipped.
  std::vector<std::string_view> rests_on;
};

/// All of them, in the order in which they are made, but for loading, without which there are none.
const std::vector<Check>& all_checks();

inline constexpr std::string_view loading = "loading";

// Each of these is one of them.

std::string check_declarations(Subject& subject);
std::string check_refusals(Subject& subject);
std::string check_purity(Subject& subject);
std::string check_threads(Subject& subject);
std::string check_values(Subject& subject);
std::string check_divisors(Subject& subject);
std::string check_resumption(Subject& subject);
std::string check_stop(Subject& subject);
std::string check_memory(Subject& subject);
std::string check_coverage(Subject& subject);
std::string check_independence(Subject& subject);
std::string check_stdout(Subject& subject);

}  // namespace conformance

}  // namespace gridcensus::host
