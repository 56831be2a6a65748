#include "gridcensus/integer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <locale>
#include <stdexcept>
#include <string>
#include <vector>

namespace gridcensus {
namespace {

TEST(Integer, PrintsAndReadsNumbersBeyondFixedWidths) {
  // The 2x6 count has 165 bits; 25x25 counts pass 1000 bits.
  const std::string text = "38296278920738107863746324732012492486187417600000";
  const auto value = parse_integer(text);
  ASSERT_TRUE(value.has_value());
  EXPECT_EQ(to_decimal(*value), text);
  EXPECT_EQ(to_decimal(Integer{-42}), "-42");
  EXPECT_EQ(parse_integer("-42"), Integer{-42});
  EXPECT_EQ(parse_integer("0"), Integer{0});
}

struct DotsEverywhere : std::numpunct<char> {
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\1"; }
};

TEST(Integer, PrintsTheSameInEveryLocale) {
  std::vector<Integer> values{0, 7, -7, std::numeric_limits<std::uint64_t>::max()};
  for (const int exponent : {17, 18, 19, 35, 36, 37, 200}) {
    for (const int more : {-1, 0, 1}) values.push_back(power(10, exponent) + more);
  }
  std::vector<std::string> expected;
  for (const auto& value : values) expected.push_back(value.str());
  const std::locale before = std::locale::global(std::locale{std::locale::classic(), new DotsEverywhere});
  for (std::size_t i = 0; i < values.size(); ++i) {
    EXPECT_EQ(to_decimal(values[i]), expected[i]);
    EXPECT_EQ(parse_integer(expected[i]), values[i]);
  }
  EXPECT_EQ(to_decimal(Real{12345.5L}), "12345.5");
  EXPECT_EQ(parse_real("12345.5"), 12345.5L);
  std::locale::global(before);
}

TEST(Integer, ReadsOnlyPlainDecimal) {
  for (const char* text : {"", "-", "+1", "01", "00", "-0", "-01", "0x10", "1e3", "1_000", "1,000", " 1", "1 ", "1.0",
                           "one", "--1", "1-", "\xC2\xB2", "\xD9\xA3"}) {
    EXPECT_EQ(parse_integer(text), std::nullopt) << '"' << text << '"';
  }
  EXPECT_EQ(parse_integer(std::string_view{"1\0", 2}), std::nullopt) << "a NUL byte at the end";
}

TEST(Integer, GroupsDigitsInThrees) {
  EXPECT_EQ(group_digits("0"), "0");
  EXPECT_EQ(group_digits("999"), "999");
  EXPECT_EQ(group_digits("1000"), "1,000");
  EXPECT_EQ(group_digits("6670903752021072936960"), "6,670,903,752,021,072,936,960");
  EXPECT_EQ(group_digits("-123"), "-123") << "the sign is no digit";
  EXPECT_EQ(group_digits("-123456"), "-123,456");
  EXPECT_EQ(group_digits(""), "");
}

TEST(Integer, HasFactorialsAndPowers) {
  EXPECT_EQ(factorial(0), 1);
  EXPECT_EQ(factorial(1), 1);
  EXPECT_EQ(factorial(9), 362880);
  EXPECT_EQ(to_decimal(factorial(25)), "15511210043330985984000000");
  EXPECT_THROW(factorial(-1), std::domain_error);
  EXPECT_EQ(power(72, 2), 5184);
  EXPECT_EQ(power(0, 0), 1);
  EXPECT_EQ(to_decimal(power(2, 100)), "1267650600228229401496703205376");
  EXPECT_THROW(power(2, -1), std::domain_error);
}

TEST(Real, HasTheShortestTextThatReadsBack) {
  EXPECT_EQ(to_decimal(Real{0.25L}), "0.25");
  EXPECT_EQ(to_decimal(Real{0}), "0");
  EXPECT_EQ(to_decimal(Real{-1.5L}), "-1.5");
  EXPECT_EQ(to_decimal(Real{6.67e21L}), "6.67e+21");
  EXPECT_EQ(parse_real("6.67e+21"), 6.67e21L);
}

TEST(Real, RepresentsTheFiveByFiveEstimate) {
  const auto value = parse_real("4.3647890662e308");
  ASSERT_TRUE(value.has_value());
  EXPECT_GT(*value, static_cast<Real>(std::numeric_limits<double>::max()));
  EXPECT_EQ(to_decimal(*value), "4.3647890662e+308");
}

TEST(Real, IsTheNearestRealToAnInteger) {
  EXPECT_EQ(to_real(Integer{288}), 288.0L);
  // 2^64 + 1 is between two Reals of a 64-bit significand, nearer the lower (round to even).
  EXPECT_EQ(to_real(power(2, 64) + 1), 18446744073709551616.0L);
  EXPECT_EQ(to_real(power(2, 64) - 1), 18446744073709551615.0L);
}

TEST(Real, ReadsOnlyFiniteNumbersThatFillTheText) {
  for (const char* text :
       {"", " ", "1 ", " 1", "1x", "nan", "inf", "-inf", "infinity", "1e99999", "0x1p3", "1,5", "--1", "+1", "e5"}) {
    EXPECT_EQ(parse_real(text), std::nullopt) << '"' << text << '"';
  }
  EXPECT_EQ(parse_real("-2.5e-3"), -2.5e-3L);
}

}  // namespace
}  // namespace gridcensus
