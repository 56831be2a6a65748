#pragma once

#include "host/base/errors.hpp"
#include "host/base/json.hpp"
#include "host/conformance/check.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace gridcensus::host::conformance {

struct SuiteOptions {
  std::filesystem::path plugin;                    ///< the file
  std::vector<std::filesystem::path> directories;  ///< absolute; the folders of other strategies
  bool allow_insecure = false;                     ///< as of a catalog
  std::vector<std::string> parameters;             ///< NAME=VALUE, over the defaults
  std::vector<std::string> checks;                 ///< names; empty: all
  std::uint64_t seed = 1;
  int threads = 4;
  double effort = 1;          ///< factor for the time in which the checks try further cases
  double check_seconds = 60;  ///< wall clock after which a step of a check counts as hung
  /// The program that runs the checks. Only tests set another program than the running one.
  std::filesystem::path program = "/proc/self/exe";
};

// The part of the options that is sent to the process that runs the checks.
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(SuiteOptions, plugin, directories, allow_insecure, parameters, checks, seed, threads,
                                   effort)

/// A plugin and the results of its checks.
struct Suite {
  std::filesystem::path plugin;
  std::string id;  ///< empty, like the next two, if it was not loaded
  std::string version;
  std::string sha256;
  std::uint64_t seed = 1;
  int threads = 1;
  std::vector<CheckResult> checks;  ///< loading first

  std::size_t count(Result result) const;
  /// Returns 5 if the plugin is refused, 3 if another promise is broken, else 0.
  ExitCode exit_code() const;
};

/// Runs the checks in separate processes. Damage that a plugin does to its process fails the current check, and the
/// other checks continue.
///
/// @param on_result  called with each result as soon as it is available
/// @throws BadInput           a check, a parameter or its value is unknown.
/// @throws std::system_error  no process could be started.
Suite run_suite(const SuiteOptions& options, const std::function<void(const CheckResult&)>& on_result);

/// Returns the names of all checks, loading first.
std::vector<std::string> check_names();

/// Returns a result in lines of at most `width` columns.
std::string to_string(const CheckResult& result, std::size_t width);
/// Returns "conforms: 9 checks hold, 3 skipped".
std::string verdict_of(const Suite& suite);
Json to_json(const Suite& suite);

/// The hidden command that makes this program the process that runs the checks.
inline constexpr const char* checks_command = "conformance-checks";

/// Runs that command: runs the checks that the request on descriptor 3 lists, and reports each there.
///
/// @return  the exit code, which is ignored
int run_checks();

}  // namespace gridcensus::host::conformance
