#include "signature_burnside/fixed_signatures.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

namespace {

using namespace gridcensus::mathematics;
using namespace gridcensus::signature_burnside;
using gridcensus::factorial;
using gridcensus::Integer;

using Permutation = std::vector<int>;
/// The column of each symbol, in box after box.
using Signature = std::vector<int>;

std::size_t index(int value) { return static_cast<std::size_t>(value); }

Integer classes(int rows, int cols) {
  const FixedSignatures fixed{rows, cols};
  Integer sum = 0;
  for (const CycleType& type : cycle_types(rows * cols)) sum += permutations_of(type) * fixed.signatures(type);
  EXPECT_EQ(sum % factorial(rows * cols), 0);
  return sum / factorial(rows * cols);
}

/// Returns the maps from symbols to columns that take each column R times.
std::vector<Signature> balanced_maps(int rows, int cols) {
  Signature map;
  for (int symbol = 0; symbol < rows * cols; ++symbol) map.push_back(symbol / rows);
  std::vector<Signature> maps;
  do maps.push_back(map);
  while (std::next_permutation(map.begin(), map.end()));
  return maps;
}

/// Counts the classes by listing every signature and joining those that a generator of the group exchanges.
std::size_t listed_classes(int rows, int cols) {
  const std::vector<Signature> boxes = balanced_maps(rows, cols);
  std::vector<Signature> signatures{{}};
  for (int box = 0; box < rows; ++box) {
    std::vector<Signature> longer;
    for (const Signature& signature : signatures) {
      for (const Signature& map : boxes) {
        longer.push_back(signature);
        longer.back().insert(longer.back().end(), map.begin(), map.end());
      }
    }
    signatures = longer;
  }
  std::map<Signature, std::size_t> numbers;
  for (const Signature& signature : signatures) numbers.emplace(signature, numbers.size());
  std::vector<std::size_t> parent(signatures.size());
  std::iota(parent.begin(), parent.end(), std::size_t{0});
  const auto root = [&](std::size_t number) {
    while (parent[number] != number) number = parent[number] = parent[parent[number]];
    return number;
  };

  const int side = rows * cols;
  for (const auto& [signature, number] : numbers) {
    const auto join = [&, from = number](const Signature& image) { parent[root(from)] = root(numbers.at(image)); };
    for (int symbol = 0; symbol + 1 < side; ++symbol) {
      Signature image = signature;
      for (int box = 0; box < rows; ++box)
        std::swap(image[index(box * side + symbol)], image[index(box * side + symbol + 1)]);
      join(image);
    }
    for (int column = 0; column + 1 < cols; ++column) {  // of the first box
      Signature image = signature;
      for (int symbol = 0; symbol < side; ++symbol) {
        int& place = image[index(symbol)];
        if (place == column || place == column + 1) place = 2 * column + 1 - place;
      }
      join(image);
    }
    for (int box = 0; box + 1 < rows; ++box) {
      Signature image = signature;
      for (int place = box * side; place < (box + 1) * side; ++place) {
        std::swap(image[index(place)], image[index(place + side)]);
      }
      join(image);
    }
  }
  std::size_t roots = 0;
  for (std::size_t number = 0; number < parent.size(); ++number) {
    if (root(number) == number) ++roots;
  }
  return roots;
}

/// Counts the balanced maps f with f(p(x)) = s(f(x)).
int equivariant_maps(const std::vector<Signature>& maps, const Permutation& p, const Permutation& s) {
  return static_cast<int>(std::count_if(maps.begin(), maps.end(), [&](const Signature& f) {
    for (std::size_t x = 0; x < f.size(); ++x) {
      if (f[index(p[x])] != s[index(f[x])]) return false;
    }
    return true;
  }));
}

// codes(p) = 1/C! * sum over s of the equivariant maps.
TEST(FixedSignatures, CodesAreEquivariantMaps) {
  std::mt19937 random{2};
  for (const auto& [rows, cols] : std::vector<std::pair<int, int>>{{2, 2}, {2, 3}, {3, 2}, {2, 4}, {4, 2}, {1, 5}}) {
    const FixedSignatures fixed{rows, cols};
    const std::vector<Signature> maps = balanced_maps(rows, cols);
    std::vector<Permutation> orders;
    Permutation order(index(cols));
    std::iota(order.begin(), order.end(), 0);
    do orders.push_back(order);
    while (std::next_permutation(order.begin(), order.end()));

    // One relabelling of each type, its symbols shuffled.
    for (const CycleType& type : cycle_types(rows * cols)) {
      Permutation names(index(rows * cols));
      std::iota(names.begin(), names.end(), 0);
      std::shuffle(names.begin(), names.end(), random);
      const Permutation sorted = permutation_of(type);
      Permutation p(names.size());
      for (std::size_t i = 0; i < p.size(); ++i) p[index(names[i])] = names[index(sorted[i])];
      Integer sum = 0;
      for (const Permutation& s : orders) sum += equivariant_maps(maps, p, s);
      EXPECT_EQ(fixed.codes(type) * factorial(cols), sum);
    }
  }
}

TEST(FixedSignatures, ClassesAgreeWithAList) {
  EXPECT_EQ(classes(2, 2), listed_classes(2, 2));
  EXPECT_EQ(classes(2, 3), listed_classes(2, 3));
  EXPECT_EQ(classes(3, 2), listed_classes(3, 2));
}

// Russell (2005), Pettersen (2005, 2006), Silver (2022); 7x2: recomputed with equivariant maps for this project only.
TEST(FixedSignatures, HaveThePublishedClasses) {
  EXPECT_EQ(classes(3, 3), 44);
  EXPECT_EQ(classes(5, 2), 355);
  EXPECT_EQ(classes(6, 2), 63199);
  EXPECT_EQ(classes(3, 4), 2230);
  EXPECT_EQ(classes(4, 3), 144578);
  EXPECT_EQ(classes(7, 2), 155473418);
}

// With one row, or one column, a box has only one choice.
TEST(FixedSignatures, BoxesOfOneLineHaveOneClass) {
  EXPECT_EQ(classes(1, 1), 1);
  EXPECT_EQ(classes(1, 20), 1);
  EXPECT_EQ(classes(20, 1), 1);
}

// Two codes form a 2-regular bipartite graph of C and C columns, and its cycles are a partition of C.
TEST(FixedSignatures, ClassesOfTwoBoxesArePartitions) {
  for (int cols = 1; cols <= 8; ++cols) EXPECT_EQ(classes(2, cols), cycle_types(cols).size());
}

TEST(FixedSignatures, StopsWhenThePollThrows) {
  struct Stop {};
  EXPECT_THROW(FixedSignatures(3, 3, [] { throw Stop{}; }), Stop);
}

}  // namespace
