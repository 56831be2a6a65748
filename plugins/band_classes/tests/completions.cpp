#include "band_classes/completions/three_bands.hpp"
#include "band_signatures/factorisation_counter.hpp"
#include "closed_formulas/closed_formulas.hpp"
#include "gridcensus/broken_invariant.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <span>
#include <stdexcept>
#include <string_view>
#include <utility>
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

/// Returns the completions of every class, in the order of the classes.
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

TEST(ThreeBands, CountTheCompletionsOfTwoByThreeThatATrialFinds) {
  const SignatureClasses classes{2, 3};
  const ThreeBands three_bands{classes, bands_of(classes)};
  std::vector<std::uint64_t> expected;
  for (const SignatureClass& signature_class : classes.classes()) {
    GridTrial trial{2, classes.columns(signature_class)};
    expected.push_back(trial.count(2, 0, 0, std::vector<SymbolSet>(2)));
  }
  EXPECT_EQ(completions_of(classes, three_bands, 1), expected);
}

TEST(ThreeBands, PutEveryClassInOneFamilyAndSlicesAddUp) {
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

/// Returns the columns of a band: those of the identity, then of these codes.
std::vector<SymbolSet> columns_of(const BoxCodes& codes, const std::vector<BoxCode>& others) {
  const auto identity = codes.columns(codes.identity());
  std::vector<SymbolSet> columns{identity.begin(), identity.end()};
  for (const BoxCode code : others) {
    const auto box = codes.columns(code);
    columns.insert(columns.end(), box.begin(), box.end());
  }
  return columns;
}

TEST(ThreeBands, TabulateEveryBandOfThreeByThree) {
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

std::vector<Lanes> random_lines(std::size_t lines, std::mt19937& random) {
  std::vector<Lanes> made(lines);
  for (Lanes& line : made) {
    for (std::uint16_t& digit : line.digits) digit = static_cast<std::uint16_t>(random() % digit_base);
  }
  return made;
}

std::uint64_t sum_of(const LaneSums& sums) {
  return std::accumulate(sums.sums.begin(), sums.sums.end(), std::uint64_t{0});
}

/// Checks runs of random pairs, added up to three sums; and one run of the maximum products.
void expect_definition(LaneKernel::AddProducts add_products, std::size_t pairs_each, std::string_view name) {
  constexpr std::size_t lines = 50;
  std::mt19937 random{1};
  std::vector<Lanes> second = random_lines(lines, random);
  std::vector<Lanes> third = random_lines(lines, random);
  second.front().digits.fill(digit_base - 1);
  third.front().digits.fill(digit_base - 1);
  std::vector<std::uint16_t> places{1, 2, 1, 0, 0, 2, 1};
  std::vector<PlacePair> pairs(places.size() * pairs_each, PlacePair{0, 0});
  for (std::size_t i = pairs_each; i < pairs.size(); ++i) {
    pairs[i] = {static_cast<std::uint16_t>(random() % lines), static_cast<std::uint16_t>(random() % lines)};
  }
  std::vector<std::uint64_t> expected{0, 7, 0};
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    for (std::size_t lane = 0; lane < lane_count; ++lane) {
      expected[places[i / pairs_each]] +=
          std::uint64_t{second[pairs[i].second].digits[lane]} * third[pairs[i].third].digits[lane];
    }
  }
  std::vector<LaneSums> sums(expected.size());
  sums[1].sums[5] = 7;
  add_products(second.data(), third.data(), places, pairs.data(), sums.data());
  for (std::size_t place = 0; place < sums.size(); ++place) EXPECT_EQ(sum_of(sums[place]), expected[place]) << name;
}

TEST(LaneProducts, EqualTheDefinitionInAllKernels) {
  for (const LaneKernel& kernel : lane_kernels()) {
    if (!kernel.is_supported()) continue;
    expect_definition(kernel.add_runs, pairs_in_run, kernel.name);
    expect_definition(kernel.add_pairs, 1, kernel.name);
  }
}

TEST(LineKernels, LookUpWhatTheDefinitionGives) {
  std::mt19937 random{1};
  for (const std::size_t size : {std::size_t{1}, std::size_t{2}, std::size_t{15}, std::size_t{16}, std::size_t{77}}) {
    std::vector<std::uint16_t> entries(size);  // of exactly this size, so a sanitizer detects reads beyond
    for (std::uint16_t& entry : entries) entry = static_cast<std::uint16_t>(random());
    std::vector<std::uint16_t> places{0, static_cast<std::uint16_t>(size - 1)};
    while (places.size() < size) places.push_back(static_cast<std::uint16_t>(random() % size));
    places.resize(size);
    std::vector<std::uint16_t> expected;
    for (const std::uint16_t place : places) expected.push_back(entries[place]);
    for (const LineKernel& kernel : line_kernels()) {
      if (!kernel.is_supported()) continue;
      std::vector<std::uint16_t> found(size);
      kernel.look_up(entries.data(), places, found.data(), entries.data());
      EXPECT_EQ(found, expected) << kernel.name;
    }
  }
}

TEST(LineKernels, TransposeAndReportMarks) {
  constexpr std::size_t stride = 3 * lines_at_once;
  std::mt19937 random{1};
  std::vector<std::uint16_t> rows(lane_count * stride);
  for (std::uint16_t& digit : rows) digit = static_cast<std::uint16_t>(random() % high_mark);
  for (const auto& [lane, column] : {std::pair{0U, 8U}, {31U, 8U}, {17U, 15U}, {5U, 7U}, {6U, 16U}}) {
    rows[lane * stride + column] |= high_mark;
  }
  for (const LineKernel& kernel : line_kernels()) {
    if (!kernel.is_supported()) continue;
    std::vector<Lanes> lines(lines_at_once);
    EXPECT_EQ(kernel.transpose(rows.data() + lines_at_once, stride, lines.data()), 0b1000'0001U) << kernel.name;
    for (std::size_t lane = 0; lane < lane_count; ++lane) {
      for (std::size_t line = 0; line < lines_at_once; ++line) {
        EXPECT_EQ(lines[line].digits[lane], rows[lane * stride + lines_at_once + line] % high_mark) << kernel.name;
      }
    }
  }
}

/// Returns numbers from 1 to `most` for the classes, in random order; 1 among them, so they have no common divisor.
std::vector<std::uint32_t> random_numbers(std::size_t classes, std::uint32_t most, std::uint32_t seed) {
  std::mt19937 random{seed};
  std::vector<std::uint32_t> numbers{1};
  while (numbers.size() < classes) numbers.push_back(static_cast<std::uint32_t>(1 + random() % most));
  return numbers;
}

/// Returns the completions if the bands of class i were R! * numbers[i], over (R!)^2 2!.
std::vector<UInt128> completions_with(const SignatureClasses& classes, const std::vector<std::uint32_t>& numbers) {
  const UInt128 row_orders = mathematics::factorial(classes.codes().box_rows());
  std::vector<UInt128> bands;
  for (const std::uint32_t number : numbers) bands.push_back(row_orders * number);
  const ThreeBands three_bands{classes, bands};
  std::vector<UInt128> completions(numbers.size());
  for (const ThreeBands::Family& family : three_bands.families()) {
    const std::vector<UInt128> of_family = three_bands.completions(family, 0, 1);
    for (std::size_t i = 0; i < of_family.size(); ++i) {
      completions[family.classes[i]] = of_family[i] / (2 * row_orders * row_orders);
    }
  }
  return completions;
}

/// Counts by the definition: all columns for band 2, whatever its class, and the rest for band 3.
UInt128 completions_by_definition(const SignatureClasses& classes, const SignatureClass& signature_class,
                                  const std::vector<std::uint32_t>& numbers) {
  const BoxCodes& codes = classes.codes();
  const SymbolSet all = mathematics::first_symbols(codes.symbols());
  const std::vector<SymbolSet> first = classes.columns(signature_class);
  const auto boxes = static_cast<std::size_t>(codes.box_rows());
  std::vector<std::vector<std::pair<BoxCode, BoxCode>>> choices(boxes);
  for (std::size_t box = 0; box < boxes; ++box) {
    const auto above = std::span{first}.subspan(3 * box, 3);
    for (std::size_t code = 0; code < codes.size(); ++code) {
      const auto columns = codes.columns(static_cast<BoxCode>(code));
      std::vector<SymbolSet> second{columns.begin(), columns.end()};
      std::ranges::sort(second);
      do {
        std::vector<SymbolSet> third;
        bool fits = true;
        for (std::size_t column = 0; column < 3; ++column) {
          fits = fits && (second[column] & above[column]) == 0;
          third.push_back(mathematics::without(mathematics::without(all, above[column]), second[column]));
        }
        if (fits) choices[box].emplace_back(static_cast<BoxCode>(code), codes.code_of(third));
      } while (std::ranges::next_permutation(second).found);
    }
  }
  std::size_t combinations = 1;
  for (const auto& of_box : choices) combinations *= of_box.size();
  const auto number_of = [&](const std::vector<BoxCode>& band) {
    return UInt128{numbers[classes.index_of(classes.canonical(band))]};
  };
  UInt128 sum = 0;
  for (std::size_t combination = 0; combination < combinations; ++combination) {
    std::vector<BoxCode> second;
    std::vector<BoxCode> third;
    std::size_t digits = combination;
    for (std::size_t box = 0; box < boxes; digits /= choices[box++].size()) {
      const auto& [code, other] = choices[box][digits % choices[box].size()];
      second.push_back(code);
      third.push_back(other);
    }
    sum += number_of(second) * number_of(third);
  }
  return sum / 2;  // the sum has both orders of bands 2 and 3
}

constexpr std::uint32_t max_in_two_digits = digit_base * digit_base - 1;

TEST(ThreeBands, MultiplyNumbersOfOneOrTwoDigits) {
  const SignatureClasses classes{2, 3};
  for (const std::uint32_t most : {digit_base - 1, 2 * digit_base, max_in_two_digits}) {
    const auto numbers = random_numbers(classes.classes().size(), most, most);
    const std::vector<UInt128> completions = completions_with(classes, numbers);
    for (std::size_t place = 0; place < numbers.size(); ++place) {
      EXPECT_TRUE(completions[place] == completions_by_definition(classes, classes.classes()[place], numbers)) << most;
    }
  }
}

// Completions are a quadratic form of the numbers, so those of x + base * y follow from those of x, y and x + y, which
// are numbers of one digit.
TEST(ThreeBands, CountHighDigitsConsistentlyWithLowOnes) {
  const SignatureClasses classes{3, 3};
  const std::size_t size = classes.classes().size();
  const auto x = random_numbers(size, digit_base / 4, 1);
  const auto y = random_numbers(size, digit_base / 4, 2);
  std::vector<std::uint32_t> sum;
  std::vector<std::uint32_t> combined;
  for (std::size_t place = 0; place < size; ++place) {
    // Half of the numbers have one digit.
    const std::uint32_t high = place % 2 == 0 ? 0 : y[place];
    combined.push_back(x[place] + digit_base * high);
    sum.push_back(x[place] + high);
  }
  // y with zeros cannot be counted, so it is x + y less x: from three values of the form at x + t y.
  std::vector<std::uint32_t> twice;
  for (std::size_t place = 0; place < size; ++place) twice.push_back(2 * sum[place] - x[place]);
  const auto at_0 = completions_with(classes, x);
  const auto at_1 = completions_with(classes, sum);
  const auto at_2 = completions_with(classes, twice);
  const auto at_base = completions_with(classes, combined);
  for (std::size_t place = 0; place < size; ++place) {
    const UInt128 square = (at_2[place] + at_0[place] - 2 * at_1[place]) / 2;
    const UInt128 mixed = at_1[place] - at_0[place] - square;
    EXPECT_TRUE(at_base[place] == at_0[place] + digit_base * (mixed + digit_base * square)) << place;
  }
}

TEST(ThreeBands, CountLatinSquaresOfOrderThree) {
  const SignatureClasses classes{1, 3};
  const ThreeBands three_bands{classes, bands_of(classes)};
  ASSERT_EQ(classes.classes().size(), 1U);
  EXPECT_EQ(completions_of(classes, three_bands, 1), std::vector<std::uint64_t>{2});
}

// M(R,3) = sum of binomial(R,k)^3, where k symbols of each column rotate one way and R-k the other: 10 and 56
// (Felgenhauer and Jarvis).
TEST(ThreeBands, CountTheChoicesBelowABox) {
  const SignatureClasses three{3, 3};
  EXPECT_EQ(ThreeBands(three, bands_of(three)).choices_per_box(), 56U);
  const SignatureClasses two{2, 3};
  EXPECT_EQ(ThreeBands(two, bands_of(two)).choices_per_box(), 10U);
}

TEST(ThreeBands, RefuseOtherShapesAndPossibleOverflow) {
  const SignatureClasses two_bands{3, 2};
  EXPECT_THROW(ThreeBands(two_bands, bands_of(two_bands)), std::invalid_argument);
  const SignatureClasses classes{3, 3};
  const auto constant = [&](UInt128 value) { return std::vector<UInt128>(classes.classes().size(), value); };
  std::vector<UInt128> bands = constant(6);
  EXPECT_NO_THROW(ThreeBands(classes, bands));
  bands.back() = 6 * UInt128{max_in_two_digits};
  EXPECT_NO_THROW(ThreeBands(classes, bands));
  bands.back() += 6;
  EXPECT_THROW(ThreeBands(classes, bands), std::overflow_error);
  // Only the common divisor of the numbers is removed.
  EXPECT_NO_THROW(ThreeBands(classes, constant(6 * (UInt128{1} << 40U))));
}

TEST(ThreeBands, BreakAnInvariantIfRowPermutationsDoNotDivideBands) {
  const SignatureClasses classes{3, 3};
  std::vector<UInt128> bands = bands_of(classes);
  ++bands.back();
  EXPECT_THROW(ThreeBands(classes, bands), gridcensus::BrokenInvariant);
}

TEST(ThreeBands, StopWhenThePollThrows) {
  struct Stop {};
  const SignatureClasses classes{2, 3};
  const ThreeBands three_bands{classes, bands_of(classes)};
  EXPECT_THROW(three_bands.completions(three_bands.families().front(), 0, 1, [] { throw Stop{}; }), Stop);
}

}  // namespace
