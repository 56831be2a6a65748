#include "program.hpp"
#include "support/places.hpp"
#include "support/temporary_folder.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

// Counting in parts: each part by its own process with its own ledger, then merged and concluded.

namespace gridcensus::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
namespace fs = std::filesystem;

constexpr const char* experiment = R"(title: Do parts agree with the whole?
problems: [{shape: [2x3, 2x4, 3x3]}]
strategies:
  band_classes: {only: [2x4, 3x3]}
  enumeration: {only: [2x3, 2x4]}
  rows: {strategy: row_sampler, samples: 20000, only: [2x3, 2x4]}
  precise: {strategy: row_sampler, samples: 20000, relative_error: 0.03, only: [2x4]}
  russell_jarvis: {only: [2x4]}
)";

/// Returns the parts of a document that must not depend on how a result was reached.
nlohmann::json numbers_of(nlohmann::json document) {
  for (const char* const section : {"runs", "outcomes"}) {
    for (auto& entry : document[section]) {
      entry.erase("seconds");
      entry.erase("unit_seconds");
      entry.erase("reused");
    }
  }
  return {document["runs"], document["outcomes"], document["findings"], document["verdicts"], document["exit"]};
}

std::string bytes_of(const fs::path& file) {
  std::ifstream stream{file, std::ios::binary};
  return {std::istreambuf_iterator<char>{stream}, {}};
}

class Parts : public ::testing::Test {
 protected:
  void SetUp() override { write("x.yaml", experiment); }

  void write(const std::string& name, const std::string& text) const { std::ofstream{folder_ / name} << text; }
  fs::path file(const std::string& name) const { return folder_ / name; }

  Program::Ended run(const std::vector<std::string>& arguments) const {
    // So wide that no cell is wrapped.
    return Program::run(arguments, {.folder = folder_.path(), .environment = {"COLUMNS=300"}, .to_file = {}});
  }

  static std::string part_file(int part) { return "part-" + std::to_string(part) + ".ledger"; }
  Program::Ended count_part(int part, int parts, std::vector<std::string> more = {}) const {
    std::vector<std::string> arguments{"run",      "x.yaml",
                                       "--part",   std::to_string(part) + "/" + std::to_string(parts),
                                       "--ledger", "part-{part}.ledger",
                                       "--quiet"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments);
  }
  Program::Ended merge(const std::string& output, std::vector<std::string> ledgers,
                       std::vector<std::string> more = {}) const {
    std::vector<std::string> arguments{"merge", "-o", output};
    arguments.insert(arguments.end(), ledgers.begin(), ledgers.end());
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments);
  }

  test_support::TemporaryFolder folder_;
};

TEST_F(Parts, MergeToTheWhole) {
  const auto whole = numbers_of(run({"run", "x.yaml", "--no-ledger", "--quiet", "--json", "-"}).json());
  std::vector<std::string> ledgers;
  for (int part = 1; part <= 3; ++part) {
    const auto answer = count_part(part, 3);
    ASSERT_EQ(answer.status, 0) << answer.err;
    EXPECT_THAT(answer.out, HasSubstr("needs grids from band_classes on 2x4"));
    ledgers.push_back(part_file(part));
  }
  ASSERT_EQ(merge("all.ledger", ledgers).status, 0);
  std::ranges::reverse(ledgers);
  ASSERT_EQ(merge("other.ledger", ledgers).status, 0);
  EXPECT_TRUE(bytes_of(file("all.ledger")) == bytes_of(file("other.ledger"))) << "the order of the parts shows";
  const auto merged = run({"run", "x.yaml", "--ledger", "all.ledger", "--quiet", "--json", "-"});
  EXPECT_EQ(merged.status, 0) << merged.err;
  EXPECT_EQ(numbers_of(merged.json()), whole);
  // A repeated merge does not change conclusions.
  ASSERT_EQ(merge("all.ledger", ledgers).status, 0);
  const auto again = run({"run", "x.yaml", "--ledger", "all.ledger", "--quiet", "--json", "-"}).json();
  EXPECT_EQ(numbers_of(again), whole);
  for (const auto& each : again["runs"]) EXPECT_TRUE(each["reused"]) << each;
}

TEST_F(Parts, AreConfirmedByARecount) {
  ASSERT_EQ(count_part(2, 3).status, 0);
  const auto again = count_part(2, 3, {"--json", "-"}).json();
  for (const auto& each : again["runs"]) EXPECT_THAT(each["state"], ::testing::AnyOf("part_done", "deferred"));
  const auto fresh = count_part(2, 3, {"--recount"});
  EXPECT_EQ(fresh.status, 0) << fresh.err;
  const auto status = run({"status", part_file(2), "--json", "-"}).json();
  for (const auto& each : status["runs"]) {
    if (each["state"] == "left to the concluding run") continue;
    EXPECT_EQ(each["recounted"], each["done"]) << "--recount counts again and compares";
  }
}

TEST_F(Parts, AreNamedIfMissing) {
  for (const int part : {1, 3}) ASSERT_EQ(count_part(part, 3).status, 0);
  const std::vector<std::string> ledgers{part_file(1), part_file(3)};
  const auto refused = merge("all.ledger", ledgers);
  EXPECT_EQ(refused.status, 4);
  EXPECT_THAT(refused.err, AllOf(HasSubstr("enumeration on 2x3: 12 of 36 units are missing"),
                                 HasSubstr("there is no ledger of part 2/3"), HasSubstr("nothing was written")));
  EXPECT_FALSE(fs::exists(file("all.ledger")));
  EXPECT_EQ(merge("all.ledger", ledgers, {"--allow-gaps"}).status, 0);
  // The concluding run counts missing units.
  const auto whole = numbers_of(run({"run", "x.yaml", "--no-ledger", "--quiet", "--json", "-"}).json());
  EXPECT_EQ(numbers_of(run({"run", "x.yaml", "--ledger", "all.ledger", "--quiet", "--json", "-"}).json()), whole);
}

TEST_F(Parts, CountAsRecountsIfTheyOverlap) {
  for (int part = 1; part <= 3; ++part) ASSERT_EQ(count_part(part, 3).status, 0);
  ASSERT_EQ(run({"run", "x.yaml", "--part", "1/2", "--ledger", "half.ledger", "--quiet"}).status, 0);
  const auto merged = merge("all.ledger", {part_file(1), part_file(2), part_file(3), "half.ledger"});
  EXPECT_EQ(merged.status, 0) << merged.err;
  EXPECT_THAT(merged.out, HasSubstr("were counted twice, with the same result"));
}

TEST_F(Parts, AreNotMergedIfTheirQuestionsDiffer) {
  ASSERT_EQ(count_part(1, 2).status, 0);
  const auto mix = [&](const std::string& what) {
    const auto refused = merge("all.ledger", {part_file(1), part_file(2)});
    EXPECT_EQ(refused.status, 2);
    EXPECT_THAT(refused.err, AllOf(HasSubstr("part-2.ledger has another " + what + " than part-1.ledger"),
                                   HasSubstr("nothing was written")));
    EXPECT_FALSE(fs::exists(file("all.ledger")));
    fs::remove(file(part_file(2)));
  };
  ASSERT_EQ(count_part(2, 2, {"--seed", "7"}).status, 0);
  mix("seed");
  write("x.yaml", std::string{experiment} + "seed: 1\n");
  ASSERT_EQ(count_part(2, 2).status, 0);
  mix("experiment");
}

TEST_F(Parts, DisagreeIfTheirResultsDiffer) {
  for (int part = 1; part <= 2; ++part) ASSERT_EQ(count_part(part, 2).status, 0);
  // The units of this strategy differ each time.
  write("y.yaml", "problems: [{shape: 2x2}]\nstrategies: {faulty: {fault: clock_counter}}\n");
  const std::string plugins = fault_folder("faulty");
  for (const char* const ledger : {"a.ledger", "b.ledger"}) {
    run({"run", "y.yaml", "--plugin-dir", plugins, "--part", "1/2", "--ledger", ledger, "--quiet"});
  }
  const auto refused = merge("all.ledger", {"a.ledger", "b.ledger"}, {"--allow-gaps"});
  EXPECT_EQ(refused.status, 3);
  EXPECT_THAT(refused.err, HasSubstr("have different results for unit"));
  const std::vector<std::string> again{"run", "y.yaml", "--plugin-dir", plugins, "--ledger", "c.ledger", "--quiet"};
  run(again);
  auto afresh = again;
  afresh.insert(afresh.end(), {"--recount", "--full"});
  const auto differs = run(afresh);
  EXPECT_EQ(differs.status, 3) << "counted afresh, and different: " << differs.err;
  EXPECT_THAT(differs.out, HasSubstr("already has another result for unit"));
}

TEST_F(Parts, AreRefusedIfMalformed) {
  for (const char* const text : {"0/3", "4/3", "3", "1/0", "x/3", "1/3/5", "-1/3", "1/1000000"}) {
    const auto refused = run({"run", "x.yaml", "--part", text});
    EXPECT_EQ(refused.status, 2) << text;
    EXPECT_THAT(refused.err, HasSubstr("--part"));
  }
  EXPECT_EQ(run({"run", "x.yaml", "--part", "1/3", "--no-ledger"}).status, 2);
  EXPECT_EQ(run({"run", "x.yaml", "--ledger", "part-{part}.ledger"}).status, 2);
  write("y.yaml", "problems: [{shape: 2x2}]\nstrategies: {row_sampler: {relative_error: 0.01}}\n");
  const auto endless = run({"run", "y.yaml", "--part", "1/3", "--ledger", "y.ledger", "--quiet"});
  EXPECT_EQ(endless.status, 2);
  EXPECT_THAT(endless.err, HasSubstr("the number of samples is not fixed"));
}

TEST_F(Parts, ShowTheirProgress) {
  ASSERT_EQ(count_part(1, 2).status, 0);
  const auto status = run({"status", part_file(1), "--json", "-"}).json();
  bool seen = false;
  for (const auto& each : status["runs"]) {
    if (each["name"] != "enumeration on 2x3") continue;
    seen = true;
    EXPECT_EQ(each["done"], 18);
    EXPECT_EQ(each["missing"], 18);
    EXPECT_GT(each["seconds_left"], 0);
  }
  EXPECT_TRUE(seen);
  EXPECT_EQ(status["ledgers"][0]["part"], "1/2");
  EXPECT_THAT(run({"status", part_file(1)}).out, HasSubstr("of processor time"));
  EXPECT_EQ(run({"status", "none.ledger"}).status, 2);
}

TEST_F(Parts, ArePlanned) {
  const auto plan = run({"plan", "x.yaml", "--no-ledger", "--parts", "3"});
  EXPECT_EQ(plan.status, 0) << plan.err;
  EXPECT_THAT(plan.out,
              AllOf(HasSubstr("each of 3 parts"), HasSubstr("at most 12 units, 33.3 % of the work"),
                    HasSubstr("needs grids from band_classes on 2x4"), HasSubstr("grids from band_classes  ")));
  const auto json = run({"plan", "x.yaml", "--no-ledger", "--parts", "3", "--json", "-"}).json();
  for (const auto& each : json["runs"]) {
    EXPECT_EQ(each["inputs"].value("grids", "none"),
              each["configuration"] == "russell_jarvis" ? "band_classes" : "none");
    EXPECT_EQ(each["parts"]["is_split"], each["configuration"] != "russell_jarvis") << each;
  }
}

}  // namespace
}  // namespace gridcensus::testing
