// The exercises of the source (habr.com/ru/post/314514) that need no grids, on the square and on the group of its
// moves.
#include "burnside_bfs/group/symmetries.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace {

using gridcensus::Shape;
using gridcensus::burnside_bfs::GridMap;
using gridcensus::burnside_bfs::Symmetries;

/// The images of the four edges of a square (top, right, bottom, left), or of its corners (clockwise from the upper
/// left one).
using OfSquare = std::array<std::size_t, 4>;

constexpr OfSquare unmoved{0, 1, 2, 3};
constexpr OfSquare quarter_turn{1, 2, 3, 0};

/// Returns the product: first one, then the other.
OfSquare product(const OfSquare& first, const OfSquare& second) {
  OfSquare images{};
  for (std::size_t i = 0; i < images.size(); ++i) images.at(i) = second.at(first.at(i));
  return images;
}

OfSquare inverse(const OfSquare& element) {
  OfSquare images{};
  for (std::size_t i = 0; i < images.size(); ++i) images.at(element.at(i)) = i;
  return images;
}

OfSquare conjugate(const OfSquare& g, const OfSquare& h) { return product(product(h, g), inverse(h)); }

using Group = std::set<OfSquare>;

Group closure(const std::vector<OfSquare>& generators) {
  Group found{unmoved};
  for (std::size_t size = 0; size != found.size();) {
    size = found.size();
    const Group before = found;
    for (const OfSquare& element : before) {
      for (const OfSquare& generator : generators) found.insert(product(element, generator));
    }
  }
  return found;
}

/// The square's symmetries as permutations of its corners. The mirror exchanges left and right.
const std::vector<OfSquare> corner_moves{quarter_turn, {1, 0, 3, 2}};
/// The same of its edges. The same mirror fixes the top and the bottom edge.
const std::vector<OfSquare> edge_moves{quarter_turn, {0, 3, 2, 1}};

/// Bit i is the colour of edge i.
using Colouring = unsigned;
constexpr Colouring colourings = 16;

Colouring moved(Colouring colouring, const OfSquare& element) {
  Colouring image = 0;
  for (std::size_t i = 0; i < element.size(); ++i) image |= ((colouring >> i) & 1U) << element.at(i);
  return image;
}

std::size_t fixed_colourings(const OfSquare& element) {
  std::size_t fixed = 0;
  for (Colouring colouring = 0; colouring < colourings; ++colouring) {
    fixed += moved(colouring, element) == colouring ? 1U : 0U;
  }
  return fixed;
}

TEST(SquareExercises, TwoMovesInARowAreOneMove) {
  const Group square = closure(corner_moves);
  ASSERT_EQ(square.size(), 8U);
  for (const OfSquare& a : square) {
    EXPECT_EQ(product(a, unmoved), a);
    EXPECT_EQ(product(unmoved, a), a);
    EXPECT_TRUE(square.contains(inverse(a)));
    EXPECT_EQ(product(a, inverse(a)), unmoved);
    for (const OfSquare& b : square) {
      EXPECT_TRUE(square.contains(product(a, b)));
      for (const OfSquare& c : square) EXPECT_EQ(product(product(a, b), c), product(a, product(b, c)));
    }
  }
}

TEST(SquareExercises, TheOrderOfTwoMovesMatters) {
  // A quarter turn and a mirror: with the turn first, the upper left corner ends elsewhere.
  const OfSquare& turn = corner_moves.at(0);
  const OfSquare& mirror = corner_moves.at(1);
  EXPECT_EQ(product(turn, mirror).at(0), 0U);
  EXPECT_EQ(product(mirror, turn).at(0), 2U);
  // Of the 64 pairs 40 commute: 8 for each of the 5 conjugacy classes.
  int commuting = 0;
  for (const OfSquare& a : closure(corner_moves)) {
    for (const OfSquare& b : closure(corner_moves)) commuting += product(a, b) == product(b, a) ? 1 : 0;
  }
  EXPECT_EQ(commuting, 40);
}

TEST(SquareExercises, SixColouringsOfTheEdgesByBurnside) {
  const Group square = closure(edge_moves);
  ASSERT_EQ(square.size(), 8U);
  std::multiset<std::size_t> fixed;
  std::size_t sum = 0;
  for (const OfSquare& element : square) {
    fixed.insert(fixed_colourings(element));
    sum += fixed_colourings(element);
  }
  // Identity; mirrors through the middle of two edges; half turn and diagonal mirrors; quarter turns.
  EXPECT_EQ(fixed, (std::multiset<std::size_t>{16, 8, 8, 4, 4, 4, 2, 2}));
  ASSERT_EQ(sum % square.size(), 0U);
  EXPECT_EQ(sum / square.size(), 6U);

  // Also counted directly, as the source suggests: each colouring by its least image.
  std::set<Colouring> different;
  for (Colouring colouring = 0; colouring < colourings; ++colouring) {
    Colouring least = colouring;
    for (const OfSquare& element : square) least = std::min(least, moved(colouring, element));
    different.insert(least);
  }
  EXPECT_EQ(different.size(), 6U);
}

TEST(SquareExercises, ConjugacyIsAnEquivalence) {
  const Group square = closure(edge_moves);
  const auto are_conjugate = [&](const OfSquare& g1, const OfSquare& g2) {
    return std::any_of(square.begin(), square.end(), [&](const OfSquare& h) { return conjugate(g1, h) == g2; });
  };
  std::multiset<std::size_t> sizes;
  for (const OfSquare& a : square) {
    EXPECT_TRUE(are_conjugate(a, a));
    std::size_t size = 0;
    bool is_least = true;
    for (const OfSquare& b : square) {
      if (!are_conjugate(a, b)) continue;
      ++size;
      is_least = is_least && a <= b;
      EXPECT_TRUE(are_conjugate(b, a));
      for (const OfSquare& c : square) {
        if (are_conjugate(b, c)) {
          EXPECT_TRUE(are_conjugate(a, c));
        }
      }
    }
    if (is_least) sizes.insert(size);
  }
  EXPECT_EQ(sizes, (std::multiset<std::size_t>{1, 1, 2, 2, 2}));
}

TEST(SquareExercises, ConjugateMovesFixEquallyManyColourings) {
  const Group square = closure(edge_moves);
  for (const OfSquare& g : square) {
    for (const OfSquare& h : square) {
      const OfSquare other = conjugate(g, h);  // applies h^-1, then g, then h, as moves of an object: h g h^-1
      EXPECT_EQ(fixed_colourings(other), fixed_colourings(g));
      // The bijection of the exercise: g fixes x if and only if h g h^-1 fixes x moved by h^-1.
      for (Colouring x = 0; x < colourings; ++x) {
        const Colouring y = moved(x, inverse(h));
        EXPECT_EQ(moved(x, g) == x, moved(y, other) == y);
      }
    }
  }
}

/// "Show that all symmetries of types (2)-(6) can be obtained by composition of those that we implemented."
TEST(SourceExercises, TheMovesGenerateAllKindsOfSymmetries) {
  for (const Shape shape : {Shape{2, 2}, Shape{3, 3}}) {
    const Symmetries symmetries{shape};
    const auto box = static_cast<std::size_t>(shape.box_rows);
    const auto side = static_cast<std::size_t>(shape.side());
    const auto is_symmetry = [&](const GridMap& map) { return symmetries.contains(symmetries.code_of(map)); };
    for (std::size_t i = 0; i < box; ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        GridMap bands;
        GridMap stacks;
        for (std::size_t line = 0; line < box; ++line) {
          std::swap(bands.rows.at(i * box + line), bands.rows.at(j * box + line));
          std::swap(stacks.columns.at(i * box + line), stacks.columns.at(j * box + line));
        }
        EXPECT_TRUE(is_symmetry(bands));
        EXPECT_TRUE(is_symmetry(stacks));
        for (std::size_t block = 0; block < box; ++block) {
          GridMap rows;
          GridMap columns;
          std::swap(rows.rows.at(block * box + i), rows.rows.at(block * box + j));
          std::swap(columns.columns.at(block * box + i), columns.columns.at(block * box + j));
          EXPECT_TRUE(is_symmetry(rows));
          EXPECT_TRUE(is_symmetry(columns));
        }
      }
    }
    // The eight of the square: mirrored on the diagonal or not, rows reversed or not, columns reversed or not.
    for (const unsigned kind : {0U, 1U, 2U, 3U, 4U, 5U, 6U, 7U}) {
      GridMap map;
      const auto length = static_cast<std::ptrdiff_t>(side);
      map.is_transposed = (kind & 1U) != 0;
      if ((kind & 2U) != 0) std::reverse(map.rows.begin(), map.rows.begin() + length);
      if ((kind & 4U) != 0) std::reverse(map.columns.begin(), map.columns.begin() + length);
      EXPECT_TRUE(is_symmetry(map)) << kind;
    }
  }
}

}  // namespace
