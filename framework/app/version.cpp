#include "app/command_line.hpp"
#include "gridcensus/plugin.hpp"
#include "gridcensus/random.hpp"
#include "gridcensus/sampling.hpp"

#include <fmt/format.h>

namespace gridcensus::app {

namespace {

host::ExitCode run_version(const Arguments& /*arguments*/) {
  print(fmt::format("gridcensus {}\nplugin interface {}\ntoolchain {}\nrandom numbers {}, statistics {}\n",
                    GRIDCENSUS_VERSION, GRIDCENSUS_API, GRIDCENSUS_TOOLCHAIN, random_numbers_version,
                    statistics_version));
  return host::ExitCode::all_agree;
}

}  // namespace

const Command& version_command() {
  static const Command command{.name = "version",
                               .summary = "Print the version, and what a plugin must be built with.",
                               .usage = "",
                               .argument = "",
                               .examples = "",
                               .options = {},
                               .run = run_version};
  return command;
}

}  // namespace gridcensus::app
