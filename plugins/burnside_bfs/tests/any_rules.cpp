// burnside_bfs under any rules: its group compared with the definition, its fixed grids with the count for classic
// rules and with the orbits of all grids, found one by one.
#include "burnside_bfs/fixed_count.hpp"
#include "burnside_bfs/fixed_grids.hpp"
#include "burnside_bfs/fixed_grids_search.hpp"
#include "burnside_bfs/group/conjugacy.hpp"
#include "burnside_bfs/group/listed_classes.hpp"
#include "burnside_bfs/group/symmetry_classes.hpp"
#include "gridcensus/broken_invariant.hpp"
#include "gridcensus/rules.hpp"
#include "gridcensus/symmetries.hpp"
#include "support/evidence.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <vector>

namespace {

using namespace gridcensus;
using namespace gridcensus::burnside_bfs;

Integer sum_of_slices(const FixedCount& fixed) {
  Integer sum = 0;
  for (std::size_t slice = 0; slice < fixed.slices(); ++slice) {
    EXPECT_GT(fixed.weight(slice), 0.0);
    sum += fixed.count(slice);
  }
  return sum;
}

/// Returns everything that permutations generate, by the definition.
std::set<PointImages> listed(const std::vector<PointImages>& generators, std::size_t points) {
  PointImages element(points);
  std::iota(element.begin(), element.end(), Point{0});
  std::set<PointImages> found{element};
  std::vector<PointImages> waiting{element};
  while (!waiting.empty()) {
    element = waiting.back();
    waiting.pop_back();
    for (const PointImages& generator : generators) {
      PointImages product(points);
      for (std::size_t point = 0; point < points; ++point) product[point] = generator[element[point]];
      if (found.insert(product).second) waiting.push_back(product);
    }
  }
  return found;
}

using Labels = std::vector<int>;

/// Returns the same grid with the labels named in the order in which they occur.
Labels relabelled(const Labels& grid) {
  std::map<int, int> names;
  Labels named;
  for (const int label : grid) named.push_back(names.emplace(label, static_cast<int>(names.size())).first->second);
  return named;
}

void add_grids(const std::vector<std::vector<int>>& seen, int side, Labels& begin, std::vector<Labels>& found) {
  const std::size_t cell = begin.size();
  if (cell == seen.size()) {
    found.push_back(begin);
    return;
  }
  const int named = begin.empty() ? 0 : *std::ranges::max_element(begin) + 1;
  for (int label = 0; label <= std::min(named, side - 1); ++label) {
    const bool clashes = std::ranges::any_of(seen[cell], [&](int other) {
      return static_cast<std::size_t>(other) < cell && begin[static_cast<std::size_t>(other)] == label;
    });
    if (clashes) continue;
    begin.push_back(label);
    add_grids(seen, side, begin, found);
    begin.pop_back();
  }
}

/// Returns all grids up to relabelling, found cell by cell.
std::vector<Labels> all_grids(const Problem& problem) {
  std::vector<Labels> found;
  Labels begin;
  add_grids(cells_seen(problem), problem.shape.side(), begin, found);
  return found;
}

/// Returns the number of orbits of the grids under the symmetries: each is represented by its least grid.
std::size_t orbits_by_trial(const std::vector<Labels>& grids, const std::set<PointImages>& group) {
  std::set<Labels> least;
  for (const Labels& grid : grids) {
    Labels best = grid;
    for (const PointImages& images : group) {
      Labels moved(grid.size());
      for (std::size_t cell = 0; cell < grid.size(); ++cell) moved[images[cell]] = grid[cell];
      best = std::min(best, relabelled(moved));
    }
    least.insert(best);
  }
  return least.size();
}

TEST(AnyRules, OrbitsMatchAListOfAllGrids) {
  const std::vector<std::pair<Shape, std::string>> problems{
      {{2, 2}, "diagonal"},   {{2, 2}, "diagonals"},
      {{2, 2}, "latin"},      {{2, 2}, "windows"},
      {{2, 3}, "diagonals"},  {{3, 2}, "disjoint_groups"},
      {{2, 3}, "anti_king"},  {{2, 3}, "toroidal_anti_king"},
      {{2, 3}, "both_boxes"}, {{2, 3}, "layout:aaabbb/aaacbb/dcccbe/dccfee/ddfffe/ddffee"},
      {{1, 5}, "diagonals"},  {{2, 2}, "region:r1c1.r2c2.r3c3.r4c4,different:r1c4.r4c1"},
  };
  for (const auto& [shape, rules] : problems) {
    const Problem problem = parse_problem(shape, rules);
    SCOPED_TRACE(to_string(problem));
    const std::vector<Labels> grids = all_grids(problem);
    const auto group = listed(symmetry_generators(problem), static_cast<std::size_t>(shape.cells()));
    const auto classes = symmetry_classes(problem);
    EXPECT_EQ(group_order(problem), group.size());
    Integer sum = grids.size();
    for (std::size_t number = 1; number < classes.size(); ++number) {
      sum += classes[number].size * sum_of_slices(*fixed_count(problem, classes[number]));
    }
    EXPECT_EQ(sum, Integer{orbits_by_trial(grids, group)} * group.size());
  }
}

TEST(AnyRules, ClassesMatchTheDefinition) {
  for (const char* const rules : {"latin", "diagonals", "disjoint_groups"}) {
    const Problem problem = parse_problem({2, 2}, rules);
    SCOPED_TRACE(rules);
    const auto then = [](const PointImages& first, const PointImages& second) {
      PointImages product(first.size());
      for (std::size_t i = 0; i < first.size(); ++i) product[i] = second[first[i]];
      return product;
    };
    std::set<PointImages> left = listed(symmetry_generators(problem), 16);
    const std::set<PointImages> group = left;
    std::map<PointImages, std::size_t> expected;  // by least member: the size
    while (!left.empty()) {
      std::set<PointImages> conjugates;
      const PointImages element = *left.begin();
      for (const PointImages& h : group) {
        PointImages back(h.size());
        for (std::size_t i = 0; i < h.size(); ++i) back[h[i]] = static_cast<Point>(i);
        conjugates.insert(then(then(back, element), h));
      }
      expected.emplace(*conjugates.begin(), conjugates.size());
      for (const PointImages& conjugate : conjugates) left.erase(conjugate);
    }
    std::map<PointImages, std::size_t> found;
    std::set<std::string> names;
    for (const auto& listed_class : symmetry_classes(problem)) {
      found.emplace(listed_class.cells, listed_class.size);
      EXPECT_TRUE(names.insert(listed_class.name).second) << listed_class.name;
    }
    EXPECT_EQ(found, expected);
  }
}

TEST(AnyRules, HaveTheGroupOfTheMovesIfClassic) {
  for (const Shape shape : {Shape{2, 2}, Shape{2, 3}, Shape{1, 4}, Shape{4, 1}, Shape{2, 4}}) {
    const Problem problem{shape};
    const Symmetries symmetries{shape};
    std::multiset<std::uint64_t> by_moves;
    const ConjugacyClasses classes{symmetries};
    for (const auto& [map, size] : classes.classes()) by_moves.insert(size);
    std::multiset<std::uint64_t> by_rules;
    const auto cells = static_cast<std::size_t>(shape.cells());
    for (const auto& [images, size] : listed_classes(symmetry_generators(problem), cells, symmetries.order())) {
      by_rules.insert(size);
    }
    EXPECT_EQ(by_rules, by_moves) << to_string(shape);
  }
}

/// The classes of squares are computed from those of permutations; this test examines each element of the group.
TEST(Squares, HaveTheClassesOfAListOfAllSymmetries) {
  for (const Shape shape : {Shape{1, 2}, Shape{3, 1}, Shape{1, 4}, Shape{1, 5}}) {
    const Problem problem = parse_problem(shape, "square");
    const auto cells = static_cast<std::size_t>(shape.cells());
    const auto order = group_order(problem).convert_to<std::uint64_t>();
    const auto counts_of = [&](const SymmetryClass& of_class) {
      const bool is_identity = std::ranges::is_sorted(of_class.cells);
      return std::pair{of_class.size, is_identity ? Integer{-1} : sum_of_slices(*fixed_count(problem, of_class))};
    };
    std::multiset<std::pair<std::uint64_t, Integer>> found;
    std::set<std::string> names;
    for (const SymmetryClass& of_class : symmetry_classes(problem)) {
      found.insert(counts_of(of_class));
      EXPECT_TRUE(names.insert(of_class.name).second) << of_class.name;
    }
    std::multiset<std::pair<std::uint64_t, Integer>> expected;
    for (const auto& [images, size] : listed_classes(symmetry_generators(problem), cells, order)) {
      expected.insert(counts_of({.name = {}, .cells = images, .size = size, .map = std::nullopt}));
    }
    EXPECT_EQ(found, expected) << to_string(shape);
  }
}

TEST(AnyRules, FixAsManyGridsAsTheCountByRowsFinds) {
  // Some classes of 2x4 and 3x3 are skipped: their fixed grids, up to 1e8, would be visited one by one.
  const auto most = gridcensus::testing::size_of_test<std::int64_t>(300'000, 3'000'000);
  for (const Shape shape : {Shape{2, 2}, Shape{2, 3}, Shape{3, 2}, Shape{1, 5}, Shape{2, 4}, Shape{3, 3}}) {
    const Symmetries symmetries{shape};
    const ConjugacyClasses classes{symmetries};
    std::size_t compared = 0;
    for (std::size_t number = 1; number < classes.classes().size(); ++number) {
      const GridMap& map = classes.classes()[number].representative;
      const Integer fixed = sum_of_slices(FixedGrids{shape, map, commuting_exchanges(shape, map)});
      if (fixed > most) continue;
      const FixedGridsSearch search{Problem{shape}, cell_images(shape, map)};
      EXPECT_EQ(sum_of_slices(search), fixed) << to_string(shape) << " class " << number;
      ++compared;
    }
    EXPECT_GE(10 * compared, 9 * (classes.classes().size() - 1)) << to_string(shape);
  }
}

TEST(AnyRules, DetectAGroupOfAnotherOrder) {
  const Problem problem{{2, 2}};
  const auto generators = symmetry_generators(problem);
  EXPECT_EQ(listed_classes(generators, 16, 128).size(), 20U);
  EXPECT_THROW(listed_classes(generators, 16, 127), BrokenInvariant);
  EXPECT_THROW(listed_classes(generators, 16, 129), BrokenInvariant);
}

TEST(AnyRules, CanBeStopped) {
  struct Stop {};
  const Problem problem = parse_problem({2, 3}, "latin");
  int polls = 0;
  const Poll poll = [&] {
    if (++polls == 3) throw Stop{};
  };
  EXPECT_THROW(symmetry_classes(problem, poll), Stop);
  // The transposition of 3x3, whose thirty million grids would take too long.
  polls = 0;
  const FixedGridsSearch search{Problem{{3, 3}}, cell_images(Shape{3, 3}, GridMap{.is_transposed = true})};
  EXPECT_THROW(static_cast<void>(search.count(0, poll)), Stop);
}

TEST(AnyRules, RefuseTooManySymmetries) {
  EXPECT_FALSE(why_not_listed(parse_problem({2, 3}, "latin")));  // 2 * 720^2
  EXPECT_EQ(listing_bytes(parse_problem({2, 3}, "latin")), 1036800U * (72 + 20));
  const auto refusal = why_not_listed(parse_problem({3, 3}, "latin"));
  ASSERT_TRUE(refusal);
  EXPECT_NE(refusal->find("2,000,000"), std::string::npos) << *refusal;
  EXPECT_FALSE(listing_bytes(parse_problem({3, 3}, "latin")));
  EXPECT_EQ(group_order(parse_problem({3, 3}, "latin")), 2 * factorial(9) * factorial(9));
}

}  // namespace
