#include "program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

namespace {

using gridcensus::testing::Program;
using ::testing::HasSubstr;

TEST(Listings, FitEightyColumns) {
  const auto longest_line = [](const std::string& text) {
    std::size_t longest = 0;
    std::istringstream lines{text};
    for (std::string line; std::getline(lines, line);) longest = std::max(longest, line.size());
    return longest;
  };
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"list"}, {"list", "quantities"}, {"list", "shapes"}}) {
    const auto ended = Program::run(arguments);
    EXPECT_EQ(ended.status, 0);
    EXPECT_LE(longest_line(ended.out), 80U) << ended.out;
    EXPECT_THAT(ended.out, HasSubstr(arguments.back() == "shapes" ? "3x3" : "grids"));
  }
  // But for the place of the plugin and its hash, which are one word each.
  const auto described = Program::run({"describe", "band_classes"}).out;
  EXPECT_LE(longest_line(described.substr(0, described.find("\nPlugin: "))), 80U) << described;
}

}  // namespace
