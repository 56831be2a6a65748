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

/// The result of one check.
struct CheckResult {
  std::string check;
  Result result{};
  std::string text;  ///< what was tested; on failure what is wrong; if skipped, why
};

/// Thrown when a promise of the strategy does not hold. Ends the check; the text names the promise and the place.
class CheckFailed : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Thrown to skip a check; the text is the reason.
class CheckSkipped : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A check. docs/write-a-strategy.md explains for each why it exists and what it cannot detect.
struct Check {
  std::string_view name;
  /// Returns what was tested.
  ///
  /// @throws CheckFailed, CheckSkipped; any other exception comes from the strategy and fails the check.
  std::string (*make)(Subject& subject);
  /// Checks that this one depends on: it is skipped if one of them fails.
  std::vector<std::string_view> rests_on;
};

/// Returns all checks in the order in which they run, except loading, on which all depend.
const std::vector<Check>& all_checks();

inline constexpr std::string_view loading = "loading";

// The checks.

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
