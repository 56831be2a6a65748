#include "factorisations.hpp"
#include "normalised.hpp"
#include "signature_classes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <stdexcept>
#include <vector>

namespace {

using namespace gridcensus::band_classes;
namespace combinatorics = gridcensus::combinatorics;

std::uint64_t small(Wide value) { return static_cast<std::uint64_t>(value); }

/// Every order of the symbols in every column, tested against the rows so far.
std::uint64_t bands_by_trial(const std::vector<SymbolSet>& columns, std::size_t column, std::vector<SymbolSet>& rows) {
  if (column == columns.size()) return 1;
  std::vector<int> symbols;
  for (SymbolSet left = columns[column]; left != 0; left = combinatorics::without_least(left)) {
    symbols.push_back(combinatorics::least(left));
  }
  std::uint64_t total = 0;
  do {
    std::vector<SymbolSet> next = rows;
    bool fits = true;
    for (std::size_t row = 0; row < rows.size(); ++row) {
      const SymbolSet symbol = combinatorics::singleton(symbols[row]);
      fits = fits && (next[row] & symbol) == 0;
      next[row] = static_cast<SymbolSet>(next[row] | symbol);
    }
    if (fits) total += bands_by_trial(columns, column + 1, next);
  } while (std::ranges::next_permutation(symbols).found);
  return total;
}

std::uint64_t bands_by_trial(const std::vector<SymbolSet>& columns) {
  std::vector<SymbolSet> rows(static_cast<std::size_t>(combinatorics::size_of(columns.front())));
  return bands_by_trial(columns, 0, rows);
}

TEST(FactorisationCounter, CountsTheBandsOfEverySmallClass) {
  const FactorisationCounter counter;
  for (const auto& [rows, cols] :
       std::vector<std::pair<int, int>>{{1, 4}, {4, 1}, {2, 2}, {2, 3}, {2, 4}, {3, 2}, {3, 3}}) {
    const SignatureClasses classes{rows, cols};
    for (const SignatureClass& signature_class : classes.classes()) {
      const auto columns = classes.columns(signature_class);
      EXPECT_EQ(small(counter.count(columns)), bands_by_trial(columns))
          << rows << "x" << cols << " " << text_of(classes, signature_class);
    }
  }
}

TEST(FactorisationCounter, CountsFourRowsByCuttingThemInTwoPairs) {
  const FactorisationCounter counter;
  const SignatureClasses classes{4, 2};
  for (const std::size_t place : {std::size_t{1}, classes.classes().size() - 2}) {
    const auto columns = classes.columns(classes.classes()[place]);
    EXPECT_EQ(small(counter.count(columns)), bands_by_trial(columns));
  }
}

TEST(FactorisationCounter, RememberingChangesNothing) {
  const SignatureClasses classes{4, 2};
  const FactorisationCounter shared;
  for (const SignatureClass& signature_class : classes.classes()) {
    const auto columns = classes.columns(signature_class);
    const Wide first = shared.count(columns);
    EXPECT_TRUE(first == shared.count(columns));
    EXPECT_TRUE(first == FactorisationCounter{}.count(columns));
  }
}

TEST(FactorisationCounter, RefusesWhatIsNoBand) {
  const FactorisationCounter counter;
  const auto count = [&](const std::vector<SymbolSet>& columns) { return counter.count(columns); };
  EXPECT_THROW(count({}), std::invalid_argument);
  EXPECT_THROW(count({0}), std::invalid_argument);
  EXPECT_THROW(count({0b01, 0b11}), std::invalid_argument);
  EXPECT_THROW(count({0b01, 0b01}), std::invalid_argument);
  EXPECT_THROW(count(std::vector<SymbolSet>(17, 1)), std::invalid_argument);
  EXPECT_TRUE(count({0b1}) == 1);
}

TEST(FactorisationCounter, StopsWhenThePollThrows) {
  struct Stop {};
  const std::vector<SymbolSet> latin_of_eight(8, combinatorics::first_symbols(8));
  EXPECT_THROW(FactorisationCounter{}.count(latin_of_eight, [] { throw Stop{}; }), Stop);
}

/// Joins what the generators of the group exchange, until nothing is left to join.
class UnionFind {
 public:
  explicit UnionFind(std::size_t size) : parent_(size) { std::iota(parent_.begin(), parent_.end(), std::size_t{0}); }
  std::size_t root(std::size_t x) {
    while (parent_[x] != x) x = parent_[x] = parent_[parent_[x]];
    return x;
  }
  void join(std::size_t a, std::size_t b) { parent_[root(a)] = root(b); }

 private:
  std::vector<std::size_t> parent_;
};

/// The sizes of all classes, ascending: every signature is a node, transpositions of neighbouring symbols and of
/// neighbouring boxes are the edges (codes forget the order of columns already).
std::vector<std::uint64_t> class_sizes_by_union_find(int rows, int cols) {
  const BoxCodes codes{rows, cols};
  std::size_t signatures = 1;
  for (int box = 0; box < rows; ++box) signatures *= codes.size();
  UnionFind joined{signatures};
  std::vector<std::vector<BoxCode>> exchanges;
  for (int symbol = 0; symbol + 1 < codes.symbols(); ++symbol) {
    Relabelling exchange = combinatorics::unchanged();
    std::swap(exchange[static_cast<std::size_t>(symbol)], exchange[static_cast<std::size_t>(symbol) + 1]);
    auto& images = exchanges.emplace_back();
    for (std::size_t code = 0; code < codes.size(); ++code) {
      images.push_back(codes.relabelled(static_cast<BoxCode>(code), exchange));
    }
  }
  std::vector<std::size_t> boxes(static_cast<std::size_t>(rows));
  const auto number_of = [&](const std::vector<std::size_t>& digits) {
    std::size_t number = 0;
    for (const std::size_t digit : digits) number = number * codes.size() + digit;
    return number;
  };
  for (std::size_t signature = 0; signature < signatures; ++signature) {
    std::size_t left = signature;
    for (auto box = boxes.rbegin(); box != boxes.rend(); ++box, left /= codes.size()) *box = left % codes.size();
    for (const auto& images : exchanges) {
      std::vector<std::size_t> image = boxes;
      for (std::size_t& box : image) box = images[box];
      joined.join(signature, number_of(image));
    }
    for (std::size_t box = 0; box + 1 < boxes.size(); ++box) {
      std::vector<std::size_t> image = boxes;
      std::swap(image[box], image[box + 1]);
      joined.join(signature, number_of(image));
    }
  }
  std::vector<std::uint64_t> members(signatures);
  for (std::size_t signature = 0; signature < signatures; ++signature) ++members[joined.root(signature)];
  std::erase(members, 0U);
  std::ranges::sort(members);
  return members;
}

TEST(SignatureClasses, AreTheOrbitsOfTheGroup) {
  for (const auto& [rows, cols] :
       std::vector<std::pair<int, int>>{{1, 5}, {5, 1}, {2, 2}, {2, 3}, {2, 4}, {3, 2}, {4, 2}}) {
    const SignatureClasses classes{rows, cols};
    std::vector<std::uint64_t> sizes;
    for (const SignatureClass& signature_class : classes.classes()) {
      sizes.push_back(small(signature_class.weight) * classes.codes().size());
    }
    std::ranges::sort(sizes);
    EXPECT_EQ(sizes, class_sizes_by_union_find(rows, cols)) << rows << "x" << cols;
  }
}

TEST(SignatureClasses, ARepresentativeRepresentsItself) {
  const SignatureClasses classes{3, 3};
  for (std::size_t place = 0; place < classes.classes().size(); ++place) {
    std::vector<BoxCode> signature{classes.codes().identity()};
    const auto& boxes = classes.classes()[place].boxes;
    signature.insert(signature.end(), boxes.begin(), boxes.end());
    EXPECT_EQ(classes.canonical(signature), boxes);
    EXPECT_EQ(classes.index_of(boxes), place);
  }
  EXPECT_THROW(classes.index_of({0, 0, 0}), std::out_of_range);
}

TEST(Normalised, TheLeastListIsInTheClassAndHasABand) {
  for (const auto& [rows, cols] : std::vector<std::pair<int, int>>{{2, 3}, {3, 2}, {3, 3}, {4, 2}}) {
    const SignatureClasses classes{rows, cols};
    for (const SignatureClass& signature_class : classes.classes()) {
      const auto list = least_normalised(classes, signature_class);
      EXPECT_TRUE(std::ranges::is_sorted(list));
      EXPECT_TRUE(has_normalised_band(classes.codes(), list));
      std::vector<BoxCode> signature{classes.codes().identity()};
      signature.insert(signature.end(), list.begin(), list.end());
      EXPECT_EQ(classes.canonical(signature), signature_class.boxes);
    }
  }
}

TEST(Normalised, NoLessListOfTheClassHasABand) {
  // By trial of all lists: 280^2 for 3x3, in ascending order, the first of each class wins.
  const SignatureClasses classes{3, 3};
  const std::size_t codes = classes.codes().size();
  std::vector<std::vector<BoxCode>> first(classes.classes().size());
  for (std::size_t second = 0; second < codes; ++second) {
    for (std::size_t third = second; third < codes; ++third) {
      const std::array<BoxCode, 2> list{static_cast<BoxCode>(second), static_cast<BoxCode>(third)};
      if (!has_normalised_band(classes.codes(), list)) continue;
      const std::array<BoxCode, 3> signature{classes.codes().identity(), list[0], list[1]};
      auto& found = first[classes.index_of(classes.canonical(signature))];
      if (found.empty()) found.assign(list.begin(), list.end());
    }
  }
  for (std::size_t place = 0; place < first.size(); ++place) {
    EXPECT_EQ(first[place], least_normalised(classes, classes.classes()[place]));
  }
}

TEST(Normalised, ABoxOfOneColumnPrintsItself) {
  const SignatureClasses rows_only{1, 4};
  EXPECT_EQ(text_of(rows_only, rows_only.classes().front()), "1 2 3 4");
  const SignatureClasses one_column{3, 1};
  EXPECT_EQ(text_of(one_column, one_column.classes().front()), "123 | 123");
}

}  // namespace
