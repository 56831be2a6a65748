#include "host/graph/part.hpp"

#include "host/base/errors.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace gridcensus::host {
namespace {

using ::testing::HasSubstr;

std::string refusal_of(const std::string& text) {
  try {
    return "accepted as " + to_string(read_part(text));
  } catch (const BadInput& error) {
    return error.what();
  }
}

TEST(ReadPart, AcceptsANumberAndATotal) {
  EXPECT_EQ(read_part("1/1"), (Part{1, 1}));
  EXPECT_EQ(read_part("2/8"), (Part{2, 8}));
  EXPECT_EQ(read_part("100000/100000"), (Part{100'000, 100'000}));
}

TEST(ReadPart, RefusesOtherTextsWithTheExpectedForm) {
  for (const std::string text : {"0/8", "9/8", "8", "/8", "8/", "1/2/3", "-1/8", "+1/8", "01/8", "1 /8", "a/b", "auto",
                                 "1/100001", "1/99999999999999999999999", ""}) {
    EXPECT_THAT(refusal_of(text), HasSubstr("--part: " + text + ": expected I/N, with I from 1 to N"));
  }
}

}  // namespace
}  // namespace gridcensus::host
