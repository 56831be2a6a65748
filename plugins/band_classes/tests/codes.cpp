#include "band_signatures/box_codes.hpp"
#include "closed_formulas/closed_formulas.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace gridcensus::band_signatures;

TEST(BoxCodes, AreAllPartitionsInTheOrderOfTheirTexts) {
  for (const auto& [rows, cols] :
       std::vector<std::pair<int, int>>{{1, 1}, {1, 6}, {6, 1}, {2, 2}, {2, 4}, {4, 2}, {3, 3}}) {
    const BoxCodes codes{rows, cols};
    EXPECT_EQ(codes.size(), static_cast<std::size_t>(gridcensus::mathematics::equal_partitions(cols, rows)));
    std::string before;
    for (std::size_t code = 0; code < codes.size(); ++code) {
      const auto columns = codes.columns(static_cast<BoxCode>(code));
      SymbolSet all = 0;
      for (const SymbolSet column : columns) {
        EXPECT_EQ(gridcensus::mathematics::size_of(column), rows);
        EXPECT_EQ(all & column, 0);
        all = static_cast<SymbolSet>(all | column);
      }
      EXPECT_EQ(all, gridcensus::mathematics::first_symbols(codes.symbols()));
      const std::string text = codes.text(static_cast<BoxCode>(code));
      EXPECT_LT(before, text);
      before = text;
    }
  }
}

TEST(BoxCodes, CodeOfAcceptsColumnsInAnyOrder) {
  const BoxCodes codes{2, 3};
  for (std::size_t code = 0; code < codes.size(); ++code) {
    const auto sorted = codes.columns(static_cast<BoxCode>(code));
    std::vector<SymbolSet> columns(sorted.begin(), sorted.end());
    std::ranges::sort(columns);
    do EXPECT_EQ(codes.code_of(columns), code);
    while (std::ranges::next_permutation(columns).found);
  }
}

TEST(BoxCodes, IdentityIsTheBoxFilledRowByRow) {
  const BoxCodes three{3, 3};
  EXPECT_EQ(three.text(three.identity()), "147 258 369");
  const BoxCodes wide{2, 5};
  EXPECT_EQ(wide.text(wide.identity()), "1,6 2,7 3,8 4,9 5,10");
  for (std::size_t code = 0; code < three.size(); ++code) {
    const auto a_code = static_cast<BoxCode>(code);
    EXPECT_EQ(three.relabelled(a_code, three.to_identity(a_code)), three.identity());
  }
}

TEST(BoxCodes, AllRelabelledIsEachRelabelled) {
  for (const auto& [rows, cols] : std::vector<std::pair<int, int>>{{1, 16}, {3, 3}, {4, 3}, {2, 5}, {8, 2}}) {
    const BoxCodes codes{rows, cols};
    const int symbols = codes.symbols();
    Relabelling relabelling = gridcensus::mathematics::identity_relabelling();
    std::rotate(relabelling.begin(), relabelling.begin() + symbols / 2 + 1, relabelling.begin() + symbols);
    std::swap(relabelling[0], relabelling[static_cast<std::size_t>(symbols) - 1]);
    const auto images = codes.all_relabelled(relabelling);
    ASSERT_EQ(images.size(), codes.size());
    for (std::size_t code = 0; code < codes.size(); ++code) {
      ASSERT_EQ(images[code], codes.relabelled(static_cast<BoxCode>(code), relabelling));
    }
  }
}

TEST(BoxCodes, RefuseBoxesOutsideTheirLimits) {
  EXPECT_THROW(BoxCodes(0, 3), std::invalid_argument);
  EXPECT_THROW(BoxCodes(3, 6), std::invalid_argument);
  EXPECT_THROW(BoxCodes(2, 7), std::invalid_argument);  // 135135 codes
  EXPECT_NO_THROW(BoxCodes(1, 16));
}

}  // namespace
