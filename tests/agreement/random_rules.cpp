// Random rules: each set is worded in several ways, moved by a symmetry, and counted by every strategy that accepts any
// rules. By hand, as many as you like:
//
//     GRIDCENSUS_RULE_SETS=20000 GRIDCENSUS_RULE_SEED=7 build/release/tests/programs/random_rules
#include "support/random_rules.hpp"

#include "gridcensus/symmetries.hpp"
#include "support/counter.hpp"
#include "support/expected_rate.hpp"
#include "support/rules_by_definition.hpp"
#include "uniform_grids/make_grid_sampler.hpp"

#include <boost/math/distributions/chi_squared.hpp>
#include <gtest/gtest.h>
#include <sys/time.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <iostream>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

namespace {

using namespace gridcensus;
using gridcensus::testing::are_apart;
using gridcensus::testing::Counter;
using gridcensus::testing::differ_by_family;
using gridcensus::testing::RandomRules;
using gridcensus::testing::RuleSet;

/// Returns whether two cells must differ, by the definition of the rules.
bool must_differ(const RuleSet& rules, int one, int other) {
  const Shape shape = rules.shape;
  const RuleSpec& spec = rules.spec;
  const int side = shape.side();
  if (one / side == other / side || one % side == other % side) return true;
  const auto related = spec.related.find(std::minmax(one, other));
  if (related != spec.related.end()) {
    bool may_be_equal = false;
    for (std::size_t symbol = 0; symbol < related->second.size(); ++symbol) {
      may_be_equal = may_be_equal || (related->second[symbol] >> symbol & 1U) != 0;
    }
    if (!may_be_equal) return true;
  }
  const auto holds = [&](std::string_view family) { return differ_by_family(shape, family, one, other); };
  const bool has_boxes = spec.layout.empty() && !spec.families.contains("latin");
  if ((has_boxes && holds("classic")) || std::ranges::any_of(spec.families, holds)) return true;
  const auto letter = [&](int cell) {
    return spec.layout[static_cast<std::size_t>(cell / side)][static_cast<std::size_t>(cell % side)];
  };
  if (!spec.layout.empty() && letter(one) == letter(other)) return true;
  const auto has = [](const Region& region, int cell) { return std::ranges::find(region, cell) != region.end(); };
  return std::ranges::any_of(spec.regions, [&](const Region& r) { return has(r, one) && has(r, other); }) ||
         std::ranges::any_of(spec.offsets, [&](const Offset& o) { return are_apart(shape, o, one, other); }) ||
         std::ranges::any_of(spec.different, [&](const CellPair& pair) {
           return pair == CellPair{one, other} || pair == CellPair{other, one};
         });
}

using Seen = std::vector<std::vector<int>>;

Seen seen_by_definition(const RuleSet& rules) {
  Seen seen(static_cast<std::size_t>(rules.shape.cells()));
  for (int one = 0; one < rules.shape.cells(); ++one) {
    for (int other = 0; other < rules.shape.cells(); ++other) {
      if (one != other && must_differ(rules, one, other)) seen[static_cast<std::size_t>(one)].push_back(other);
    }
  }
  return seen;
}

/// Returns the number of permutations of the cells that preserve which cells differ and, in grids of 1xN, the rows (of
/// Nx1, the columns). Tries all; returns nullopt if that takes too long.
std::optional<std::uint64_t> symmetries_by_trying(const Problem& problem, const Seen& seen) {
  const std::size_t cells = seen.size();
  const auto side = static_cast<std::size_t>(problem.shape.side());
  const auto differ = [&](std::size_t one, std::size_t other) {
    return std::ranges::binary_search(seen[one], static_cast<int>(other));
  };
  const auto line = [&](std::size_t cell) {
    if (problem.shape.box_rows == 1) return cell / side;
    return problem.shape.box_cols == 1 ? cell % side : cell;
  };
  const bool keeps_lines = (problem.shape.box_rows == 1 || problem.shape.box_cols == 1) && !problem.is_square();
  std::vector<std::size_t> images;
  std::vector<bool> is_taken(cells);
  std::uint64_t found = 0;
  std::uint64_t tried = 0;
  const std::function<bool()> extend = [&] {
    const std::size_t cell = images.size();
    if (cell == cells) return ++found, true;
    for (std::size_t image = 0; image < cells; ++image) {
      if (is_taken[image] || seen[image].size() != seen[cell].size()) continue;
      if (++tried > 300'000) return false;
      bool fits = true;
      for (std::size_t before = 0; before < cell && fits; ++before) {
        fits = differ(cell, before) == differ(image, images[before]) &&
               (!keeps_lines || (line(cell) == line(before)) == (line(image) == line(images[before])));
      }
      if (!fits) continue;
      images.push_back(image);
      is_taken[image] = true;
      const bool is_whole = extend();
      is_taken[image] = false;
      images.pop_back();
      if (!is_whole) return false;
    }
    return true;
  };
  if (!extend()) return std::nullopt;
  return found;
}

/// Symbols by cell, named in order of appearance: a grid up to relabelling.
using Grid = std::vector<int>;

Grid relabelled(const Grid& grid) {
  std::map<int, int> names;
  Grid named;
  for (const int symbol : grid) named.push_back(names.emplace(symbol, static_cast<int>(names.size())).first->second);
  return named;
}

/// Returns whether the next cell after a partial grid may have a symbol, as far as restricted and related cells decide.
bool is_allowed(const RuleSet& rules, const Grid& grid, int symbol) {
  const auto cell = static_cast<int>(grid.size());
  const auto has = [](SymbolBits symbols, int of) { return (symbols >> static_cast<unsigned>(of) & 1U) != 0; };
  const auto restricted = rules.spec.allowed.find(cell);
  if (restricted != rules.spec.allowed.end() && !has(restricted->second, symbol)) return false;
  const int side = rules.shape.side();
  const auto value = [&](int other) { return grid[static_cast<std::size_t>(other)]; };
  if (rules.spec.families.contains("non_consecutive")) {
    if (cell % side > 0 && std::abs(value(cell - 1) - symbol) == 1) return false;
    if (cell >= side && std::abs(value(cell - side) - symbol) == 1) return false;
  }
  return std::ranges::all_of(rules.spec.related, [&](const auto& relation) {
    const auto& [cells, goes_with] = relation;
    return cells.second != cell || has(goes_with[static_cast<std::size_t>(value(cells.first))], symbol);
  });
}

/// Returns all grids, cell by cell, up to relabelling if symbols are alike; nullopt if that takes too long.
std::optional<std::set<Grid>> listed_grids(const RuleSet& rules, const Seen& seen, bool are_alike) {
  const int side = rules.shape.side();
  std::set<Grid> grids;
  Grid grid;
  constexpr std::uint64_t max_tried = 500'000;
  std::uint64_t tried = 0;
  const std::function<void(int)> fill = [&](int used) {
    const std::size_t cell = grid.size();
    if (cell == seen.size()) {
      grids.insert(grid);
      return;
    }
    for (int symbol = 0; symbol < (are_alike ? std::min(used + 1, side) : side); ++symbol) {
      if (!is_allowed(rules, grid, symbol)) continue;
      const bool clashes = std::ranges::any_of(seen[cell], [&](int other) {
        return other < static_cast<int>(cell) && grid[static_cast<std::size_t>(other)] == symbol;
      });
      ++tried;
      if (clashes || tried > max_tried) continue;
      grid.push_back(symbol);
      fill(std::max(used, symbol + 1));
      grid.pop_back();
    }
  };
  fill(0);
  return tried > max_tried ? std::nullopt : std::optional{grids};
}

std::size_t orbits(const std::set<Grid>& grids, const std::vector<PointImages>& generators) {
  std::set<Grid> left = grids;
  std::size_t found = 0;
  for (; !left.empty(); ++found) {
    std::vector<Grid> waiting{*left.begin()};
    left.erase(left.begin());
    while (!waiting.empty()) {
      const Grid grid = std::move(waiting.back());
      waiting.pop_back();
      for (const PointImages& generator : generators) {
        Grid moved(grid.size());
        for (std::size_t cell = 0; cell < grid.size(); ++cell) moved[generator[cell]] = grid[cell];
        moved = relabelled(moved);
        EXPECT_TRUE(grids.contains(moved));
        if (left.erase(moved) > 0) waiting.push_back(std::move(moved));
      }
    }
  }
  return found;
}

/// The number of calls of a check, and the longest [s of processor time].
class Work {
 public:
  template <class Check>
  auto operator()(const std::string& name, const std::string& on, const Check& check) {
    const std::clock_t begin = std::clock();
    auto result = check();
    const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    Entry& entry = entries_[name];
    ++entry.times;
    entry.seconds += seconds;
    if (seconds >= entry.longest) std::tie(entry.longest, entry.on) = std::pair{seconds, on};
    return result;
  }

  void print() const {
    for (const auto& [name, entry] : entries_) {
      std::cout << name << ": " << entry.times << " times, " << entry.seconds << " s, longest " << entry.longest
                << " s (" << entry.on.substr(0, 160) << ")\n";
    }
  }

 private:
  struct Entry {
    std::size_t times = 0;
    double seconds = 0;
    double longest = 0;
    std::string on;
  };
  std::map<std::string, Entry> entries_;
};

/// The current check, for the message if it does not end.
std::string now_checked;

/// Ends the program if a set of rules takes too much processor time: nothing here takes a second, so it would be a
/// hang.
void watch(const std::string& words) {
  constexpr int hang_seconds = 60;
  now_checked = words;
  std::signal(SIGPROF, [](int) {
    const std::string message = "no end of " + now_checked + "\n";
    [[maybe_unused]] const auto written = ::write(STDERR_FILENO, message.data(), message.size());
    ::_exit(1);
  });
  const itimerval timer{.it_interval = {}, .it_value = {.tv_sec = hang_seconds, .tv_usec = 0}};
  ::setitimer(ITIMER_PROF, &timer, nullptr);
}

class RandomRuleSets : public ::testing::Test {
 protected:
  static constexpr std::uint64_t max_listed = 400;

  void check(const RuleSet& rules) {
    const std::string words = to_string(rules.shape) + " " + to_string(rules.shape, rules.spec);
    SCOPED_TRACE(words);
    watch(words);
    const Problem problem = work_("reading", words, [&] { return make_problem(rules.shape, rules.spec); });
    const Seen seen = seen_by_definition(rules);
    ASSERT_EQ(cells_seen(problem), seen);
    check_identity(rules, problem);
    const std::vector<PointImages> generators = symmetry_generators(problem);
    const Integer order = work_("group", words, [&] { return symmetry_group(problem).order(); });
    const bool are_alike = problem.symbols_are_alike();
    if (problem.shape.side() <= 5 && are_alike) {
      const auto expected = symmetries_by_trying(problem, seen);
      EXPECT_EQ(order, expected.value_or(order.convert_to<std::uint64_t>()));
    }

    const Problem twin = random_.moved(problem);
    EXPECT_EQ(class_under_maps(twin, Preserved::symmetries), class_under_maps(problem, Preserved::symmetries));
    EXPECT_EQ(symmetry_group(twin).order(), order);

    const auto grids = check_counts(problem, twin, words);
    if (!grids) return;
    check_estimate(problem, *grids, words);
    EXPECT_EQ(*grids % relabellings(problem), 0);
    const Integer classes = are_alike ? *grids / factorial(problem.shape.side()) : *grids;
    if (*grids == 0) ++empty_;
    if (!are_alike) ++distinguished_;
    if (classes > max_listed) return;
    const auto listed = work_("listing", words, [&] { return listed_grids(rules, seen, are_alike); });
    if (!listed) return;
    EXPECT_EQ(classes, listed->size());
    ++listed_;
    if (are_alike) check_orbits(problem, twin, *grids, orbits(*listed, generators), words);
    check_draws(problem, *grids, *listed, words);
  }

  void check_identity(const RuleSet& rules, const Problem& problem) {
    for (const RuleSpec& other : {random_.reworded(rules), random_.pair_by_pair(problem)}) {
      const Problem again = make_problem(rules.shape, other);
      EXPECT_EQ(again, problem) << to_string(rules.shape, other);
      EXPECT_EQ(again.rules.text(), problem.rules.text());
    }
    EXPECT_EQ(parse_problem(rules.shape, problem.rules.text()), problem);
  }

  /// Returns nullopt if no strategy accepts the rules.
  std::optional<Integer> check_counts(const Problem& problem, const Problem& twin, const std::string& words) {
    std::optional<Integer> grids;
    for (const Counter* const counter : {&exact_cover_, &orbit_search_, &enumeration_}) {
      // It visits the grids one by one.
      const Integer of_each = problem.symbols_are_alike() ? factorial(problem.shape.side()) : Integer{1};
      const bool takes_long = grids && counter == &enumeration_ && *grids > of_each * 300'000;
      if (takes_long || (!grids && counter == &enumeration_)) continue;
      for (const Problem& each : {problem, twin}) {
        const auto found = work_(counter->name, words, [&] { return counter->exact(each, Quantity::grids); });
        if (!found) continue;
        EXPECT_EQ(*found, grids.value_or(*found))
            << counter->name << " on " << to_string(each.shape) << " " << each.rules.text();
        grids = found;
        ++counts_;
      }
    }
    return grids;
  }

  void check_estimate(const Problem& problem, const Integer& grids, const std::string& words) {
    const auto report = work_("row_sampler", words, [&] { return row_sampler_.report(problem, Quantity::grids); });
    if (!report) return;
    const Outcome& outcome = report->outcomes.at(Quantity::grids);
    const auto* const estimate = std::get_if<Estimate>(&outcome);
    if (estimate == nullptr) return;
    const Real truth = grids.convert_to<Real>();
    ++estimates_;
    if (estimate->low <= truth && truth <= estimate->high) ++covering_;
    confidence_ = estimate->confidence;
  }

  void check_orbits(const Problem& problem, const Problem& twin, const Integer& grids, std::size_t expected,
                    const std::string& words) {
    for (const Problem& each : {problem, twin}) {
      const auto found = work_("burnside_bfs", words, [&] {
        return burnside_.exact(each, Quantity::essentially_different, {{Quantity::grids, grids}});
      });
      if (!found) continue;
      EXPECT_EQ(*found, expected) << each.rules.text();
      ++orbits_;
    }
  }

  void check_draws(const Problem& problem, const Integer& grids, const std::set<Grid>& listed,
                   const std::string& words) {
    std::unique_ptr<const uniform_grids::GridSampler> draws;
    try {
      draws = work_("draws", words, [&] { return uniform_grids::make_grid_sampler(problem); });
    } catch (const uniform_grids::SamplingUnsupported&) {
      return;
    }
    EXPECT_EQ(Integer{draws->grids()}, grids);
    if (listed.empty() || listed.size() > 40) return;
    std::map<Grid, int> drawn;
    const int times = 20 * static_cast<int>(listed.size());
    Random random{3, 0, 0};
    for (int i = 0; i < times; ++i) {
      const auto grid = draws->draw(random);
      const Grid symbols{grid.symbols.begin(), grid.symbols.end()};
      ++drawn[problem.symbols_are_alike() ? relabelled(symbols) : symbols];
    }
    double squares = 0;
    for (const auto& [grid, number] : drawn) EXPECT_TRUE(listed.contains(grid));
    for (const Grid& grid : listed) squares += std::pow(drawn[grid] - 20.0, 2) / 20;
    ++draws_;
    if (listed.size() < 2) return;
    const boost::math::chi_squared_distribution<double> chi_squared{static_cast<double>(listed.size() - 1)};
    EXPECT_GT(boost::math::cdf(boost::math::complement(chi_squared, squares)), 1e-9);
  }

  RandomRules random_{Random{seed(), 36, 0}};
  Work work_;
  std::size_t counts_ = 0;
  std::size_t empty_ = 0;
  std::size_t distinguished_ = 0;
  std::size_t listed_ = 0;
  std::size_t orbits_ = 0;
  std::size_t draws_ = 0;
  int estimates_ = 0;
  int covering_ = 0;
  double confidence_ = 0;

  static std::uint64_t number_from(const char* variable, std::uint64_t otherwise) {
    const char* const text = std::getenv(variable);
    return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
  }
  static std::uint64_t seed() { return number_from("GRIDCENSUS_RULE_SEED", 1); }

 private:
  const Counter enumeration_{"enumeration", {{"max_nodes", 3e5}}};
  const Counter exact_cover_{"exact_cover", {{"max_fillings", 3e4}}};
  const Counter orbit_search_{"orbit_search", {{"max_templates", std::int64_t{5000}}, {"max_grids", 1e5}}};
  const Counter row_sampler_{"row_sampler", {{"samples", std::int64_t{400}}}};
  const Counter burnside_{"burnside_bfs", {}};
};

TEST_F(RandomRuleSets, AreOneProblemInAnyWordingWithEqualCounts) {
  const std::uint64_t sets = number_from("GRIDCENSUS_RULE_SETS", 100);
  const bool is_long = sets > 1000;
  for (std::uint64_t number = 1; number <= sets && !HasFailure(); ++number) {
    const RuleSet rules = random_.next();
    check(rules);
    if (is_long && number % 1000 == 0) std::cout << number << " sets" << std::endl;
  }
  work_.print();
  std::cout << counts_ << " counts, " << distinguished_ << " sets whose symbols are not alike, " << empty_
            << " without a grid, " << listed_ << " listed, " << orbits_ << " numbers of orbits, " << draws_
            << " samplers of grids; " << covering_ << " of " << estimates_ << " intervals of " << confidence_
            << " cover\n";
  EXPECT_GT(counts_, sets);
  if (estimates_ > 0) statistics::expect_rate_of_at_least(covering_, estimates_, confidence_);
}

}  // namespace
