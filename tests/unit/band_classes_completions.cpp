#include "three_bands.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

namespace {

using namespace gridcensus::band_classes;
namespace combinatorics = gridcensus::combinatorics;

std::vector<Wide> bands_of(const SignatureClasses& classes) {
  const FactorisationCounter counter;
  std::vector<Wide> bands;
  for (const SignatureClass& signature_class : classes.classes()) {
    bands.push_back(counter.count(classes.columns(signature_class)));
  }
  return bands;
}

/// Fills the rows of bands 2 and 3 cell by cell, with the columns of band 1 given.
class GridTrial {
 public:
  GridTrial(int rows, std::vector<SymbolSet> columns) : box_rows_{rows}, columns_{std::move(columns)} {}

  std::uint64_t count(int row, std::size_t col, SymbolSet in_row, std::vector<SymbolSet> boxes) {
    const auto side = columns_.size();
    if (col == side) {
      if (row + 1 == static_cast<int>(side)) return 1;
      return count(row + 1, 0, 0, (row + 1) % box_rows_ == 0 ? std::vector<SymbolSet>(boxes.size()) : std::move(boxes));
    }
    const std::size_t box = col / 3;
    std::uint64_t total = 0;
    for (int symbol = 0; symbol < static_cast<int>(side); ++symbol) {
      const SymbolSet bit = combinatorics::singleton(symbol);
      if (((columns_[col] | in_row | boxes[box]) & bit) != 0) continue;
      auto filled = boxes;
      filled[box] = static_cast<SymbolSet>(filled[box] | bit);
      columns_[col] = static_cast<SymbolSet>(columns_[col] | bit);
      total += count(row, col + 1, static_cast<SymbolSet>(in_row | bit), std::move(filled));
      columns_[col] = combinatorics::without(columns_[col], bit);
    }
    return total;
  }

 private:
  int box_rows_;
  std::vector<SymbolSet> columns_;
};

TEST(ThreeBands, CompletionsOfTwoByThreeAreThoseOfATrial) {
  const SignatureClasses classes{2, 3};
  const ThreeBands three_bands{classes, bands_of(classes)};
  for (const SignatureClass& signature_class : classes.classes()) {
    GridTrial trial{2, classes.columns(signature_class)};
    EXPECT_EQ(static_cast<std::uint64_t>(three_bands.completions(signature_class)),
              trial.count(2, 0, 0, std::vector<SymbolSet>(2)));
  }
}

TEST(ThreeBands, LatinSquaresOfOrderThree) {
  const SignatureClasses classes{1, 3};
  const ThreeBands three_bands{classes, bands_of(classes)};
  ASSERT_EQ(classes.classes().size(), 1U);
  EXPECT_TRUE(three_bands.completions(classes.classes().front()) == 2);
}

// M(R,3) = sum of binomial(R,k)^3, where k symbols of each column move one way round and R-k the other: 10 and 56
// (Felgenhauer and Jarvis).
TEST(ThreeBands, ChoicesBelowABox) {
  const SignatureClasses three{3, 3};
  EXPECT_EQ(ThreeBands(three, bands_of(three)).choices_per_box(), 56U);
  const SignatureClasses two{2, 3};
  EXPECT_EQ(ThreeBands(two, bands_of(two)).choices_per_box(), 10U);
}

TEST(ThreeBands, RefusesOtherShapesAndNumbersThatCouldOverflow) {
  const SignatureClasses two_bands{3, 2};
  EXPECT_THROW(ThreeBands(two_bands, bands_of(two_bands)), std::invalid_argument);
  const SignatureClasses classes{3, 3};
  EXPECT_THROW(ThreeBands(classes, std::vector<Wide>(classes.classes().size(), Wide{1} << 31U)), std::overflow_error);
}

TEST(ThreeBands, StopsWhenThePollThrows) {
  struct Stop {};
  const SignatureClasses classes{2, 3};
  const ThreeBands three_bands{classes, bands_of(classes)};
  EXPECT_THROW(three_bands.completions(classes.classes().front(), [] { throw Stop{}; }), Stop);
}

}  // namespace
