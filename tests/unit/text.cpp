#include "host/base/text.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace gridcensus::host {
namespace {

TEST(Text, DurationsAreRoundedUpAndShownInTwoUnitsAtMost) {
  EXPECT_EQ(duration_text(0), "0 s");
  EXPECT_EQ(duration_text(98.5), "99 s");
  EXPECT_EQ(duration_text(100), "1 min 40 s");
  EXPECT_EQ(duration_text(725), "12 min 05 s");
  EXPECT_EQ(duration_text(5999), "99 min 59 s");
  EXPECT_EQ(duration_text(12'000), "3 h 20 min");
  EXPECT_EQ(duration_text(172'799), "47 h 59 min");
  EXPECT_EQ(duration_text(172'800), "2 days");
}

TEST(Text, SizesHaveTheUnitThatFits) {
  EXPECT_EQ(bytes_text(0), "0 bytes");
  EXPECT_EQ(bytes_text(1023), "1.02e+03 bytes");
  EXPECT_EQ(bytes_text(512 << 10U), "512 KiB");
  EXPECT_EQ(bytes_text(std::uint64_t{3} << 29U), "1.5 GiB");
  EXPECT_EQ(bytes_text(std::uint64_t{1} << 52U), "4.1e+03 TiB");
}

TEST(Text, WordsOfTheShellAreQuotedWhereTheyMustBe) {
  EXPECT_EQ(shell_word("--param=a.b_c,1e-6:/x+y@%"), "--param=a.b_c,1e-6:/x+y@%");
  EXPECT_EQ(shell_word(""), "''");
  EXPECT_EQ(shell_word("a b"), "'a b'");
  EXPECT_EQ(shell_word("$HOME"), "'$HOME'");
  EXPECT_EQ(shell_word("it's"), R"('it'\''s')");
  EXPECT_EQ(shell_quoted("plain"), "'plain'");
}

}  // namespace
}  // namespace gridcensus::host
