#include "band_classes/completions/chain_pairs.hpp"

#include "band_signatures/factorisation_counter.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <utility>
#include <vector>

namespace {

using namespace gridcensus::band_classes;
using namespace gridcensus::band_signatures;
namespace mathematics = gridcensus::mathematics;

std::vector<UInt128> bands_of_two_rows(const SignatureClasses& classes) {
  const FactorisationCounter counter;
  std::vector<UInt128> bands;
  for (const SignatureClass& signature_class : classes.classes()) {
    bands.push_back(counter.count(classes.columns(signature_class)));
  }
  return bands;
}

std::uint64_t grids_of_two_rows(int box_cols) {
  const SignatureClasses classes{2, box_cols};
  const std::vector<UInt128> bands = bands_of_two_rows(classes);
  const ChainPairs chain_pairs{classes, bands};
  UInt128 grids = 0;
  for (std::size_t i = 0; i < bands.size(); ++i) {
    const SignatureClass& signature_class = classes.classes()[i];
    grids += classes.signatures(signature_class) * bands[i] * chain_pairs.completions(signature_class);
  }
  return static_cast<std::uint64_t>(grids);
}

/// Fills the cells below band 1 one by one.
class CellByCell {
 public:
  explicit CellByCell(std::vector<SymbolSet> columns) : columns_{std::move(columns)}, boxes_(2) {}

  std::uint64_t count(std::size_t row = 2, std::size_t col = 0) {
    const std::size_t side = columns_.size();
    if (col == side) return row + 1 == side ? 1 : next_row(row + 1);
    std::uint64_t total = 0;
    for (int symbol = 0; symbol < static_cast<int>(side); ++symbol) {
      const SymbolSet bit = mathematics::singleton(symbol);
      SymbolSet& box = boxes_[col / (side / 2)];
      if (((columns_[col] | row_ | box) & bit) != 0) continue;
      for (SymbolSet* set : {&columns_[col], &row_, &box}) *set = static_cast<SymbolSet>(*set | bit);
      total += count(row, col + 1);
      for (SymbolSet* set : {&columns_[col], &row_, &box}) *set = mathematics::without(*set, bit);
    }
    return total;
  }

 private:
  std::uint64_t next_row(std::size_t row) {
    const auto boxes = boxes_;
    const SymbolSet full = std::exchange(row_, SymbolSet{0});
    if (row % 2 == 0) boxes_.assign(2, 0);
    const std::uint64_t total = count(row, 0);
    row_ = full;
    boxes_ = boxes;
    return total;
  }

  std::vector<SymbolSet> columns_;
  std::vector<SymbolSet> boxes_;
  SymbolSet row_ = 0;
};

// OEIS A291187, and 288 = A107739(2); 2x4 is counted as 4x2 by the golden tests.
TEST(ChainPairs, CountTheGrids) {
  EXPECT_EQ(grids_of_two_rows(1), 2U);
  EXPECT_EQ(grids_of_two_rows(2), 288U);
  EXPECT_EQ(grids_of_two_rows(3), 28200960U);
  EXPECT_EQ(grids_of_two_rows(4), 29136487207403520U);
}

TEST(ChainPairs, CountTheCompletionsThatATrialFinds) {
  for (const int cols : {2, 3}) {
    const SignatureClasses classes{2, cols};
    const ChainPairs chain_pairs{classes, bands_of_two_rows(classes)};
    for (const SignatureClass& signature_class : classes.classes()) {
      EXPECT_EQ(static_cast<std::uint64_t>(chain_pairs.completions(signature_class)),
                CellByCell{classes.columns(signature_class)}.count());
    }
  }
}

// Rows within the other bands, and these bands, can be permuted: 2^3 3! times.
TEST(ChainPairs, CompletionsOfFourBandsAreMultiplesOfTheirSymmetries) {
  const SignatureClasses classes{2, 4};
  const ChainPairs chain_pairs{classes, bands_of_two_rows(classes)};
  for (const SignatureClass& signature_class : classes.classes()) {
    EXPECT_EQ(static_cast<std::uint64_t>(chain_pairs.completions(signature_class) % 48), 0U);
  }
}

TEST(ChainPairs, RefuseOtherShapesAndPossibleOverflow) {
  const SignatureClasses three_rows{3, 2};
  EXPECT_THROW(ChainPairs(three_rows, bands_of_two_rows(three_rows)), std::invalid_argument);
  const SignatureClasses five_bands{2, 5};
  EXPECT_THROW(ChainPairs(five_bands, bands_of_two_rows(five_bands)), std::invalid_argument);
  const SignatureClasses classes{2, 4};
  EXPECT_THROW(ChainPairs(classes, std::vector<UInt128>(classes.classes().size(), UInt128{1} << 20U)),
               std::overflow_error);
}

TEST(ChainPairs, StopWhenThePollThrows) {
  struct Stop {};
  const SignatureClasses classes{2, 3};
  const ChainPairs chain_pairs{classes, bands_of_two_rows(classes)};
  EXPECT_THROW(chain_pairs.completions(classes.classes().front(), [] { throw Stop{}; }), Stop);
}

}  // namespace
