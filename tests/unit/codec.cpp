#include "host/base/codec.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

namespace gridcensus::host {
namespace {

using RealLimits = std::numeric_limits<Real>;
using DoubleLimits = std::numeric_limits<double>;

Table small_table() {
  Table table{"class", {"size", "completions"}, {}};
  table.add("a", {1, Integer{"123456789012345678901234567890"}});
  table.add("b", {0, -7});
  return table;
}

TEST(JsonForReaders, AnIntegerIsADecimalString) {
  EXPECT_EQ(to_json(Outcome{Exact{Integer{"123456789012345678901"}}}).dump(),
            R"({"kind":"exact","value":"123456789012345678901"})");
}

TEST(JsonForReaders, ARealIsANumberOnlyWhereADoubleHoldsIt) {
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

TEST(JsonForReaders, AnEstimateHasItsErrorAndItsClaim) {
  const Json json = to_json(Outcome{Estimate{1e400L, 0.5L, -1, 2, 0.95, 1000}});
  EXPECT_EQ(json.dump(), R"({"kind":"estimate","value":"1e+400","standard_error":0.5,"low":-1.0,"high":2.0,)"
                         R"("confidence":0.95,"samples":1000})");
}

TEST(JsonForReaders, AnEstimateTellsHowItConverged) {
  Estimate estimate{2, 0.5L, 1, 3, 0.95, 1000};
  estimate.convergence = {{500, 2.5L, 0.75L}, {1000, 2, 0.5L}};
  EXPECT_EQ(
      to_json(Outcome{estimate}).at("convergence").dump(),
      R"([{"samples":500,"value":"2.5","standard_error":0.75},{"samples":1000,"value":"2","standard_error":0.5}])");
  EXPECT_EQ(decode_outcome(encode(Outcome{estimate})), Outcome{estimate});
}

TEST(JsonForReaders, AnUnfinishedOutcomeHasAReasonAndNoValue) {
  EXPECT_EQ(to_json(Outcome{Unfinished{"stopped"}}).dump(), R"({"kind":"unfinished","reason":"stopped"})");
  EXPECT_EQ(to_json(Outcome{Approximation{0.5L}}).dump(), R"({"kind":"approximation","value":"0.5"})");
}

TEST(JsonForReaders, AProblemIsItsShapeAndRules) {
  EXPECT_EQ(to_json(Problem{{2, 3}, Rules::classic}).dump(), R"({"shape":"2x3","rules":"classic"})");
}

TEST(JsonForReaders, AFindingIsAnOutcomeOrATable) {
  EXPECT_EQ(to_json(FindingValue{Exact{44}}).dump(), R"({"kind":"exact","value":"44"})");
  EXPECT_EQ(to_json(FindingValue{small_table()}).dump(),
            R"({"kind":"table","key":"class","columns":["size","completions"],)"
            R"("rows":{"a":["1","123456789012345678901234567890"],"b":["0","-7"]}})");
}

TEST(Encoding, IsTheTextThatTheLedgerHolds) {
  Tally tally;
  tally.add("grids", Integer{288}).sample("weight", 0.5L).add("classes", small_table());
  EXPECT_EQ(encode(tally), R"({"moments":{"weight":["1","8p-4","0p+0","0p+0","0p+0","8p-4","8p-4"]},)"
                           R"("sums":{"grids":"288"},"tables":{"classes":)"
                           R"({"columns":["size","completions"],"key":"class","kind":"table","rows":)"
                           R"({"a":["1","123456789012345678901234567890"],"b":["0","-7"]}}}})");
  EXPECT_EQ(encode(Tally{}), "{}");
  EXPECT_EQ(encode(Outcome{Exact{-1}}), R"({"kind":"exact","value":"-1"})");
}

TEST(Json, OfAnEstimateShowsItsTail) {
  Estimate estimate{.value = 1e310L, .standard_error = 1e306L, .low = 9e309L, .high = 2e310L, .samples = 80};
  EXPECT_FALSE(to_json(Outcome{estimate}).contains("tail"));
  estimate.tail = {.effective_samples = 79, .largest_share = 0.25L, .half_gap = 0.5L, .spread_samples = 20};
  const Json json = to_json(Outcome{estimate});
  EXPECT_EQ(json.at("tail").at("effective_samples"), 79);
  EXPECT_EQ(json.at("tail").at("largest_share"), 0.25);
  EXPECT_EQ(json.at("tail").at("half_gap"), 0.5);
  EXPECT_EQ(json.at("tail").at("spread_samples"), 20);
  EXPECT_TRUE(json.at("low").is_string()) << "beyond what a double can hold";
}

TEST(Encoding, KeepsEveryBitOfAReal) {
  for (const Real value : {Real{0}, Real{-0.0L}, Real{1} / 3, RealLimits::max(), RealLimits::lowest(),
                           RealLimits::min(), RealLimits::denorm_min(), -RealLimits::denorm_min(),
                           RealLimits::infinity(), -RealLimits::infinity(), 1 + RealLimits::epsilon()}) {
    const auto read = std::get<Approximation>(decode_outcome(encode(Outcome{Approximation{value}}))).value;
    EXPECT_EQ(read, value);
    EXPECT_EQ(std::signbit(read), std::signbit(value));
  }
  const auto nan = decode_outcome(encode(Outcome{Approximation{RealLimits::quiet_NaN()}}));
  EXPECT_TRUE(std::isnan(std::get<Approximation>(nan).value));
}

TEST(Encoding, RefusesANameThatJsonCannotHold) {
  Tally tally;
  tally.add("caf\xe9", Integer{1});
  EXPECT_THROW(encode(tally), std::invalid_argument);
}

TEST(Decoding, RefusesWhatEncodeDoesNotWrite) {
  for (const char* const text :
       {"",
        "{",
        "null",
        "[]",
        "1",
        "{}x",
        "{} ",
        R"({"sums":{"a":1}})",
        R"({"sums":{"a":"01"}})",
        R"({"sums":{"a":"1","a":"2"}})",
        R"({"sums":{"a":"1"},"sums":{"b":"1"}})",
        R"({"sums":{}})",
        R"({"sums":{"a":"+1"}})",
        R"({"sums":{"a":"1e5"}})",
        R"({"sums":[["a","1"]]})",
        R"({"sum":{"a":"1"}})",
        R"({"moments":{"a":["1","8p-4"]}})",
        R"({"moments":{"a":["1","8p-4","0p+0"]}})",
        R"({"moments":{"a":["1","8p-4","0p+0","0p+0","0p+0","8p-4","8p-4","0p+0"]}})",
        R"({"moments":{"a":["-1","8p-4","0p+0","0p+0","0p+0","8p-4","8p-4"]}})",
        R"({"moments":{"a":["1","0x8p-4","0p+0","0p+0","0p+0","8p-4","8p-4"]}})",
        R"({"moments":{"a":["1","8p-4 ","0p+0","0p+0","0p+0","8p-4","8p-4"]}})",
        R"({"moments":{"a":["18446744073709551616","8p-4","0p+0","0p+0","0p+0","8p-4","8p-4"]}})",
        R"({"moments":{"a":["1","8p-4","1p+99999","0p+0","0p+0","8p-4","8p-4"]}})",
        R"({"tables":{"t":{"columns":["x"],"key":"k","kind":"table","rows":{"r":["1","2"]}}}})",
        R"({"tables":{"t":{"columns":["x"],"key":"k","rows":{}}}})",
        "{\"sums\":{\"\xff\":\"1\"}}"}) {
    EXPECT_THROW(decode_tally(text), std::invalid_argument) << text;
  }
  for (const char* const text :
       {"", "{}", R"({"kind":"exact"})", R"({"kind":"exact","value":288})", R"({"kind":"guess","value":"1"})",
        R"({"kind":"exact","value":"288","x":1})", R"({"kind":"table"})", R"({"kind":1})", R"(["exact","288"])"}) {
    EXPECT_THROW(decode_outcome(text), std::invalid_argument) << text;
  }
  for (const char* const text : {"{}", R"({"help":"","value":{"kind":"unfinished","reason":""}})",
                                 R"({"value":{"kind":"exact","value":"1"}})"}) {
    EXPECT_THROW(decode_finding(text), std::invalid_argument) << text;
  }
}

TEST(Decoding, SurvivesDeepNesting) {
  EXPECT_THROW(decode_tally(std::string(100000, '[')), std::invalid_argument);
  const std::string deep = std::string(20000, '[') + std::string(20000, ']');
  EXPECT_THROW(decode_tally(R"({"sums":{"a":)" + deep + "}}"), std::invalid_argument);
}

}  // namespace
}  // namespace gridcensus::host
