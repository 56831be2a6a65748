// Each faulty plugin fails the one check that detects its fault.
#include "examine.hpp"
#include "support/places.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <ostream>
#include <string>
#include <vector>

namespace {

using namespace gridcensus::host::conformance;
using gridcensus::host::ExitCode;
using gridcensus::testing::checks_with;
using gridcensus::testing::describe_checks;
using gridcensus::testing::examine;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

SuiteOptions examination_of(const std::string& plugin, const std::vector<std::string>& parameters = {}) {
  SuiteOptions options = gridcensus::testing::quick_examination(gridcensus::testing::fault_file(plugin));
  options.parameters = parameters;
  return options;
}

struct Fault {
  std::string plugin;
  std::vector<std::string> parameters;
  std::string check;                   ///< the check that fails
  std::string text;                    ///< a part of its message
  std::vector<std::string> only = {};  ///< empty: all checks are made, and no other fails
  double check_seconds = 600;
};

/// Returns names such as "faulty_counts_wrong", "misbehaves_mode_hang_at_offer".
std::string name_of(const Fault& fault) {
  std::string name = fault.plugin;
  for (const std::string& parameter : fault.parameters) {
    const std::string own_name = "fault=";
    name += '_' + (parameter.starts_with(own_name) ? parameter.substr(own_name.size()) : parameter);
  }
  std::ranges::replace(name, '=', '_');
  return name;
}

// NOLINTNEXTLINE(readability-identifier-naming): GoogleTest's name
void PrintTo(const Fault& fault, std::ostream* out) { *out << name_of(fault); }

class FaultyPlugin : public ::testing::TestWithParam<Fault> {};

TEST_P(FaultyPlugin, FailsTheCheckOfItsFault) {
  const Fault& fault = GetParam();
  SuiteOptions options = examination_of(fault.plugin, fault.parameters);
  options.checks = fault.only;
  options.check_seconds = fault.check_seconds;
  const Suite suite = examine(options);
  EXPECT_THAT(checks_with(suite, Result::fails), ElementsAre(fault.check)) << describe_checks(suite, Result::fails);
  EXPECT_THAT(describe_checks(suite, Result::fails), HasSubstr(fault.text));
  EXPECT_EQ(suite.exit_code(), ExitCode::disagreement);
}

INSTANTIATE_TEST_SUITE_P(
    Conformance, FaultyPlugin,
    ::testing::Values(
        Fault{"faulty", {"fault=breaks_divisor"}, "divisors", "is not a multiple of 5"},
        Fault{"faulty", {"fault=breaks_theorem_in_conclude"}, "values", "grids of 1x1 is 2"},
        Fault{"faulty", {"fault=clock_counter"}, "purity", "{\"sums\":{\"grids\":"},
        Fault{"faulty", {"fault=counts_wrong"}, "values", "is 2, and by published 1"},
        Fault{"faulty", {"fault=false_bound"}, "values", "published 1"},
        Fault{"faulty", {"fault=ignores_stop"}, "stop", "took longer than 1 s", {"stop"}},
        Fault{"faulty", {"fault=refuses_late"}, "refusals", "it is asked before anything is built", {"refusals"}},
        Fault{"faulty", {"fault=remembers_units"}, "resumption", "units from a ledger"},
        Fault{"faulty", {"fault=shares_scratch"}, "threads", "threads count"},
        Fault{"faulty", {"fault=understates_memory"}, "memory", "1 MiB forecast"},
        Fault{"hides_mathematics", {}, "independence", "band_recursion"},
        Fault{"prints_on_load", {}, "stdout", "said by the plugin itself", {"stdout"}},
        // These few samples suffice for valid intervals, in enough units for the other checks.
        Fault{"sampler", {"factor_percent=110", "samples=500", "batch=100"}, "coverage", "(seeds 1 to 100)"},
        Fault{"sampler", {"own_seed=42", "samples=500", "batch=100"}, "coverage", "are all the same"},
        Fault{"misbehaves", {"mode=throw_broken", "at=prepare"}, "refusals", "throws: a theorem does not hold"},
        Fault{"misbehaves", {"mode=throw_broken"}, "values", "unit 3 of 1x2: a theorem does not hold"},
        Fault{"misbehaves", {"mode=throw_text", "at=prepare"}, "refusals", "throws: cannot be counted"},
        Fault{"misbehaves", {"mode=throw_text"}, "values", "unit 3 of 1x2: cannot be counted"},
        Fault{
            "misbehaves", {"mode=throw_int"}, "values", "unit 3 of 1x2: threw something that is not a std::exception"},
        // What would end a process, or never ends, does so in a process of its own.
        Fault{"misbehaves", {"mode=segv"}, "purity", "", {"purity", "values"}},
        Fault{"misbehaves", {"mode=exit_0"}, "purity", "exit code 0: units of ", {"purity"}},
        Fault{"misbehaves", {"mode=hang", "at=offer"}, "refusals", "longer than 1 s", {"refusals"}, 1},
        Fault{"misbehaves", {"mode=close_all"}, "purity", "exit code 1: units of ", {"purity"}},
        Fault{"misbehaves", {"mode=write_to_all"}, "purity", "it writes to descriptors", {"purity"}}),
    [](const auto& fault) { return name_of(fault.param); });

class RefusedPlugin : public ::testing::TestWithParam<std::string> {};

TEST_P(RefusedPlugin, FailsLoading) {
  const Suite suite = examine(examination_of(GetParam()));
  EXPECT_THAT(checks_with(suite, Result::fails), ElementsAre("loading"));
  EXPECT_EQ(suite.checks.size(), 1U);
  EXPECT_EQ(suite.exit_code(), ExitCode::plugin_refused);
}

// Two other plugins are sound, and refused only if both are found. One hangs as long as a probe may take.
INSTANTIATE_TEST_SUITE_P(Conformance, RefusedPlugin,
                         ::testing::Values("bad_default", "crash_on_load", "exit_on_load", "foreign_build_tag",
                                           "future_api", "needs_missing_cpu", "no_symbol", "old_api",
                                           "reserved_parameter", "short_descriptor", "throwing_entry",
                                           "unresolved_symbol", "wrong_magic"),
                         [](const auto& plugin) { return plugin.param; });

void expect_conforms(const std::string& plugin, const std::vector<std::string>& parameters = {}) {
  const Suite suite = examine(examination_of(plugin, parameters));
  EXPECT_EQ(describe_checks(suite, Result::fails), "");
  EXPECT_EQ(suite.exit_code(), ExitCode::all_agree);
}

TEST(SoundPlugin, Conforms) {
  expect_conforms("faulty");
  expect_conforms("misbehaves");
  expect_conforms("needs_input");
  expect_conforms("sampler", {"samples=500", "batch=100"});
}

TEST(Suite, ContinuesAfterACrash) {
  const Suite suite = examine(examination_of("misbehaves", {"mode=segv", "at=conclude"}));
  EXPECT_EQ(suite.checks.size(), check_names().size());
  EXPECT_EQ(suite.checks.back().check, "stdout");
  EXPECT_EQ(suite.checks.back().result, Result::holds);
  EXPECT_THAT(describe_checks(suite, Result::fails), HasSubstr("conclude on 1x1"));
}

TEST(Suite, SkipsChecksThatDependOnAFailedOne) {
  const Suite suite = examine(examination_of("faulty", {"fault=clock_counter"}));
  EXPECT_THAT(describe_checks(suite, Result::skipped), HasSubstr("values: it rests on purity, which failed"));
}

}  // namespace
