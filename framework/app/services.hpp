#pragma once

#include <map>
#include <string>
#include <vector>

namespace gridcensus::app {

/// A command for the package for Python, which `--help` does not list. It takes words, and returns what it prints.
using Service = std::string (*)(const std::vector<std::string>& words);

/// Returns the services by their names:
///
///     declarations [--plugin-dir DIR]...   what completion and the manual page are made from: commands with their
///                                          options, the names of all commands in groups, of own ones, quantities,
///                                          rules and strategies, environment variables, and exit codes, as JSON
///     comparisons                          reads pairs of values of results documents, and judges all together
///     repair-ledger FILE                   sets damaged records aside, with those that depend on them
///     record-recounts FILE                 reads units that were counted again, and stores them in a new session
const std::map<std::string, Service>& services();

}  // namespace gridcensus::app
