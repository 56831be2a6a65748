#include "host/fields/values.hpp"
#include "support/small_table.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

namespace gridcensus::host {
namespace {

using gridcensus::testing::small_table;

using RealLimits = std::numeric_limits<Real>;
using DoubleLimits = std::numeric_limits<double>;

TEST(Encoding, IsTheTextInTheLedger) {
  Tally tally;
  tally.add("grids", Integer{288}).sample("weight", 0.5L).add("classes", small_table());
  EXPECT_EQ(encode(tally), R"({"moments":{"weight":["1","0.5","0","0","0","0.5","0.5"]},)"
                           R"("sums":{"grids":"288"},"tables":{"classes":)"
                           R"({"columns":["size","completions"],"key":"class","rows":)"
                           R"({"a":["1","123456789012345678901234567890"],"b":["0","-7"]}}}})");
  EXPECT_EQ(encode(Tally{}), "{}");
  EXPECT_EQ(encode(Outcome{Exact{-1}}), R"({"kind":"exact","value":"-1"})");
}

TEST(Encoding, KeepsEveryBitOfAReal) {
  for (const Real value : {Real{0}, Real{-0.0L}, Real{1} / 3, RealLimits::max(), RealLimits::lowest(),
                           RealLimits::min(), RealLimits::denorm_min(), -RealLimits::denorm_min(),
                           RealLimits::infinity(), -RealLimits::infinity(), 1 + RealLimits::epsilon()}) {
    const auto read = std::get<Approximation>(decode<Outcome>(encode(Outcome{Approximation{value}}))).value;
    EXPECT_EQ(read, value);
    EXPECT_EQ(std::signbit(read), std::signbit(value));
  }
  const auto nan = decode<Outcome>(encode(Outcome{Approximation{RealLimits::quiet_NaN()}}));
  EXPECT_TRUE(std::isnan(std::get<Approximation>(nan).value));
}

TEST(Encoding, KeepsEveryBitOfAnEstimate) {
  const Estimate estimate{.value = 1.0L / 3,
                          .standard_error = 0.1L,
                          .low = 0.1,
                          .high = 2.0L / 3,
                          .confidence = 0.95,
                          .samples = 7,
                          .convergence = {{3, 0.7L, 0.2}},
                          .tail = Tail{1.0L / 7, 0.1L, 0.1, 3},
                          .degrees_of_freedom = 1.0 / 3};
  const std::string text = encode(Outcome{estimate});
  EXPECT_EQ(decode<Outcome>(text), Outcome{estimate});
  EXPECT_THAT(text, ::testing::HasSubstr(R"("confidence":"0.95")"));
}

TEST(Encoding, RefusesANameThatIsNotUtf8) {
  Tally tally;
  tally.add("caf\xe9", Integer{1});
  EXPECT_THROW(encode(tally), std::invalid_argument);
}

TEST(Decoding, RefusesTextsThatEncodeDoesNotWrite) {
  for (const char* const text : {"",
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
                                 R"({"moments":{"a":["1","0.5"]}})",
                                 R"({"moments":{"a":["1","0.5","0"]}})",
                                 R"({"moments":{"a":["1","0.5","0","0","0","0.5","0.5","0"]}})",
                                 R"({"moments":{"a":["-1","0.5","0","0","0","0.5","0.5"]}})",
                                 R"({"moments":{"a":["1","8p-4","0","0","0","0.5","0.5"]}})",
                                 R"({"moments":{"a":["1","0.5 ","0","0","0","0.5","0.5"]}})",
                                 R"({"moments":{"a":["18446744073709551616","0.5","0","0","0","0.5","0.5"]}})",
                                 R"({"moments":{"a":["1","0.5","1e+99999","0","0","0.5","0.5"]}})",
                                 R"({"moments":{"a":["1","0.50","0","0","0","0.5","0.5"]}})",
                                 R"({"tables":{"t":{"columns":["x"],"key":"k","rows":{"r":["1","2"]}}}})",
                                 R"({"tables":{"t":{"columns":["x"],"key":"k","kind":"table","rows":{}}}})",
                                 "{\"sums\":{\"\xff\":\"1\"}}"}) {
    EXPECT_THROW(decode<Tally>(text), std::invalid_argument) << text;
  }
  for (const char* const text :
       {"", "{}", R"({"kind":"exact"})", R"({"kind":"exact","value":288})", R"({"kind":"guess","value":"1"})",
        R"({"kind":"exact","value":"288","x":1})", R"({"kind":"table"})", R"({"kind":1})", R"(["exact","288"])"}) {
    EXPECT_THROW(decode<Outcome>(text), std::invalid_argument) << text;
  }
  for (const char* const text : {"{}", R"({"help":"","value":{"kind":"unfinished","reason":""}})",
                                 R"({"value":{"kind":"exact","value":"1"}})"}) {
    EXPECT_THROW(decode<Finding>(text), std::invalid_argument) << text;
  }
}

TEST(Decoding, SurvivesDeepNesting) {
  EXPECT_THROW(decode<Tally>(std::string(100000, '[')), std::invalid_argument);
  const std::string deep = std::string(20000, '[') + std::string(20000, ']');
  EXPECT_THROW(decode<Tally>(R"({"sums":{"a":)" + deep + "}}"), std::invalid_argument);
}

}  // namespace
}  // namespace gridcensus::host
