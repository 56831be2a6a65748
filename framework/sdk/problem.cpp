#include "gridcensus/problem.hpp"

#include "sdk/rule_words.hpp"
#include "sdk/rules_table.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

namespace gridcensus {

namespace {

struct KnownRules {
  std::mutex mutex;
  // Elements of a std::map do not move.
  std::map<std::pair<Shape, std::string>, RulesRecord> records;
};

KnownRules& known_rules() {
  static KnownRules& one = *new KnownRules;  // never destroyed: rules may be used until the process ends
  return one;
}

}  // namespace

std::optional<Rules> RulesTable::find(Shape shape, std::string_view text) {
  const std::scoped_lock lock{known_rules().mutex};
  const auto found = known_rules().records.find({shape, std::string{text}});
  if (found == known_rules().records.end()) return std::nullopt;
  return Rules{&found->first.second};
}

Rules RulesTable::add(Shape shape, std::string text, RulesRecord record) {
  const std::scoped_lock lock{known_rules().mutex};
  const auto found = known_rules().records.emplace(std::pair{shape, std::move(text)}, std::move(record)).first;
  return Rules{&found->first.second};
}

const RulesRecord& RulesTable::record(const Problem& problem) {
  const std::scoped_lock lock{known_rules().mutex};
  return known_rules().records.at({problem.shape, problem.rules.text()});
}

const std::string& Rules::text() const {
  static const std::string classic{classic_rules};
  return are_classic() ? classic : *text_;
}

std::vector<Region> Problem::regions() const {
  return rules.are_classic() ? regions_of(shape, {}) : RulesTable::record(*this).regions;
}

std::vector<CellPair> Problem::pairs() const {
  return rules.are_classic() ? std::vector<CellPair>{} : RulesTable::record(*this).pairs;
}

std::vector<SymbolBits> Problem::allowed() const {
  std::vector<SymbolBits> allowed(static_cast<std::size_t>(shape.cells()), all_symbols(shape));
  if (rules.are_classic()) return allowed;
  for (const auto& [cell, symbols] : RulesTable::record(*this).constraints.allowed) {
    allowed[static_cast<std::size_t>(cell)] = symbols;
  }
  return allowed;
}

std::vector<RelatedCells> Problem::related() const {
  std::vector<RelatedCells> related;
  if (rules.are_classic()) return related;
  for (const auto& [cells, table] : RulesTable::record(*this).constraints.related) related.push_back({cells, table});
  return related;
}

bool Problem::symbols_are_alike() const {
  if (rules.are_classic()) return true;
  const Constraints& constraints = RulesTable::record(*this).constraints;
  return constraints.allowed.empty() && constraints.related.empty();
}

bool Problem::is_square() const { return !rules.are_classic() && RulesTable::record(*this).constraints.is_square; }

CellGraph cell_graph(const Problem& problem) {
  return problem.rules.are_classic() ? graph_of_regions(problem.shape, problem.regions())
                                     : RulesTable::record(problem).constraints.different;
}

std::size_t number_of_pairs(const Problem& problem) {
  if (!problem.rules.are_classic()) return RulesTable::record(problem).constraints.different.pairs();
  const auto [rows, cols] = problem.shape;
  const int seen_by_a_cell = 2 * (problem.shape.side() - 1) + (rows - 1) * (cols - 1);
  return static_cast<std::size_t>(problem.shape.cells() * seen_by_a_cell / 2);
}

std::vector<std::vector<int>> cells_seen(const Problem& problem) {
  const CellGraph graph = cell_graph(problem);
  std::vector<std::vector<int>> seen(static_cast<std::size_t>(graph.cells()));
  graph.for_each_pair([&](int a, int b) {
    seen[static_cast<std::size_t>(a)].push_back(b);
    seen[static_cast<std::size_t>(b)].push_back(a);
  });
  for (auto& cells : seen) std::ranges::sort(cells);
  return seen;
}

}  // namespace gridcensus
