// Differences between results.
#include "host/report/difference.hpp"

#include "host/compare/measured.hpp"
#include "host/report/history.hpp"
#include "support/made_documents.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace gridcensus::host {
namespace {

using test_support::MadeDocument;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;
using ::testing::ThrowsMessage;
using Times = std::vector<std::pair<double, double>>;

Estimate about(Real value, Real error) {
  const Real width = student_quantile(999, 0.95) * error;
  return {value, error, value - width, value + width, 0.95, 1000};
}

struct Compared {
  Compared(const MadeDocument& a, const MadeDocument& b)
      : left{a.read("a.json")}, right{b.read("b.json")}, difference{difference_of(left, right)} {}
  std::string text() const { return describe_difference(left, right, difference).text; }

  ResultsDocument left;
  ResultsDocument right;
  Difference difference;
};

TEST(PairedTimesTest, UsesTheSignedRankTest) {
  // By hand: of the 64 choices of signs of the ranks 1 to 6, one has a sum of 0 and one of 21.
  const Times all_slower{{1, 1.1}, {1, 1.2}, {1, 1.3}, {1, 1.4}, {1, 1.5}, {1, 1.6}};
  EXPECT_DOUBLE_EQ(*paired_times(all_slower).p_value, 2.0 / 64);
  // The smallest rank has the other sign: sums of 0 and 1, and of 20 and 21.
  const Times one_faster{{1.05, 1}, {1, 1.2}, {1, 1.3}, {1, 1.4}, {1, 1.5}, {1, 1.6}};
  EXPECT_DOUBLE_EQ(*paired_times(one_faster).p_value, 4.0 / 64);
  // All differences tie, so the sum is binomial. Three of six have either sign.
  const Times tied{{1, 2}, {1, 2}, {1, 2}, {2, 1}, {2, 1}, {2, 1}};
  EXPECT_DOUBLE_EQ(*paired_times(tied).p_value, 1);
  EXPECT_DOUBLE_EQ(paired_times(tied).ratio, 1);
}

TEST(PairedTimesTest, ComputesTheGeometricMeanAndItsInterval) {
  const auto times = paired_times(Times{{1, 2}, {1, 8}});
  EXPECT_DOUBLE_EQ(times.ratio, 4);
  // Logarithms log 2 and log 8: standard error log 2, and Student's 97.5 % point of one degree of freedom 12.7062.
  EXPECT_NEAR(times.interval->second, 4 * std::pow(2, 12.7062047), 1e-3 * 4 * std::pow(2, 12.7062047));
  EXPECT_FALSE(times.p_value) << "too few";
  EXPECT_FALSE(paired_times(Times{{1, 2}}).interval);
}

TEST(DifferenceTest, FindsNoneBetweenEqualDocuments) {
  const auto made = MadeDocument{}.run("3x3", "one").outcome("3x3", "one", Exact{7}).outcome("2x2", "s", about(5, 1));
  const Compared same{made, made};
  EXPECT_EQ(same.difference.exit_code(), ExitCode::all_agree);
  EXPECT_EQ(same.difference.identical, 1);
  EXPECT_THAT(same.difference.changes, IsEmpty());
  EXPECT_THAT(same.text(), StartsWith("AGREE. 1 exact and equal, 1 estimate or bound identical."));
  EXPECT_THAT(same.text(), HasSubstr("no run was timed in both; one has copies of the other's times"));
}

TEST(DifferenceTest, ListsDifferentExactValuesFirst) {
  const Compared other{MadeDocument{}.outcome("3x3", "one", Exact{7}), MadeDocument{}.outcome("3x3", "one", Exact{8})};
  EXPECT_EQ(other.difference.exit_code(), ExitCode::disagreement);
  EXPECT_THAT(other.text(), StartsWith("DISAGREE: 1 value differs.\n  grids of 3x3\n    A one: 7\n    B one: 8\n"));
}

TEST(DifferenceTest, ComparesDifferentConfigurationsToo) {
  const Compared other{MadeDocument{}.outcome("2x3", "one", Exact{7}),
                       MadeDocument{}.outcome("3x2", "two", Exact{8}).outcome("3x2", "three", about(7, 1))};
  EXPECT_EQ(other.difference.exit_code(), ExitCode::disagreement) << "the transposed shape, another strategy";
  EXPECT_THAT(other.difference.only_left, ElementsAre("grids of 2x3 by one"));
  EXPECT_THAT(other.difference.only_right, ElementsAre("grids of 3x2 by two", "grids of 3x2 by three"));
}

TEST(DifferenceTest, TestsEstimatesWithBothErrors) {
  const MadeDocument one = MadeDocument{}.outcome("3x3", "s", about(100, 3));
  const Compared near{one, MadeDocument{}.outcome("3x3", "s", about(110, 4))};
  ASSERT_EQ(near.difference.comparisons.size(), 1);
  EXPECT_NEAR(*near.difference.comparisons[0].z, -2, 1e-12);
  EXPECT_EQ(near.difference.exit_code(), ExitCode::all_agree);
  EXPECT_THAT(near.text(), HasSubstr("1 within their errors (at most 2.0 standard errors)"));
  const Compared far{one, MadeDocument{}.outcome("3x3", "s", about(125, 4))};
  EXPECT_EQ(far.difference.exit_code(), ExitCode::disagreement);
  EXPECT_THAT(far.text(), HasSubstr("5.0 standard errors apart"));
}

TEST(DifferenceTest, JudgesManyEstimatesTogether) {
  MadeDocument one;
  MadeDocument two;
  // 2.8 standard errors: too large for one test at 0.99, but not for forty.
  one.outcome("3x3", "s0", about(100, 3));
  two.outcome("3x3", "s0", about(114, 4));
  EXPECT_EQ((Compared{one, two}.difference.exit_code()), ExitCode::disagreement);
  for (int i = 1; i < 40; ++i) {
    const std::string name = "s" + std::to_string(i);
    one.outcome("3x3", name, about(100, 3));
    two.outcome("3x3", name, about(101, 4));
  }
  EXPECT_EQ((Compared{one, two}.difference.exit_code()), ExitCode::all_agree);
}

TEST(DifferenceTest, DoesNotCompareDifferentQuestions) {
  MadeDocument one = MadeDocument{}.run("3x3", "one").outcome("3x3", "one", Exact{7}).outcome("2x2", "x", Exact{1});
  MadeDocument two = MadeDocument{}.run("3x3", "one").outcome("3x3", "one", Exact{8}).outcome("2x2", "x", Exact{1});
  one.json["runs"][0]["question"] = {{"grid", "first"}};
  two.json["runs"][0]["question"] = {{"grid", "second"}};
  EXPECT_EQ((Compared{one, two}.difference.exit_code()), ExitCode::all_agree);
}

TEST(DifferenceTest, TreatsAllParametersAsTheQuestionIfItIsUnknown) {
  const MadeDocument one = MadeDocument{}.run("3x3", "one").outcome("3x3", "one", Exact{7});
  MadeDocument assembled = MadeDocument{}.run("3x3", "one").outcome("3x3", "one", Exact{8});
  assembled.json["runs"][0].erase("question");
  EXPECT_EQ((Compared{one, assembled}.difference.exit_code()), ExitCode::disagreement) << "the same parameters";
  assembled.json["runs"][0]["parameters"]["samples"] = "2000";
  EXPECT_THROW((Compared{one, assembled}), BadInput) << "the question may be another";
}

TEST(DifferenceTest, NamesTheRowInWhichFindingsDiffer) {
  Table left{"class", {"size"}, {}};
  left.add("a", {3});
  Table right{"class", {"size"}, {}};
  right.add("a", {4});
  const auto made = [](const Table& table) {
    return MadeDocument{}.run("3x3", "one").outcome("3x3", "one", Exact{7}).finding("3x3", "one", "classes", table);
  };
  const Compared other{made(left), made(right)};
  EXPECT_EQ(other.difference.exit_code(), ExitCode::disagreement);
  EXPECT_THAT(other.text(), HasSubstr("first difference at class \"a\": 3 against 4"));
}

TEST(DifferenceTest, ListsFindingsThatOneSideLacks) {
  const MadeDocument without = MadeDocument{}.run("3x3", "one").outcome("3x3", "one", Exact{7});
  const MadeDocument with = MadeDocument{without}.finding("3x3", "one", "classes", Exact{3});
  const std::string title = "finding classes of 3x3 by one";
  const Compared added{without, with};
  EXPECT_THAT(added.difference.only_left, IsEmpty());
  EXPECT_THAT(added.difference.only_right, ElementsAre(title));
  const Compared removed{with, without};
  EXPECT_THAT(removed.difference.only_left, ElementsAre(title));
  EXPECT_THAT(removed.difference.only_right, IsEmpty());
}

TEST(DifferenceTest, OmitsTimesThatOneSideLacks) {
  const auto timed = [](double seconds) {
    return MadeDocument{}.run("3x3", "one", seconds).outcome("3x3", "one", Exact{7});
  };
  EXPECT_EQ((Compared{timed(0), timed(2)}.difference.times.pairs), 0);
  EXPECT_EQ((Compared{timed(2), timed(0)}.difference.times.pairs), 0);
  EXPECT_EQ((Compared{timed(2), timed(3)}.difference.times.pairs), 1);
}

TEST(DifferenceTest, ListsChangesOfProvenanceAndTimes) {
  MadeDocument one = MadeDocument{}.outcome("3x3", "r0", Exact{7});
  MadeDocument two = MadeDocument{}.outcome("3x3", "r0", Exact{7});
  for (int i = 0; i < 6; ++i) {
    one.run("3x3", "r" + std::to_string(i), 1 + i);
    two.run("3x3", "r" + std::to_string(i), 2 * (1.5 + i));
  }
  two.json["produced"]["host"] = "node8";
  two.json["runs"][1]["plugin_sha256"] = "cd";
  two.json["runs"][2]["parameters"]["samples"] = "2000";
  const Compared other{one, two};
  const auto has = [&](const std::string& what, const std::string& left, const std::string& right) {
    return std::ranges::any_of(other.difference.changes, [&](const Difference::Change& change) {
      return change.what == what && change.left == left && change.right == right;
    });
  };
  EXPECT_TRUE(has("host", "node7", "node8"));
  EXPECT_TRUE(has("plugin of r1", "ab", "cd"));
  EXPECT_TRUE(has("parameter samples of r2", "1000", "2000"));
  EXPECT_EQ(other.difference.changes.size(), 3);
  EXPECT_EQ(other.difference.times.pairs, 5) << "without the run of another question";
  EXPECT_THAT(other.text(), HasSubstr("too few for a test"));
  for (std::size_t begin = 0, end = 0; end != std::string::npos; begin = end + 1) {
    end = other.text().find('\n', begin);
    EXPECT_LE((end == std::string::npos ? other.text().size() : end) - begin, 80) << other.text();
  }
}

TEST(DifferenceTest, ReportsEqualSeedsWithDifferentEstimates) {
  const auto made = [](Real value) { return MadeDocument{}.run("3x3", "s").outcome("3x3", "s", about(value, 3)); };
  EXPECT_THAT(
      (Compared{made(100), made(101)}.text()),
      HasSubstr("Redrawn  different values from the same seed, parameters and plugin, 1: grids of\n         3x3 by s"));
  MadeDocument another = made(101);
  another.json["experiment"]["seed"] = 2;
  EXPECT_THAT((Compared{made(100), another}.difference.not_repeated), IsEmpty());
}

TEST(DifferenceTest, RejectsDocumentsWithNothingInCommon) {
  EXPECT_THAT(
      [] { Compared(MadeDocument{}.outcome("3x3", "one", Exact{7}), MadeDocument{}.outcome("2x2", "one", Exact{7})); },
      ThrowsMessage<BadInput>(HasSubstr("a.json and b.json have no quantity of the same problem in common")));
}

TEST(HistoryTest, HasOneLinePerDocumentByDate) {
  std::vector<ResultsDocument> documents;
  documents.push_back(MadeDocument{"2026-11-22T23:10:00Z"}
                          .outcome("3x3", "guess", about(288, 12))
                          .outcome("3x3", "one", Exact{1288})
                          .read("late.json"));
  documents.push_back(MadeDocument{"2026-11-21T08:00:00Z"}.outcome("3x3", "s", about(1300, 12)).read("early.json"));
  const auto history = history_of(documents, Quantity::grids, Shape{3, 3});
  EXPECT_EQ(history.exit_code, ExitCode::all_agree);
  EXPECT_EQ(history.listing.text,
            "grids of 3x3: 1,288\n"
            "date              value       standing  by   seconds  version  host\n"
            "----------------  ----------  --------  ---  -------  -------  -----\n"
            "2026-11-21 08:00  1300 +- 12  computed  s        0.5  0.1.0    node7\n"
            "2026-11-22 23:10  exact       computed  one      0.5  0.1.0    node7\n");
  ASSERT_EQ(history.listing.json.size(), 2);
  EXPECT_EQ(history.listing.json[0]["file"], "early.json");
  EXPECT_EQ(history.listing.json[1]["value"], "1288");
}

TEST(HistoryTest, EndsInDisagreementIfExactValuesDiffer) {
  std::vector<ResultsDocument> documents;
  documents.push_back(MadeDocument{}.outcome("3x3", "one", Exact{7}).outcome("3x3", "two", Exact{8}).read());
  const auto history = history_of(documents, Quantity::grids, {});
  EXPECT_EQ(history.exit_code, ExitCode::disagreement) << "also within one document";
  EXPECT_THAT(history.listing.text, StartsWith("grids of 3x3: DISAGREE\n  (1) 7\n  (2) 8\n"));
  EXPECT_THAT(history.listing.text, HasSubstr("exact, (1)"));
  EXPECT_THAT([&] { history_of(documents, Quantity::bands, {}); },
              ThrowsMessage<BadInput>(HasSubstr("no bands in these files; they have: grids:3x3")));
}

}  // namespace
}  // namespace gridcensus::host
