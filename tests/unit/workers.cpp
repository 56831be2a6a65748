// Values in messages of programs: the forms that only programs may write, and those that are refused.
#include "gridcensus/sampling.hpp"
#include "host/fields/values.hpp"
#include "host/workers/calls.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>

namespace gridcensus::host {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

Message parsed(const std::string& text) { return Message::parse(text); }

/// Checks that a message of another form is refused with one of these exceptions.
template <class Read>
bool is_refused(const Read& read) {
  try {
    read();
    return false;
  } catch (const std::invalid_argument&) {
    return true;
  } catch (const MalformedMessage&) {
    return true;
  } catch (const Message::exception&) {
    return true;
  }
}

TEST(NumbersOfPrograms, MayBeJsonNumbersOrStrings) {
  for (const auto* text : {"5", "\"5\""}) {
    EXPECT_EQ(value_from<std::uint64_t>(parsed(text)), 5U) << text;
    EXPECT_EQ(value_from<Integer>(parsed(text)), 5) << text;
    EXPECT_EQ(value_from<Real>(parsed(text)), 5) << text;
  }
  EXPECT_EQ(value_from<Integer>(parsed("-7")), -7);
  EXPECT_EQ(value_from<std::uint64_t>(parsed("18446744073709551615")), std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(value_from<Integer>(parsed("18446744073709551615")), Integer{"18446744073709551615"});
  EXPECT_EQ(value_from<Integer>(parsed("\"123456789012345678901234567890\"")),
            Integer{"123456789012345678901234567890"});
  for (const auto* text : {"1.5", "\"1.5\"", "\"1.8p+0\"", "\"15e-1\"", "\"cp-3\"", "15e-1"}) {
    EXPECT_EQ(value_from<Real>(parsed(text)), 1.5L) << text;
  }
  EXPECT_EQ(value_from<Real>(parsed("\"0.1\"")), 0.1L) << "all bits of a long double";
}

TEST(NumbersOfPrograms, AreRefusedInOtherForms) {
  // 18446744073709551616 is a floating-point number in JSON, so it would be rounded.
  for (const auto* text : {"1.0", "1e3", "18446744073709551616", "\"01\"", "\"+1\"", "\" 1\"", "\"1 \"", "\"1.0\"",
                           "\"1e3\"", "\"0x10\"", "\"\"", "true", "null", "[]", "{}", "\"1_000\"", "\"1,000\""}) {
    EXPECT_TRUE(is_refused([&] { value_from<Integer>(parsed(text)); })) << text;
    EXPECT_TRUE(is_refused([&] { value_from<std::uint64_t>(parsed(text)); }) || text == std::string{"\"01\""}) << text;
  }
  for (const auto* text : {"-1", "\"-1\"", "\"18446744073709551616\""}) {
    EXPECT_TRUE(is_refused([&] { value_from<std::uint64_t>(parsed(text)); })) << text;
  }
  for (const auto* text : {"\"\"", "\"1.5x\"", "\"0x1.8p+0\"", "\"1,5\"", "\"+1\"", "true", "null", "[1.5]",
                           "\"1e99999\"", "\"1p+99999\""}) {
    EXPECT_TRUE(is_refused([&] { value_from<Real>(parsed(text)); })) << text;
  }
}

TEST(TalliesOfPrograms, MayBeWrittenMoreFreelyThanStoredOnes) {
  const Tally tally = tally_in(parsed(R"({"sums": {"a": 5, "b": "-6"}, "moments": {"m": [2, 1.5, "0.5", 0, 0, 1, 2]},
      "tables": {"t": {"kind": "table", "key": "k", "columns": ["x"], "rows": {"r": [7]}}}})"),
                               0);
  EXPECT_EQ(encode(tally), R"({"moments":{"m":["2","1.5","0.5","0","0","1","2"]},)"
                           R"("sums":{"a":"5","b":"-6"},"tables":{"t":{"columns":["x"],"key":"k",)"
                           R"("rows":{"r":["7"]}}}})");
  EXPECT_EQ(tally_in(parsed("{}"), 0), Tally{});
}

TEST(TalliesOfPrograms, TurnSamplesIntoMomentsOfTwoHalves) {
  const Message message = parsed(R"({"sums": {"a": 5}, "samples": {"x": [1, "2.5", "4"], "y": []}})");
  for (const std::uint64_t unit : {0U, 1U}) {
    SplitSample halves;
    for (const Real sample : {1.0L, 2.5L, 4.0L}) halves.add(sample);
    Tally expected;
    expected.add("a", 5);
    halves.add_to(expected, "x", unit);
    SplitSample{}.add_to(expected, "y", unit);
    EXPECT_EQ(encode(tally_in(message, unit)), encode(expected)) << unit;
  }
  EXPECT_NE(encode(tally_in(message, 0)), encode(tally_in(message, 1)));
}

TEST(TalliesOfPrograms, AreRefusedInOtherForms) {
  for (const auto* text :
       {"[]", "null", "5", "\"\"", R"({"sum": {"a": 1}})", R"({"sums": 1})", R"({"sums": {"a": null}})",
        R"({"sums": {"a": 1.5}})", R"({"moments": {"m": [1, 2]}})", R"({"samples": {"x": 1}})",
        R"({"samples": {"x": ["a"]}})", R"({"samples": [1]})",
        R"({"tables": {"t": {"kind": "table", "key": "k", "columns": ["x"], "rows": {"r": [1, 2]}}}})"}) {
    EXPECT_TRUE(is_refused([&] { tally_in(parsed(text), 0); })) << text;
  }
}

TEST(ResultsOfPrograms, HaveDefaultsForOmittedMembers) {
  EXPECT_EQ(value_from<PreparedJob>(parsed("{}")), PreparedJob{});
  EXPECT_EQ(value_from<PreparedJob>(parsed(R"({"units": 7, "seconds_limit": 2, "times": {"grids": 3}})")),
            (PreparedJob{.units = 7, .seconds_limit = 2.0, .times = {{"grids", 3}}}));
  const auto traits = value_from<std::vector<UnitTraits>>(
      parsed(R"([{}, {"weight": 3, "sums": ["a"], "divisors": {"a": 6, "b": "7"}}])"));
  ASSERT_EQ(traits.size(), 2U);
  EXPECT_EQ(traits[0].weight, 1);
  EXPECT_FALSE(traits[0].sums);
  EXPECT_EQ(traits[1].weight, 3);
  EXPECT_THAT(*traits[1].sums, ElementsAre("a"));
  EXPECT_THAT(traits[1].divisors, ElementsAre(Pair("a", 6), Pair("b", 7)));
}

TEST(ResultsOfPrograms, ConcludeWithOutcomesAndFindings) {
  const Report report = report_in(parsed(R"({"outcomes": {"grids": {"kind": "lower_bound", "value": 288}},
      "findings": {"half": {"value": {"kind": "exact", "value": "144"}, "help": "Half."}}})"),
                                  {});
  EXPECT_EQ(std::get<LowerBound>(report.outcomes.at(*find_quantity("grids"))).value, 288);
  EXPECT_EQ(std::get<Exact>(report.findings.at("half").value).value, 144);
  EXPECT_TRUE(report_in(parsed(R"({"outcomes": {}})"), {}).findings.empty());
}

TEST(ResultsOfPrograms, HaveMeansThatTheHostEstimates) {
  SplitSample halves;
  for (int i = 0; i < 200; ++i) halves.add(100 + i % 7);
  Tally total;
  halves.add_to(total, "weight", 0);
  const auto concluded = [&total](const std::string& outcome) {
    return report_in(parsed(R"({"outcomes": {"grids": )" + outcome + "}}"), total).outcomes.at(*find_quantity("grids"));
  };
  EXPECT_EQ(encode(concluded(R"({"kind": "mean", "of": "weight", "times": "24"})")),
            encode(estimate_heavy_tailed_mean(halves, 24)));
  EXPECT_EQ(encode(concluded(R"({"kind": "mean", "of": "weight"})")), encode(estimate_heavy_tailed_mean(halves, 1)));
  EXPECT_EQ(std::get<Unfinished>(concluded(R"({"kind": "mean", "of": "weight", "min_samples": 1000})")).reason,
            too_few_samples(200, 1000));
  try {
    concluded(R"({"kind": "mean", "of": "wieght"})");
    FAIL() << "a mean of no samples";
  } catch (const MalformedMessage& error) {
    EXPECT_THAT(error.what(), HasSubstr("there are no samples of the name wieght"));
  }
}

TEST(ResultsOfPrograms, AreRefusedInOtherForms) {
  for (const auto* text : {R"({})", R"({"outcomes": {"grids": 288}})", R"({"outcomes": {"grids": {"kind": "exakt"}}})",
                           R"({"outcomes": {"grids": {"kind": "exact", "value": 1.5}}})",
                           R"({"outcomes": {"Grids!": {"kind": "exact", "value": 1}}})",
                           R"({"outcomes": {}, "findings": {"x": {"value": 1, "help": ""}}})",
                           R"({"outcomes": {}, "findings": {"x": {"value": {"kind": "exact", "value": 1}}}})", "[]"}) {
    EXPECT_TRUE(is_refused([&] { report_in(parsed(text), {}); })) << text;
  }
  for (const auto* text :
       {R"([])", R"({"units": -1})", R"({"units": 1.5})", R"({"units": null})", R"({"seconds_limit": "soon"})"}) {
    EXPECT_TRUE(is_refused([&] { value_from<PreparedJob>(parsed(text)); })) << text;
  }
  for (const auto* text :
       {R"([1])", R"([{"weight": "heavy"}])", R"([{"sums": [1]}])", R"([{"divisors": {"a": 0.5}}])"}) {
    EXPECT_TRUE(is_refused([&] { value_from<std::vector<UnitTraits>>(parsed(text)); })) << text;
  }
}

}  // namespace
}  // namespace gridcensus::host
