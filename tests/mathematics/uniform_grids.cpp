// The numberings from which grids are drawn are bijections in the documented order, and the draws are as uniform as
// documented.
#include "canonical_grids/canonical_grid.hpp"
#include "cycle_types/cycle_types.hpp"
#include "gridcensus/rules.hpp"
#include "grids/grid_maps.hpp"
#include "support/evidence.hpp"
#include "uniform_grids/class_sampler.hpp"
#include "uniform_grids/frontier_ranking.hpp"
#include "uniform_grids/frontier_sampler.hpp"
#include "uniform_grids/half_grid_sampler.hpp"
#include "uniform_grids/line_permutations.hpp"
#include "uniform_grids/make_grid_sampler.hpp"
#include "uniform_grids/ranking_3x3.hpp"
#include "uniform_grids/switching_chain.hpp"

#include <boost/math/distributions/chi_squared.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using namespace gridcensus;
using namespace gridcensus::mathematics;
using namespace gridcensus::uniform_grids;
using gridcensus::testing::size_of_test;

UInt128 number(const std::string& decimal) {
  UInt128 value = 0;
  for (const char c : decimal) value = value * 10 + static_cast<unsigned>(c - '0');
  return value;
}

/// Returns the limit that a statistic of uniform draws exceeds with probability 0.001.
double chi_squared_limit(std::size_t degrees) {
  return quantile(boost::math::chi_squared{static_cast<double>(degrees)}, 1 - 0.001);
}

/// Visits draw k of a seed, for k = 0 .. count-1.
template <class Visit>
void for_each_draw(const GridSampler& draws, std::uint64_t seed, std::uint64_t count, const Visit& visit) {
  for (std::uint64_t k = 0; k < count; ++k) {
    Random random{seed, 0, k};
    visit(draws.draw(random));
  }
}

/// Returns the statistic of `kinds` equally likely kinds of grids.
template <class Kind>
double even_statistic(const GridSampler& draws, std::uint64_t count, std::size_t kinds, const Kind& kind_of) {
  std::map<std::string, std::uint64_t> seen;
  for_each_draw(draws, 1, count, [&](const Grid& grid) { ++seen[kind_of(grid)]; });
  EXPECT_LE(seen.size(), kinds);
  const double expected = static_cast<double>(count) / static_cast<double>(kinds);
  double statistic = static_cast<double>(kinds - seen.size()) * expected;
  for (const auto& [kind, times] : seen) {
    const double off = static_cast<double>(times) - expected;
    statistic += off * off / expected;
  }
  return statistic;
}

/// Returns the grid with its first row named 1, 2, 3, ...
std::string relabelled(const Grid& grid) {
  std::array<std::uint8_t, max_grid_side> names{};
  const auto side = static_cast<std::size_t>(grid.shape.side());
  for (std::size_t column = 0; column < side; ++column) names[grid.symbols[column]] = static_cast<std::uint8_t>(column);
  std::string text;
  for (const std::uint8_t symbol : grid.symbols) text += character_of(names[symbol]);
  return text;
}

void expect_round_trips(const GridRanking& ranking, std::uint64_t count) {
  const auto round_trip = [&](UInt128 index) {
    const Grid grid = ranking.unrank(index);
    ASSERT_NO_THROW(check(grid));
    ASSERT_TRUE(ranking.rank(grid) == index) << to_line(grid);
  };
  round_trip(0);
  round_trip(ranking.grids() - 1);
  for (std::uint64_t k = 0; k < count; ++k) {
    Random random{2, 0, k};
    round_trip(random_below(random, ranking.grids()));
  }
  EXPECT_THROW(ranking.unrank(ranking.grids()), std::out_of_range);
}

TEST(RandomBelow, IsUniformForBoundsOfEverySize) {
  // The quotient by a sixteenth of the bound; the last bound is a little above a power of two, where most draws are
  // rejected.
  for (const UInt128 bound : {UInt128{16}, UInt128{1} << 40U, (UInt128{1} << 64U), ((UInt128{1} << 64U) + 16),
                              number("6670903752021072936960"), (UInt128{1} << 127U) + 16}) {
    std::array<std::uint64_t, 17> seen{};
    constexpr std::uint64_t draws = 32000;
    for (std::uint64_t k = 0; k < draws; ++k) {
      Random random{3, 0, k};
      const UInt128 drawn = random_below(random, bound);
      ASSERT_TRUE(drawn < bound);
      ++seen[static_cast<std::size_t>(drawn / (bound / 16))];
    }
    double statistic = 0;
    for (std::size_t i = 0; i < 16; ++i) {
      const double off = static_cast<double>(seen[i]) - draws / 16.0;
      statistic += off * off / (draws / 16.0);
    }
    EXPECT_LT(statistic, chi_squared_limit(15));
  }
  Random random{1, 0, 0};
  EXPECT_TRUE(random_below(random, 1) == 0);
}

TEST(Ranking3x3, HasEveryGridOnce) {
  const Ranking3x3 ranking;
  EXPECT_TRUE(ranking.grids() == number("6670903752021072936960"));
  EXPECT_EQ(ranking.classes(), 44U) << "Russell 2005";
  // In a million, the rarest classes occur several times.
  expect_round_trips(ranking, size_of_test<std::uint64_t>(20'000, 1'000'000));
  // Neighbours differ, and are grids: so many of them include the borders between sums.
  std::set<std::string> lines;
  constexpr std::uint64_t neighbours = 3000;
  const std::array<UInt128, 3> beginnings{UInt128{0}, ranking.grids() / 3, ranking.grids() - neighbours};
  for (const UInt128 begin : beginnings) {
    for (std::uint64_t i = 0; i < neighbours; ++i) lines.insert(to_line(ranking.unrank(begin + i)));
  }
  EXPECT_EQ(lines.size(), beginnings.size() * neighbours);
}

TEST(Ranking3x3, NumbersGridsFromOtherSources) {
  // Shuffles of the base grid: 3359232 * 9! of them, whose numbers are spread over the whole range.
  const Ranking3x3 ranking;
  for (std::uint64_t k = 0; k < 20000; ++k) {
    Random random{4, 0, k};
    const Grid grid = apply(random_map({3, 3}, all_moves({3, 3}), random), base_grid({3, 3}));
    ASSERT_EQ(ranking.unrank(ranking.rank(grid)), grid);
  }
  EXPECT_THROW(static_cast<void>(ranking.rank(base_grid({2, 3}))), InvalidGrid);
  Grid wrong = base_grid({3, 3});
  std::swap(wrong.symbols[0], wrong.symbols[1]);
  EXPECT_THROW(static_cast<void>(ranking.rank(wrong)), InvalidGrid);
}

/// Returns the statistic of the draws by the class of the first band, compared with the exact shares. Classes with an
/// expectation below five count as one.
double class_statistic(const Ranking3x3& ranking, const std::vector<std::uint64_t>& seen, std::uint64_t draws) {
  constexpr double fewest = 5;
  double statistic = 0;
  double rare_expected = 0;
  double rare_seen = 0;
  for (std::size_t i = 0; i < ranking.classes(); ++i) {
    const double share = static_cast<double>(ranking.grids_of_class(i)) / static_cast<double>(ranking.grids());
    const double expected = share * static_cast<double>(draws);
    const auto times = static_cast<double>(seen[i]);
    if (expected < fewest) {
      rare_expected += expected;
      rare_seen += times;
      continue;
    }
    statistic += (times - expected) * (times - expected) / expected;
  }
  if (rare_expected > 0) statistic += (rare_seen - rare_expected) * (rare_seen - rare_expected) / rare_expected;
  return statistic;
}

TEST(Ranking3x3, DrawsFollowRussellsClassesAndShufflesDoNot) {
  const Ranking3x3 ranking;
  UInt128 sum = 0;
  for (std::size_t i = 0; i < ranking.classes(); ++i) sum += ranking.grids_of_class(i);
  EXPECT_TRUE(sum == ranking.grids());
  const auto draws = size_of_test<std::uint64_t>(100'000, 1'000'000);
  std::vector<std::uint64_t> seen(ranking.classes(), 0);
  for_each_draw(ranking, 5, draws, [&](const Grid& grid) { ++seen[ranking.class_of(grid)]; });
  EXPECT_LT(class_statistic(ranking, seen, draws), chi_squared_limit(ranking.classes() - 1));
  // Any band is equivalent to the first: test the last one, which the draws reach in another way.
  std::ranges::fill(seen, 0);
  for_each_draw(ranking, 6, draws, [&](Grid grid) {
    std::rotate(grid.symbols.begin(), grid.symbols.begin() + 54, grid.symbols.end());
    ++seen[ranking.class_of(grid)];
  });
  EXPECT_LT(class_statistic(ranking, seen, draws), chi_squared_limit(ranking.classes() - 1));
  // And the first stack.
  std::ranges::fill(seen, 0);
  for_each_draw(ranking, 7, draws, [&](const Grid& grid) {
    Grid turned{grid.shape, std::vector<std::uint8_t>(81)};
    for (std::size_t cell = 0; cell < 81; ++cell) turned.symbols[cell % 9 * 9 + cell / 9] = grid.symbols[cell];
    ++seen[ranking.class_of(turned)];
  });
  EXPECT_LT(class_statistic(ranking, seen, draws), chi_squared_limit(ranking.classes() - 1));
  // The test can fail: shuffles of one grid.
  std::ranges::fill(seen, 0);
  for (std::uint64_t k = 0; k < draws; ++k) {
    Random random{8, 0, k};
    ++seen[ranking.class_of(apply(random_map({3, 3}, all_moves({3, 3}), random), base_grid({3, 3})))];
  }
  EXPECT_GT(class_statistic(ranking, seen, draws), size_of_test(10, 100) * chi_squared_limit(ranking.classes() - 1));
}

TEST(FrontierRanking, CountEqualsThePublishedOnes) {
  const auto grids = [](Shape shape, const char* rules) {
    return FrontierRanking{parse_problem(shape, rules)}.grids();
  };
  EXPECT_TRUE(grids({1, 1}, "classic") == 1);
  EXPECT_TRUE(grids({2, 2}, "classic") == 288);
  EXPECT_TRUE(grids({2, 3}, "classic") == 28200960);
  EXPECT_TRUE(grids({2, 4}, "classic") == number("29136487207403520"));
  EXPECT_TRUE(grids({4, 2}, "classic") == number("29136487207403520"));
  EXPECT_TRUE(grids({1, 6}, "classic") == 812851200);
  EXPECT_TRUE(grids({6, 1}, "classic") == 812851200);
  EXPECT_TRUE(grids({2, 3}, "both_boxes") == 1393920);
  EXPECT_TRUE(grids({2, 2}, "anti_king") == 0);
}

TEST(FrontierRanking, HasEveryGridOnceInLexicographicOrder) {
  for (const auto& [shape, rules] : std::vector<std::pair<Shape, const char*>>{
           {{2, 2}, "classic"}, {{2, 2}, "windows"}, {{3, 2}, "anti_king"}, {{3, 2}, "diagonals"}, {{2, 2}, "latin"}}) {
    const Problem problem = parse_problem(shape, rules);
    const FrontierRanking ranking{problem};
    const auto seen = cells_seen(problem);
    std::string before;
    for (UInt128 index = 0; index < ranking.grids(); ++index) {
      const Grid grid = ranking.unrank(index);
      ASSERT_TRUE(ranking.rank(grid) == index);
      const std::string line = to_line(grid);
      ASSERT_LT(before, line);
      before = line;
      for (std::size_t cell = 0; cell < seen.size(); ++cell) {
        for (const int other : seen[cell]) {
          ASSERT_NE(grid.symbols[cell], grid.symbols[static_cast<std::size_t>(other)]) << line;
        }
      }
    }
  }
  // Wider boxes are read column by column.
  const FrontierRanking wide{Problem{{2, 3}}};
  const FrontierRanking high{Problem{{3, 2}}};
  for (const UInt128 index : {UInt128{0}, UInt128{12345678}, UInt128{28200959}}) {
    const Grid upright = high.unrank(index);
    const Grid turned = wide.unrank(index);
    for (std::size_t cell = 0; cell < 36; ++cell) {
      EXPECT_EQ(turned.symbols[cell % 6 * 6 + cell / 6], upright.symbols[cell]);
    }
  }
}

TEST(FrontierSampler, DrawUniformly) {
  const auto in_a_line = [](const Grid& grid) { return to_line(grid); };
  for (const std::string rules : {"classic", "allowed:1.2:r1c1", "latin,less:r1c1.r1c2", "givens:12......2......."}) {
    const Problem problem = parse_problem({2, 2}, rules);
    const FrontierSampler draws{problem, default_draw_memory};
    const auto kinds = static_cast<std::size_t>(draws.grids());
    ASSERT_GT(kinds, 1U) << rules;
    EXPECT_LT(even_statistic(draws, 100 * kinds, kinds, in_a_line), chi_squared_limit(kinds - 1)) << rules;
  }
  const Problem larger{{2, 4}};
  EXPECT_TRUE(FrontierSampler(larger, default_draw_memory).grids() == FrontierRanking{larger}.grids());
}

// The puzzle and its solution: A. Inkala, 2012.
TEST(FrontierSampler, DrawTheOneSolutionOfAPuzzle) {
  const Problem puzzle =
      parse_problem({3, 3}, "givens:8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..");
  const auto draws = make_grid_sampler(puzzle);
  ASSERT_TRUE(draws->grids() == 1);
  Random random{1, 0, 0};
  EXPECT_EQ(to_line(draws->draw(random)),
            "812753649943682175675491283154237896369845721287169534521974368438526917796318452");
}

TEST(FrontierSampler, ReportTheMemoryTheyNeed) {
  const Problem problem = parse_problem({2, 4}, "diagonals");
  for (const std::size_t memory : {std::size_t{1} << 20U, size_of_test<std::size_t>(16, 256) << 20U}) {
    try {
      const auto draws = make_grid_sampler(problem, memory);
      ADD_FAILURE() << memory;
    } catch (const SamplingUnsupported& reason) {
      EXPECT_NE(std::string{reason.what()}.find("the layers need more than "), std::string::npos) << reason.what();
      EXPECT_NE(std::string{reason.what()}.find("iB, by forecast about "), std::string::npos) << reason.what();
    }
  }
}

TEST(FrontierRanking, RanksWhatItUnranks) {
  expect_round_trips(FrontierRanking{Problem{{2, 3}}}, size_of_test<std::uint64_t>(20'000, 100'000));
  expect_round_trips(FrontierRanking{Problem{{2, 4}}}, size_of_test<std::uint64_t>(5'000, 20'000));
}

TEST(FrontierRanking, DrawsUniformly) {
  EXPECT_LT(
      even_statistic(FrontierRanking{Problem{{2, 2}}}, 100'000, 288, [](const Grid& grid) { return to_line(grid); }),
      chi_squared_limit(287));
  EXPECT_LT(even_statistic(FrontierRanking{Problem{{2, 3}}}, size_of_test<std::uint64_t>(200'000, 800'000),
                           28200960 / 720, relabelled),
            chi_squared_limit(28200960 / 720 - 1));
}

TEST(FrontierRanking, RefusesInvalidGridsAndLargeProblems) {
  const FrontierRanking ranking{parse_problem({2, 2}, "diagonals")};
  EXPECT_THROW(static_cast<void>(ranking.rank(base_grid({2, 3}))), InvalidGrid);
  EXPECT_THROW(static_cast<void>(ranking.rank(parse_line("1234341221434321", {2, 2}))), InvalidGrid) << "1, 4, 4, 1";
  EXPECT_THROW(FrontierRanking(Problem{{2, 3}}, 100), std::length_error);
  EXPECT_THROW(FrontierRanking(Problem{{3, 4}}), std::length_error);
  const FrontierRanking empty{parse_problem({2, 2}, "anti_king")};
  EXPECT_THROW(empty.unrank(0), std::out_of_range);
  EXPECT_THROW(make_grid_sampler(Problem{{4, 4}}), SamplingUnsupported);
}

TEST(Ranking3x3, DrawsEachSymbolUniformlyInABox) {
  // The place of the symbol of the first cell in the boxes that are far from it: each of the 6 cells outside its
  // column, each of the 9 cells of the box in the middle.
  const Ranking3x3 ranking;
  constexpr std::uint64_t draws = 200'000;
  std::array<std::uint64_t, 9> below{};
  std::array<std::uint64_t, 9> middle{};
  for_each_draw(ranking, 9, draws, [&](const Grid& grid) {
    for (int row = 3; row < 6; ++row) {
      for (int column = 0; column < 3; ++column) {
        const auto place = static_cast<std::size_t>(row - 3) * 3 + static_cast<std::size_t>(column);
        below[place] += grid.at(row, column) == grid.at(0, 0) ? 1U : 0U;
        middle[place] += grid.at(row, column + 3) == grid.at(0, 0) ? 1U : 0U;
      }
    }
  });
  const auto statistic = [&](const std::array<std::uint64_t, 9>& seen, std::size_t kinds) {
    const double expected = static_cast<double>(draws) / static_cast<double>(kinds);
    double sum = 0;
    for (std::size_t place = 0; place < 9; ++place) {
      if (kinds == 6 && place % 3 == 0) {
        EXPECT_EQ(seen[place], 0U);
        continue;
      }
      const double off = static_cast<double>(seen[place]) - expected;
      sum += off * off / expected;
    }
    return sum;
  };
  EXPECT_LT(statistic(below, 6), chi_squared_limit(5));
  EXPECT_LT(statistic(middle, 9), chi_squared_limit(8));
}

/// Returns the grids of a small problem that a map fixes with a relabelling of a type whose cycles are 0 -> 1 -> ..,
/// ..., by testing each grid.
std::set<std::string> fixed_one_by_one(const FrontierRanking& all, const FixedBy& fixed_by) {
  std::vector<std::uint8_t> relabelling;
  for (const int length : fixed_by.label_cycles) {
    const auto first = relabelling.size();
    for (int i = 1; i < length; ++i)
      relabelling.push_back(static_cast<std::uint8_t>(first + static_cast<std::size_t>(i)));
    relabelling.push_back(static_cast<std::uint8_t>(first));
  }
  std::set<std::string> kept;
  for (UInt128 index = 0; index < all.grids(); ++index) {
    const Grid grid = all.unrank(index);
    bool is_kept = true;
    for (std::size_t cell = 0; cell < grid.symbols.size() && is_kept; ++cell) {
      is_kept = grid.symbols[fixed_by.cells[cell]] == relabelling[grid.symbols[cell]];
    }
    if (is_kept) kept.insert(to_line(grid));
  }
  return kept;
}

TEST(FrontierRanking, HasEveryGridThatAMapFixes) {
  const Shape shape{2, 2};
  const FrontierRanking all{Problem{shape}};
  std::size_t kinds_with_grids = 0;
  for (const Images& rows : line_permutations(2, 2)) {
    for (const Images& columns : line_permutations(2, 2)) {
      for (const bool is_transposed : {false, true}) {
        const auto cells = cell_images(shape, {.rows = rows, .columns = columns, .is_transposed = is_transposed});
        for (const CycleType& type : cycle_types(4)) {
          const FixedBy fixed_by{.cells = cells, .label_cycles = {type.rbegin(), type.rend()}};
          const FrontierRanking ranking{Problem{shape}, fixed_by};
          const auto expected = fixed_one_by_one(all, fixed_by);
          std::set<std::string> found;
          for (UInt128 index = 0; index < ranking.grids(); ++index) {
            const Grid grid = ranking.unrank(index);
            ASSERT_TRUE(ranking.rank(grid) == index);
            found.insert(to_line(grid));
          }
          ASSERT_EQ(found, expected);
          ASSERT_TRUE(ranking.grids() == expected.size());
          kinds_with_grids += expected.empty() ? 0U : 1U;
        }
      }
    }
  }
  EXPECT_GT(kinds_with_grids, 20U);
  const FrontierRanking turned{Problem{shape},
                               {.cells = cell_images(shape, {.is_transposed = true}), .label_cycles = {1, 1, 2}}};
  EXPECT_THROW(static_cast<void>(turned.rank(base_grid(shape))), InvalidGrid);
}

TEST(HalfGridSampler, AreUniformAndTheirNumberIsKnown) {
  for (const Shape shape : {Shape{2, 2}, Shape{3, 2}, Shape{2, 3}, Shape{2, 4}, Shape{4, 2}}) {
    EXPECT_TRUE(HalfGridSampler{shape}.grids() == FrontierRanking{Problem{shape}}.grids());
  }
  EXPECT_LT(even_statistic(HalfGridSampler{{2, 2}}, 100'000, 288, [](const Grid& grid) { return to_line(grid); }),
            chi_squared_limit(287));
  for (const Shape shape : {Shape{2, 3}, Shape{3, 2}}) {
    EXPECT_LT(even_statistic(HalfGridSampler{shape}, size_of_test<std::uint64_t>(200'000, 400'000), 28200960 / 720,
                             relabelled),
              chi_squared_limit(28200960 / 720 - 1));
  }
  EXPECT_THROW(HalfGridSampler({3, 3}), std::invalid_argument);
}

TEST(HalfGridSampler, DrawTwoByFive) {
  for (const Shape shape : {Shape{2, 5}, Shape{5, 2}}) {
    if (shape == Shape{5, 2} && !gridcensus::testing::is_evidence()) continue;
    const HalfGridSampler draws{shape};
    EXPECT_TRUE(draws.grids() == number("1903816047972624930994913280000"));
    std::set<std::string> lines;
    for_each_draw(draws, 10, 200, [&](const Grid& grid) {
      ASSERT_NO_THROW(check(grid));
      lines.insert(to_line(grid));
    });
    EXPECT_EQ(lines.size(), 200U);
  }
}

TEST(LatinSquareSampler, AreUniformAndTheirNumberIsKnown) {
  EXPECT_LT(even_statistic(LatinSquareSampler{{1, 4}}, 100'000, 576, [](const Grid& grid) { return to_line(grid); }),
            chi_squared_limit(575));
  EXPECT_LT(even_statistic(LatinSquareSampler{{5, 1}}, 200'000, 1344, relabelled), chi_squared_limit(1343));
  const LatinSquareSampler draws{{8, 1}};
  EXPECT_TRUE(draws.grids() == number("108776032459082956800"));
  for_each_draw(draws, 11, 200, [&](const Grid& grid) { ASSERT_NO_THROW(check(grid)); });
  EXPECT_THROW(LatinSquareSampler({1, 9}), std::invalid_argument);
}

TEST(ClassSampler, ClassCountEqualsThePublishedOne) {
  EXPECT_TRUE(ClassSampler({1, 1}).classes() == 1);
  EXPECT_TRUE(ClassSampler({2, 2}).classes() == 2);
  EXPECT_TRUE(ClassSampler({3, 2}).classes() == 49);
  EXPECT_TRUE(ClassSampler({4, 2}).classes() == 1673187);
  EXPECT_THROW(ClassSampler({4, 4}), SamplingUnsupported);
}

TEST(ClassSampler, AreUniform) {
  const ClassSampler draws{{2, 3}};
  std::map<std::string, std::pair<std::uint64_t, std::uint64_t>> seen;  // by least grid: times, automorphisms
  constexpr std::uint64_t count = 20'000;
  for (std::uint64_t k = 0; k < count; ++k) {
    Random random{13, 0, k};
    const LeastGrid least = draws.draw(random);
    auto& [times, automorphisms] = seen[to_line(least.grid)];
    ++times;
    automorphisms = least.automorphisms;
  }
  ASSERT_EQ(seen.size(), 49U);
  double statistic = 0;
  std::uint64_t grids = 0;
  for (const auto& [line, of_class] : seen) {
    const double off = static_cast<double>(of_class.first) - count / 49.0;
    statistic += off * off / (count / 49.0);
    grids += 3456 / of_class.second;
  }
  EXPECT_LT(statistic, chi_squared_limit(48));
  EXPECT_EQ(grids, 28200960U / 720) << "each class has (symmetries / automorphisms) grids up to relabelling";
}

TEST(ClassSampler, ReachTheSymmetricClassesOfThreeByThree) {
  const ClassSampler draws{{3, 3}};
  EXPECT_TRUE(draws.classes() == 5472730538);
  // A class with a automorphisms is in a - 1 of a pairs without the identity, counted by symmetry. So the number of
  // symmetric classes, 560151 (Russell 2006), is the number of these pairs times the mean of a / (a - 1).
  const double symmetries = 2 * 1296.0 * 1296.0;
  const double pairs = static_cast<double>(draws.pairs() - draws.pairs_with_identity()) / symmetries;
  double sum = 0;
  double squares = 0;
  std::uint64_t count = 0;
  for (std::uint64_t k = 0; count < 1000; ++k) {
    Random random{14, 0, k};
    if (random_below(random, draws.pairs()) < draws.pairs_with_identity()) continue;
    Random again{14, 0, k};
    const auto automorphisms = static_cast<double>(draws.draw(again).automorphisms);
    ASSERT_GT(automorphisms, 1);
    const double ratio = automorphisms / (automorphisms - 1);
    ++count;
    sum += ratio;
    squares += ratio * ratio;
  }
  const double mean = sum / static_cast<double>(count);
  const double error = std::sqrt((squares / static_cast<double>(count) - mean * mean) / static_cast<double>(count));
  EXPECT_NEAR(pairs * mean, 560151, 3.3 * pairs * error);
  EXPECT_LT(error * pairs, 0.01 * 560151);
}

/// Returns the statistic of draws of the chain over the 44 classes.
double class_statistic_of_chain(std::uint64_t rounds) {
  const Ranking3x3 ranking;
  const SwitchingChain chain{{3, 3}, rounds};
  const auto draws = size_of_test<std::uint64_t>(3'000, 10'000);
  std::vector<std::uint64_t> seen(ranking.classes(), 0);
  for (std::uint64_t k = 0; k < draws; ++k) {
    Random random{15, 0, k};
    ++seen[ranking.class_of(chain.draw(random))];
  }
  return class_statistic(ranking, seen, draws);
}

/// Returns the statistic of draws of the chain over the 49 classes of 2x3, dominated by the likeliest of them. A chain
/// of rows and columns alone does not reach 13 of the classes.
double essential_statistic_of_chain(std::uint64_t rounds) {
  const Shape shape{2, 3};
  const double symmetries = 3456;
  const double grids = 28200960 / 720.0;
  const SwitchingChain chain{shape, rounds};
  const auto draws = size_of_test<std::uint64_t>(3'000, 10'000);
  const auto canonicaliser = canonical_grids::make_canonicaliser(Problem{{2, 3}});
  std::map<std::string, std::pair<std::uint64_t, std::uint64_t>> seen;  // by least grid: times, automorphisms
  for (std::uint64_t k = 0; k < draws; ++k) {
    Random random{16, 0, k};
    const auto least = canonicaliser->canonical(chain.draw(random));
    auto& [times, automorphisms] = seen[to_line(least.form)];
    ++times;
    automorphisms = least.automorphisms;
  }
  double statistic = 0;
  double expected_of_all = 0;
  for (const auto& [line, of_class] : seen) {
    const double expected = static_cast<double>(draws) * symmetries / static_cast<double>(of_class.second) / grids;
    const double off = static_cast<double>(of_class.first) - expected;
    statistic += off * off / expected;
    expected_of_all += expected;
  }
  return statistic + static_cast<double>(draws) -
         expected_of_all;  // a class that did not occur contributes its expectation
}

TEST(SwitchingChain, LooksUniformAfterHalfTheRounds) {
  EXPECT_LT(class_statistic_of_chain(SwitchingChain::default_rounds / 2), chi_squared_limit(43));
  const double factor = size_of_test(3, 10);
  EXPECT_GT(class_statistic_of_chain(2), factor * chi_squared_limit(43)) << "the test can fail";
  EXPECT_LT(essential_statistic_of_chain(SwitchingChain::default_rounds / 2), chi_squared_limit(48));
  EXPECT_GT(essential_statistic_of_chain(2), factor * chi_squared_limit(48)) << "the test can fail";
}

TEST(SwitchingChain, MakesGridsOfEveryShape) {
  Random random{17, 0, 0};
  for (const Shape shape : {Shape{1, 1}, Shape{1, 3}, Shape{2, 2}, Shape{4, 4}, Shape{5, 5}, Shape{2, 6}}) {
    EXPECT_NO_THROW(check(SwitchingChain{shape}.draw(random)));
  }
}

TEST(Draws, CanBeStopped) {
  struct Stop {};
  EXPECT_THROW(make_grid_sampler(Problem{{2, 4}}, default_draw_memory, [] { throw Stop{}; }), Stop);
}

}  // namespace
