#include "burnside_bfs/fixed_grids_search.hpp"

#include "burnside_bfs/ticks.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>

namespace gridcensus::burnside_bfs {

namespace {

/// Returns the least power of a map that maps the cells of a region to the region, and its cycle type on these cells.
PowerType return_to(const gridcensus::Region& region, const CellImages& map) {
  std::vector<bool> is_inside(map.size(), false);
  for (const int cell : region) is_inside[static_cast<std::size_t>(cell)] = true;
  std::vector<std::size_t> images(region.begin(), region.end());
  PowerType power;
  do {
    ++power.exponent;
    for (std::size_t& image : images) image = map[image];
  } while (!std::ranges::all_of(images, [&](std::size_t image) { return is_inside[image]; }));
  std::vector<std::size_t> next(map.size());
  for (std::size_t i = 0; i < region.size(); ++i) next[static_cast<std::size_t>(region[i])] = images[i];
  for (const int first : region) {
    int length = 0;
    for (auto cell = static_cast<std::size_t>(first); is_inside[cell]; cell = next[cell], ++length) {
      is_inside[cell] = false;
    }
    if (length > 0) power.type.push_back(length);
  }
  std::ranges::sort(power.type);
  return power;
}

}  // namespace

FixedGridsSearch::FixedGridsSearch(const Problem& problem, const CellImages& map)
    : side_{static_cast<std::size_t>(problem.shape.side())} {
  if (side_ > max_labels)
    throw std::invalid_argument{"fixed grids are counted up to side " + std::to_string(max_labels)};
  std::vector<PowerType> powers;
  for (const gridcensus::Region& region : problem.regions()) powers.push_back(return_to(region, map));
  const auto label_types = label_cycle_types(problem.shape.side(), powers);
  if (label_types.empty()) return;

  constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
  std::vector<Neighbour> place_of(map.size(), {none, 0});
  std::vector<std::size_t> firsts;
  for (std::size_t first = 0; first < map.size(); ++first) {
    if (place_of[first].cycle != none) continue;
    std::size_t length = 0;
    for (std::size_t cell = first; place_of[cell].cycle == none; cell = map[cell]) {
      place_of[cell] = {cycles_.size(), length++};
    }
    cycles_.push_back({length, {}});
    firsts.push_back(first);
  }
  const auto seen = cells_seen(problem);
  for (std::size_t c = 0; c < cycles_.size(); ++c) {
    for (const int cell : seen[firsts[c]]) cycles_[c].neighbours.push_back(place_of[static_cast<std::size_t>(cell)]);
  }
  for (const std::vector<int>& type : label_types) types_.push_back(planned(type));
  // With fewer cycles a count is immediate.
  constexpr std::size_t min_cycles_of_parts = 30;
  constexpr std::size_t parts_of_long = 16;
  if (cycles_.size() >= min_cycles_of_parts) parts_ = parts_of_long;
}

FixedGridsSearch::Plan FixedGridsSearch::planned(const std::vector<int>& type) const {
  const std::size_t count = cycles_.size();
  Plan plan{LabelCycles{type}, std::vector<SymbolSet>(count), std::vector<SymbolSet>(count * side_ * count)};
  for (std::size_t c = 0; c < count; ++c) {
    const Cycle& cycle = cycles_[c];
    for (std::size_t label = 0; label < side_; ++label) {
      const std::size_t length = plan.labels.length_at(label);
      // A whole turn of the cycle is a whole number of turns of the label, and no cell in it clashes with the first.
      const bool fits =
          cycle.length % length == 0 && std::ranges::none_of(cycle.neighbours, [&](const Neighbour& other) {
            return other.cycle == c && other.place % length == 0;
          });
      if (!fits) continue;
      plan.fitting[c] = static_cast<SymbolSet>(plan.fitting[c] | mathematics::singleton(static_cast<int>(label)));
      for (const auto& [other, place] : cycle.neighbours) {
        // At that place of the other cycle is p^place of its first label, which must not be `label`.
        const std::size_t clashing = plan.labels.image(label, length - place % length);
        SymbolSet& taken = plan.taken_away[(c * side_ + label) * count + other];
        taken = static_cast<SymbolSet>(taken | mathematics::singleton(static_cast<int>(clashing)));
      }
    }
  }
  return plan;
}

/// The search of one slice.
class FixedGridsSearch::Search {
 public:
  Search(const FixedGridsSearch& of, const Plan& plan, std::size_t part, const Poll& poll)
      : of_{of},
        plan_{plan},
        cycles_{of.cycles_.size()},
        all_{mathematics::first_symbols(static_cast<int>(of.side_))},
        free_(plan.fitting),
        left_(cycles_),
        part_{part},
        ticks_{poll} {
    free_.resize((cycles_ + 1) * cycles_);
    for (std::size_t c = 0; c < cycles_; ++c) left_[c] = c;
  }

  std::uint64_t run() { return fillings(0, 0); }

 private:
  /// Returns the number of fillings of the remaining cycles at this depth: all but the first `depth` of `left_`.
  ///
  /// @param used  placed labels, with all of their cycles
  std::uint64_t fillings(std::size_t depth, SymbolSet used) {
    constexpr std::size_t depths_per_part = 5;
    if (of_.parts_ > 1 && depth == cycles_ / depths_per_part && next_share_++ % of_.parts_ != part_) return 0;
    if (depth == cycles_) return 1;
    ticks_.tick();

    const SymbolSet* const free = free_.data() + depth * cycles_;
    const SymbolSet known = used == all_ ? all_ : known_labels(used);
    std::size_t chosen = depth;
    int fewest = mathematics::max_symbols + 1;
    for (std::size_t i = depth; i < cycles_ && fewest > 0; ++i) {
      const int choices = mathematics::size_of(static_cast<SymbolSet>(free[left_[i]] & known));
      if (choices >= fewest) continue;
      fewest = choices;
      chosen = i;
    }
    if (fewest == 0) return 0;
    if (depth + 1 == cycles_) return static_cast<std::uint64_t>(fewest);

    std::swap(left_[depth], left_[chosen]);
    const std::size_t cycle = left_[depth];
    SymbolSet* const next = free_.data() + (depth + 1) * cycles_;
    std::uint64_t found = 0;
    for (auto labels = static_cast<SymbolSet>(free[cycle] & known); labels != 0;
         labels = mathematics::without_least(labels)) {
      const auto label = static_cast<std::size_t>(mathematics::least(labels));
      const SymbolSet* const taken = plan_.taken_away.data() + (cycle * of_.side_ + label) * cycles_;
      for (std::size_t c = 0; c < cycles_; ++c) next[c] = static_cast<SymbolSet>(free[c] & ~taken[c]);
      found += fillings(depth + 1, static_cast<SymbolSet>(used | plan_.labels.cycle_at(label)));
    }
    std::swap(left_[depth], left_[chosen]);
    return found;
  }

  /// Returns the labels to try. Labels that are not placed yet are alike: of their cycles one of each length suffices,
  /// and one label in it. So every filling occurs once, its labels named in the order in which they first occur.
  SymbolSet known_labels(SymbolSet used) const {
    SymbolSet known = used;
    std::size_t tried = 0;
    for (const LabelCycles::Cycle& cycle : plan_.labels.cycles()) {
      const SymbolSet first = mathematics::singleton(cycle.first);
      if ((used & first) != 0 || cycle.length == tried) continue;
      known = static_cast<SymbolSet>(known | first);
      tried = cycle.length;
    }
    return known;
  }

  const FixedGridsSearch& of_;
  const Plan& plan_;
  std::size_t cycles_;
  SymbolSet all_;
  std::vector<SymbolSet> free_;    // by depth, by cycle: the labels that fit and do not clash
  std::vector<std::size_t> left_;  // cycles: those filled, in the order of the depths, then the others
  std::size_t part_;
  std::size_t next_share_ = 0;
  Ticks ticks_;
};

Integer FixedGridsSearch::count(std::size_t slice, const Poll& poll) const {
  return Integer{Search{*this, types_[slice / parts_], slice % parts_, poll}.run()};
}

double FixedGridsSearch::weight(std::size_t /*slice*/) const {
  // Two more cycles of cells take about twice the time, as in `FixedGrids`.
  return std::exp2(static_cast<double>(cycles_.size()) / 2) / static_cast<double>(slices());
}

}  // namespace gridcensus::burnside_bfs
