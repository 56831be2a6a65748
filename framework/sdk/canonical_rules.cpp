#include "sdk/rule_words.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <utility>

namespace gridcensus {

namespace {

/// What is looked for in a set of pairs, the larger before what it contains.
constexpr std::array canonical_order{"both_boxes",         "windows",  "disjoint_groups",      "pandiagonal",
                                     "diagonals",          "diagonal", "toroidal_anti_knight", "anti_knight",
                                     "toroidal_anti_king", "anti_king"};

std::string names_of_cells(Shape shape, const std::vector<int>& cells) {
  std::vector<std::string> names;
  for (const int cell : cells) names.push_back(cell_name(shape, cell));
  return joined(names, '.');
}

}  // namespace

/// Puts a set of pairs into words: what has a name first, then offsets, sets of N cells, and single pairs. What comes
/// out follows from shape and pairs alone.
class [[gnu::visibility("hidden")]] CanonicalRules {
 public:
  CanonicalRules(Shape shape, CellGraph graph) : shape_{shape}, graph_{std::move(graph)}, covered_{shape.cells()} {}

  Rules rules() {
    // What is said pair by pair may turn out to be a region, from which others follow.
    for (;;) {
      put_into_words();
      if (covered_ == graph_) return words_.empty() ? Rules{} : Rules{joined(words_, ',')};
      graph_ = covered_;
    }
  }

 private:
  void put_into_words() {
    demands_ = {};
    words_.clear();
    const bool boxes_hold = graph_.has_all_of(graph_of_regions(shape_, boxes_of(shape_)));
    demands_.families.emplace(boxes_hold ? classic_rules : latin_rules);
    covered_ = graph_of(shape_, demands_);
    take_families(boxes_hold);
    take_offsets();
    if (!boxes_hold) take_layout();
    take_regions();
    for (const Region& region : demands_.regions) words_.push_back("region:" + names_of_cells(shape_, region));
    CellGraph rest = graph_;
    rest.remove_all(covered_);
    rest.for_each_pair([&](int a, int b) {
      demands_.different.emplace_back(a, b);
      words_.push_back("different:" + names_of_cells(shape_, {a, b}));
    });
    if (!boxes_hold && demands_.layout.empty()) words_.insert(words_.begin(), std::string{latin_rules});
    covered_ = graph_of(shape_, demands_);
  }

  CellGraph graph_of_family(std::string_view name) const {
    CellGraph graph = graph_of_regions(shape_, regions_of_family(shape_, name));
    for (const Offset& offset : offsets_of_family(name)) {
      for (const auto& [one, other] : pairs_at(shape_, offset)) graph.add(one, other);
    }
    return graph;
  }

  /// The families all of whose pairs are asked for, without those that follow from the others.
  void take_families(bool boxes_hold) {
    const auto is_possible = [&](std::string_view name) {
      return (boxes_hold || name != "both_boxes") && !family_mistake(shape_, name);
    };
    // On small grids one family can have others in it: where one says it all, that is its name.
    for (const RuleFamily& family : all_rule_families()) {
      if (demands_.families.contains(family.name) || !is_possible(family.name)) continue;
      Demands alone = demands_;
      alone.families.emplace(family.name);
      if (covered_ == graph_ || graph_of(shape_, alone) != graph_) continue;
      demands_ = std::move(alone);
      covered_ = graph_;
      words_.emplace_back(family.name);
      return;
    }
    std::vector<std::string> taken;
    for (const std::string_view name : canonical_order) {
      if (!is_possible(name)) continue;
      const CellGraph pairs = graph_of_family(name);
      if (!graph_.has_all_of(pairs) || covered_.has_all_of(pairs)) continue;
      taken.emplace_back(name);
      demands_.families.emplace(name);
      covered_ = graph_of(shape_, demands_);
    }
    for (const std::string& name : taken) {
      Demands others = demands_;
      others.families.erase(name);
      if (taken.size() > 1 && graph_of(shape_, others) == covered_)
        demands_ = std::move(others);
      else
        words_.push_back(name);
    }
  }

  void take_offsets() {
    const int side = shape_.side();
    for (const bool wraps : {true, false}) {
      for (int down = 1; down < side && !(graph_ == covered_); ++down) {
        for (int right = wraps ? 0 : 1 - side; right < side; ++right) {
          if (right == 0) continue;
          const auto pairs = pairs_at(shape_, {down, right, wraps});
          const auto is_asked = [this](const CellPair& pair) { return graph_.has(pair.first, pair.second); };
          const auto is_covered = [this](const CellPair& pair) { return covered_.has(pair.first, pair.second); };
          // A few pairs are said one by one.
          if (std::ssize(pairs) < side) continue;
          if (!std::ranges::all_of(pairs, is_asked) || std::ranges::all_of(pairs, is_covered)) continue;
          for (const auto& [one, other] : pairs) covered_.add(one, other);
          demands_.offsets.push_back({down, right, wraps});
          words_.push_back((wraps ? "wrapped_offset:" : "offset:") + std::to_string(down) + "." +
                           std::to_string(right));
        }
      }
    }
  }

  void take_regions() {
    CellGraph rest = graph_;
    rest.remove_all(covered_);
    std::int64_t steps_left = most_steps;
    rest.for_each_pair([&](int a, int b) {
      if (covered_.has(a, b) || steps_left <= 0) return;
      best_.clear();
      best_score_ = shape_.side() / 2;
      std::int64_t steps = std::min(most_steps_of_a_pair, steps_left);
      steps_left -= steps;
      Region region{a, b};
      grow(region, graph_.row(a) & graph_.row(b), steps);
      steps_left += std::max<std::int64_t>(steps, 0);
      if (best_.empty()) return;
      demands_.regions.push_back(best_);
      covered_ = graph_of(shape_, demands_);
    });
    std::ranges::sort(demands_.regions);
  }

  /// Looks for N cells of which each two must differ: best in one piece, and else with many pairs that are not covered.
  void grow(Region & region, const CellGraph::Row& candidates, std::int64_t& steps) {
    const auto side = static_cast<std::size_t>(shape_.side());
    if (--steps < 0) return;
    if (region.size() == side) {
      int score = 0;
      for (const int one : region) {
        for (const int other : region) score += one < other && !covered_.has(one, other) ? 1 : 0;
      }
      if (score > shape_.side() / 2 && !cell_apart(shape_, region)) score += shape_.cells();
      if (score <= best_score_) return;
      best_score_ = score;
      best_ = region;
      std::ranges::sort(best_);
      return;
    }
    if (region.size() + candidates.count() < side) return;
    CellGraph::Row left = candidates;
    for (auto cell = left.find_first(); cell != CellGraph::Row::npos; cell = left.find_next(cell)) {
      left.reset(cell);
      region.push_back(static_cast<int>(cell));
      grow(region, left & graph_.row(static_cast<int>(cell)), steps);
      region.pop_back();
    }
  }

  /// Covers what jigsaw boxes can say: N sets of N cells that differ, in one piece each, which make up the grid. Of
  /// several such layouts the one that says most, the first of those that say as much.
  void take_layout() {
    if (covered_ == graph_) return;
    pieces_.clear();
    steps_ = 0;
    for (int first = 0; first < graph_.cells(); ++first) {
      CellGraph::Row later = graph_.row(first);
      for (int cell = 0; cell < first; ++cell) later.reset(place(cell));
      Region piece{first};
      grow_piece(piece, {}, later, CellGraph::Row(later.size()));
    }
    std::ranges::sort(pieces_);
    std::vector<std::string> layout(place(shape_.side()), std::string(place(shape_.side()), ' '));
    best_layout_ = demands_;
    layouts_ = 0;
    steps_ = 0;
    lay(layout, 0);
    demands_ = std::move(best_layout_);
    if (!demands_.layout.empty()) words_.push_back("layout:" + joined(demands_.layout, '/'));
  }

  /// Lists the sets that go on from a piece over sides of cells, each once.
  ///
  /// @param edge      cells at the piece that may still be taken, in the order in which they were reached
  /// @param allowed   the later cells that differ from all of the piece
  /// @param reached   the piece, its edge, and what was decided against
  void grow_piece(Region & piece, std::vector<int> edge, const CellGraph::Row& allowed, CellGraph::Row reached) {
    if (++steps_ > most_layout_steps) return;
    if (std::ssize(piece) == shape_.side()) {
      pieces_.push_back(piece);
      std::ranges::sort(pieces_.back());
      return;
    }
    const int side = shape_.side();
    const int last = piece.back();
    reached.set(place(last));
    for (const auto& [step, is_inside] : {std::pair{-side, true}, std::pair{-1, last % side > 0},
                                          std::pair{1, last % side < side - 1}, std::pair{side, true}}) {
      const int next = last + step;
      if (!is_inside || next < 0 || next >= graph_.cells() || reached[place(next)] || !allowed[place(next)]) continue;
      reached.set(place(next));
      edge.push_back(next);
    }
    while (!edge.empty()) {
      const int next = edge.back();
      edge.pop_back();
      if (!allowed[place(next)]) continue;
      piece.push_back(next);
      grow_piece(piece, edge, allowed & graph_.row(next), reached);
      piece.pop_back();
    }
  }

  /// Lays pieces that do not overlap until no cell is free, always one over the first free cell.
  void lay(std::vector<std::string> & layout, std::size_t laid) {
    constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
    const auto letter_at = [&](int cell) -> char& {
      return layout[place(cell / shape_.side())][place(cell % shape_.side())];
    };
    if (laid == place(shape_.side())) {
      ++layouts_;
      Demands with_layout = demands_;
      with_layout.families.erase(std::string{latin_rules});
      with_layout.layout = layout;
      CellGraph covered = graph_of(shape_, with_layout);
      if (covered.pairs() <= covered_.pairs()) return;
      covered_ = std::move(covered);
      best_layout_ = std::move(with_layout);
      return;
    }
    int first = 0;
    while (letter_at(first) != ' ') ++first;
    for (const Region& piece : pieces_) {
      if (++steps_ > most_layout_steps || layouts_ == most_layouts) return;
      if (piece.front() != first) continue;
      if (!std::ranges::all_of(piece, [&](int cell) { return letter_at(cell) == ' '; })) continue;
      for (const int cell : piece) letter_at(cell) = letters[laid];
      lay(layout, laid + 1);
      for (const int cell : piece) letter_at(cell) = ' ';
    }
  }

  static std::size_t place(int number) { return static_cast<std::size_t>(number); }

  static constexpr int most_layout_steps = 200'000;
  static constexpr int most_layouts = 50;
  // Beyond so many steps what is left is said pair by pair.
  static constexpr std::int64_t most_steps_of_a_pair = 20'000;
  static constexpr std::int64_t most_steps = 5'000'000;

  Shape shape_;
  CellGraph graph_;
  CellGraph covered_;  ///< by what has been put into words
  Demands demands_;    ///< the words so far
  std::vector<std::string> words_;
  std::vector<Region> pieces_;
  Demands best_layout_;
  int layouts_ = 0;
  int steps_ = 0;
  Region best_;
  int best_score_ = 0;
};

Rules canonical_rules(Shape shape, CellGraph graph) { return CanonicalRules{shape, std::move(graph)}.rules(); }

}  // namespace gridcensus
