// That each of the faulty plugins fails the one check that is there for its fault.
#include "examine.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>

namespace {

using namespace gridcensus::host::conformance;
using gridcensus::host::ExitCode;
using gridcensus::testing::checks_with;
using gridcensus::testing::examine;
using gridcensus::testing::told;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

SuiteOptions faulty(const std::string& plugin) {
  const std::filesystem::path folder{FAULT_PLUGINS_DIR};
  return gridcensus::testing::quick_examination(folder / plugin / (plugin + ".so"));
}

struct Fault {
  std::string plugin;
  std::string check;
  std::string text;                     ///< a part of what is said of it
  std::vector<std::string> only = {};   ///< empty: all checks are made, and no other fails
  std::vector<std::string> param = {};  ///< what the plugin is told
  double check_seconds = 60;
};

/// Enough for intervals that hold, in units enough for the other checks.
const std::vector<std::string> few_samples{"samples=500", "batch=100"};

// NOLINTNEXTLINE(readability-identifier-naming): GoogleTest's name
void PrintTo(const Fault& fault, std::ostream* out) { *out << fault.plugin; }

std::string name_of_test(const ::testing::TestParamInfo<Fault>& info) {
  std::string name = info.param.plugin;
  if (name != "misbehaves") return name;
  for (const auto& text : info.param.param) {
    name += '_';
    for (const char c : text) name += c == '=' || c == '-' ? '_' : c;
  }
  return name;
}

class FaultyPlugin : public ::testing::TestWithParam<Fault> {};

TEST_P(FaultyPlugin, FailsTheCheckOfItsFault) {
  const Fault& fault = GetParam();
  SuiteOptions options = faulty(fault.plugin);
  options.checks = fault.only;
  options.parameters = fault.param;
  options.check_seconds = fault.check_seconds;
  const Suite suite = examine(options);
  EXPECT_THAT(checks_with(suite, Result::fails), ElementsAre(fault.check)) << told(suite, Result::fails);
  EXPECT_THAT(told(suite, Result::fails), HasSubstr(fault.text));
  EXPECT_EQ(suite.exit_code(), ExitCode::disagreement);
}

INSTANTIATE_TEST_SUITE_P(
    Conformance, FaultyPlugin,
    ::testing::Values(
        Fault{"biased_sampler", "coverage", "(seeds 1 to 100)", {}, few_samples},  //
        Fault{"breaks_divisor", "divisors", "is not a multiple of 5"},
        Fault{"breaks_theorem_in_conclude", "values", "grids of 1x1 is 2"},
        Fault{"clock_counter", "purity", "{\"sums\":{\"grids\":"},
        Fault{"counts_wrong", "values", "is 2, and by published 1"},
        Fault{"draws_by_itself", "coverage", "are all the same", {}, few_samples},
        Fault{"false_bound", "values", "published 1"}, Fault{"ignores_stop", "stop", "took longer than 1 s", {"stop"}},
        Fault{"prints_on_load", "stdout", "said by the plugin itself", {"stdout"}},
        Fault{"refuses_late", "refusals", "it is asked before anything is built", {"refusals"}},
        Fault{"remembers_units", "resumption", "units from a ledger"},
        Fault{"shares_scratch", "threads", "threads count"}, Fault{"understates_memory", "memory", "1 MiB forecast"},
        Fault{"hides_mathematics", "independence", "band_recursion"},
        Fault{"misbehaves", "refusals", "a theorem does not hold", {}, {"mode=throw_broken", "at=prepare"}},
        Fault{"misbehaves", "values", "a theorem does not hold", {}, {"mode=throw_broken"}},
        Fault{"misbehaves", "refusals", "cannot be counted", {}, {"mode=throw_text", "at=prepare"}},
        Fault{"misbehaves", "values", "cannot be counted", {}, {"mode=throw_text"}},
        Fault{"misbehaves", "values", "no std::exception", {}, {"mode=throw_int"}},
        // What would end a process, or never ends, does so in a process of its own.
        Fault{"misbehaves", "purity", "", {"purity", "values"}, {"mode=segv"}},
        Fault{"misbehaves", "purity", "exit code 0: units of ", {"purity"}, {"mode=exit_0"}},
        Fault{"misbehaves", "refusals", "longer than 1 s", {"refusals"}, {"mode=hang", "at=why_not"}, 1},
        Fault{"misbehaves", "purity", "exit code 1: units of ", {"purity"}, {"mode=close_all"}},
        Fault{"misbehaves", "purity", "it writes to descriptors", {"purity"}, {"mode=write_to_all"}}),
    name_of_test);

class RefusedPlugin : public ::testing::TestWithParam<std::string> {};

TEST_P(RefusedPlugin, FailsLoading) {
  const Suite suite = examine(faulty(GetParam()));
  EXPECT_THAT(checks_with(suite, Result::fails), ElementsAre("loading"));
  EXPECT_EQ(suite.checks.size(), 1U);
  EXPECT_EQ(suite.exit_code(), ExitCode::plugin_refused);
}

// Two others are sound, and refused only where both are found. One hangs as long as a probe may take.
INSTANTIATE_TEST_SUITE_P(Conformance, RefusedPlugin,
                         ::testing::Values("bad_default", "crash_on_load", "exit_on_load", "foreign_build_tag",
                                           "future_api", "needs_missing_cpu", "no_symbol", "old_api",
                                           "reserved_parameter", "short_descriptor", "throwing_entry",
                                           "unresolved_symbol", "wrong_magic"),
                         [](const auto& plugin) { return plugin.param; });

void expect_conforms(const std::string& plugin, const std::vector<std::string>& parameters = {}) {
  SuiteOptions options = faulty(plugin);
  options.parameters = parameters;
  const Suite suite = examine(options);
  EXPECT_EQ(told(suite, Result::fails), "");
  EXPECT_EQ(suite.exit_code(), ExitCode::all_agree);
}

TEST(SoundPlugin, Conforms) {
  expect_conforms("misbehaves");
  expect_conforms("needs_input");
  expect_conforms("sampler", few_samples);
}

TEST(Suite, GoesOnAfterACrash) {
  SuiteOptions options = faulty("misbehaves");
  options.parameters = {"mode=segv", "at=conclude"};
  const Suite suite = examine(options);
  EXPECT_EQ(suite.checks.size(), check_names().size());
  EXPECT_EQ(suite.checks.back().check, "stdout");
  EXPECT_EQ(suite.checks.back().result, Result::holds);
  EXPECT_THAT(told(suite, Result::fails), HasSubstr("conclude on 1x1"));
}

TEST(Suite, NotesADivisorThatIsNotDeclared) {
  SuiteOptions options = faulty("misbehaves");  // which counts rightly, by units that are multiples of (side - 2)!
  options.checks = {"divisors"};
  const Suite suite = examine(options);
  EXPECT_EQ(suite.checks.back().result, Result::holds);
  ASSERT_EQ(suite.checks.back().notes.size(), 1U);
  EXPECT_THAT(suite.checks.back().notes[0], HasSubstr("and none is declared"));
}

TEST(Suite, SkipsWhatRestsOnACheckThatFailed) {
  const Suite suite = examine(faulty("clock_counter"));
  EXPECT_THAT(told(suite, Result::skipped), HasSubstr("values: it rests on purity, which failed"));
}

}  // namespace
