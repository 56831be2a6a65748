// Least forms, by which grids are compared up to symmetry: compared with every symmetry of small problems one by one,
// with each other, and with the numbers of classes that Burnside's lemma gives.
#include "candidate_search/candidate_search.hpp"
#include "canonical_grids/any_group.hpp"
#include "canonical_grids/canonical_grid.hpp"
#include "canonical_grids/grid_list.hpp"
#include "canonical_grids/lines.hpp"
#include "canonical_grids/steps.hpp"
#include "gridcensus/rules.hpp"
#include "gridcensus/symmetries.hpp"
#include "grids/grid_maps.hpp"
#include "support/random_rules.hpp"
#include "support/sample_grids.hpp"
#include "uniform_grids/make_grid_sampler.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <numeric>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace {

using namespace gridcensus;
using namespace gridcensus::canonical_grids;
using gridcensus::mathematics::Grid;
using gridcensus::mathematics::to_line;
using gridcensus::testing::scrambled_grid;

/// Returns every element of the group that generators generate.
std::vector<PointImages> all_elements(const std::vector<PointImages>& generators, int points) {
  PointImages identity(static_cast<std::size_t>(points));
  std::iota(identity.begin(), identity.end(), Point{0});
  std::set<PointImages> known{identity};
  std::vector<PointImages> all{identity};
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (const PointImages& generator : generators) {
      PointImages product = all[i];
      for (Point& point : product) point = generator[point];
      if (known.insert(product).second) all.push_back(std::move(product));
    }
  }
  return all;
}

struct Class {
  std::string form;
  std::uint64_t automorphisms = 0;
  bool operator==(const Class&) const = default;
};

/// Returns the class of a grid, by trying every symmetry of its cells, with symbols named in the order of the image.
Class class_by_trial(const std::vector<PointImages>& symmetries, const Grid& grid) {
  Class least;
  for (const PointImages& images : symmetries) {
    Grid image = grid;
    for (std::size_t cell = 0; cell < images.size(); ++cell) image.symbols[images[cell]] = grid.symbols[cell];
    std::vector<int> names(static_cast<std::size_t>(grid.shape.side()), -1);
    int next = 0;
    for (auto& symbol : image.symbols) {
      if (names[symbol] < 0) names[symbol] = next++;
      symbol = static_cast<std::uint8_t>(names[symbol]);
    }
    const std::string form = to_line(image);
    if (least.automorphisms == 0 || form < least.form) least = {form, 0};
    if (form == least.form) ++least.automorphisms;
  }
  return least;
}

/// Returns all grids of a problem, by trying; if its symbols are alike, those with the first row 1..N.
std::vector<Grid> grids_to_look_at(const Problem& problem) {
  const auto seen = cells_seen(problem);
  const auto allowed = problem.allowed();
  const auto related = problem.related();
  const auto side = static_cast<std::size_t>(problem.shape.side());
  Grid grid{problem.shape, std::vector<std::uint8_t>(seen.size())};
  std::vector<Grid> grids;
  const auto symbol_of = [&](int cell) { return std::size_t{grid.symbols[static_cast<std::size_t>(cell)]}; };
  const auto fill = [&](const auto& self, std::size_t cell) -> void {
    if (cell == seen.size()) {
      const bool is_grid = std::ranges::all_of(related, [&](const RelatedCells& pair) {
        return (pair.goes_with[symbol_of(pair.cells.first)] >> symbol_of(pair.cells.second) & 1U) != 0;
      });
      if (is_grid) grids.push_back(grid);
      return;
    }
    for (std::size_t symbol = 0; symbol < side; ++symbol) {
      if (problem.symbols_are_alike() && cell < side && symbol != cell) continue;
      const bool clashes = std::ranges::any_of(
          seen[cell], [&](int other) { return static_cast<std::size_t>(other) < cell && symbol_of(other) == symbol; });
      if (clashes || (allowed[cell] >> symbol & 1U) == 0) continue;
      grid.symbols[cell] = static_cast<std::uint8_t>(symbol);
      self(self, cell + 1);
    }
  };
  fill(fill, 0);
  return grids;
}

void expect_map_to_form(const CanonicalGrid& found, const Grid& grid) {
  EXPECT_EQ(apply(found.map, grid), found.form) << to_line(grid);
  EXPECT_EQ(apply(inverse(found.map), found.form), grid);
}

// Whole groups, element by element: under classic rules 8 to 7200 elements, under others 2 to 1152.
TEST(Canonicaliser, FindsTheLeastOfAllImages) {
  for (const auto& [shape, rules, sampled] :
       std::vector<std::tuple<Shape, const char*, std::size_t>>{{{1, 1}, "classic", 1},
                                                                {{1, 2}, "classic", 1},
                                                                {{2, 2}, "classic", 1},
                                                                {{1, 4}, "classic", 1},
                                                                {{1, 5}, "classic", 20},
                                                                {{5, 1}, "classic", 20},
                                                                {{2, 2}, "latin", 1},
                                                                {{2, 2}, "diagonals", 1},
                                                                {{2, 2}, "windows", 1},
                                                                {{1, 5}, "diagonals", 7},
                                                                {{1, 5}, "layout:aaabb/aabbb/cccdd/ccddd/eeeee", 1},
                                                                {{1, 5}, "latin,wrapped_offset:1.1", 3},
                                                                {{2, 3}, "classic", 1000},
                                                                {{3, 2}, "classic", 1000},
                                                                {{2, 3}, "diagonals", 5},
                                                                {{3, 2}, "anti_king", 1},
                                                                {{2, 3}, "both_boxes", 50}}) {
    const Problem problem = parse_problem(shape, rules);
    SCOPED_TRACE(to_string(problem));
    const auto canonicaliser = make_canonicaliser(problem);
    const AnyGroup any_group{problem};
    const auto symmetries = all_elements(symmetry_generators(problem), shape.cells());
    EXPECT_EQ(canonicaliser->symmetries(), symmetries.size() * factorial(shape.side()));
    EXPECT_EQ(any_group.symmetries(), canonicaliser->symmetries());
    const auto grids = grids_to_look_at(problem);
    ASSERT_FALSE(grids.empty());
    for (std::size_t i = 0; i < grids.size(); i += sampled) {
      const Class expected = class_by_trial(symmetries, grids[i]);
      for (const Canonicaliser* const each : {canonicaliser.get(), static_cast<const Canonicaliser*>(&any_group)}) {
        const CanonicalGrid found = each->canonical(grids[i]);
        ASSERT_EQ((Class{to_line(found.form), found.automorphisms}), expected) << to_line(grids[i]);
        expect_map_to_form(found, grids[i]);
        ASSERT_EQ(each->least_rows(found.form, shape.side()), expected.automorphisms);
        const bool is_least = found.form == grids[i];
        ASSERT_EQ(each->least_rows(grids[i], shape.side()).has_value(), is_least) << to_line(grids[i]);
        // If no symmetry makes a grid less, none makes its prefixes less.
        for (int rows = 0; rows < shape.side(); ++rows) ASSERT_TRUE(each->least_rows(found.form, rows));
      }
    }
  }
}

/// Returns a symmetry given as images of cells and then of symbols.
Symmetry symmetry_of(const PointImages& images, Shape shape) {
  const auto cells = static_cast<std::size_t>(shape.cells());
  Symmetry symmetry;
  for (std::size_t point = 0; point < images.size(); ++point) {
    if (point < cells) {
      symmetry.cells.push_back(images[point]);
    } else {
      symmetry.symbols.push_back(static_cast<std::uint8_t>(images[point] - cells));
    }
  }
  return symmetry;
}

/// Returns the least image of a grid and its automorphisms, by trying maps of cells and symbols together.
Class class_by_maps(const std::vector<PointImages>& maps, const Grid& grid) {
  Class least;
  for (const PointImages& images : maps) {
    const std::string image = to_line(apply(symmetry_of(images, grid.shape), grid));
    if (least.automorphisms == 0 || image < least.form) least = {image, 0};
    if (image == least.form) ++least.automorphisms;
  }
  return least;
}

// Symbols that are not alike: the group acts on cells and symbols together, and is tried element by element.
TEST(AnyGroup, FindsTheLeastImageIfSymbolsAreNotAlike) {
  std::set<std::size_t> orders;
  for (const auto& [shape, rules] :
       std::vector<std::pair<Shape, std::string>>{{{2, 2}, "givens:1..............."},
                                                  {{2, 2}, "givens:12.............."},
                                                  {{2, 2}, "givens:1..4............"},
                                                  {{2, 2}, "allowed:1.2:r1c1"},
                                                  {{2, 2}, "allowed:1.2:r1c1.r4c4,allowed:3.4:r2c2"},
                                                  {{2, 2}, "less:r1c1.r1c2"},
                                                  {{1, 4}, "less:r1c1.r2c2"},
                                                  {{1, 5}, "non_consecutive"},
                                                  {{1, 5}, "givens:12345...................."},
                                                  {{2, 3}, "givens:123456" + std::string(30, '.')}}) {
    const Problem problem = parse_problem(shape, rules);
    SCOPED_TRACE(rules);
    ASSERT_FALSE(problem.symbols_are_alike());
    const auto canonicaliser = make_canonicaliser(problem);
    const int points = shape.cells() + shape.side();
    const auto group = all_elements(grid_symmetry_generators(problem), points);
    orders.insert(group.size());
    EXPECT_EQ(canonicaliser->symmetries(), group.size());
    const auto grids = grids_to_look_at(problem);
    Integer sum = 0;
    std::map<std::string, std::uint64_t> forms;
    for (std::size_t i = 0; i < grids.size(); i += 1 + grids.size() / 500) {
      const Class least = class_by_maps(group, grids[i]);
      const CanonicalGrid found = canonicaliser->canonical(grids[i]);
      ASSERT_EQ((Class{to_line(found.form), found.automorphisms}), least) << to_line(grids[i]);
      expect_map_to_form(found, grids[i]);
      ASSERT_EQ(canonicaliser->least_rows(grids[i], shape.side()).has_value(), found.form == grids[i]);
      forms.emplace(least.form, least.automorphisms);
    }
    // The list finds the same classes, and their sizes add up to all grids.
    const GridList list{problem, *canonicaliser};
    std::size_t classes = 0;
    list.extend(Grid{shape, {}}, 0, shape.side(), [&](const Grid& grid, std::uint64_t automorphisms) {
      ++classes;
      sum += canonicaliser->symmetries() / automorphisms;
      const auto known = forms.find(to_line(grid));
      if (known != forms.end()) {
        EXPECT_EQ(known->second, automorphisms);
      }
    });
    EXPECT_EQ(sum, grids.size());
    EXPECT_GE(classes, forms.size());
    if (grids.size() <= 500) {
      EXPECT_EQ(classes, forms.size());
    }
  }
  EXPECT_GT(orders.size(), 4U);
}

// The lists have, in ascending order, all grids, or one of each class whose sizes add up to them. Latin squares:
// classes by OEIS A040082, squares by A002860; 2x4 as in the experiments, by the command `grids` (docs/grids.md).
TEST(GridList, HasEveryClassOnce) {
  for (const auto& [shape, rules, classes, grids] :
       std::vector<std::tuple<Shape, const char*, std::uint64_t, const char*>>{
           {{1, 1}, "classic", 1, "1"},
           {{1, 2}, "classic", 1, "2"},
           {{2, 2}, "classic", 2, "288"},
           {{2, 3}, "classic", 49, "28200960"},
           {{3, 2}, "classic", 49, "28200960"},
           {{1, 5}, "classic", 2, "161280"},
           {{1, 6}, "classic", 22, "812851200"},
           {{6, 1}, "classic", 22, "812851200"},
           {{1, 7}, "classic", 564, "61479419904000"},
           {{2, 3}, "both_boxes", 26, "1393920"},
           {{2, 3}, "diagonals", 3, "8640"}}) {
    const Problem problem = parse_problem(shape, rules);
    const auto canonicaliser = make_canonicaliser(problem);
    const GridList list{problem, *canonicaliser};
    Integer sum = 0;
    std::uint64_t count = 0;
    std::string before;
    list.extend(Grid{shape, {}}, 0, shape.side(), [&](const Grid& grid, std::uint64_t automorphisms) {
      const std::string line = to_line(grid);
      EXPECT_LT(before, line);
      EXPECT_EQ(canonicaliser->canonical(grid).form, grid);
      before = line;
      ++count;
      sum += canonicaliser->symmetries() / automorphisms;
    });
    EXPECT_EQ(count, classes) << to_string(problem);
    EXPECT_EQ(sum, Integer{grids}) << to_string(problem);
  }
}

TEST(GridList, HasEveryGridOnceInTheOrderOfItsNumber) {
  for (const auto& [shape, rules] : std::vector<std::pair<Shape, const char*>>{{{2, 2}, "classic"},
                                                                               {{1, 4}, "classic"},
                                                                               {{4, 1}, "classic"},
                                                                               {{2, 3}, "diagonals"},
                                                                               {{3, 2}, "diagonals"}}) {
    const Problem problem = parse_problem(shape, rules);
    const auto draws = uniform_grids::make_grid_sampler(problem);
    const auto& ranking = dynamic_cast<const uniform_grids::GridRanking&>(*draws);
    const bool by_columns = shape.box_rows < shape.box_cols;
    const GridList list{problem, by_columns ? GridList::Order::columns : GridList::Order::rows};
    std::uint64_t number = 0;
    // In two steps, as the command lists them.
    const auto beginnings = list.beginnings(Integer{ranking.grids()});
    for (const Grid& beginning : beginnings.grids) {
      EXPECT_EQ(list.beginning_of(beginning, beginnings.lines), beginning);
      list.extend(beginning, beginnings.lines, shape.side(), [&](const Grid& grid, std::uint64_t) {
        ASSERT_TRUE(ranking.rank(grid) == number) << to_line(grid);
        ++number;
      });
    }
    EXPECT_TRUE(ranking.grids() == number) << to_string(problem);
  }
}

/// Lists all grids of a problem, and checks that each follows the one before and obeys the rules.
std::vector<std::string> listed(const Problem& problem, GridList::Order order = GridList::Order::rows) {
  const GridList list{problem, order};
  const auto seen = cells_seen(problem);
  const auto allowed = problem.allowed();
  std::vector<std::string> lines;
  Grid before;
  const auto beginnings = list.beginnings(Integer{1'000'000});
  for (const Grid& beginning : beginnings.grids) {
    list.extend(beginning, beginnings.lines, problem.shape.side(), [&](const Grid& grid, std::uint64_t) {
      if (!lines.empty()) {
        EXPECT_TRUE(list.is_before(before, grid)) << to_line(grid);
      }
      before = grid;
      lines.push_back(to_line(grid));
      for (std::size_t cell = 0; cell < seen.size(); ++cell) {
        EXPECT_NE(allowed[cell] >> grid.symbols[cell] & 1U, 0U);
        for (const int other : seen[cell]) {
          EXPECT_NE(grid.symbols[static_cast<std::size_t>(other)], grid.symbols[cell]);
        }
      }
      for (const auto& [cells, goes_with] : problem.related()) {
        const auto symbols = goes_with[grid.symbols[static_cast<std::size_t>(cells.first)]];
        EXPECT_NE(symbols >> grid.symbols[static_cast<std::size_t>(cells.second)] & 1U, 0U);
      }
    });
  }
  return lines;
}

TEST(GridList, IsAsLongAsTheCountForRandomRulesAndGivens) {
  constexpr double most = 20'000;
  std::size_t compared = 0;
  for (std::uint64_t k = 0; k < 300; ++k) {
    gridcensus::testing::RandomRules rules{Random{17, 0, k}};
    const auto [shape, spec] = rules.next();
    const Problem problem = make_problem(shape, spec);
    // Others take long to count.
    const candidate_search::CandidateSearch search{problem};
    if (search.estimated_nodes() * static_cast<double>(search.relabellings()) > most) continue;
    const Integer grids{uniform_grids::make_grid_sampler(problem)->grids()};
    const auto order = k % 2 == 0 ? GridList::Order::rows : GridList::Order::columns;
    EXPECT_EQ(listed(problem, order).size(), grids) << to_string(problem);
    ++compared;
  }
  EXPECT_GT(compared, 150U);
  for (std::uint64_t k = 0; k < 20; ++k) {
    const Grid grid = scrambled_grid({3, 3}, k);
    Random random{19, 0, k};
    std::string givens = "givens:";
    for (const char symbol : to_line(grid)) givens += random.below(3) == 0 ? symbol : '.';
    const Problem problem = parse_problem({3, 3}, givens);
    if (candidate_search::CandidateSearch{problem}.estimated_nodes() > most) continue;
    const Integer grids{uniform_grids::make_grid_sampler(problem)->grids()};
    const auto lines = listed(problem);
    EXPECT_EQ(lines.size(), grids) << givens;
    EXPECT_TRUE(std::ranges::find(lines, to_line(grid)) != lines.end()) << givens;
  }
}

// In the order of the list, the first rows of these puzzles have many fillings, and nearly all are dead ends. 16 clues:
// enumeration and orbit_search count as many. Miracle Sudoku: 72, by brute force.
TEST(GridList, FindsTheSolutionsOfPuzzlesWhoseFirstRowsAreFree) {
  const auto solutions = [](const std::string& givens) { return listed(parse_problem({3, 3}, "givens:" + givens)); };
  EXPECT_EQ(solutions("000000010400000000020000000000050407008000300001090000300400200050100000000806000").size(), 1U);
  EXPECT_EQ(
      solutions("060100300001048005004000002900015000000000000700060400030051200000230760007000000"),
      std::vector<std::string>{"569127384321648975874593612946315827182974536753862491638751249415239768297486153"});
  EXPECT_EQ(solutions("...1..3....1.48..5..4.....29...15............7...6.4...3..512.....23.76...7......").size(),
            735U);
  EXPECT_EQ(solutions(".......1.4.........2...........5.4....8...3....1.9....3..4..2...5.1........8.6...").size(),
            76'215U);
  EXPECT_EQ(listed(parse_problem({3, 3}, "anti_knight,anti_king,non_consecutive")).size(), 72U);
  EXPECT_TRUE(solutions(".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........").empty());
}

TEST(GridList, StopsOnRequest) {
  const GridList list{parse_problem({3, 3}, "givens:1" + std::string(80, '.')), GridList::Order::rows};
  const Poll stops{[] { throw Stopped{}; }};
  const GridList::Visit ignore = [](const Grid& /*grid*/, std::uint64_t /*automorphisms*/) {};
  EXPECT_THROW(list.extend(Grid{{3, 3}, {}}, 0, 9, ignore, stops), Stopped);
}

TEST(LineMap, IsTheMapOfRowsAndColumnsIfOneExists) {
  for (const Shape shape : {Shape{2, 2}, Shape{3, 3}}) {
    for (std::uint64_t k = 0; k < 50; ++k) {
      Random random{3, 0, k};
      auto map = mathematics::random_map(shape, mathematics::all_moves(shape), random);
      Symmetry symmetry{cell_images(shape, map), {}};
      symmetry.symbols.assign(map.labels.begin(), map.labels.begin() + shape.side());
      ASSERT_EQ(line_map(symmetry, shape.side()), map);
      std::swap(symmetry.cells[0], symmetry.cells[5]);
      ASSERT_FALSE(line_map(symmetry, shape.side()));
    }
  }
}

struct Classes {
  std::uint64_t classes = 0;
  Integer grids;
};

/// Returns the classes of the grids of a problem, and the sum of their sizes.
Classes classes_by_forms(const Problem& problem) {
  const auto canonicaliser = make_canonicaliser(problem);
  std::map<std::string, std::uint64_t> forms;
  for (const Grid& grid : grids_to_look_at(problem)) {
    const CanonicalGrid found = canonicaliser->canonical(grid);
    const auto [entry, is_new] = forms.emplace(to_line(found.form), found.automorphisms);
    EXPECT_EQ(entry->second, found.automorphisms);
  }
  Classes all;
  for (const auto& [form, automorphisms] : forms) {
    EXPECT_EQ(canonicaliser->symmetries() % automorphisms, 0);
    all.grids += canonicaliser->symmetries() / automorphisms;
    ++all.classes;
  }
  return all;
}

TEST(Canonicaliser, FindsAsManyClassesAsBurnside) {
  const auto expect = [](Shape shape, const char* rules, std::uint64_t classes, const char* grids) {
    const Classes found = classes_by_forms(parse_problem(shape, rules));
    EXPECT_EQ(found.classes, classes) << to_string(shape) << ' ' << rules;
    EXPECT_EQ(found.grids, Integer{grids}) << to_string(shape) << ' ' << rules;
  };
  // Russell and Jarvis 2006, Jarvis's pages; recounted by `burnside_bfs` and by `burnside_dancing`, experiments/.
  expect({2, 2}, "classic", 2, "288");
  expect({2, 3}, "classic", 49, "28200960");
  expect({3, 2}, "classic", 49, "28200960");
  // Isotopy classes of Latin squares: OEIS A040082; squares: A002860. Recounted from all normalised squares here.
  expect({1, 4}, "classic", 2, "576");
  expect({1, 5}, "classic", 2, "161280");
  expect({5, 1}, "classic", 2, "161280");
}

/// Returns a random element of the group, by a random walk.
Symmetry random_symmetry(const Problem& problem, const std::vector<PointImages>& generators, Random& random) {
  Symmetry symmetry;
  for (int cell = 0; cell < problem.shape.cells(); ++cell) symmetry.cells.push_back(static_cast<std::uint16_t>(cell));
  const auto labels = mathematics::random_permutation(problem.shape.side(), random);
  symmetry.symbols.assign(labels.begin(), labels.begin() + problem.shape.side());
  for (std::size_t step = 0; step < 40 && !generators.empty(); ++step) {
    const PointImages& generator = generators[random.below(generators.size())];
    for (auto& cell : symmetry.cells) cell = generator[cell];
  }
  return symmetry;
}

TEST(Canonicaliser, GivesTheSameFormForAllImagesOfAGrid) {
  for (const Shape shape :
       {Shape{3, 3}, Shape{2, 4}, Shape{4, 2}, Shape{2, 5}, Shape{3, 4}, Shape{1, 7}, Shape{4, 4}}) {
    const Problem problem{shape};
    const auto canonicaliser = make_canonicaliser(problem);
    const auto generators = symmetry_generators(problem);
    const std::uint64_t grids = shape.side() < 10 ? 60 : 3;
    for (std::uint64_t seed = 0; seed < grids; ++seed) {
      Random random{seed, 1, 0};
      // The base grid has symmetries; a scrambled one seldom has.
      const Grid grid = scrambled_grid(shape, seed, seed % 3 == 0 ? static_cast<int>(seed) / 12 : 200);
      const CanonicalGrid expected = canonicaliser->canonical(grid);
      for (int i = 0; i < 5; ++i) {
        const Grid image = apply(random_symmetry(problem, generators, random), grid);
        const CanonicalGrid found = canonicaliser->canonical(image);
        ASSERT_EQ(found.form, expected.form) << to_line(grid) << ' ' << to_line(image);
        ASSERT_EQ(found.automorphisms, expected.automorphisms) << to_line(grid);
        expect_map_to_form(found, image);
      }
    }
  }
}

TEST(Steps, AgreeWithLines) {
  for (const Shape shape : {Shape{1, 2}, Shape{2, 2}, Shape{2, 3}, Shape{3, 2}, Shape{2, 4}, Shape{4, 2}, Shape{1, 7},
                            Shape{7, 1}, Shape{1, 8}}) {
    const Problem problem{shape};
    const LineBlocks blocks = *line_blocks(problem);
    ASSERT_TRUE(Steps::has_tables(blocks, shape.side()));
    const Steps steps{shape, blocks};
    const Lines lines{shape, blocks};
    EXPECT_EQ(steps.symmetries(), lines.symmetries());
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
      const Grid grid = scrambled_grid(shape, seed, static_cast<int>(seed) / 2);
      const CanonicalGrid found = steps.canonical(grid);
      const CanonicalGrid other = lines.canonical(grid);
      ASSERT_EQ(found.form, other.form) << to_line(grid);
      ASSERT_EQ(found.automorphisms, other.automorphisms) << to_line(grid);
      expect_map_to_form(found, grid);
      // Prefixes of grids that are not least forms: the searches need not reject the same ones, but none of a least
      // form.
      for (int rows = 0; rows <= shape.side(); ++rows) {
        ASSERT_TRUE(steps.least_rows(found.form, rows));
        ASSERT_TRUE(lines.least_rows(found.form, rows));
      }
      ASSERT_EQ(steps.least_rows(grid, shape.side()).has_value(), grid == found.form);
    }
  }
}

TEST(Steps, AgreeWithLinesAndWithTheComputedGroupOn3x3) {
  const Steps nine{{3, 3}, {3, 3, true}};
  const Lines lines{{3, 3}, {3, 3, true}};
  const AnyGroup any_group{Problem{{3, 3}}};
  EXPECT_EQ(nine.symmetries(), Integer{"1218998108160"});  // 9! * 2 * 6^8
  EXPECT_EQ(any_group.symmetries(), nine.symmetries());
  std::set<std::uint64_t> automorphisms;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const Grid grid = scrambled_grid({3, 3}, seed, static_cast<int>(seed) / 8);
    const CanonicalGrid found = nine.canonical(grid);
    const CanonicalGrid other = lines.canonical(grid);
    automorphisms.insert(found.automorphisms);
    ASSERT_EQ(found.form, other.form) << to_line(grid);
    ASSERT_EQ(found.automorphisms, other.automorphisms) << to_line(grid);
    if (seed % 20 != 0) continue;
    const CanonicalGrid third = any_group.canonical(grid);
    ASSERT_EQ(third.form, found.form) << to_line(grid);
    ASSERT_EQ(third.automorphisms, found.automorphisms) << to_line(grid);
  }
  EXPECT_GT(automorphisms.size(), 3U);
}

TEST(Steps, FindTheMostCanonicalGrid) {
  // The grid with the most automorphisms, 648, as the field publishes it in minlex form. Recounted by Lines and
  // AnyGroup.
  const Grid most = mathematics::parse_line(
      "123456789456789123789123456231564897564897231897231564312645978645978312978312645", {3, 3});
  const CanonicalGrid found = make_canonicaliser(Problem{{3, 3}})->canonical(most);
  EXPECT_EQ(found.form, most);
  EXPECT_EQ(found.automorphisms, 648U);
  EXPECT_EQ((AnyGroup{Problem{{3, 3}}}.canonical(most).automorphisms), 648U);
}

// A uniform grid is in a class with probability proportional to its size, so the mean of its automorphisms is (classes
// * symmetries) / grids: 5472730538 * 9! * 3359232 / 6670903752021072936960 = 1.00005.
TEST(Steps, HaveTheMeanAutomorphismsOfBurnside) {
  const auto draws = uniform_grids::make_grid_sampler(Problem{{3, 3}});
  const auto canonicaliser = make_canonicaliser(Problem{{3, 3}});
  constexpr std::uint64_t count = 100'000;
  std::uint64_t sum = 0;
  for (std::uint64_t k = 0; k < count; ++k) {
    Random random{11, 0, k};
    sum += canonicaliser->canonical(draws->draw(random)).automorphisms;
  }
  // Expected excess over 1: 5.4e-5 * count = 5.4, from few grids with 2, 3, 4, ... automorphisms.
  EXPECT_LT(sum - count, 40U);
}

// Random problems: those that Lines cannot handle are searched by their group.
TEST(AnyGroup, FindsTheLeastImageUnderRandomRules) {
  gridcensus::testing::RandomRules rules{Random{5, 0, 0}};
  int looked_at = 0;
  for (int i = 0; i < 60; ++i) {
    const auto [shape, spec] = rules.next();
    const Problem problem = make_problem(shape, spec);
    if (shape.side() > 5) continue;
    const auto grids = grids_to_look_at(problem);
    if (grids.empty()) continue;
    const bool are_alike = problem.symbols_are_alike();
    const auto symmetries = all_elements(are_alike ? symmetry_generators(problem) : grid_symmetry_generators(problem),
                                         shape.cells() + (are_alike ? 0 : shape.side()));
    const auto canonicaliser = make_canonicaliser(problem);
    for (std::size_t k = 0; k < grids.size(); k += 1 + grids.size() / 4) {
      const CanonicalGrid found = canonicaliser->canonical(grids[k]);
      const Class expected = are_alike ? class_by_trial(symmetries, grids[k]) : class_by_maps(symmetries, grids[k]);
      ASSERT_EQ((Class{to_line(found.form), found.automorphisms}), expected)
          << to_string(shape, spec) << ' ' << to_line(grids[k]);
      expect_map_to_form(found, grids[k]);
      ++looked_at;
    }
  }
  EXPECT_GT(looked_at, 40);
}

TEST(LineBlocks, ExistForClassicRulesAndLatinSquares) {
  const auto blocks = [](Shape shape, const char* rules) { return line_blocks(parse_problem(shape, rules)); };
  EXPECT_EQ(blocks({3, 3}, "classic"), (LineBlocks{3, 3, true}));
  EXPECT_EQ(blocks({2, 4}, "classic"), (LineBlocks{2, 4, false}));
  EXPECT_EQ(blocks({1, 6}, "classic"), (LineBlocks{1, 6, false}));
  EXPECT_EQ(blocks({2, 3}, "latin"), (LineBlocks{1, 6, true}));
  EXPECT_EQ(blocks({1, 1}, "classic"), (LineBlocks{1, 1, false}));
  EXPECT_FALSE(blocks({2, 2}, "diagonals"));
}

}  // namespace
