#include "program.hpp"
#include "support/places.hpp"
#include "support/temporary_folder.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

// Tests of `verify` as a user starts it. tests/python/test_view_verify.py tests which check detects which change.

namespace gridcensus::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* experiment = R"(title: What is verified
problems: [{shape: [2x3, 3x2]}]
strategies:
  enumeration: {only: [2x3]}
  band_classes: {quantities: [grids, bands, signature_classes]}
  russell_jarvis: {inputs: {grids: band_classes}, automorphisms: true}
  rows: {strategy: row_sampler, samples: 2000, quantities: [grids]}
)";

class Verify : public ::testing::Test {
 protected:
  void SetUp() override { std::ofstream{folder_ / "x.yaml"} << experiment; }

  Program::Ended run(const std::vector<std::string>& arguments) const {
    // So wide that no line is wrapped.
    return Program::run(arguments, {.folder = folder_.path(), .environment = {"COLUMNS=1000"}, .to_file = {}});
  }
  void count(const std::vector<std::string>& options = {}) const {
    std::vector<std::string> arguments{"run", "x.yaml", "--quiet"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const auto ended = run(arguments);
    ASSERT_EQ(ended.status, 0) << ended.out << ended.err;
  }

  test_support::TemporaryFolder folder_;
};

TEST_F(Verify, PrintsOnlyWhatFailsIfQuiet) {
  count();
  EXPECT_THAT(run({"verify", "x.ledger", "-q"}).out, ::testing::MatchesRegex("verified: [^\n]*\n"));
}

TEST_F(Verify, PrintsALineForEachCheck) {
  count();
  const auto ended = run({"verify", "x.ledger"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(ended.err, "");
  EXPECT_THAT(
      ended.out,
      AllOf(
          HasSubstr("ok           enumeration on 2x3: 36 units from 0: none is missing, there twice or out of range\n"),
          HasSubstr("ok           enumeration on 2x3: grids = counts * 6!\n"),
          HasSubstr("the divisors that the strategy declares"), HasSubstr("concludes the stored outcomes"),
          HasSubstr("signature_class_table of 3x2: grids = sum of size * completions * symmetries"),
          HasSubstr("signature_class_sizes of 2x3: bands = sum of size * symmetries"),
          HasSubstr("fixed_grids_of_classes of 2x3: burnside_sum = sum of size * fixed_grids"),
          HasSubstr("essentially_different_by_automorphisms of 2x3: grids = sum of orbits * relabellings"),
          HasSubstr("grids of 2x3: divisor theorem"), HasSubstr("bands of 2x3: closed formula"),
          HasSubstr("grids of 2x3: 3 runs agree: "), HasSubstr("grids of 2x3: is what was published"),
          HasSubstr("grids of 2x3: the runs that take it take what was counted"),
          HasSubstr("half widths of the estimate of rows on 3x2"), HasSubstr("verdicts against the values"),
          HasSubstr("\nverified: "), Not(HasSubstr("not checked"))));
}

TEST_F(Verify, CountsAgreeingRunsRatherThanTheirValues) {
  // band_classes counts relabelling classes, too.
  ASSERT_EQ(run({"count", "2x3", "--with", "enumeration", "--with", "band_classes", "--ledger", "y.ledger"}).status, 0);
  const auto ended = run({"verify", "y.ledger"});
  EXPECT_EQ(ended.status, 0) << ended.out;
  EXPECT_THAT(ended.out, HasSubstr("grids of 2x3: 2 runs agree: "));
}

TEST_F(Verify, ComparesRunsOnAProblemWithOtherRules) {
  ASSERT_EQ(run({"count", "2x3", "--rules", "diagonal", "--with", "enumeration", "--with", "exact_cover", "--ledger",
                 "y.ledger"})
                .status,
            0);
  const auto ended = run({"verify", "y.ledger"});
  EXPECT_EQ(ended.status, 0) << ended.out;
  EXPECT_THAT(ended.out, HasSubstr(": 2 runs agree: "));
}

TEST_F(Verify, SkipsEstimatesFromFewSamples) {
  const std::string plugins = fault_folder("sampler");
  const auto verified_with = [&](const std::string& samples) {
    EXPECT_EQ(run({"count", "2x2", "--with", "sampler", "--param", "samples=" + samples, "--ledger", samples,
                   "--plugin-dir", plugins})
                  .status,
              0);
    return run({"verify", samples, "--plugin-dir", plugins}).out;
  };
  EXPECT_THAT(verified_with("4"),
              HasSubstr("not checked  grids of 2x2: the estimate of sampler on 2x2 rests on too few"));
  EXPECT_THAT(verified_with("100"), HasSubstr("ok           grids of 2x2: lies within 4 half widths"));
}

TEST_F(Verify, RefutesATableThatRunRefuted) {
  const std::string plugins = fault_folder("faulty");
  const auto counted = run({"count", "2x2", "--with", "faulty", "--param", "fault=wrong_table", "--ledger", "y.ledger",
                            "--plugin-dir", plugins});
  EXPECT_EQ(counted.status, 3);
  EXPECT_THAT(counted.out, HasSubstr("BROKEN: finding signature_class_table of 2x2\n"
                                     "  384  by faulty 1 on 2x2 (fault wrong_table)\n"
                                     "  288  grids = sum of size * completions * symmetries\n"));
  const auto verified = run({"verify", "y.ledger", "--plugin-dir", plugins});
  EXPECT_EQ(verified.status, 3);
  EXPECT_THAT(verified.out,
              HasSubstr("FAILS        faulty on 2x2: finding signature_class_table of 2x2: grids = sum of "
                        "size * completions * symmetries: 384 against 288\n"));
}

TEST_F(Verify, AcceptsTablesThatLackRows) {
  const auto drawn = run({"count", "3x3", "--with", "band_classes", "--param", "classes=drawn", "--param", "samples=40",
                          "--quantity", "grids", "--set", "seed=[1, 2]", "--ledger", "y.ledger"});
  ASSERT_EQ(drawn.status, 0) << drawn.out << drawn.err;
  const auto ended = run({"verify", "y.ledger"});
  EXPECT_EQ(ended.status, 0) << ended.out;
  EXPECT_THAT(ended.out, HasSubstr("finding drawn_class_table of 3x3: 2 runs agree"));
}

TEST_F(Verify, ReportsUncheckedParts) {
  count();
  const auto ended = run({"verify", "x.ledger", "--without-plugins"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(ended.out, AllOf(HasSubstr("not checked  enumeration on 2x3: divisors of units, and the conclusion"),
                               HasSubstr("grids of 2x3: 3 runs agree: "), HasSubstr("7 were not made")));
}

TEST_F(Verify, RecordsRecountedUnits) {
  count();
  const auto ended = run({"verify", "x.ledger", "--recount", "20%", "--seed", "5", "--threads", "2"});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  EXPECT_THAT(ended.out, HasSubstr("ok           enumeration on 2x3: 8 of its units counted again"));
  const auto once_more = run({"verify", "x.ledger", "--recount", "100"});
  EXPECT_EQ(once_more.status, 0) << once_more.out << once_more.err;
  EXPECT_THAT(once_more.out, HasSubstr("enumeration on 2x3: 36 of its units counted again"));
  count();
}

TEST_F(Verify, AcceptsPartsAndMergedLedgers) {
  for (const char* const part : {"1", "2"}) {
    count({"--part", std::string{part} + "/2", "--ledger", std::string{part} + ".ledger"});
    const auto ended = run({"verify", std::string{part} + ".ledger"});
    EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
    EXPECT_THAT(ended.out, AllOf(HasSubstr("enumeration on 2x3: 18 of 36 units: none is there twice or out of range"),
                                 HasSubstr("it has not concluded"), HasSubstr("the shares of 1 part")));
  }
  ASSERT_EQ(run({"merge", "-o", "all.ledger", "1.ledger", "2.ledger"}).status, 0);
  count({"--ledger", "all.ledger"});
  const auto ended = run({"verify", "all.ledger", "--recount", "5%"});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  EXPECT_THAT(ended.out, AllOf(HasSubstr("enumeration on 2x3: the shares of 2 parts"),
                               HasSubstr("grids of 2x3: 3 runs agree: "), Not(HasSubstr("not checked"))));
}

TEST_F(Verify, RepairsNothingInASoundLedger) {
  count();
  const auto ended = run({"verify", "x.ledger", "--repair"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(ended.out, "x.ledger: every record matches its checksum, and no record lacks one that it depends on\n");
  const auto both = run({"verify", "x.ledger", "--repair", "--recount", "5%"});
  EXPECT_EQ(both.status, 2);
  EXPECT_THAT(both.err, HasSubstr("--recount and --repair contradict each other"));
}

TEST_F(Verify, ReportsUnreadableFilesAndBadOptions) {
  std::ofstream{folder_ / "text.ledger"} << std::string(5000, 'x');
  for (const char* const file : {"none.ledger", ".", "text.ledger"}) {
    const auto ended = run({"verify", file});
    EXPECT_EQ(ended.status, 6) << file;
    EXPECT_THAT(ended.err, AllOf(HasSubstr("error: ledger"), HasSubstr(file))) << file;
    EXPECT_EQ(run({"certify", file, "-o", "c.json"}).status, 6) << file;
  }
  for (const char* const share : {"0", "-1%", "101%", "much", "nan"}) {
    const auto ended = run({"verify", "x.ledger", "--recount", share});
    EXPECT_EQ(ended.status, 2) << share;
    EXPECT_THAT(ended.err, HasSubstr("--recount")) << share;
  }
  EXPECT_EQ(run({"verify"}).status, 2);
  EXPECT_EQ(run({"certify", "x.ledger"}).status, 2);
}

}  // namespace
}  // namespace gridcensus::testing
