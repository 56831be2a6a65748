#include "host/base/text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

namespace gridcensus::host {
namespace {

TEST(DurationText, RoundsUpAndShowsAtMostTwoUnits) {
  EXPECT_EQ(duration_text(0), "0 s");
  EXPECT_EQ(duration_text(98.5), "99 s");
  EXPECT_EQ(duration_text(100), "1 min 40 s");
  EXPECT_EQ(duration_text(725), "12 min 05 s");
  EXPECT_EQ(duration_text(5999), "99 min 59 s");
  EXPECT_EQ(duration_text(12'000), "3 h 20 min");
  EXPECT_EQ(duration_text(172'799), "47 h 59 min");
  EXPECT_EQ(duration_text(172'800), "2 days");
}

TEST(BytesText, ChoosesTheUnitThatFits) {
  EXPECT_EQ(bytes_text(0), "0 bytes");
  EXPECT_EQ(bytes_text(1023), "1.02e+03 bytes");
  EXPECT_EQ(bytes_text(512 << 10U), "512 KiB");
  EXPECT_EQ(bytes_text(std::uint64_t{3} << 29U), "1.5 GiB");
  EXPECT_EQ(bytes_text(std::uint64_t{1} << 52U), "4.1e+03 TiB");
}

TEST(ShellWord, QuotesOnlyIfNecessary) {
  EXPECT_EQ(shell_word("--param=a.b_c,1e-6:/x+y@%"), "--param=a.b_c,1e-6:/x+y@%");
  EXPECT_EQ(shell_word(""), "''");
  EXPECT_EQ(shell_word("a b"), "'a b'");
  EXPECT_EQ(shell_word("$HOME"), "'$HOME'");
  EXPECT_EQ(shell_word("it's"), R"('it'\''s')");
  EXPECT_EQ(shell_quoted("plain"), "'plain'");
}

TEST(Counted, AddsThePlural) {
  EXPECT_EQ(pluralise(0, "unit"), "0 units");
  EXPECT_EQ(pluralise(1, "unit"), "1 unit");
  EXPECT_EQ(pluralise(2, "unit"), "2 units");
  EXPECT_EQ(pluralise(1, "entry", "entries"), "1 entry");
  EXPECT_EQ(pluralise(7, "entry", "entries"), "7 entries");
}

TEST(Ungrouped, RemovesSeparatorsOfThousands) {
  EXPECT_EQ(ungrouped("28,200,960"), "28200960");
  EXPECT_EQ(ungrouped("28_200_960"), "28200960");
  EXPECT_EQ(ungrouped("1_000"), "1000");
  for (const std::string other : {"", ",", "_", "28200960", "1_00", "1,000_000", "0,100", "1234,567", "1,000,", ",000",
                                  "1.000", "1e3", "-1,000", "1,0a0", "1__000"}) {
    EXPECT_EQ(ungrouped(other), other);
  }
}

TEST(PlainDigits, ExpandsAnExponent) {
  EXPECT_EQ(plain_digits("1e6"), "1000000");
  EXPECT_EQ(plain_digits("1E+06"), "1000000");
  EXPECT_EQ(plain_digits("1.5e3"), "1500");
  EXPECT_EQ(plain_digits("2.25e2"), "225");
  EXPECT_EQ(plain_digits("7e0"), "7");
  EXPECT_EQ(plain_digits("1_000"), "1000");
  EXPECT_EQ(plain_digits("42"), "42");
  // Not a whole number, not a number, or too long: the reader refuses them as they are.
  for (const std::string other : {"", "e", "e3", "1e", "1e-3", "1.55e1", "1.e3", ".5e1", "0e3", "01e3", "-1e3", "+1e3",
                                  "1e3e3", "1,000e3", "1e3.0", "1e999", "1e31", "10k", "1e 3"}) {
    EXPECT_EQ(plain_digits(other), other);
  }
}

TEST(Wrapped, BreaksLinesAtBlanks) {
  using ::testing::ElementsAre;
  EXPECT_THAT(wrapped("", 10), ElementsAre(""));
  EXPECT_THAT(wrapped("one two three", 7), ElementsAre("one two", "three"));
  EXPECT_THAT(wrapped("one two three", 8, 2), ElementsAre("one two", "  three"));
  EXPECT_THAT(wrapped("a_word_that_is_too_long for it", 8), ElementsAre("a_word_", "that_is_", "too_long", "for it"));
  EXPECT_THAT(wrapped("/a/path 0123456789", 8, 1), ElementsAre("/a/path", " 0123456", " 789"));
  EXPECT_THAT(wrapped("0123456789", 1), ElementsAre("012345", "6789")) << "no narrower than pieces can be read";
  EXPECT_THAT(wrapped("\u00e4\u00f6\u00fc \u00e4\u00f6\u00fc", 7), ElementsAre("\u00e4\u00f6\u00fc \u00e4\u00f6\u00fc"))
      << "columns of a terminal, not bytes";
  EXPECT_EQ(wrapped_lines("  a line of words\nshort\n", 10, 2), "  a line\n    of\n    words\nshort\n");
}

}  // namespace
}  // namespace gridcensus::host
