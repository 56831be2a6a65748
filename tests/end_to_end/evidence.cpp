// Tests of the evidence that agreement gives, as a user sees it.
#include "program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace {

using gridcensus::testing::Program;
using nlohmann::json;
using ::testing::HasSubstr;

Program::Ended count(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "count");
  arguments.insert(arguments.end(), {"--quiet", "--json", "-"});
  return Program::run(arguments);
}

/// Returns the document's comparison of the two runs on this subject.
json between_runs(const json& document, const std::string& subject) {
  for (const auto& verdict : document["verdicts"]) {
    const bool of_runs = verdict["left"]["kind"] == "run" && verdict["right"].value("kind", "") == "run";
    if (of_runs && verdict["subject"] == subject) return verdict;
  }
  return nullptr;
}

TEST(Evidence, IndependentAgreementGivesCrossChecked) {
  const auto ended = count({"2x6", "--with", "band_classes", "--with", "band_counts", "--quantity", "bands"});
  ASSERT_EQ(ended.status, 0) << ended.err;
  const auto document = ended.json();
  for (const auto& outcome : document["outcomes"]) EXPECT_EQ(outcome["standing"], "cross_checked") << outcome;
  const auto agreement = between_runs(document, "bands of 2x6");
  EXPECT_EQ(agreement["verdict"], "equal");
  EXPECT_FALSE(agreement.contains("shared")) << agreement;
}

// The input is divisible by everything that the divisor theorem requires, and wrong.
TEST(Evidence, ReportsASharedWrongInputBehindAgreement) {
  const std::vector<std::string> arguments{"2x3",     "--with",        "burnside_bfs", "--with", "russell_jarvis",
                                           "--input", "grids=30689280"};
  const auto ended = count(arguments);
  EXPECT_EQ(ended.status, 3) << ended.err;
  const auto document = ended.json();
  for (const std::string quantity : {"essentially_different", "classes_with_fixed_grids"}) {
    const auto agreement = between_runs(document, quantity + " of 2x3");
    EXPECT_EQ(agreement["verdict"], "equal");
    ASSERT_EQ(agreement["shared"].size(), 1) << agreement;
    EXPECT_EQ(agreement["shared"][0]["kind"], "given");
    EXPECT_EQ(agreement["shared"][0]["text"], "both take grids = 30,689,280 as given");
  }
  for (const auto& outcome : document["outcomes"]) {
    const std::string quantity = outcome["quantity"];
    EXPECT_NE(outcome["standing"], "cross_checked") << outcome;
    if (quantity == "essentially_different") {
      EXPECT_EQ(outcome["standing"], "disputed");
    } else if (quantity == "classes_with_fixed_grids") {
      EXPECT_EQ(outcome["standing"], "replicated");
    }
  }
  std::vector<std::string> as_text{"count", "--full"};
  as_text.insert(as_text.end(), arguments.begin(), arguments.end());
  EXPECT_THAT(Program::run(as_text).out,
              HasSubstr("DISAGREE: grids of 2x3\n  30,689,280  given [command line]\n  28,200,960"));
}

TEST(Evidence, NamesSharedMathematics) {
  const auto ended = count({"2x3", "--with", "stack_product", "--with", "ksp", "--param", "stack_product.samples=500"});
  ASSERT_EQ(ended.status, 0) << ended.err;
  const auto document = ended.json();
  for (const auto& outcome : document["outcomes"]) {
    EXPECT_EQ(outcome["rests_on"]["mathematics"], json::array({"band_recursion"})) << outcome;
  }
  const auto beside = between_runs(document, "grids of 2x3");
  ASSERT_EQ(beside["shared"].size(), 1) << beside;
  EXPECT_EQ(beside["shared"][0]["text"], "both count by band_recursion");
}

}  // namespace
