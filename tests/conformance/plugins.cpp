// Tests that every plugin of the program meets the contract of a strategy. A new one is included when it is built.
#include "examine.hpp"
#include "host/catalog/catalog.hpp"
#include "host/conformance/subject.hpp"
#include "host/programs/program_entry.hpp"
#include "support/catalogs.hpp"
#include "support/places.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace gridcensus::host::conformance;
using gridcensus::host::plugin_files_in;
using gridcensus::host::strategy_id_of;
using gridcensus::testing::checks_with;
using gridcensus::testing::describe_checks;
using ::testing::IsSupersetOf;

std::vector<std::string> plugin_names() {
  std::vector<std::string> names;
  for (const auto& file : plugin_files_in(gridcensus::testing::plugin_folder())) names.push_back(strategy_id_of(file));
  std::ranges::sort(names);
  return names;
}

/// Returns the file of a strategy.
std::filesystem::path file_of(const std::string& name) {
  for (const auto& file : plugin_files_in(gridcensus::testing::plugin_folder())) {
    if (strategy_id_of(file) == name) return file;
  }
  throw std::runtime_error{"no plugin " + name};
}

/// Returns why a program cannot be examined; nullopt for libraries and installed programs.
std::optional<std::string> why_missing(const std::filesystem::path& file) {
  if (file.extension() == ".so") return std::nullopt;
  gridcensus::host::CatalogOptions options;
  options.files = {file};
  const auto catalog = gridcensus::testing::load_catalog(std::move(options));
  if (catalog.plugins().empty()) return catalog.refusals().front().reason;
  return catalog.plugins().begin()->second.program->installed().why_missing();
}

class EveryPlugin : public ::testing::TestWithParam<std::string> {};

TEST_P(EveryPlugin, MeetsTheContractOfAStrategy) {
  const auto file = file_of(GetParam());
  if (const auto reason = why_missing(file)) GTEST_SKIP() << *reason;
  auto options = gridcensus::testing::quick_examination(file);
  // Builds with sanitizers make only the checks in which these can find errors: the others take minutes there.
  if (is_sanitized) options.checks = {"refusals", "purity", "threads", "resumption", "stop", "stdout"};
  const Suite suite = gridcensus::testing::examine(options);
  EXPECT_EQ(describe_checks(suite, Result::fails), "");
  EXPECT_EQ(suite.id, GetParam());
  // The other checks depend on the quantities and methods of the strategy. If none could be made, it would not be
  // checked.
  EXPECT_THAT(checks_with(suite, Result::holds),
              IsSupersetOf({"loading", "refusals", "purity", "threads", "stop", "stdout"}))
      << describe_checks(suite, Result::skipped);
}

TEST_P(EveryPlugin, HasAReadme) {
  EXPECT_TRUE(std::filesystem::exists(gridcensus::testing::source_folder() / "plugins" / GetParam() / "README.md"));
}

INSTANTIATE_TEST_SUITE_P(Conformance, EveryPlugin, ::testing::ValuesIn(plugin_names()),
                         [](const auto& plugin) { return plugin.param; });

}  // namespace
