// The row structures of a band: their number, and uniform draws of them, compared with lists of all of them and with
// laws from band_counts.
#include "stack_product/bands/bands.hpp"

#include "band_recursion/band_sum.hpp"
#include "band_recursion/row_uses.hpp"
#include "band_recursion/sub_bands.hpp"
#include "gridcensus/random.hpp"
#include "stack_product/bands/exact_choice.hpp"
#include "stack_product/bands/shuffle.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace {

using namespace gridcensus;
using stack_product::Bands;
using stack_product::ExactChoice;
using stack_product::RowStructure;
using stack_product::Shuffle;
using stack_product::SymbolSet32;

/// The bound of a statistic of standard deviation 1: chance exceeds it once in 150,000 times. Seeds are fixed.
constexpr double sigmas = 4.5;

std::size_t rows_of(Shape shape) { return static_cast<std::size_t>(shape.box_rows); }

/// Returns the deviation of the frequencies, by the chi-square of cells that are expected at least 5 times (the others
/// make one cell), in standard deviations of the Wilson-Hilferty approximation to a normal variable.
double deviation(const std::vector<double>& weights, const std::vector<std::uint64_t>& drawn) {
  const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
  const auto draws = static_cast<double>(std::accumulate(drawn.begin(), drawn.end(), std::uint64_t{0}));
  double chi_square = 0;
  double freedom = -1;
  double rare_expected = 0;
  double rare_drawn = 0;
  const auto add = [&](double expected, double found) {
    chi_square += (found - expected) * (found - expected) / expected;
    freedom += 1;
  };
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const double expected = weights[i] / total * draws;
    if (expected >= 5) {
      add(expected, static_cast<double>(drawn[i]));
    } else {
      rare_expected += expected;
      rare_drawn += static_cast<double>(drawn[i]);
    }
  }
  if (rare_expected > 1) add(rare_expected, rare_drawn);
  if (freedom < 1) return 0;
  const double variance = 2 / (9 * freedom);
  return (std::cbrt(chi_square / freedom) - (1 - variance)) / std::sqrt(variance);
}

/// Means of a variable.
class Mean {
 public:
  void add(double value) {
    ++count_;
    sum_ += value;
    squares_ += value * value;
  }
  double mean() const { return sum_ / count_; }
  double standard_error() const { return std::sqrt((squares_ / count_ - mean() * mean()) / count_); }

 private:
  double count_ = 0;
  double sum_ = 0;
  double squares_ = 0;
};

/// Returns true for a row structure: each row of each box has box_cols symbols; a symbol is once in each box and row.
bool is_structure(Shape shape, const RowStructure& band) {
  const std::size_t rows = rows_of(shape);
  const auto all = static_cast<SymbolSet32>((std::uint64_t{1} << static_cast<unsigned>(shape.side())) - 1);
  for (std::size_t i = 0; i < band.rows.size(); ++i) {
    SymbolSet32 of_box = 0;
    SymbolSet32 of_row = 0;
    for (std::size_t j = 0; j < band.rows.size(); ++j) {
      of_box |= band.rows[i][j];
      of_row |= band.rows[j][i];
      const bool is_inside = i < rows && j < rows;
      if (std::popcount(band.rows[i][j]) != (is_inside ? shape.box_cols : 0)) return false;
    }
    if (i < rows && (of_box != all || of_row != all)) return false;
  }
  return true;
}

/// Renames the symbols so that the first box has 0, 1, .. row by row; the order within a row is kept.
RowStructure with_sorted_first_box(Shape shape, const RowStructure& band) {
  std::array<unsigned, 32> name{};
  unsigned next = 0;
  for (std::size_t row = 0; row < rows_of(shape); ++row) {
    for (SymbolSet32 set = band.rows[0][row]; set != 0; set &= set - 1) {
      name.at(static_cast<std::size_t>(std::countr_zero(set))) = next++;
    }
  }
  RowStructure named;
  for (std::size_t box = 0; box < rows_of(shape); ++box) {
    for (std::size_t row = 0; row < rows_of(shape); ++row) {
      for (SymbolSet32 set = band.rows[box][row]; set != 0; set &= set - 1) {
        named.rows[box][row] |= SymbolSet32{1} << name.at(static_cast<std::size_t>(std::countr_zero(set)));
      }
    }
  }
  return named;
}

/// Lists all row structures with a sorted first box, symbol by symbol.
class AllStructures {
 public:
  explicit AllStructures(Shape shape) : shape_{shape} { visit(0); }

  const std::vector<RowStructure>& list() const { return list_; }

 private:
  void visit(int symbol) {
    if (symbol == shape_.side()) {
      list_.push_back(band_);
      return;
    }
    std::vector<std::size_t> rows(rows_of(shape_));
    std::iota(rows.begin(), rows.end(), std::size_t{0});
    do {
      if (rows[0] != static_cast<std::size_t>(symbol / shape_.box_cols) || !has_room(rows)) continue;
      for (std::size_t box = 0; box < rows.size(); ++box) band_.rows[box][rows[box]] ^= SymbolSet32{1} << symbol;
      visit(symbol + 1);
      for (std::size_t box = 0; box < rows.size(); ++box) band_.rows[box][rows[box]] ^= SymbolSet32{1} << symbol;
    } while (std::next_permutation(rows.begin(), rows.end()));
  }

  bool has_room(const std::vector<std::size_t>& rows) const {
    for (std::size_t box = 0; box < rows.size(); ++box) {
      if (std::popcount(band_.rows[box][rows[box]]) == shape_.box_cols) return false;
    }
    return true;
  }

  Shape shape_;
  RowStructure band_;
  std::vector<RowStructure> list_;
};

/// Returns the number of structures with a given first box.
Integer with_given_first_box(Shape shape, const Integer& structures) {
  return structures / (factorial(shape.side()) / power(factorial(shape.box_cols), shape.box_rows));
}

int shared(SymbolSet32 a, SymbolSet32 b) { return std::popcount(a & b); }

double pairs_of(int symbols) { return symbols * (symbols - 1) / 2.0; }

/// Returns the number of pairs of symbols that share a row in each of some boxes.
double shared_pairs(Shape shape, const RowStructure& band, const std::vector<std::size_t>& boxes) {
  double pairs = 0;
  std::vector<SymbolSet32> parts{~SymbolSet32{0}};
  for (const std::size_t box : boxes) {
    std::vector<SymbolSet32> finer;
    for (const SymbolSet32 part : parts) {
      for (std::size_t row = 0; row < rows_of(shape); ++row) finer.push_back(part & band.rows[box][row]);
    }
    parts = std::move(finer);
  }
  for (const SymbolSet32 part : parts) pairs += pairs_of(std::popcount(part));
  return pairs;
}

const std::vector<Shape> all_shapes{{1, 3}, {2, 1}, {2, 2}, {2, 5}, {2, 12}, {3, 1}, {3, 2},
                                    {3, 3}, {3, 4}, {3, 8}, {4, 1}, {4, 2},  {4, 3}, {4, 4},
                                    {4, 6}, {5, 1}, {5, 2}, {5, 3}, {5, 4},  {6, 1}, {6, 2}};

TEST(StackProductExactChoice, FollowsTheWeights) {
  for (const unsigned bits : {1U, 2U, 5U, 64U}) {
    for (const Integer& unit : {Integer{1}, Integer{1} << 100U}) {
      // Neighbours in one digit, weights of 0 at both ends and within, and a boundary on a digit (8 of 16).
      const std::vector<int> parts{0, 1, 0, 2, 5, 0, 1, 1, 6, 0};
      std::vector<Integer> weights;
      for (const int part : parts) weights.push_back(part * unit);
      const ExactChoice choice{weights, bits};
      EXPECT_EQ(choice.total(), 16 * unit);
      Random random{11, bits, unit == 1 ? 0U : 1U};
      std::vector<std::uint64_t> drawn(parts.size());
      for (int i = 0; i < 16'000; ++i) ++drawn.at(choice.draw(random));
      for (std::size_t i = 0; i < parts.size(); ++i) {
        if (parts[i] == 0) {
          EXPECT_EQ(drawn[i], 0) << bits << " bits, place " << i;
        }
      }
      EXPECT_LT(deviation({parts.begin(), parts.end()}, drawn), sigmas) << bits << " bits, total " << choice.total();
    }
  }
}

TEST(StackProductExactChoice, RejectsInvalidWeights) {
  EXPECT_THROW(ExactChoice({}), std::invalid_argument);
  EXPECT_THROW(ExactChoice({0, 0}), std::invalid_argument);
  EXPECT_THROW(ExactChoice({3, -1}), std::invalid_argument);
  EXPECT_THROW(ExactChoice({1, 2}, 0), std::invalid_argument);
}

TEST(StackProductShuffle, MakesAllOrdersAndNumbersEquallyOften) {
  for (const int loose : {1, 2, 3}) {
    const Shuffle shuffle{5, loose, 7};
    Random random{12, 0, static_cast<std::uint64_t>(loose)};
    std::map<std::pair<std::uint64_t, Shuffle::Symbols>, std::uint64_t> drawn;
    Shuffle::Symbols order{};
    for (int i = 0; i < 20'000; ++i) {
      const std::uint64_t number = shuffle.draw(random, order);
      std::sort(order.begin(), order.begin() + loose);
      ++drawn[{number, order}];
    }
    std::vector<std::uint64_t> frequencies;
    for (const auto& [name, times] : drawn) frequencies.push_back(times);
    std::size_t expected = 840;  // 7 numbers, 5! orders
    for (int i = 2; i <= loose; ++i) expected /= static_cast<std::size_t>(i);
    ASSERT_EQ(frequencies.size(), expected);
    EXPECT_LT(deviation(std::vector<double>(expected, 1.0), frequencies), sigmas) << loose;
  }
}

TEST(StackProductShuffle, TakesEachSymbolToEachPlaceInLongOrders) {
  for (const int side : {17, 18, 25}) {
    const Shuffle shuffle{side, 1, 56};
    Random random{13, 0, static_cast<std::uint64_t>(side)};
    const auto symbols = static_cast<std::size_t>(side);
    std::vector<std::uint64_t> drawn(symbols * symbols);
    Shuffle::Symbols order{};
    for (int i = 0; i < 20'000; ++i) {
      EXPECT_LT(shuffle.draw(random, order), 56U);
      for (std::size_t place = 0; place < symbols; ++place) ++drawn.at(place * symbols + order[place]);
    }
    // The rows and the columns of this table have given sums, so the deviation tends to be below 0.
    EXPECT_LT(deviation(std::vector<double>(drawn.size(), 1.0), drawn), sigmas) << side;
    EXPECT_GT(deviation(std::vector<double>(drawn.size(), 1.0), drawn), -2 * sigmas) << side;
  }
}

TEST(StackProductBands, AgreeWithBandCounts) {
  for (const Shape shape : all_shapes) {
    const Integer orders = power(factorial(shape.box_cols), shape.box_rows * shape.box_rows);
    EXPECT_EQ(Bands{shape}.structures() * orders, band_recursion::bands(shape)) << to_string(shape);
  }
}

TEST(StackProductBands, AgreeWithBandCountsFor5x5) {
  const Shape shape{5, 5};
  const Bands bands{shape};
  EXPECT_EQ(bands.structures() * power(factorial(5), 25), band_recursion::bands(shape));

  Random random{14, 0, 0};
  RowStructure band;
  std::array<Mean, 4> means;
  for (int i = 0; i < 50'000; ++i) {
    bands.draw(random, band);
    ASSERT_TRUE(is_structure(shape, band));
    means[0].add(shared_pairs(shape, band, {0, 1}));
    means[1].add(shared_pairs(shape, band, {0, 4}));
    means[2].add(shared_pairs(shape, band, {2, 3}));
    means[3].add(shared_pairs(shape, band, {3, 4}));
  }
  for (const Mean& mean : means) {
    EXPECT_NEAR(mean.mean(), static_cast<double>(bands.mean_shared_pairs()), sigmas * mean.standard_error());
  }
}

TEST(StackProductBands, AreDrawnWithEachSymbolEverywhereEquallyOften) {
  for (const Shape shape : all_shapes) {
    const Bands bands{shape};
    Random random{15, static_cast<std::uint64_t>(shape.box_rows), static_cast<std::uint64_t>(shape.box_cols)};
    RowStructure band;
    band.rows[5][5] = 1;  // must be cleared, or overwritten
    const auto side = static_cast<std::size_t>(shape.side());
    std::vector<std::uint64_t> drawn(rows_of(shape) * rows_of(shape) * side);
    constexpr int draws = 4000;
    for (int i = 0; i < draws; ++i) {
      bands.draw(random, band);
      ASSERT_TRUE(is_structure(shape, band)) << to_string(shape) << " draw " << i;
      for (std::size_t cell = 0; cell < drawn.size(); ++cell) {
        const SymbolSet32 set = band.rows[cell / side / rows_of(shape)][cell / side % rows_of(shape)];
        drawn[cell] += set >> (cell % side) & 1U;
      }
    }
    const double chance = 1.0 / shape.box_rows;
    const double spread = std::sqrt(draws * chance * (1 - chance));
    for (std::size_t cell = 0; cell < drawn.size(); ++cell) {
      EXPECT_NEAR(static_cast<double>(drawn[cell]), draws * chance, (sigmas + 0.5) * spread)
          << to_string(shape) << " box, row and symbol " << cell;
    }
  }
}

/// Compares draws with the list of all structures: each must have the same frequency. If there are too many structures
/// for the draws, those that differ only in the names of symbols count as one, and the first boxes are counted
/// separately.
void expect_all_equally_often(Shape shape, std::uint64_t draws) {
  const Bands bands{shape};
  const auto all = AllStructures{shape}.list();
  ASSERT_EQ(with_given_first_box(shape, bands.structures()), all.size()) << to_string(shape);
  const auto first_boxes = static_cast<std::size_t>(bands.structures() / all.size());

  std::map<decltype(RowStructure::rows), std::size_t> number_of;
  for (std::size_t i = 0; i < all.size(); ++i) number_of.emplace(all[i].rows, i);
  std::map<decltype(RowStructure::rows)::value_type, std::size_t> number_of_first_box;
  const bool is_joint = all.size() * first_boxes * 5 <= draws;
  ASSERT_LE(all.size() * 5, draws);
  ASSERT_LE(first_boxes * 5, draws);

  Random random{16, static_cast<std::uint64_t>(shape.box_rows), static_cast<std::uint64_t>(shape.box_cols)};
  RowStructure band;
  std::vector<std::uint64_t> drawn(all.size());
  std::vector<std::uint64_t> drawn_first(first_boxes);
  std::vector<std::uint64_t> drawn_jointly(is_joint ? all.size() * first_boxes : 0);
  for (std::uint64_t i = 0; i < draws; ++i) {
    bands.draw(random, band);
    const auto found = number_of.find(with_sorted_first_box(shape, band).rows);
    ASSERT_NE(found, number_of.end()) << to_string(shape) << " draw " << i;
    ++drawn[found->second];
    const auto first = number_of_first_box.emplace(band.rows[0], number_of_first_box.size()).first->second;
    ++drawn_first.at(first);
    if (is_joint) ++drawn_jointly[first * all.size() + found->second];
  }
  for (const auto& frequencies : {drawn, drawn_first, drawn_jointly}) {
    const double off = deviation(std::vector<double>(frequencies.size(), 1.0), frequencies);
    EXPECT_LT(off, sigmas) << to_string(shape) << ", cells: " << frequencies.size();
    EXPECT_GT(off, -sigmas) << to_string(shape) << ", cells: " << frequencies.size();
  }

  Real pairs = 0;
  for (const RowStructure& structure : all) {
    if (shape.box_rows > 1) pairs += static_cast<Real>(shared_pairs(shape, structure, {0, 1}));
  }
  EXPECT_NEAR(static_cast<double>(bands.mean_shared_pairs()),
              static_cast<double>(pairs / static_cast<Real>(all.size())), 1e-12)
      << to_string(shape);
}

TEST(StackProductBands, AreDrawnEquallyOftenForOneAndTwoRows) {
  for (const Shape shape : {Shape{1, 3}, {2, 1}, {2, 2}, {2, 3}, {2, 4}, {2, 5}})
    expect_all_equally_often(shape, 20'000);
}

TEST(StackProductBands, AreDrawnEquallyOftenForThreeAndFourShortRows) {
  for (const Shape shape : {Shape{3, 1}, {3, 2}, {4, 1}}) expect_all_equally_often(shape, 40'000);
}

TEST(StackProductBands, AreDrawnEquallyOftenForThreeLongRows) {
  expect_all_equally_often({3, 3}, 500'000);
  expect_all_equally_often({3, 4}, 200'000);
}

TEST(StackProductBands, AreDrawnEquallyOftenFor4x2) { expect_all_equally_often({4, 2}, 300'000); }

TEST(StackProductBands, AreDrawnEquallyOftenFor5x1) { expect_all_equally_often({5, 1}, 100'000); }

/// The law of the table M, where M(i, j) symbols are in row i of one box and row j of another, up to the information
/// that `name_of` keeps of M. The ways of the other boxes are those of band_counts, which does not distinguish boxes by
/// place.
class TableLaw {
 public:
  using Table = std::vector<std::vector<int>>;
  /// The number of times that each number occurs in M, and the sums of M(i,j) M(j,i) and of its cubes.
  using Name = std::tuple<std::vector<int>, int, int>;

  explicit TableLaw(Shape shape)
      : shape_{shape},
        sub_bands_{shape.box_rows, shape.box_cols, shape.box_rows - 2, {}},
        sets_{shape.box_rows, shape.box_rows - 2},
        images_{band_recursion::images_under_row_permutations(sets_)},
        table_(rows_of(shape), std::vector<int>(rows_of(shape))) {
    visit(0, shape.box_cols);
  }

  const std::map<Name, Real>& weights() const { return weights_; }

  static Name name_of(const Table& table) {
    std::vector<int> times;
    int products = 0;
    int cubes = 0;
    for (std::size_t i = 0; i < table.size(); ++i) {
      for (std::size_t j = 0; j < table.size(); ++j) {
        const auto value = static_cast<std::size_t>(table[i][j]);
        if (value >= times.size()) times.resize(value + 1);
        ++times[value];
        const int product = table[i][j] * table[j][i];
        products += product;
        cubes += product * product * product;
      }
    }
    return {times, products, cubes};
  }

 private:
  void visit(std::size_t cell, int left_of_row) {
    const std::size_t rows = table_.size();
    if (cell == rows * rows) {
      weights_[name_of(table_)] += weight();
      return;
    }
    const std::size_t row = cell / rows;
    const std::size_t column = cell % rows;
    int room = shape_.box_cols;
    for (std::size_t above = 0; above < row; ++above) room -= table_[above][column];
    if (row == column) room = 0;
    const bool ends_row = column + 1 == rows;
    for (int here = ends_row ? left_of_row : 0; here <= std::min(room, left_of_row); ++here) {
      table_[row][column] = here;
      visit(cell + 1, ends_row ? shape_.box_cols : left_of_row - here);
    }
    table_[row][column] = 0;
  }

  /// Returns the ways to fill two boxes with this table and the others with the rest, up to a factor.
  Real weight() {
    const band_recursion::RowSet all = (band_recursion::RowSet{1} << static_cast<unsigned>(shape_.box_rows)) - 1;
    Real orders = 1;
    band_recursion::RowUse use(sets_.count());
    for (std::size_t i = 0; i < table_.size(); ++i) {
      for (std::size_t j = 0; j < table_.size(); ++j) {
        for (int k = 2; k <= table_[i][j]; ++k) orders *= k;
        if (i != j) use[sets_.place_of(all & ~(1U << i) & ~(1U << j))] += table_[i][j];
      }
    }
    return ways(use) / orders;
  }

  Real ways(const band_recursion::RowUse& use) {
    const auto known = ways_.find(use);
    if (known != ways_.end()) return known->second;
    const auto number = static_cast<Real>(sub_bands_.ways(shape_.box_rows - 2, use));
    for (const auto& image : images_) {
      band_recursion::RowUse other(use.size());
      for (std::size_t place = 0; place < use.size(); ++place) other[image[place]] = use[place];
      ways_.emplace(other, number);
    }
    return number;
  }

  Shape shape_;
  band_recursion::SubBands sub_bands_;
  band_recursion::RowSets sets_;
  std::vector<std::vector<std::size_t>> images_;
  Table table_;
  std::map<band_recursion::RowUse, Real> ways_;
  std::map<Name, Real> weights_;
};

/// Tests that any two boxes of drawn bands have tables of the law of TableLaw, and that its mean is the stated one.
void expect_law_of_tables(Shape shape, int draws) {
  const Bands bands{shape};
  const TableLaw law{shape};
  std::map<TableLaw::Name, std::size_t> number_of;
  std::vector<double> weights;
  Real total = 0;
  Real pairs = 0;
  for (const auto& [name, weight] : law.weights()) {
    number_of.emplace(name, weights.size());
    weights.push_back(static_cast<double>(weight));
    total += weight;
    const auto& times = std::get<0>(name);
    for (std::size_t value = 0; value < times.size(); ++value) {
      pairs += weight * static_cast<Real>(times[value] * pairs_of(static_cast<int>(value)));
    }
  }
  ASSERT_GT(weights.size(), 3U);
  EXPECT_NEAR(static_cast<double>(bands.mean_shared_pairs()), static_cast<double>(pairs / total), 1e-12)
      << to_string(shape);

  const std::size_t rows = rows_of(shape);
  std::map<std::pair<std::size_t, std::size_t>, std::vector<std::uint64_t>> drawn;
  Random random{17, static_cast<std::uint64_t>(shape.box_rows), static_cast<std::uint64_t>(shape.box_cols)};
  RowStructure band;
  TableLaw::Table table(rows, std::vector<int>(rows));
  for (int draw = 0; draw < draws; ++draw) {
    bands.draw(random, band);
    for (std::size_t a = 0; a < rows; ++a) {
      for (std::size_t b = a + 1; b < rows; ++b) {
        for (std::size_t i = 0; i < rows; ++i) {
          for (std::size_t j = 0; j < rows; ++j) table[i][j] = shared(band.rows[a][i], band.rows[b][j]);
        }
        auto& times = drawn[{a, b}];
        times.resize(weights.size());
        ++times[number_of.at(TableLaw::name_of(table))];
      }
    }
  }
  for (const auto& [boxes, times] : drawn) {
    EXPECT_LT(deviation(weights, times), sigmas)
        << to_string(shape) << " boxes " << boxes.first << " and " << boxes.second;
  }
}

TEST(StackProductBands, HaveTheLawOfTwoBoxesForFourRows) {
  for (const Shape shape : {Shape{4, 2}, {4, 3}, {4, 4}}) expect_law_of_tables(shape, 30'000);
}

TEST(StackProductBands, HaveTheLawOfTwoBoxesForFiveRows) {
  for (const Shape shape : {Shape{5, 2}, {5, 3}}) expect_law_of_tables(shape, 30'000);
}

TEST(StackProductBands, HaveTheLawOfTwoBoxesForSixRows) { expect_law_of_tables({6, 2}, 30'000); }

TEST(StackProductBands, HaveTheStatedMeanOfSharedPairs) {
  for (const Shape shape : all_shapes) {
    if (shape.box_rows == 1) continue;
    const Bands bands{shape};
    Random random{18, static_cast<std::uint64_t>(shape.box_rows), static_cast<std::uint64_t>(shape.box_cols)};
    RowStructure band;
    std::map<std::vector<std::size_t>, Mean> means;
    for (int i = 0; i < 5000; ++i) {
      bands.draw(random, band);
      for (std::size_t a = 0; a < rows_of(shape); ++a) {
        for (std::size_t b = a + 1; b < rows_of(shape); ++b) means[{a, b}].add(shared_pairs(shape, band, {a, b}));
      }
    }
    for (const auto& [boxes, mean] : means) {
      EXPECT_NEAR(mean.mean(), static_cast<double>(bands.mean_shared_pairs()), sigmas * mean.standard_error() + 1e-12)
          << to_string(shape) << " boxes " << boxes[0] << " and " << boxes[1];
    }
  }
}

/// Boxes are drawn in different ways, in two parts; triples of boxes within a part and across do not differ because of
/// that.
TEST(StackProductBands, HaveTheSameMeansForAllTriplesOfBoxes) {
  for (const Shape shape : {Shape{4, 3}, {4, 4}, {5, 3}, {5, 4}, {6, 2}}) {
    const Bands bands{shape};
    Random random{19, static_cast<std::uint64_t>(shape.box_rows), static_cast<std::uint64_t>(shape.box_cols)};
    RowStructure band;
    std::map<std::vector<std::size_t>, Mean> differences;
    for (int i = 0; i < 10'000; ++i) {
      bands.draw(random, band);
      const double of_first = shared_pairs(shape, band, {0, 1, 2});
      for (std::size_t a = 0; a < rows_of(shape); ++a) {
        for (std::size_t b = a + 1; b < rows_of(shape); ++b) {
          for (std::size_t c = b + 1; c < rows_of(shape); ++c) {
            if (c > 2) differences[{a, b, c}].add(shared_pairs(shape, band, {a, b, c}) - of_first);
          }
        }
      }
    }
    for (const auto& [boxes, difference] : differences) {
      EXPECT_NEAR(difference.mean(), 0, sigmas * difference.standard_error())
          << to_string(shape) << " boxes " << boxes[0] << ", " << boxes[1] << ", " << boxes[2];
    }
  }
}

TEST(StackProductBands, AreRefusedForShapesThatAreTooWideOrTooHigh) {
  for (const Shape shape : {Shape{2, 13}, {3, 9}, {4, 7}, {5, 6}, {6, 4}, {7, 1}}) {
    EXPECT_TRUE(Bands::why_not(shape)) << to_string(shape);
    EXPECT_THROW(Bands{shape}, std::invalid_argument) << to_string(shape);
  }
  for (const Shape shape : all_shapes) EXPECT_FALSE(Bands::why_not(shape)) << to_string(shape);
  EXPECT_FALSE(Bands::why_not({5, 5}));
}

TEST(StackProductBands, CanBeStoppedDuringSetup) {
  struct Stopped {};
  for (const Shape shape : {Shape{3, 3}, {4, 4}, {5, 5}, {6, 2}}) {
    EXPECT_THROW(Bands(shape, [] { throw Stopped{}; }), Stopped) << to_string(shape);
  }
}

}  // namespace
