// That every plugin of the program keeps what a strategy promises. A new one joins by being built.
#include "examine.hpp"
#include "host/conformance/subject.hpp"
#include "support/places.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using namespace gridcensus::host::conformance;
using gridcensus::testing::checks_with;
using gridcensus::testing::told;
using ::testing::IsSupersetOf;

std::vector<std::string> plugin_names() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator{gridcensus::testing::plugin_folder()}) {
    if (entry.path().extension() == ".so") names.push_back(entry.path().stem().string());
  }
  std::ranges::sort(names);
  return names;
}

class EveryPlugin : public ::testing::TestWithParam<std::string> {};

TEST_P(EveryPlugin, KeepsWhatAStrategyPromises) {
  auto options = gridcensus::testing::quick_examination(gridcensus::testing::plugin_file(GetParam()));
  // In builds with sanitizers only the checks in which these can find something: the others take minutes there.
  if (is_sanitized) options.checks = {"refusals", "purity", "threads", "resumption", "stop", "stdout"};
  const Suite suite = gridcensus::testing::examine(options);
  EXPECT_EQ(told(suite, Result::fails), "");
  EXPECT_EQ(suite.id, GetParam());
  // The others depend on what it counts, and how. A strategy of which none could be made would not be checked at all.
  EXPECT_THAT(checks_with(suite, Result::holds),
              IsSupersetOf({"loading", "refusals", "purity", "threads", "stop", "stdout"}))
      << told(suite, Result::skipped);
}

TEST_P(EveryPlugin, HasAReadme) {
  EXPECT_TRUE(std::filesystem::exists(gridcensus::testing::source_folder() / "plugins" / GetParam() / "README.md"));
}

INSTANTIATE_TEST_SUITE_P(Conformance, EveryPlugin, ::testing::ValuesIn(plugin_names()),
                         [](const auto& plugin) { return plugin.param; });

}  // namespace
