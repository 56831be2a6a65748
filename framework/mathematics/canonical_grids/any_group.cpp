#include "canonical_grids/any_group.hpp"

#include "gridcensus/symmetries.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace gridcensus::canonical_grids {

using mathematics::Grid;

namespace {

constexpr std::uint8_t unnamed = 0xFF;

PointImages inverse_of(const PointImages& images) {
  PointImages result(images.size());
  for (std::size_t i = 0; i < images.size(); ++i) result[images[i]] = static_cast<Point>(i);
  return result;
}

std::ptrdiff_t narrow_offset(std::size_t offset) { return static_cast<std::ptrdiff_t>(offset); }

}  // namespace

AnyGroup::AnyGroup(const Problem& problem)
    : side_{static_cast<std::size_t>(problem.shape.side())},
      cells_{static_cast<std::size_t>(problem.shape.cells())},
      set_of_(side_, 0) {
  std::vector<PointImages> generators;
  if (problem.symbols_are_alike()) {
    sets_.emplace_back(side_);
    std::iota(sets_.front().begin(), sets_.front().end(), std::uint8_t{0});
    generators = symmetry_generators(problem);
    for (PointImages& generator : generators) generator.push_back(static_cast<Point>(cells_));
  } else {
    const auto on_symbols = grid_symmetry_generators(problem);
    find_sets(on_symbols);
    for (const PointImages& images : on_symbols) {
      PointImages& generator = generators.emplace_back(images.begin(), images.begin() + narrow_offset(cells_));
      for (const auto& set : sets_) {
        generator.push_back(static_cast<Point>(cells_ + set_of_[images[cells_ + set.front()] - cells_]));
      }
    }
  }
  // The sets come first in the base, then the cells.
  std::vector<Point> base;
  for (std::size_t set = 0; set < sets_.size(); ++set) base.push_back(static_cast<Point>(cells_ + set));
  for (std::size_t cell = 0; cell < cells_; ++cell) base.push_back(static_cast<Point>(cell));
  PermutationGroup group{cells_ + sets_.size(), base};
  for (const PointImages& generator : generators) group.insert(generator);
  order_ = group.order();
  for (std::size_t number = 0; number < group.levels(); ++number) {
    Level& level = levels_.emplace_back();
    level.orbit = group.orbit(number);
    for (std::size_t place = 0; place < level.orbit.size(); ++place) {
      level.ways.push_back(inverse_of(group.way_back(number, place)));
    }
  }
  while (!levels_.empty() && levels_.back().orbit.size() == 1) levels_.pop_back();
}

/// Finds the sets of alike symbols: two symbols are alike if their transposition is in the group.
void AnyGroup::find_sets(const std::vector<PointImages>& generators) {
  PermutationGroup group{cells_ + side_};
  for (const PointImages& generator : generators) group.insert(generator);
  for (std::size_t symbol = 0; symbol < side_; ++symbol) {
    const auto is_alike = [&](const std::vector<std::uint8_t>& set) {
      PointImages exchange(cells_ + side_);
      std::iota(exchange.begin(), exchange.end(), Point{0});
      std::swap(exchange[cells_ + symbol], exchange[cells_ + set.front()]);
      return group.contains(exchange);
    };
    const auto found = std::ranges::find_if(sets_, is_alike);
    set_of_[symbol] = static_cast<std::size_t>(found - sets_.begin());
    if (found == sets_.end()) sets_.emplace_back();
    sets_[set_of_[symbol]].push_back(static_cast<std::uint8_t>(symbol));
  }
}

/// The search through the elements of the group, as maps of the cells of the image to those of the grid.
class GroupSearch {
 public:
  /// @param known  number of known cells
  /// @param tests  whether to test if the grid itself is the least image
  GroupSearch(const AnyGroup& group, const Grid& grid, std::size_t known, bool tests)
      : group_{group},
        symbols_{grid.symbols.data()},
        known_{known},
        tests_{tests},
        best_(grid.symbols),
        image_(grid.symbols),
        names_(group.side_, unnamed),
        named_(group.sets_.size(), 0),
        maps_(group.levels_.size() + 1) {
    maps_.front().resize(group.cells_ + group.sets_.size());
    std::iota(maps_.front().begin(), maps_.front().end(), Point{0});
  }

  void run() {
    bool is_less = !tests_;
    choose(0, 0, is_less);
  }

  bool is_rejected() const { return rejected_; }
  std::uint64_t automorphisms() const { return automorphisms_; }

  CanonicalGrid result(const Grid& grid) const {
    CanonicalGrid result{.form = {grid.shape, best_}, .automorphisms = automorphisms_, .map = {}};
    result.map.cells.resize(group_.cells_);
    result.map.symbols.resize(group_.side_);
    for (std::size_t cell = 0; cell < group_.cells_; ++cell) {
      result.map.cells[best_map_[cell]] = static_cast<std::uint16_t>(cell);
      result.map.symbols[symbols_[best_map_[cell]]] = best_[cell];
    }
    return result;
  }

 private:
  /// Returns the image of a symbol of the grid: the next unused symbol of its set if it has no name yet.
  std::uint8_t name_of(std::uint8_t symbol, const PointImages& map) const {
    if (names_[symbol] != unnamed) return names_[symbol];
    const std::size_t set = image_set(symbol, map);
    return group_.sets_[set][named_[set]];
  }
  std::size_t image_set(std::uint8_t symbol, const PointImages& map) const {
    const auto sets = map.begin() + narrow_offset(group_.cells_);
    return static_cast<std::size_t>(std::find(sets, map.end(), group_.cells_ + group_.set_of_[symbol]) - sets);
  }

  /// Continues at a level of the chain.
  ///
  /// @param depth  of the map chosen so far
  Found choose(std::size_t level, std::size_t depth, bool& is_less) {
    const PointImages& map = maps_[depth];
    const std::size_t cell = level - group_.sets_.size();  // the cell of the image that this level fills, if any
    if (level >= group_.sets_.size() && cell == group_.cells_) return end(map, is_less);
    const bool is_choice = level < group_.levels_.size() && group_.levels_[level].orbit.size() > 1;
    if (level < group_.sets_.size())
      return is_choice ? branch_sets(level, depth, is_less) : choose(level + 1, depth, is_less);
    if (!is_choice) return map[cell] < known_ ? fill(level, depth, is_less) : Found::nothing;
    const auto& [orbit, ways] = group_.levels_[level];
    std::uint8_t least = unnamed;
    for (const Point point : orbit) {
      if (map[point] < known_) least = std::min(least, name_of(symbols_[map[point]], map));
    }
    if (least == unnamed || (!is_less && least > best_[cell])) return Found::nothing;
    Branches branches{automorphisms_};
    for (std::size_t place = 0; place < orbit.size(); ++place) {
      const std::size_t from = map[orbit[place]];
      if (from >= known_ || name_of(symbols_[from], map) != least) continue;
      continue_by(ways[place], depth);
      if (branches.add(fill(level, depth + 1, is_less)) || rejected_) break;
    }
    return branches.close();
  }

  Found branch_sets(std::size_t level, std::size_t depth, bool& is_less) {
    Branches branches{automorphisms_};
    for (const PointImages& way : group_.levels_[level].ways) {
      continue_by(way, depth);
      if (branches.add(choose(level + 1, depth + 1, is_less)) || rejected_) break;
    }
    return branches.close();
  }

  void continue_by(const PointImages& way, std::size_t depth) {
    PointImages& next = maps_[depth + 1];
    next.resize(way.size());
    for (std::size_t point = 0; point < way.size(); ++point) next[point] = maps_[depth][way[point]];
  }

  /// Fills the cell of a level by the map of a depth.
  Found fill(std::size_t level, std::size_t depth, bool& is_less) {
    const PointImages& map = maps_[depth];
    const std::size_t cell = level - group_.sets_.size();
    const std::uint8_t symbol = symbols_[map[cell]];
    const std::uint8_t name = name_of(symbol, map);
    image_[cell] = name;
    if (!is_less && name > best_[cell]) return Found::nothing;
    bool is_now_less = is_less || name < best_[cell];
    rejected_ = tests_ && is_now_less;
    if (rejected_) return Found::nothing;
    const bool is_new = names_[symbol] == unnamed;
    const std::size_t set = is_new ? image_set(symbol, map) : 0;
    if (is_new) {
      names_[symbol] = name;
      ++named_[set];
    }
    const Found found = choose(level + 1, depth, is_now_less);
    if (is_new) {
      names_[symbol] = unnamed;
      --named_[set];
    }
    is_less = is_less && found != Found::better;
    return found;
  }

  Found end(const PointImages& map, bool& is_less) {
    if (!is_less && has_path_) return Found::equal;
    best_ = image_;
    best_map_ = map;
    automorphisms_ = 1;
    has_path_ = true;
    is_less = false;
    return Found::better;
  }

  const AnyGroup& group_;
  const std::uint8_t* symbols_;
  std::size_t known_;
  bool tests_;
  std::vector<std::uint8_t> best_;
  std::vector<std::uint8_t> image_;
  PointImages best_map_;
  std::vector<std::uint8_t> names_;  ///< by symbol of the grid
  std::vector<std::size_t> named_;   ///< by set of the image: the number of its used symbols
  std::vector<PointImages> maps_;    ///< by depth
  bool has_path_ = false;
  bool rejected_ = false;
  std::uint64_t automorphisms_ = 0;
};

CanonicalGrid AnyGroup::canonical(const Grid& grid) const {
  GroupSearch search{*this, grid, cells_, false};
  search.run();
  return search.result(grid);
}

std::optional<std::uint64_t> AnyGroup::least_rows(const Grid& grid, int rows) const {
  GroupSearch search{*this, grid, static_cast<std::size_t>(rows) * side_, true};
  search.run();
  return search.is_rejected() ? std::nullopt : std::optional{search.automorphisms()};
}

Integer AnyGroup::symmetries() const {
  Integer order = order_;
  for (const auto& set : sets_) order *= factorial(static_cast<int>(set.size()));
  return order;
}

}  // namespace gridcensus::canonical_grids
