#include "band_classes/normalised_bands.hpp"
#include "band_signatures/automorphisms.hpp"
#include "band_signatures/factorisation_counter.hpp"
#include "band_signatures/signature_classes.hpp"
#include "closed_formulas/closed_formulas.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

namespace {

using namespace gridcensus::band_classes;
using namespace gridcensus::band_signatures;
namespace mathematics = gridcensus::mathematics;

std::uint64_t small(UInt128 value) { return static_cast<std::uint64_t>(value); }

/// Joins elements that generators of the group exchange, until nothing is left to join.
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

/// Returns the sizes of all classes, ascending: every signature is a node, and transpositions of neighbouring symbols
/// and of neighbouring boxes are the edges (codes ignore the order of columns already).
std::vector<std::uint64_t> class_sizes_by_union_find(int rows, int cols) {
  const BoxCodes codes{rows, cols};
  std::size_t signatures = 1;
  for (int box = 0; box < rows; ++box) signatures *= codes.size();
  UnionFind joined{signatures};
  std::vector<std::vector<BoxCode>> exchanges;
  for (int symbol = 0; symbol + 1 < codes.symbols(); ++symbol) {
    Relabelling exchange = mathematics::identity_relabelling();
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

TEST(SignatureClasses, EachRepresentativeIsItsOwnCanonicalForm) {
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

/// Per symbol, the number of its column in each box.
using Vectors = std::vector<std::vector<int>>;

Vectors vectors_of(const BoxCodes& codes, const std::vector<BoxCode>& boxes) {
  Vectors vectors(static_cast<std::size_t>(codes.symbols()));
  for (const BoxCode box : boxes) {
    int column = 0;
    for (const SymbolSet symbols : codes.columns(box)) {
      for (SymbolSet left = symbols; left != 0; left = mathematics::without_least(left)) {
        vectors[static_cast<std::size_t>(mathematics::least(left))].push_back(column);
      }
      ++column;
    }
  }
  return vectors;
}

/// Returns the least list of vectors over all orders of the boxes and of the columns in each: relabelling only reorders
/// the list.
Vectors least_vectors(const BoxCodes& codes, const std::vector<BoxCode>& boxes) {
  std::vector<std::vector<int>> column_orders(1, std::vector<int>(static_cast<std::size_t>(codes.box_cols())));
  std::iota(column_orders[0].begin(), column_orders[0].end(), 0);
  for (auto order = column_orders[0]; std::ranges::next_permutation(order).found;) column_orders.push_back(order);

  const Vectors vectors = vectors_of(codes, boxes);
  Vectors least;
  std::vector<std::size_t> box_order(boxes.size());
  std::iota(box_order.begin(), box_order.end(), std::size_t{0});
  do {
    std::vector<std::size_t> choices(boxes.size());  // of the boxes' column orders
    for (std::size_t box = 0; box < boxes.size();) {
      Vectors image = vectors;
      for (std::size_t symbol = 0; symbol < vectors.size(); ++symbol) {
        for (std::size_t to = 0; to < boxes.size(); ++to) {
          const int column = vectors[symbol][box_order[to]];
          image[symbol][to] = column_orders[choices[to]][static_cast<std::size_t>(column)];
        }
      }
      std::ranges::sort(image);
      if (least.empty() || image < least) least = image;
      for (box = 0; box < boxes.size() && ++choices[box] == column_orders.size(); ++box) choices[box] = 0;
    }
  } while (std::ranges::next_permutation(box_order).found);
  return least;
}

struct Random {
  std::mt19937 bits{20061114};

  std::size_t below(std::size_t end) { return std::uniform_int_distribution<std::size_t>{0, end - 1}(bits); }

  std::vector<BoxCode> signature(const BoxCodes& codes) {
    std::vector<BoxCode> boxes(static_cast<std::size_t>(codes.box_rows()));
    for (BoxCode& box : boxes) box = static_cast<BoxCode>(below(codes.size()));
    if (below(4) == 0) boxes.back() = boxes.front();  // symmetric ones are few
    return boxes;
  }

  std::vector<BoxCode> image(const BoxCodes& codes, std::vector<BoxCode> boxes) {
    Relabelling relabelling = mathematics::identity_relabelling();
    std::shuffle(relabelling.begin(), relabelling.begin() + codes.symbols(), bits);
    for (BoxCode& box : boxes) box = codes.relabelled(box, relabelling);
    std::ranges::shuffle(boxes, bits);
    return boxes;
  }
};

TEST(SignatureClasses, HaveOneRepresentativePerOrbitOfTheWholeGroup) {
  Random random;
  for (const auto& [rows, cols] : std::vector<std::pair<int, int>>{{2, 2}, {2, 3}, {3, 2}, {3, 3}, {4, 2}}) {
    const SignatureClasses classes{rows, cols};
    std::map<Vectors, std::vector<BoxCode>> representative_of;
    std::set<std::vector<BoxCode>> representatives;
    for (int trial = 0; trial < 200; ++trial) {
      const auto signature = random.signature(classes.codes());
      const auto representative = classes.canonical(signature);
      EXPECT_EQ(classes.canonical(random.image(classes.codes(), signature)), representative);
      const auto [known, is_new] = representative_of.emplace(least_vectors(classes.codes(), signature), representative);
      EXPECT_EQ(known->second, representative);
      EXPECT_EQ(representatives.insert(representative).second, is_new);
    }
  }
}

TEST(SignatureClasses, RepresentativeIsInvariantUnderTheGroupInLargerShapes) {
  Random random;
  for (const auto& [rows, cols] : std::vector<std::pair<int, int>>{{5, 2}, {2, 5}, {3, 4}}) {
    const SignatureClasses classes{rows, cols};
    for (int trial = 0; trial < 100; ++trial) {
      const auto signature = random.signature(classes.codes());
      const auto representative = classes.canonical(signature);
      EXPECT_EQ(classes.canonical(random.image(classes.codes(), signature)), representative);
      EXPECT_NO_THROW(classes.index_of(representative));
    }
  }
}

TEST(SignatureClasses, RepresentativesAreLeastLists) {
  // In ascending order, the first list of each class.
  const SignatureClasses classes{3, 3};
  const BoxCodes& codes = classes.codes();
  std::vector<std::vector<BoxCode>> first;
  for (std::size_t second = 0; second < codes.size(); ++second) {
    for (std::size_t third = second; third < codes.size(); ++third) {
      const std::vector<BoxCode> list{static_cast<BoxCode>(second), static_cast<BoxCode>(third)};
      const std::array<BoxCode, 3> signature{codes.identity(), list[0], list[1]};
      const std::size_t place = classes.index_of(classes.canonical(signature));
      ASSERT_LE(place, first.size());
      if (place == first.size()) first.push_back(list);
    }
  }
  ASSERT_EQ(first.size(), classes.classes().size());
  for (std::size_t place = 0; place < first.size(); ++place) EXPECT_EQ(first[place], classes.classes()[place].boxes);
}

TEST(SignatureClasses, FirstBoxesOfARepresentativeAreALeastList) {
  const SignatureClasses classes{4, 2};
  for (const SignatureClass& signature_class : classes.classes()) {
    std::vector<BoxCode> part{classes.codes().identity()};
    part.insert(part.end(), signature_class.boxes.begin(), signature_class.boxes.end() - 1);
    EXPECT_EQ(classes.canonical(part), std::vector<BoxCode>(part.begin() + 1, part.end()));
  }
}

TEST(SignatureClasses, ContainAllSignatures) {
  for (const auto& [rows, cols] : std::vector<std::pair<int, int>>{{3, 3}, {5, 2}, {2, 5}, {3, 4}}) {
    const SignatureClasses classes{rows, cols};
    UInt128 found = 0;
    for (const SignatureClass& signature_class : classes.classes()) found += classes.signatures(signature_class);
    const UInt128 column_contents =
        mathematics::factorial(rows * cols) / mathematics::checked_power(mathematics::factorial(rows), cols);
    EXPECT_TRUE(found == mathematics::checked_power(column_contents, rows)) << rows << "x" << cols;
  }
}

std::set<Relabelling> generated(const std::vector<Relabelling>& generators) {
  std::set<Relabelling> group{mathematics::identity_relabelling()};
  std::vector<Relabelling> frontier{mathematics::identity_relabelling()};
  while (!frontier.empty()) {
    const Relabelling element = frontier.back();
    frontier.pop_back();
    for (const Relabelling& generator : generators) {
      const Relabelling product = mathematics::composed(element, generator);
      if (group.insert(product).second) frontier.push_back(product);
    }
  }
  return group;
}

TEST(Automorphisms, AreAllRelabellingsThatFixTheBoxes) {
  for (const auto& [rows, cols] : std::vector<std::pair<int, int>>{{1, 4}, {2, 2}, {2, 3}, {3, 2}}) {
    const SignatureClasses classes{rows, cols};
    for (const SignatureClass& signature_class : classes.classes()) {
      std::vector<BoxCode> boxes{classes.codes().identity()};
      boxes.insert(boxes.end(), signature_class.boxes.begin(), signature_class.boxes.end());
      std::ranges::sort(boxes);
      std::set<Relabelling> keep_each;
      std::set<Relabelling> keep_all;
      std::vector<std::uint8_t> order(static_cast<std::size_t>(rows * cols));
      std::iota(order.begin(), order.end(), std::uint8_t{0});
      do {
        Relabelling relabelling = mathematics::identity_relabelling();
        std::ranges::copy(order, relabelling.begin());
        std::vector<BoxCode> image = boxes;
        for (BoxCode& box : image) box = classes.codes().relabelled(box, relabelling);
        if (image == boxes) keep_each.insert(relabelling);
        std::ranges::sort(image);
        if (image == boxes) keep_all.insert(relabelling);
      } while (std::ranges::next_permutation(order).found);
      const Automorphisms kept = automorphisms(classes.codes(), boxes, BoxOrder::fixed);
      const Automorphisms free = automorphisms(classes.codes(), boxes, BoxOrder::free);
      EXPECT_EQ(kept.count, keep_each.size());
      EXPECT_EQ(free.count, keep_all.size());
      EXPECT_EQ(generated(kept.generators), keep_each);
      EXPECT_EQ(generated(free.generators), keep_all);
    }
  }
}

TEST(Automorphisms, CountEqualsTheGeneratedGroup) {
  Random random;
  for (const auto& [rows, cols] : std::vector<std::pair<int, int>>{{3, 3}, {4, 2}}) {
    const SignatureClasses classes{rows, cols};
    for (const SignatureClass& signature_class : classes.classes()) {
      std::vector<BoxCode> boxes{classes.codes().identity()};
      boxes.insert(boxes.end(), signature_class.boxes.begin(), signature_class.boxes.end());
      for (const BoxOrder order : {BoxOrder::fixed, BoxOrder::free}) {
        const Automorphisms found = automorphisms(classes.codes(), boxes, order);
        EXPECT_EQ(generated(found.generators).size(), found.count);
        EXPECT_EQ(automorphisms(classes.codes(), random.image(classes.codes(), boxes), order).count, found.count);
      }
    }
  }
}

TEST(SignatureClasses, RelationListsTheStabiliserOfItsTwoBoxes) {
  const SignatureClasses classes{3, 3};
  const BoxCodes& codes = classes.codes();
  for (const SignatureClasses::Relation& relation : classes.relations()) {
    const std::array<BoxCode, 2> boxes{codes.identity(), relation.representative};
    EXPECT_EQ(relation.stabiliser.size(), automorphisms(codes, boxes, BoxOrder::fixed).count);
    for (std::size_t element = 0; element * codes.size() < relation.action.size(); ++element) {
      for (const std::size_t code : {std::size_t{0}, std::size_t{100}, codes.size() - 1}) {
        EXPECT_EQ(relation.action[element * codes.size() + code],
                  codes.relabelled(static_cast<BoxCode>(code), relation.stabiliser[element]));
      }
    }
  }
  for (std::size_t code = 0; code < codes.size(); ++code) {
    const auto a_code = static_cast<BoxCode>(code);
    EXPECT_EQ(codes.relabelled(codes.identity(), classes.to_representative(a_code)), codes.identity());
    EXPECT_EQ(codes.relabelled(a_code, classes.to_representative(a_code)),
              classes.relations()[classes.relation_of(a_code)].representative);
  }
}

TEST(Normalised, LeastListIsInTheClassAndHasABand) {
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

TEST(Normalised, NoSmallerListOfTheClassHasABand) {
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

/// Checks whether rows can be filled, symbol by symbol, without a cache or pruning.
bool plain_search(std::vector<mathematics::SymbolSet>& left, int row, int rows, int cols, std::size_t column,
                  mathematics::SymbolSet in_row) {
  if (row == rows) return true;
  if (column == left.size()) return plain_search(left, row + 1, rows, cols, 0, 0);
  const auto in_first_box =
      mathematics::without(mathematics::first_symbols((row + 1) * cols), mathematics::first_symbols(row * cols));
  for (int symbol = 0; symbol < rows * cols; ++symbol) {
    const auto one = mathematics::singleton(symbol);
    if ((one & left[column]) == 0 || (one & in_row) != 0 || (one & in_first_box) != 0) continue;
    left[column] = mathematics::without(left[column], one);
    const bool is_filled =
        plain_search(left, row, rows, cols, column + 1, static_cast<mathematics::SymbolSet>(in_row | one));
    left[column] = static_cast<mathematics::SymbolSet>(left[column] | one);
    if (is_filled) return true;
  }
  return false;
}

TEST(Normalised, BandExistsIfAndOnlyIfAPlainSearchFindsOne) {
  for (const auto& [rows, cols] : std::vector<std::pair<int, int>>{{3, 2}, {2, 3}, {3, 3}, {4, 2}}) {
    const BoxCodes codes{rows, cols};
    std::minstd_rand random{1};
    std::array<int, 2> found{};
    for (int i = 0; i < 3000; ++i) {
      std::vector<BoxCode> others;
      std::vector<mathematics::SymbolSet> left;
      for (int box = 1; box < rows; ++box) {
        // Often repeats the box before: equal boxes have equal columns.
        const bool is_alike = box > 1 && random() % 2 == 0;
        others.push_back(is_alike ? others.back() : static_cast<BoxCode>(random() % codes.size()));
        const auto columns = codes.columns(others.back());
        left.insert(left.end(), columns.begin(), columns.end());
      }
      const bool expected = plain_search(left, 0, rows, cols, 0, 0);
      EXPECT_EQ(has_normalised_band(codes, others), expected);
      ++found.at(expected ? 1 : 0);
    }
    EXPECT_GT(found[0], 100) << rows << 'x' << cols;
    EXPECT_GT(found[1], 100) << rows << 'x' << cols;
  }
}

TEST(Normalised, NamesSixByTwoWithEqualBoxes) {
  // Three kinds of boxes, four equal. A search without a cache needs 49 s for this name; for others, hours.
  const SignatureClasses classes{6, 2};
  EXPECT_EQ(text_of(classes, classes.classes()[2]),
            "1,2,3,4,5,6 7,8,9,10,11,12 | 1,2,3,7,9,11 4,5,6,8,10,12 | 1,2,3,7,9,11 4,5,6,8,10,12 | "
            "1,2,3,7,9,11 4,5,6,8,10,12 | 1,2,3,7,9,11 4,5,6,8,10,12");
}

TEST(Normalised, PrintsABoxOfOneColumnItself) {
  const SignatureClasses rows_only{1, 4};
  EXPECT_EQ(text_of(rows_only, rows_only.classes().front()), "1 2 3 4");
  const SignatureClasses one_column{3, 1};
  EXPECT_EQ(text_of(one_column, one_column.classes().front()), "123 | 123");
}

}  // namespace
