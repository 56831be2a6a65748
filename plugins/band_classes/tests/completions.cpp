#include "band_classes/completions/three_bands.hpp"
#include "band_signatures/factorisation_counter.hpp"
#include "gridcensus/broken_invariant.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <stdexcept>
#include <vector>

namespace {

using namespace gridcensus::band_classes;
using namespace gridcensus::band_signatures;
namespace mathematics = gridcensus::mathematics;

std::vector<UInt128> bands_of(const SignatureClasses& classes) {
  const FactorisationCounter counter;
  std::vector<UInt128> bands;
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
      const SymbolSet bit = mathematics::singleton(symbol);
      if (((columns_[col] | in_row | boxes[box]) & bit) != 0) continue;
      auto filled = boxes;
      filled[box] = static_cast<SymbolSet>(filled[box] | bit);
      columns_[col] = static_cast<SymbolSet>(columns_[col] | bit);
      total += count(row, col + 1, static_cast<SymbolSet>(in_row | bit), std::move(filled));
      columns_[col] = mathematics::without(columns_[col], bit);
    }
    return total;
  }

 private:
  int box_rows_;
  std::vector<SymbolSet> columns_;
};

/// The completions of every class, in the order of the classes.
std::vector<std::uint64_t> completions_of(const SignatureClasses& classes, const ThreeBands& three_bands,
                                          std::size_t slices) {
  std::vector<std::uint64_t> completions(classes.classes().size());
  for (const ThreeBands::Family& family : three_bands.families()) {
    for (std::size_t slice = 0; slice < slices; ++slice) {
      const std::vector<UInt128> of_slice = three_bands.completions(family, slice, slices);
      for (std::size_t i = 0; i < of_slice.size(); ++i) {
        completions[family.classes[i]] += static_cast<std::uint64_t>(of_slice[i]);
      }
    }
  }
  return completions;
}

TEST(ThreeBands, CompletionsOfTwoByThreeAreThoseOfATrial) {
  const SignatureClasses classes{2, 3};
  const ThreeBands three_bands{classes, bands_of(classes)};
  std::vector<std::uint64_t> expected;
  for (const SignatureClass& signature_class : classes.classes()) {
    GridTrial trial{2, classes.columns(signature_class)};
    expected.push_back(trial.count(2, 0, 0, std::vector<SymbolSet>(2)));
  }
  EXPECT_EQ(completions_of(classes, three_bands, 1), expected);
}

TEST(ThreeBands, EveryClassIsInOneFamilyAndSlicesAddUp) {
  const SignatureClasses classes{3, 3};
  const ThreeBands three_bands{classes, bands_of(classes)};
  std::vector<std::size_t> members;
  for (const ThreeBands::Family& family : three_bands.families()) {
    members.insert(members.end(), family.classes.begin(), family.classes.end());
    EXPECT_EQ(three_bands.slices(family), 1U);  // far below a second
    for (std::size_t slice = 0; slice < 5; ++slice) {
      for (const UInt128 completions : three_bands.completions(family, slice, 5)) EXPECT_TRUE(completions % 72 == 0);
    }
  }
  std::ranges::sort(members);
  std::vector<std::size_t> all(classes.classes().size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  EXPECT_EQ(members, all);

  const auto whole = completions_of(classes, three_bands, 1);
  EXPECT_EQ(completions_of(classes, three_bands, 5), whole);
  EXPECT_EQ(completions_of(classes, three_bands, 100), whole);  // most slices are empty
}

/// The columns of a band: those of the identity, then of these codes.
std::vector<SymbolSet> columns_of(const BoxCodes& codes, const std::vector<BoxCode>& others) {
  const auto identity = codes.columns(codes.identity());
  std::vector<SymbolSet> columns{identity.begin(), identity.end()};
  for (const BoxCode code : others) {
    const auto box = codes.columns(code);
    columns.insert(columns.end(), box.begin(), box.end());
  }
  return columns;
}

TEST(ThreeBands, TablesHoldEveryBandOfThreeByThree) {
  const SignatureClasses classes{3, 3};
  const ThreeBands three_bands{classes, bands_of(classes)};
  const FactorisationCounter counter;
  for (std::size_t a = 0; a < 280; a += 3) {
    for (std::size_t b = 0; b < 280; ++b) {
      const std::vector<BoxCode> others{static_cast<BoxCode>(a), static_cast<BoxCode>(b)};
      ASSERT_TRUE(three_bands.bands(others) == counter.count(columns_of(classes.codes(), others))) << a << ' ' << b;
    }
  }
}

TEST(LaneProducts, AllKernelsGiveTheDefinition) {
  constexpr std::size_t lines = 50;
  std::mt19937 random{1};
  std::vector<Lanes> second(lines);
  std::vector<Lanes> third(lines);
  std::vector<PlacePair> pairs;
  for (std::size_t i = 0; i < lines; ++i) {
    for (std::uint32_t& count : second[i].counts) count = static_cast<std::uint32_t>(random() % (1U << 29U));
    for (std::uint32_t& count : third[i].counts) count = static_cast<std::uint32_t>(random());
    pairs.push_back({static_cast<std::uint16_t>(random() % lines), static_cast<std::uint16_t>(random() % lines)});
  }
  std::uint64_t expected = 0;  // of all lanes, as unsigned 64-bit numbers
  for (const PlacePair pair : pairs) {
    for (std::size_t lane = 0; lane < lane_count; ++lane) {
      expected += std::uint64_t{second[pair.second].counts[lane]} * third[pair.third].counts[lane];
    }
  }
  for (const LaneKernel& kernel : lane_kernels()) {
    if (!kernel.is_supported()) continue;
    LaneSums sums{};
    sums.sums[5] = 7;
    kernel.add_products(second.data(), third.data(), pairs, sums);
    EXPECT_EQ(std::accumulate(sums.sums.begin(), sums.sums.end(), std::uint64_t{0}), expected + 7) << kernel.name;
  }
}

TEST(ThreeBands, LatinSquaresOfOrderThree) {
  const SignatureClasses classes{1, 3};
  const ThreeBands three_bands{classes, bands_of(classes)};
  ASSERT_EQ(classes.classes().size(), 1U);
  EXPECT_EQ(completions_of(classes, three_bands, 1), std::vector<std::uint64_t>{2});
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
  const auto constant = [&](UInt128 value) { return std::vector<UInt128>(classes.classes().size(), value); };
  EXPECT_THROW(ThreeBands(classes, constant(6 * (UInt128{1} << 31U))), std::overflow_error);
}

TEST(ThreeBands, KnowsThatRowsCanBePermuted) {
  const SignatureClasses classes{3, 3};
  std::vector<UInt128> bands = bands_of(classes);
  ++bands.back();
  EXPECT_THROW(ThreeBands(classes, bands), gridcensus::BrokenInvariant);
}

TEST(ThreeBands, StopsWhenThePollThrows) {
  struct Stop {};
  const SignatureClasses classes{2, 3};
  const ThreeBands three_bands{classes, bands_of(classes)};
  EXPECT_THROW(three_bands.completions(three_bands.families().front(), 0, 1, [] { throw Stop{}; }), Stop);
}

}  // namespace
