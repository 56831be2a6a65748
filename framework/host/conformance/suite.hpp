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
  std::vector<std::filesystem::path> directories;  ///< absolute; where other strategies lie
  bool allow_insecure = false;                     ///< as of a catalog
  std::vector<std::string> parameters;             ///< NAME=VALUE, over the defaults
  std::vector<std::string> checks;                 ///< names; empty: all
  std::uint64_t seed = 1;
  int threads = 4;
  double effort = 1;          ///< as many times as long as usual the checks go on to try more
  double check_seconds = 60;  ///< wall clock after which a check is given up: it hangs
  /// What is started to make the checks; another program than the running one only in tests.
  std::filesystem::path program = "/proc/self/exe";
};

// How the process that makes the checks is told what it needs of them.
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(SuiteOptions, plugin, directories, allow_insecure, parameters, checks, seed, threads,
                                   effort)

/// A plugin and what came of its checks.
struct Suite {
  std::filesystem::path plugin;
  std::string id;  ///< empty where it was not loaded, like the next two
  std::string version;
  std::string sha256;
  std::uint64_t seed = 1;
  int threads = 1;
  std::vector<CheckResult> checks;  ///< loading first

  std::size_t count(Result result) const;
  /// 0, or 5 where the plugin is refused, or 3 where another promise is broken.
  ExitCode exit_code() const;
};

/// Makes the checks in processes of their own: what a plugin does to its process fails the check in which it does it,
/// and the others go on.
///
/// @param tell  called with each result as soon as it is there
/// @throws BadInput           a check, a parameter or its value is not known.
/// @throws std::system_error  no process could be started.
Suite run_suite(const SuiteOptions& options, const std::function<void(const CheckResult&)>& tell);

/// The names of all checks, loading first.
std::vector<std::string> check_names();

/// A result in lines of at most so many columns.
std::string to_string(const CheckResult& result, std::size_t width);
/// "conforms: 9 checks hold, 3 skipped".
std::string verdict_of(const Suite& suite);
Json to_json(const Suite& suite);

/// The hidden command by which this program becomes the process that makes the checks.
inline constexpr const char* checks_command = "conformance-checks";

/// Runs that command: makes the checks that the request on descriptor 3 asks for, and reports each there.
///
/// @return  the exit code, which is not looked at
int make_checks();

}  // namespace gridcensus::host::conformance
