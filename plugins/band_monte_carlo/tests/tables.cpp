// The source's tables, the search for last bands, and the count of last bands by columns.
#include "band_monte_carlo/band_list.hpp"
#include "band_monte_carlo/signatures.hpp"
#include "band_monte_carlo/source_trials.hpp"
#include "band_monte_carlo/structures.hpp"
#include "closed_formulas/closed_formulas.hpp"
#include "gridcensus/integer.hpp"
#include "support/closed_band_formulas.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <set>
#include <vector>

namespace {

using namespace gridcensus;
using namespace gridcensus::band_monte_carlo;

const std::vector<Shape> listable{{2, 2}, {2, 3}, {3, 2}, {2, 4}, {4, 2}, {3, 3}, {1, 4}};

/// Checks whether the structure gives every line of every layer its symbols, and line 0 the required ones.
bool is_structure(const LineTable& lines, int count, int copies) {
  for (int layer = 0; layer < count; ++layer) {
    std::vector<int> load(static_cast<std::size_t>(count));
    for (int symbol = 0; symbol < count * copies; ++symbol) {
      const int line = lines[static_cast<std::size_t>(symbol)][static_cast<std::size_t>(layer)];
      if (line >= count || ++load[static_cast<std::size_t>(line)] > copies) return false;
      if ((line == 0) != (symbol / copies == layer)) return false;
    }
  }
  for (int symbol = 0; symbol < count * copies; ++symbol) {
    auto permutation = lines[static_cast<std::size_t>(symbol)];
    std::sort(permutation.begin(), permutation.begin() + count);
    for (int line = 0; line < count; ++line) {
      if (permutation[static_cast<std::size_t>(line)] != line) return false;
    }
  }
  return true;
}

TEST(Structures, AreDistinctAndComplete) {
  for (const auto& [lines, copies] : {std::pair{2, 2}, {2, 5}, {3, 1}, {3, 2}, {3, 3}, {4, 1}, {4, 2}}) {
    const Structures structures{lines, copies};
    std::set<LineTable> seen;
    for (std::uint64_t number = 0; number < structures.count(); ++number) {
      const LineTable structure = structures.at(number);
      ASSERT_TRUE(is_structure(structure, lines, copies)) << lines << " lines of " << copies << ", number " << number;
      seen.insert(structure);
    }
    EXPECT_EQ(seen.size(), structures.count()) << lines << " lines of " << copies;
  }
  // Latin squares of order 4 with a given first row: 576 / 4!.
  EXPECT_EQ(Structures(4, 1).count(), 24U);
  // Sum of the cubes of the binomials of 3 and of 4 (the Franel numbers).
  EXPECT_EQ(Structures(3, 3).count(), 56U);
  EXPECT_EQ(Structures(3, 4).count(), 346U);
}

TEST(Structures, GiveTheNumberOfBands) {
  for (const auto& [rows, cols] : {std::pair{2, 2}, {2, 3}, {2, 4}, {2, 5}, {3, 2}, {3, 3}, {3, 4}}) {
    const Integer bands =
        Integer{Structures(rows, cols).count()} * factorial(rows * cols) * power(factorial(cols), rows * (rows - 1));
    EXPECT_EQ(bands, Integer{*gridcensus::testing::bands_by_formula(rows, cols)}) << rows << "x" << cols;
  }
}

TEST(Structures, RefuseShapesThatDoNotFit) {
  EXPECT_THROW(Structures(7, 1), std::invalid_argument);
  EXPECT_THROW(Structures(5, 4), std::invalid_argument);
  EXPECT_THROW(Structures(5, 2, {}, 1000), TooManyStructures);
}

/// Returns the columns of a listed band.
Signature signature_of(const BandList& bands, std::uint64_t band, int side) {
  Signature signature{};
  for (int symbol = 0; symbol < side; ++symbol) {
    for (int col = 0; col < side; ++col) {
      if ((unsigned{bands[band][symbol]} >> static_cast<unsigned>(col) & 1U) == 0) continue;
      auto& set = signature[static_cast<std::size_t>(col)];
      set = static_cast<SymbolSet>(set | mathematics::singleton(symbol));
    }
  }
  return signature;
}

TEST(BandList, HasTheBandsOfTheSource) {
  // 3x3: the source's own number; the others by the closed formula, over N! first rows and! orders.
  for (const auto& [shape, listed] : {std::pair{Shape{2, 2}, 4U},
                                      {Shape{2, 3}, 36U},
                                      {Shape{3, 2}, 320U},
                                      {Shape{2, 4}, 576U},
                                      {Shape{3, 3}, 1306368U},
                                      {Shape{1, 4}, 1U}}) {
    EXPECT_EQ(BandList(shape, Rows{shape.side()}).size(), listed) << to_string(shape);
    EXPECT_EQ(listed_bands(shape), listed) << to_string(shape);
  }
}

TEST(BandList, IsInTheSourcesOrder) {
  const Rows rows{9};
  EXPECT_EQ(rows.size(), 362880U);
  const std::vector<std::uint8_t> last{8, 7, 6, 5, 4, 3, 2, 1, 0};
  EXPECT_TRUE(std::equal(last.begin(), last.end(), rows[362879]));
  const BandList bands{{3, 3}, rows};
  for (const std::uint64_t band : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{777777}, bands.size() - 1}) {
    for (std::size_t symbol = 0; symbol < 9; ++symbol) {
      EXPECT_EQ(std::popcount(bands[band][symbol]), 3) << band;
      EXPECT_TRUE(unsigned{bands[band][symbol]} >> symbol & 1U) << "the first row is 012 345 678";
    }
  }
  // Box 2 of the second row cannot have 3, 4, 5, and box 3 not 6, 7, 8, so the least rows are 345 678 012 and 678 012
  // 345.
  const std::vector<ColumnSet> first{0b001001001, 0b010010010, 0b100100100};
  for (std::size_t symbol = 0; symbol < 9; ++symbol) EXPECT_EQ(bands[0][symbol], first[symbol % 3]) << symbol;
}

TEST(BandsWith, CountsTheListedBandsOfEverySignature) {
  // Two bands of one signature differ in their rows only: those of the list, relabelled to one first row, add up.
  for (const Shape shape : {Shape{2, 3}, Shape{3, 2}}) {
    const Rows rows{shape.side()};
    const BandList bands{shape, rows};
    std::uint64_t orders = 1;
    for (int row = 2; row < shape.box_rows; ++row) orders *= static_cast<std::uint64_t>(row);
    for (std::uint64_t band = 0; band < bands.size(); band += 5) {
      const Signature signature = signature_of(bands, band, shape.side());
      std::uint64_t same = 0;
      for (std::uint64_t other = 0; other < bands.size(); ++other) {
        for (std::uint64_t row = 0; row < rows.size(); ++row) {
          const auto relabelled = bands.relabelled(other, rows[row]);
          if (std::equal(relabelled.begin(), relabelled.begin() + shape.side(), bands[band])) ++same;
        }
      }
      EXPECT_EQ(bands_with(signature, shape.side(), shape.box_rows), same * orders) << to_string(shape) << " " << band;
    }
  }
}

TEST(BandsWith, FindsTheExtremes) {
  // Three boxes with the same columns: three copies of K(3,3), with 12 Latin squares of order 3 each.
  Signature equal{};
  for (std::size_t col = 0; col < 9; ++col) equal[col] = static_cast<SymbolSet>(0b111U << (col % 3 * 3));
  EXPECT_EQ(bands_with(equal, 9, 3), 12U * 12U * 12U);
  // One box of four rows by one column, or one row: orders of one column, and one band.
  EXPECT_EQ(bands_with({0b1, 0b10, 0b100}, 3, 1), 1U);
  // R = C = 2: both boxes with the same columns are two cycles of four, or with crossed columns one of eight.
  EXPECT_EQ(bands_with({0b0011, 0b1100, 0b0011, 0b1100}, 4, 2), 4U);
  EXPECT_EQ(bands_with({0b0011, 0b1100, 0b0101, 0b1010}, 4, 2), 2U);
}

TEST(Scan, EqualsTheCountBySignature) {
  for (const Shape shape : listable) {
    const Trials trials{shape, {}};
    for (std::uint64_t number = 0; number < 12; ++number) {
      Random random{5, 0, number};
      const auto given = trials.draw_partial_grid(random);
      const auto scanned = trials.last_bands(given, LastBand::scan, {});
      ASSERT_TRUE(scanned.has_value()) << to_string(shape);
      EXPECT_GT(*scanned, 0U) << to_string(shape) << ": what is left is regular, so that some band fits";
      EXPECT_EQ(scanned, trials.last_bands(given, LastBand::signature, {})) << to_string(shape) << " " << number;
    }
  }
}

TEST(Trials, DetectAClash) {
  const Trials trials{{3, 3}, {}};
  EXPECT_EQ(trials.last_bands({{0, 0}, {0, 0}}, LastBand::scan, {}), std::nullopt) << "a band clashes with itself";
  EXPECT_THROW(trials.last_bands({{0, 0}}, LastBand::scan, {}), std::invalid_argument);
}

TEST(Trials, DrawIndicesAsTheSourceWroteThem) {
  // INT_MIN / -653184 = 3287 and INT_MIN / -181440 = 11835 in the source's 32-bit integers.
  EXPECT_EQ(source_quotient(1306368), 3287U);
  EXPECT_EQ(source_quotient(362880), 11835U);
  const Trials trials{{3, 3}, {.indices = Indices::as_written, .last_band = LastBand::random, .tries = 1}};
  EXPECT_EQ(source_indices(trials.listed_bands()), 1306653U) << "4294967295 / 3287 = 1306652";
  EXPECT_EQ(trials.listed_bands(), 1306368U);
  // Two bands of 285 in 1306653 are empty and never clash: 4.4e-4, ten times as often as two that fit.
  Random random{3, 0, 0};
  const TrialSums sums = trials.run(random, 300'000, {});
  EXPECT_NEAR(static_cast<double>(sums.pairs.mean), 4.72e-4, 1.6e-4);
  EXPECT_GT(sums.empty_hits.mean, 0.8L);
}

TEST(Trials, CountATrialOnceWhateverTheNumberOfThirdBands) {
  const Trials trials{{2, 3}, {.indices = Indices::exact, .last_band = LastBand::random, .tries = 50}};
  Random random{4, 0, 0};
  const TrialSums sums = trials.run(random, 5000, {});
  EXPECT_EQ(sums.pairs.count, 5000U);
  EXPECT_EQ(sums.all.count, 5000U);
  EXPECT_EQ(static_cast<Real>(sums.rest.count), std::round(sums.pairs.mean * 5000));
  EXPECT_NEAR(static_cast<double>(sums.all.mean), static_cast<double>(sums.rest.mean * sums.pairs.mean), 1e-12);
}

}  // namespace
