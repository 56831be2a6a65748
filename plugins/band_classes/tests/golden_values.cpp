#include "band_classes/class_counts.hpp"
#include "band_classes/normalised_bands.hpp"
#include "closed_formulas/closed_formulas.hpp"
#include "support/closed_band_formulas.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace gridcensus::band_classes;
using namespace gridcensus::band_signatures;
using gridcensus::Shape;
namespace mathematics = gridcensus::mathematics;

std::string decimal(UInt128 value) {
  std::string digits;
  do digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(value % 10)));
  while ((value /= 10) != 0);
  return digits;
}

/// The counts of every class of a shape, unit by unit.
struct Counted {
  ClassCounts counts;
  std::vector<UInt128> numbers;

  explicit Counted(Shape shape) : counts{shape, Work::count_grids, {}}, numbers(counts.classes().classes().size()) {
    for (std::size_t unit = 0; unit < counts.units(); ++unit) {
      for (const auto& [place, number] : counts.count(unit, {})) numbers[place] += number;
    }
  }

  UInt128 bands_each(std::size_t place) const {
    return counts.counts_completions() ? counts.bands()[place] : numbers[place];
  }
  UInt128 completions(std::size_t place) const { return counts.shape().bands() == 1 ? 1 : numbers[place]; }
  /// Returns the bands of the class at a place.
  UInt128 of_class(std::size_t place) const {
    return counts.classes().signatures(counts.classes().classes()[place]) * bands_each(place);
  }

  UInt128 bands() const {
    UInt128 total = 0;
    for (std::size_t place = 0; place < numbers.size(); ++place) total += of_class(place);
    return total;
  }
  UInt128 grids() const {
    UInt128 total = 0;
    for (std::size_t place = 0; place < numbers.size(); ++place) total += of_class(place) * completions(place);
    return total;
  }
};

struct Row {
  const char* boxes;
  std::uint64_t size;
  std::uint64_t completions;
};

// Ed Russell, equiv.c (2005), the table in its header. Its sizes add up to 36288, its completions weighted by size to
// 3546146300288 = 2^7 27704267971, as Felgenhauer and Jarvis found with 71 classes.
const std::vector<Row> russells_classes{
    {"124 357 689 | 125 367 489", 2484, 97961464}, {"124 357 689 | 125 368 479", 2592, 97539392},
    {"124 357 689 | 125 369 478", 1296, 98369440}, {"124 357 689 | 125 378 469", 1512, 97910032},
    {"124 357 689 | 126 348 579", 2808, 96482296}, {"124 357 689 | 126 349 578", 684, 97549160},
    {"124 357 689 | 126 357 489", 1512, 97287008}, {"124 357 689 | 126 358 479", 1944, 97416016},
    {"124 357 689 | 126 359 478", 2052, 97477096}, {"124 357 689 | 127 348 569", 288, 96807424},
    {"124 357 689 | 127 358 469", 864, 98119872},  {"124 357 689 | 128 347 569", 1188, 98371664},
    {"124 357 689 | 128 357 469", 648, 98128064},  {"124 357 689 | 128 369 457", 2592, 98733568},
    {"124 357 689 | 135 269 478", 648, 97455648},  {"124 357 689 | 135 278 469", 360, 97372400},
    {"124 357 689 | 136 259 478", 3240, 97116296}, {"124 357 689 | 138 267 459", 540, 95596592},
    {"124 357 689 | 138 269 457", 756, 97346960},  {"124 357 689 | 145 269 378", 324, 97714592},
    {"124 357 689 | 145 278 369", 432, 97992064},  {"124 357 689 | 146 239 578", 756, 98153104},
    {"124 357 689 | 147 269 358", 864, 98733184},  {"124 357 689 | 148 269 357", 108, 98048704},
    {"124 357 689 | 156 239 478", 756, 96702240},  {"124 358 679 | 125 368 479", 516, 98950072},
    {"124 358 679 | 126 348 579", 576, 97685328},  {"124 358 679 | 127 358 469", 432, 98784768},
    {"124 358 679 | 137 269 458", 324, 98493856},  {"124 358 679 | 147 258 369", 72, 100231616},
    {"124 358 679 | 147 269 358", 216, 99525184},  {"124 358 679 | 156 237 489", 252, 96100688},
    {"124 359 678 | 127 356 489", 288, 96631520},  {"124 359 678 | 127 359 468", 864, 97756224},
    {"124 359 678 | 147 258 369", 216, 99083712},  {"124 359 678 | 147 268 359", 432, 98875264},
    {"124 369 578 | 125 369 478", 216, 102047904}, {"124 369 578 | 127 369 458", 144, 101131392},
    {"124 369 578 | 135 267 489", 324, 96380896},  {"124 369 578 | 147 258 369", 108, 102543168},
    {"124 379 568 | 146 239 578", 12, 99258880},   {"126 348 579 | 135 249 678", 20, 94888576},
    {"126 378 459 | 147 258 369", 24, 97282720},   {"147 258 369 | 147 258 369", 4, 108374976},
};

TEST(RussellsClasses, EqualOurClassesDigitForDigit) {
  std::map<std::string, std::pair<std::uint64_t, std::uint64_t>> expected;
  for (const Row& row : russells_classes) expected[row.boxes] = {row.size, row.completions};
  ASSERT_EQ(expected.size(), 44U);

  const Counted counted{{3, 3}};
  const UInt128 bands_per_normalised =
      mathematics::factorial(9) * 72;  // relabellings, orders of boxes 2, 3 and columns
  std::map<std::string, std::pair<std::uint64_t, std::uint64_t>> found;
  for (std::size_t place = 0; place < counted.numbers.size(); ++place) {
    const SignatureClass& signature_class = counted.counts.classes().classes()[place];
    const UInt128 completions = counted.completions(place);
    EXPECT_TRUE(counted.of_class(place) % bands_per_normalised == 0);
    EXPECT_TRUE(completions % 72 == 0);
    found[text_of(counted.counts.classes(), signature_class)] = {
        static_cast<std::uint64_t>(counted.of_class(place) / bands_per_normalised),
        static_cast<std::uint64_t>(completions / 72)};
  }
  EXPECT_EQ(found, expected);
}

// Felgenhauer and Jarvis (2005); many since.
TEST(Grids, ThreeByThree) { EXPECT_EQ(decimal(Counted({3, 3}).grids()), "6670903752021072936960"); }

// OEIS A107739 and A291187, recomputed by brute force.
TEST(Grids, TwoByTwoAndTwoByThreeInBothOrientations) {
  EXPECT_EQ(decimal(Counted({2, 2}).grids()), "288");
  EXPECT_EQ(decimal(Counted({3, 2}).grids()), "28200960");
  EXPECT_EQ(decimal(Counted({2, 3}).grids()), "28200960");
}

// OEIS A291187; Pettersen (2005). Two bands of four boxes, and four bands of two boxes.
TEST(Grids, TwoByFourInBothOrientations) {
  EXPECT_EQ(decimal(Counted({4, 2}).grids()), "29136487207403520");
  EXPECT_EQ(decimal(Counted({2, 4}).grids()), "29136487207403520");
}

// Latin squares, OEIS A002860.
TEST(Bands, EqualLatinSquaresForOneColumn) {
  const std::vector<std::string> squares{
      "1", "2", "12", "576", "161280", "812851200", "61479419904000", "108776032459082956800"};
  for (std::size_t order = 1; order <= squares.size(); ++order) {
    EXPECT_EQ(decimal(Counted({static_cast<int>(order), 1}).bands()), squares[order - 1]);
  }
}

// b(3,3) by Felgenhauer and Jarvis; b(4,2) is the first moment of Lin's 2x4 count (2026).
TEST(Bands, ThreeByThreeAndFourByTwo) {
  EXPECT_EQ(decimal(Counted({3, 3}).bands()), "948109639680");
  EXPECT_EQ(decimal(Counted({4, 2}).bands()), "828396011520");
}

// The class sizes and the closed formulas are independent.
TEST(Bands, FollowTheClosedFormulasForOneTwoAndThreeRows) {
  for (const auto& [rows, cols] : std::vector<std::pair<int, int>>{
           {1, 1}, {1, 2}, {1, 3}, {2, 1}, {2, 2}, {2, 3}, {2, 4}, {3, 1}, {3, 2}, {3, 3}}) {
    EXPECT_EQ(decimal(Counted({rows, cols}).bands()), decimal(*gridcensus::testing::bands_by_formula(rows, cols)))
        << rows << "x" << cols;
  }
}

// 44: Felgenhauer and Jarvis, Russell. 355: Pettersen (2005). For two rows, the partitions of C: two boxes are a
// 2-regular graph on their columns.
TEST(SignatureClasses, CountEqualsThePublishedOne) {
  EXPECT_EQ(SignatureClasses(3, 3).classes().size(), 44U);
  EXPECT_EQ(SignatureClasses(5, 2).classes().size(), 355U);
  const std::vector<std::size_t> partitions{1, 2, 3, 5, 7};
  for (int cols = 1; cols <= 5; ++cols) {
    EXPECT_EQ(SignatureClasses(2, cols).classes().size(), partitions[static_cast<std::size_t>(cols) - 1]);
  }
}

}  // namespace
