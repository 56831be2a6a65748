#include "sdk/rule_words.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <map>
#include <utility>

namespace gridcensus {

namespace {

constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";

std::size_t place(int number) { return static_cast<std::size_t>(number); }

CellGraph graph_of_family(Shape shape, std::string_view name) {
  CellGraph graph = graph_of_regions(shape, regions_of_family(shape, name));
  add_offsets(shape, offsets_of_family(name), graph);
  return graph;
}

/// Finds sets of N pairwise different cells that contain a given pair. It adds one cell after the other and never
/// backtracks, so it may miss a set. The result depends on the graph alone.
class RegionSearch {
 public:
  explicit RegionSearch(const CellGraph& graph)
      : graph_{graph},
        candidates_{place(graph.cells())},
        members_{place(graph.cells())},
        common_{place(graph.cells())} {}

  /// @param open  pairs of the graph to include: the region gets as many as are found
  /// @return      the region in ascending order, or an empty one
  /// @cost        side * candidates * cells / 64; candidates are the cells that must differ from both
  Region grown_from(int one, int other, const CellGraph& open, std::size_t side) {
    candidates_ = graph_.row(one);
    candidates_ &= graph_.row(other);
    members_.reset();
    members_.set(place(one)).set(place(other));
    Region region{one, other};
    while (region.size() < side) {
      if (work_left_ <= 0 || region.size() + candidates_.count() < side) return {};
      const int next = best_candidate(open);
      region.push_back(next);
      members_.set(place(next));
      candidates_ &= graph_.row(next);
    }
    std::ranges::sort(region);
    return region;
  }

  bool is_exhausted() const { return work_left_ <= 0; }

 private:
  /// Returns the candidate with the most open pairs with the members; of several, the one that must differ from most
  /// other candidates; of several, the first.
  int best_candidate(const CellGraph& open) {
    int best = -1;
    std::pair<std::size_t, std::size_t> best_score;
    for (auto cell = candidates_.find_first(); cell != CellGraph::Row::npos; cell = candidates_.find_next(cell)) {
      const int candidate = static_cast<int>(cell);
      common_ = members_;
      common_ &= open.row(candidate);
      const std::size_t gain = common_.count();
      common_ = candidates_;
      common_ &= graph_.row(candidate);
      const std::pair score{gain, common_.count()};
      if (best < 0 || score > best_score) {
        best = candidate;
        best_score = score;
      }
      work_left_ -= static_cast<std::int64_t>(members_.num_blocks());
    }
    return best;
  }

  // Counted in words of 64 cells; some 10 ms.
  static constexpr std::int64_t max_work = 1'500'000;

  const CellGraph& graph_;
  CellGraph::Row candidates_;
  CellGraph::Row members_;
  CellGraph::Row common_;
  std::int64_t work_left_ = max_work;
};

/// Looks for jigsaw boxes: N connected regions that partition the grid, among those found and those that hold anyway.
class LayoutSearch {
 public:
  /// @param found    connected regions, each with its cells in ascending order
  /// @param anyway   the same; used if no region found fits
  LayoutSearch(Shape shape, const std::vector<Region>& found, const std::vector<Region>& anyway)
      : side_{shape.side()}, found_{found}, anyway_{anyway}, layout_(place(side_), std::string(place(side_), free)) {}

  /// @return  the lines of the first layout with at least one of the regions found; empty if there is none
  std::vector<std::string> layout() { return lay(0, false) ? layout_ : std::vector<std::string>{}; }

 private:
  static constexpr char free = ' ';
  static constexpr int max_steps = 10'000;

  char& letter_at(int cell) { return layout_[place(cell / side_)][place(cell % side_)]; }

  bool lay(std::size_t laid, bool has_found) {
    if (laid == place(side_)) return has_found;
    int first = 0;
    while (letter_at(first) != free) ++first;
    const auto go_on_with = [&](const Region& region, bool is_found) {
      const bool fits =
          region.front() == first && std::ranges::all_of(region, [&](int cell) { return letter_at(cell) == free; });
      if (!fits || ++steps_ > max_steps) return false;
      for (const int cell : region) letter_at(cell) = letters[laid];
      if (lay(laid + 1, has_found || is_found)) return true;
      for (const int cell : region) letter_at(cell) = free;
      return false;
    };
    return std::ranges::any_of(found_, [&](const Region& region) { return go_on_with(region, true); }) ||
           std::ranges::any_of(anyway_, [&](const Region& region) { return go_on_with(region, false); });
  }

  int side_;
  const std::vector<Region>& found_;
  const std::vector<Region>& anyway_;
  std::vector<std::string> layout_;
  int steps_ = 0;
};

/// Writes constraints as rules: families, then offsets, a layout, regions and single pairs; restricted and related
/// cells unchanged. Each step depends on the shape and the constraints alone, and takes a bounded time.
class CanonicalRules {
 public:
  CanonicalRules(Shape shape, const Constraints& constraints)
      : shape_{shape},
        constraints_{constraints},
        graph_{constraints.different},
        covered_{graph_of_regions(shape, lines_of(shape))} {}

  RuleSpec spec() {
    const CellGraph boxes = graph_of_regions(shape_, boxes_of(shape_));
    boxes_hold_ = graph_.has_all_of(boxes);
    if (boxes_hold_) covered_.add_all(boxes);
    spec_.families.emplace(boxes_hold_ ? classic_rules : latin_rules);
    take_families();
    take_offsets();
    take_regions();
    CellGraph rest = graph_;
    rest.remove_all(covered_);
    // A relation that makes cells differ covers the pair itself.
    rest.for_each_pair([&](int one, int other) {
      if (!constraints_.related.contains({one, other})) spec_.different.emplace_back(one, other);
    });
    if (constraints_.is_square) spec_.families.emplace(square_rules);
    spec_.allowed = constraints_.allowed;
    take_relations();
    return std::move(spec_);
  }

 private:
  /// Takes the family of related neighbours if each pair of them is related by it or by more, and gives relations
  /// their names.
  void take_relations() {
    spec_.related = constraints_.related;
    const SymbolTable apart = table_of(shape_.side(), [](int one, int other) { return std::abs(one - other) > 1; });
    const auto pairs = neighbours(shape_);
    const auto is_apart = [&](const CellPair& pair) {
      const auto found = spec_.related.find(pair);
      return found != spec_.related.end() && intersection(found->second, apart) == found->second;
    };
    std::map<CellPair, SymbolTable> rest = spec_.related;
    if (!pairs.empty() && std::ranges::all_of(pairs, is_apart)) {
      spec_.families.emplace(non_consecutive_rules);
      for (const CellPair& pair : pairs) {
        const auto found = spec_.related.find(pair);
        if (found->second == apart)
          spec_.related.erase(found);
        else
          found->second = named(found->second, apart);
        rest.erase(pair);
      }
    }
    const SymbolTable others = table_of(shape_.side(), [](int one, int other) { return one != other; });
    for (const auto& [pair, table] : rest) {
      // Cells that differ by this relation alone must not get one that allows equal values.
      if (covered_.has(pair.first, pair.second)) spec_.related[pair] = named(table, others);
    }
  }

  /// Returns the table of the named relation that allows the same values as this table under a condition that holds
  /// anyway, or this table if there is none: `less` remains `less` between values that differ by 2 or more.
  SymbolTable named(const SymbolTable& table, const SymbolTable& anyway) {
    const NamedTables& names = named_tables(shape_.side());
    if (names.contains(table) || names.contains(transposed(table))) return table;
    const auto [known, is_new] = named_.try_emplace({table, anyway}, table);
    if (!is_new) return known->second;
    std::size_t best = names.size();
    for (const auto& [other, word] : names) {
      for (const SymbolTable& each : {transposed(other), other}) {
        if (word.first > best || intersection(each, anyway) != table) continue;
        best = word.first;
        known->second = each;
      }
    }
    return known->second;
  }

  static SymbolTable intersection(SymbolTable table, const SymbolTable& other) {
    for (std::size_t symbol = 0; symbol < table.size(); ++symbol) table[symbol] &= other[symbol];
    return table;
  }

  /// Takes the families whose pairs are all required, without those that follow from the others.
  void take_families() {
    if (graph_ == covered_) return;
    const CellGraph plain = covered_;
    std::vector<std::pair<std::string_view, CellGraph>> asked;
    for (const std::string_view name : family_order) {
      if (name == latin_rules || (!boxes_hold_ && name == "both_boxes") || family_mistake(shape_, name)) continue;
      CellGraph pairs = graph_of_family(shape_, name);
      if (!graph_.has_all_of(pairs)) continue;
      pairs.add_all(plain);
      // On small grids families contain one another: take the one that covers everything.
      if (pairs == graph_) {
        spec_.families.emplace(name);
        covered_ = graph_;
        return;
      }
      asked.emplace_back(name, std::move(pairs));
    }
    const auto covered_by = [&](const auto& families) {
      CellGraph covered = plain;
      for (const auto& [name, pairs] : families) covered.add_all(pairs);
      return covered;
    };
    std::erase_if(asked, [&](const auto& family) {
      const bool is_new = !covered_.has_all_of(family.second);
      covered_.add_all(family.second);
      return !is_new;
    });
    for (std::size_t i = 0; i < asked.size();) {
      auto others = asked;
      others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
      if (covered_by(others) == covered_)
        asked = std::move(others);
      else
        ++i;
    }
    for (const auto& [name, pairs] : asked) spec_.families.emplace(name);
  }

  void take_offsets() {
    const int side = shape_.side();
    for (const bool wraps : {true, false}) {
      for (int down = 1; down < side; ++down) {
        for (int right = wraps ? 1 : 1 - side; right < side; ++right) {
          // A few pairs are listed one by one.
          const int pairs = wraps ? shape_.cells() : (side - down) * (side - std::abs(right));
          if (right != 0 && pairs >= side) take_offset({down, right, wraps});
        }
      }
    }
  }

  void take_offset(const Offset& offset) {
    bool is_new = false;
    const bool is_asked = std::ranges::all_of(pairs_at(shape_, offset), [&](const CellPair& pair) {
      is_new = is_new || !covered_.has(pair.first, pair.second);
      return graph_.has(pair.first, pair.second);
    });
    if (!is_asked || !is_new) return;
    add_offsets(shape_, {offset}, covered_);
    spec_.offsets.push_back(offset);
  }

  void take_regions() {
    CellGraph open = graph_;
    open.remove_all(covered_);
    const CellGraph not_covered = open;
    std::vector<Region> found;
    RegionSearch search{graph_};
    not_covered.for_each_pair([&](int one, int other) {
      if (search.is_exhausted() || !open.has(one, other)) return;
      Region region = search.grown_from(one, other, open, place(shape_.side()));
      if (region.empty()) return;
      open.remove(region);
      found.push_back(std::move(region));
    });
    std::ranges::sort(found);
    take_layout(found);
    for (Region& region : found) {
      int gain = 0;
      for (const int one : region) {
        for (const int other : region) gain += one < other && !covered_.has(one, other) ? 1 : 0;
      }
      if (gain <= shape_.side() / 2) continue;  // a few pairs are listed one by one
      covered_.add(region);
      spec_.regions.push_back(std::move(region));
    }
  }

  void take_layout(const std::vector<Region>& found) {
    std::vector<Region> in_one_piece = found;
    std::erase_if(in_one_piece, [&](const Region& region) { return cell_apart(shape_, region).has_value(); });
    if (in_one_piece.empty()) return;
    std::vector<Region> anyway = lines_of(shape_);
    if (boxes_hold_ && !boxes_are_lines(shape_)) std::ranges::copy(boxes_of(shape_), std::back_inserter(anyway));
    spec_.layout = LayoutSearch{shape_, in_one_piece, anyway}.layout();
    for (const Region& region : regions_of_layout(spec_.layout)) covered_.add(region);
    // A layout replaces the boxes, unless the rules name them.
    if (spec_.layout.empty() || (boxes_hold_ && !boxes_are_lines(shape_))) return;
    spec_.families.erase(std::string{latin_rules});
    spec_.families.erase(std::string{classic_rules});
  }

  Shape shape_;
  const Constraints& constraints_;
  const CellGraph& graph_;
  bool boxes_hold_ = false;
  CellGraph covered_;                                                 ///< by the rules written so far, rows and columns
  std::map<std::pair<SymbolTable, SymbolTable>, SymbolTable> named_;  ///< the results of `named`
  RuleSpec spec_;
};

}  // namespace

RuleSpec canonical_spec(Shape shape, const Constraints& constraints) {
  return CanonicalRules{shape, constraints}.spec();
}

}  // namespace gridcensus
