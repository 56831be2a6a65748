#include "host/document/document.hpp"
#include "host/experiment/experiment.hpp"
#include "support/experiment_catalog.hpp"
#include "support/experiments.hpp"
#include "support/places.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <utility>
#include <vector>

// Every NAME.yaml of the folder is a bad experiment file, and NAME.expected has its complete messages, to the letter.

namespace gridcensus::host {
namespace {

using gridcensus::testing::bad_experiments_folder;
using gridcensus::testing::parse_experiment;
using gridcensus::testing::read_experiment_file;

std::vector<std::string> bad_files() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator{bad_experiments_folder()}) {
    if (entry.path().extension() == ".yaml") names.push_back(entry.path().stem().string());
  }
  std::ranges::sort(names);
  return names;
}

class BadExperiment : public ::testing::TestWithParam<std::string> {
 protected:
  static std::filesystem::path file(const std::string& extension) {
    return bad_experiments_folder() / (GetParam() + extension);
  }

  static BadInput mistakes() {
    const auto text = read_text_file(file(".yaml"));
    try {
      parse_experiment(text, GetParam() + ".yaml", gridcensus::testing::experiment_catalog());
    } catch (const BadInput& error) {
      return error;
    }
    return BadInput{std::vector<Diagnostic>{}};
  }
};

TEST_P(BadExperiment, IsRefusedWithTheExpectedText) {
  std::ifstream expected{file(".expected")};
  const std::string text{std::istreambuf_iterator<char>{expected}, {}};
  ASSERT_FALSE(text.empty()) << file(".expected") << " is missing";
  EXPECT_EQ(mistakes().what() + std::string{"\n"}, text);
}

TEST_P(BadExperiment, ReportsEachMistakeOnce) {
  std::set<std::pair<Location, std::string>> seen;
  const BadInput told = mistakes();
  for (const auto& diagnostic : told.diagnostics()) {
    EXPECT_TRUE(seen.emplace(diagnostic.where, diagnostic.path + diagnostic.message).second) << to_string(diagnostic);
  }
}

INSTANTIATE_TEST_SUITE_P(, BadExperiment, ::testing::ValuesIn(bad_files()),
                         [](const auto& chosen) { return chosen.param; });

TEST(TenMistakes, GiveTenLocatedErrors) {
  const auto file = bad_experiments_folder() / "ten_mistakes.yaml";
  try {
    read_experiment_file(file, gridcensus::testing::experiment_catalog());
    FAIL() << "accepted";
  } catch (const BadInput& error) {
    EXPECT_EQ(error.diagnostics().size(), 10U);
    for (const auto& diagnostic : error.diagnostics()) {
      EXPECT_EQ(diagnostic.where.file, file.string());
      EXPECT_GT(diagnostic.where.line, 0);
      EXPECT_GT(diagnostic.where.column, 0);
      EXPECT_FALSE(diagnostic.path.empty());
    }
  }
}

}  // namespace
}  // namespace gridcensus::host
