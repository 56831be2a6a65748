#pragma once

#include "host/conformance/suite.hpp"
#include "support/places.hpp"

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace gridcensus::testing {

/// Returns options for the checks of `gridcensus conformance`, less thorough than there, because each check is made
/// often.
inline host::conformance::SuiteOptions quick_examination(const std::filesystem::path& plugin) {
  host::conformance::SuiteOptions options;
  options.plugin = plugin;
  options.directories = {plugin_folder()};
  options.program = program_file();
  options.effort = 0.1;
  options.check_seconds = 600;  // only ends what hangs, on the busiest machine too
  return options;
}

inline host::conformance::Suite examine(const host::conformance::SuiteOptions& options) {
  return run_suite(options, [](const auto&) {});
}

/// Returns the checks with this result, such as "stop: unit 0 of 2x2 ...", for messages.
inline std::string describe_checks(const host::conformance::Suite& suite, host::conformance::Result result) {
  std::string text;
  for (const auto& check : suite.checks) {
    if (check.result == result) text += check.check + ": " + check.text + "\n";
  }
  return text;
}

/// Returns the names of the checks with this result.
inline std::vector<std::string> checks_with(const host::conformance::Suite& suite, host::conformance::Result result) {
  std::vector<std::string> names;
  for (const auto& check : suite.checks) {
    if (check.result == result) names.push_back(check.check);
  }
  return names;
}

}  // namespace gridcensus::testing
