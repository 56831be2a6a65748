#include "host/base/json.hpp"

#include "host/results/values.hpp"
#include "support/small_table.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

namespace gridcensus::host {
namespace {

using gridcensus::testing::small_table;

using RealLimits = std::numeric_limits<Real>;
using DoubleLimits = std::numeric_limits<double>;

TEST(ParseJson, RefusesAMemberThatIsGivenTwice) {
  EXPECT_NO_THROW(parse_json(R"({"a": {"b": 1}, "b": [{"a": 1}, {"a": 2}]})"));
  for (const std::string text : {R"({"a": 1, "a": 1})", R"([{"b": {"a": 1, "c": {}, "a": 2}}])"}) {
    try {
      parse_json(text);
      ADD_FAILURE() << text;
    } catch (const InvalidJson& error) {
      EXPECT_EQ(error.what(), std::string{"the member \"a\" is given twice"});
    }
  }
}

TEST(ParseJson, LeavesTheNumberOfTheLibrarysErrorOut) {
  try {
    Json{1}.at("x");
  } catch (const Json::exception& error) {
    EXPECT_EQ(message_of(error).find("json.exception"), std::string::npos) << message_of(error);
  }
  EXPECT_EQ(message_of(std::runtime_error{"[a] b"}), "[a] b");
}

TEST(JsonForReaders, WritesIntegersAsDecimalStrings) {
  EXPECT_EQ(to_json(Outcome{Exact{Integer{"123456789012345678901"}}}).dump(),
            R"({"kind":"exact","value":"123456789012345678901"})");
}

TEST(JsonForReaders, WritesRealsAsNumbersOnlyIfADoubleCan) {
  EXPECT_EQ(to_json(Real{0.25}).dump(), "0.25");
  EXPECT_EQ(to_json(Real{0}).dump(), "0.0");
  EXPECT_TRUE(to_json(static_cast<Real>(DoubleLimits::max())).is_number());
  EXPECT_TRUE(to_json(static_cast<Real>(DoubleLimits::min())).is_number());
  EXPECT_EQ(to_json(Real{1e400L}).dump(), R"("1e+400")");
  EXPECT_EQ(to_json(Real{-1e400L}).dump(), R"("-1e+400")");
  // A double would round these to a subnormal number, or to zero.
  EXPECT_TRUE(to_json(static_cast<Real>(DoubleLimits::min()) / 3).is_string());
  EXPECT_TRUE(to_json(RealLimits::min()).is_string());
  EXPECT_TRUE(to_json(RealLimits::infinity()).is_string());
  EXPECT_TRUE(to_json(RealLimits::quiet_NaN()).is_string());
}

TEST(JsonForReaders, NeverWritesInfinity) {
  for (const Real value : {RealLimits::max(), RealLimits::lowest(), RealLimits::denorm_min(), -RealLimits::infinity(),
                           static_cast<Real>(DoubleLimits::max()) * 2, Real{-0.0L}, Real{1} / 3}) {
    const Json json = to_json(value);
    EXPECT_EQ(Json::parse(json.dump()), json);
    EXPECT_TRUE(json.is_string() || std::isfinite(json.get<double>()));
  }
}

TEST(JsonForReaders, WritesTheErrorAndConfidenceOfEstimates) {
  const Json json = to_json(Outcome{Estimate{1e400L, 0.5L, -1, 2, 0.95, 1000}});
  EXPECT_EQ(json.dump(), R"({"kind":"estimate","value":"1e+400","standard_error":0.5,"low":-1.0,"high":2.0,)"
                         R"("confidence":0.95,"samples":1000})");
}

TEST(JsonForReaders, WritesTheConvergenceOfEstimates) {
  Estimate estimate{2, 0.5L, 1, 3, 0.95, 1000};
  estimate.convergence = {{500, 2.5L, 0.75L}, {1000, 2, 0.5L}};
  EXPECT_EQ(
      to_json(Outcome{estimate}).at("convergence").dump(),
      R"([{"samples":500,"value":"2.5","standard_error":0.75},{"samples":1000,"value":"2","standard_error":0.5}])");
}

TEST(JsonForReaders, WritesUnfinishedOutcomesWithAReasonAndNoValue) {
  EXPECT_EQ(to_json(Outcome{Unfinished{"stopped"}}).dump(), R"({"kind":"unfinished","reason":"stopped"})");
  EXPECT_EQ(to_json(Outcome{Approximation{0.5L}}).dump(), R"({"kind":"approximation","value":"0.5"})");
}

TEST(JsonForReaders, WritesTheShapeAndRulesOfProblems) {
  EXPECT_EQ(to_json(Problem{{2, 3}, {}}).dump(), R"({"shape":"2x3","rules":"classic"})");
}

TEST(JsonForReaders, WritesFindingsAsOutcomesOrTables) {
  EXPECT_EQ(to_json(FindingValue{Exact{44}}).dump(), R"({"kind":"exact","value":"44"})");
  EXPECT_EQ(to_json(FindingValue{small_table()}).dump(),
            R"({"kind":"table","key":"class","columns":["size","completions"],)"
            R"("rows":{"a":["1","123456789012345678901234567890"],"b":["0","-7"]}})");
}

TEST(JsonForReaders, WritesTheTailOfEstimates) {
  Estimate estimate{.value = 1e310L, .standard_error = 1e306L, .low = 9e309L, .high = 2e310L, .samples = 80};
  EXPECT_FALSE(to_json(Outcome{estimate}).contains("tail"));
  estimate.tail = {.effective_samples = 79, .largest_share = 0.25L, .half_gap = 0.5L, .spread_samples = 20};
  const Json json = to_json(Outcome{estimate});
  EXPECT_EQ(json.at("tail").at("effective_samples"), 79);
  EXPECT_EQ(json.at("tail").at("largest_share"), 0.25);
  EXPECT_EQ(json.at("tail").at("half_gap"), 0.5);
  EXPECT_EQ(json.at("tail").at("spread_samples"), 20);
  EXPECT_FALSE(json.contains("degrees_of_freedom"));
  estimate.degrees_of_freedom = 19;
  EXPECT_EQ(to_json(Outcome{estimate}).at("degrees_of_freedom"), 19);
  EXPECT_TRUE(json.at("low").is_string()) << "beyond what a double can hold";
}

TEST(JsonForReaders, WritesTheSideOfBounds) {
  EXPECT_EQ(to_json(Outcome{LowerBound{7}}).dump(), R"({"kind":"lower_bound","value":"7"})");
  EXPECT_EQ(to_json(FindingValue{UpperBound{7}}).dump(), R"({"kind":"upper_bound","value":"7"})");
}

}  // namespace
}  // namespace gridcensus::host
