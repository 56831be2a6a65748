#include "uniform_grids/frontier_ranking.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>

namespace gridcensus::uniform_grids {

using mathematics::checked_add;
using mathematics::InvalidGrid;

namespace {

constexpr std::size_t states_per_poll = 4096;

constexpr UInt128 bit(std::size_t place) { return UInt128{1} << place; }

std::string cell_text(std::size_t cell, std::size_t side) {
  return "row " + std::to_string(cell / side + 1) + ", column " + std::to_string(cell % side + 1);
}

/// Returns the identity, as a map of cells and a relabelling.
FixedBy nothing_moved(const Problem& problem) {
  FixedBy fixed_by{.cells = std::vector<std::uint16_t>(static_cast<std::size_t>(problem.shape.cells())),
                   .label_cycles = std::vector<int>(static_cast<std::size_t>(problem.shape.side()), 1)};
  std::iota(fixed_by.cells.begin(), fixed_by.cells.end(), 0);
  return fixed_by;
}

}  // namespace

FrontierRanking::FrontierRanking(const Problem& problem, std::size_t max_states, const Poll& poll)
    : FrontierRanking{problem, nothing_moved(problem), max_states, poll} {}

FrontierRanking::FrontierRanking(const Problem& problem, const FixedBy& fixed_by, std::size_t max_states,
                                 const Poll& poll)
    : problem_{problem}, side_{static_cast<std::size_t>(problem.shape.side())} {
  if (problem.shape.side() > max_side) {
    throw std::length_error{"the cells of a side above " + std::to_string(max_side) + " do not fit 128 bits"};
  }
  const auto seen = cells_seen(problem);
  // Measured: 2x4 has 1.2e6 states by columns and more than 3e6 by rows; for the grids that its symmetries fix it is
  // the reverse.
  const Shape shape = problem.shape;
  const bool moves_nothing = std::ranges::is_sorted(fixed_by.cells);
  const bool by_columns = moves_nothing ? shape.box_rows < shape.box_cols : shape.box_rows > shape.box_cols;
  const auto place_of = [&](std::size_t cell) { return by_columns ? cell % side_ * side_ + cell / side_ : cell; };
  cells_.resize(seen.size());
  seen_.resize(seen.size());
  images_.resize(seen.size());
  for (std::size_t cell = 0; cell < seen.size(); ++cell) {
    cells_[place_of(cell)] = cell;
    for (const int other : seen[cell]) seen_[place_of(cell)].push_back(place_of(static_cast<std::size_t>(other)));
    images_[place_of(cell)] = place_of(fixed_by.cells[cell]);
  }
  std::vector<bool> is_met(images_.size(), false);
  for (std::size_t first = 0; first < images_.size(); ++first) {
    if (is_met[first]) continue;
    CellCycle& cycle = cell_cycles_.emplace_back();
    for (std::size_t place = first; !is_met[place]; place = images_[place]) {
      is_met[place] = true;
      cycle.places.push_back(place);
    }
  }
  for (const int length : fixed_by.label_cycles) {
    label_cycles_.push_back({.first = cycle_of_.size(), .length = static_cast<std::size_t>(length)});
    cycle_of_.insert(cycle_of_.end(), label_cycles_.back().length, label_cycles_.size() - 1);
  }
  layers_.resize(cell_cycles_.size() + 1);
  add_label_states(poll);
  add_states(max_states, poll);
  count_completions(poll);
}

FrontierRanking::Places FrontierRanking::image(Places places) const {
  Places moved = 0;
  for (std::size_t place = 0; place < images_.size(); ++place) {
    if ((places & bit(place)) != 0) moved |= bit(images_[place]);
  }
  return moved;
}

void FrontierRanking::add_label_states(const Poll& poll) {
  std::vector<Places> hidden(seen_.size(), 0);  // by place: the places that its label excludes
  for (std::size_t place = 0; place < seen_.size(); ++place) {
    for (const std::size_t other : seen_[place]) hidden[place] |= bit(other);
  }
  std::vector<Places> regions;
  for (const Region& region : problem_.regions()) {
    Places& places = regions.emplace_back(0);
    for (std::size_t place = 0; place < cells_.size(); ++place) {
      const bool is_inside = std::ranges::find(region, static_cast<int>(cells_[place])) != region.end();
      if (is_inside) places |= bit(place);
    }
  }
  // A label is in every region: a region where it was possible before has it, or may still get it.
  const auto loses_region = [&](Places before, Places after, Places taken) {
    return std::ranges::any_of(
        regions, [&](Places region) { return (before & region) != 0 && ((after | taken) & region) == 0; });
  };

  using Key = std::pair<std::size_t, Places>;  // the length of the cycle of labels, and the places open to its first
  std::vector<Key> states;
  for (const LabelCycle& labels : label_cycles_) {
    if (!states.empty() && states.back().first == labels.length) continue;
    // A whole turn of the cells is a whole number of turns of the labels, and no two cells with one label clash.
    Places places = 0;
    for (const CellCycle& cells : cell_cycles_) {
      if (cells.places.size() % labels.length != 0) continue;
      Places same = 0;
      for (std::size_t i = labels.length; i < cells.places.size(); i += labels.length) same |= bit(cells.places[i]);
      if ((hidden[cells.places.front()] & same) != 0) continue;
      for (const std::size_t place : cells.places) places |= bit(place);
    }
    states.emplace_back(labels.length, places);
  }
  for (std::size_t cycle = 0; cycle <= cell_cycles_.size(); ++cycle) {
    poll();
    if (states.size() >= none) throw std::length_error{"more places of a symbol than 16 bits can tell apart"};
    Layer& layer = layers_[cycle];
    layer.steps.resize(states.size());
    std::map<Key, LabelState> numbers;
    for (std::size_t state = 0; state < states.size(); ++state) {
      numbers.emplace(states[state], static_cast<LabelState>(state));
    }
    for (std::size_t state = 0; state < states.size(); ++state) {
      // States that occur later have numbers that are not less, so the first one gives the least to all.
      if (layer.steps[state].turned != none) continue;
      auto [length, places] = states[state];
      for (std::size_t turn = 0; turn < length; ++turn, places = image(places)) {
        const auto found = numbers.find({length, places});
        if (found != numbers.end()) layer.steps[found->second].turned = static_cast<LabelState>(state);
      }
    }
    if (cycle == cell_cycles_.size()) break;

    const std::vector<std::size_t>& cells = cell_cycles_[cycle].places;
    Places here = 0;
    for (const std::size_t place : cells) here |= bit(place);
    std::map<Key, LabelState> later_numbers;
    std::vector<Key> later;
    const auto number_of = [&](std::size_t length, Places places) {
      const auto found = later_numbers.try_emplace({length, places}, static_cast<LabelState>(later.size()));
      if (found.second) later.emplace_back(length, places);
      return found.first->second;
    };
    for (std::size_t state = 0; state < states.size(); ++state) {
      const std::size_t length = states[state].first;
      const Places places = states[state].second;
      const Places before = cycle == 0 ? bit(cells_.size()) - 1 : places;
      Step& step = layer.steps[state];
      step.with = static_cast<std::uint32_t>(layer.with.size());
      for (std::size_t turn = 0; turn < length; ++turn) {
        // The first cell has the label `turn` steps after the first of its cycle, which is as many cells before it.
        Places taken = 0;
        Places gone = here;
        for (std::size_t i = (length - turn) % length; cells.size() % length == 0 && i < cells.size(); i += length) {
          taken |= bit(cells[i]);
          gone |= hidden[cells[i]];
        }
        const bool can_stand = taken != 0 && (taken & ~places) == 0 && !loses_region(before, places & ~gone, taken);
        layer.with.push_back(can_stand ? number_of(length, places & ~gone) : none);
      }
      if (!loses_region(before, places & ~here, 0)) step.without = number_of(length, places & ~here);
    }
    states = std::move(later);
  }
  // Removes states without completions, from the last layer backward.
  std::vector<bool> leads_on(layers_.back().steps.size(), true);
  for (std::size_t cycle = cell_cycles_.size(); cycle-- > 0;) {
    Layer& layer = layers_[cycle];
    std::vector<bool> is_alive(layer.steps.size(), false);
    for (LabelState& next : layer.with) {
      if (next != none && !leads_on[next]) next = none;
    }
    for (std::size_t state = 0; state < is_alive.size(); ++state) {
      Step& step = layer.steps[state];
      if (step.without != none && !leads_on[step.without]) step.without = none;
      const std::size_t end = state + 1 < is_alive.size() ? layer.steps[state + 1].with : layer.with.size();
      is_alive[state] = step.without != none;
      for (std::size_t i = step.with; i < end; ++i) is_alive[state] = is_alive[state] || layer.with[i] != none;
    }
    leads_on = std::move(is_alive);
  }
}

void FrontierRanking::add_states(std::size_t max_states, const Poll& poll) {
  Labels first{};
  for (std::size_t cycle = 1; cycle < label_cycles_.size(); ++cycle) {
    const bool is_like_before = label_cycles_[cycle].length == label_cycles_[cycle - 1].length;
    first[cycle] = static_cast<LabelState>(first[cycle - 1] + (is_like_before ? 0 : 1));
  }
  for (Layer& layer : layers_) layer.keys = mathematics::NumberedKeys<LabelState>{label_cycles_.size()};
  layers_.front().keys.add(std::span{first}.first(label_cycles_.size()));
  std::size_t total = 1;
  for (std::size_t cycle = 0; cycle < cell_cycles_.size(); ++cycle) {
    const Layer& layer = layers_[cycle];
    Layer& later = layers_[cycle + 1];
    const std::size_t count = layer.keys.size();
    for (std::size_t state = 0; state < count; ++state) {
      if (state % states_per_poll == 0) poll();
      const Labels labels = labels_of(layer, state);
      for (std::size_t label = 0; label < side_; ++label) {
        const std::size_t taking = cycle_of_[label];
        if (taking > 0 && labels[taking] == labels[taking - 1]) continue;
        Labels next{};
        if (!follow(layer, labels, label, next)) continue;
        const Labels key = key_of(later, next);
        later.keys.add(std::span{key}.first(label_cycles_.size()));
      }
      if (total + later.keys.size() > max_states) {
        throw std::length_error{"more than " + std::to_string(max_states) + " states of partial grids"};
      }
    }
    total += later.keys.size();
  }
}

void FrontierRanking::count_completions(const Poll& poll) {
  Layer& last = layers_.back();
  last.completions.assign(last.keys.size(), 1);
  for (std::size_t cycle = cell_cycles_.size(); cycle-- > 0;) {
    Layer& layer = layers_[cycle];
    const std::size_t count = layer.keys.size();
    layer.completions.assign(count, 0);
    for (std::size_t state = 0; state < count; ++state) {
      if (state % states_per_poll == 0) poll();
      const Labels labels = labels_of(layer, state);
      UInt128 following = 0;  // completions with the last tried label; labels in the same state have equally many
      for (std::size_t taking = 0; taking < label_cycles_.size(); ++taking) {
        if (taking == 0 || labels[taking] != labels[taking - 1]) {
          following = 0;
          for (std::size_t turn = 0; turn < label_cycles_[taking].length; ++turn) {
            Labels next{};
            if (!follow(layer, labels, label_cycles_[taking].first + turn, next)) continue;
            following = checked_add(following, completions(layers_[cycle + 1], next));
          }
        }
        layer.completions[state] = checked_add(layer.completions[state], following);
      }
    }
  }
}

FrontierRanking::Labels FrontierRanking::labels_of(const Layer& layer, std::size_t state) {
  Labels labels{};
  std::ranges::copy(layer.keys.key(state), labels.begin());
  return labels;
}

bool FrontierRanking::follow(const Layer& layer, const Labels& labels, std::size_t label, Labels& next) const {
  const std::size_t taking = cycle_of_[label];
  for (std::size_t cycle = 0; cycle < label_cycles_.size(); ++cycle) {
    const Step& step = layer.steps[labels[cycle]];
    next[cycle] = cycle == taking ? layer.with[step.with + label - label_cycles_[cycle].first] : step.without;
    if (next[cycle] == none) return false;
  }
  return true;
}

FrontierRanking::Labels FrontierRanking::key_of(const Layer& layer, Labels labels) const {
  for (std::size_t begin = 0; begin < label_cycles_.size();) {
    std::size_t end = begin;
    for (; end < label_cycles_.size() && label_cycles_[end].length == label_cycles_[begin].length; ++end) {
      if (label_cycles_[end].length > 1) labels[end] = layer.steps[labels[end]].turned;
    }
    std::sort(labels.begin() + static_cast<std::ptrdiff_t>(begin), labels.begin() + static_cast<std::ptrdiff_t>(end));
    begin = end;
  }
  return labels;
}

UInt128 FrontierRanking::completions(const Layer& layer, const Labels& labels) const {
  const Labels key = key_of(layer, labels);
  const auto state = layer.keys.find(std::span{key}.first(label_cycles_.size()));
  return state ? layer.completions[*state] : UInt128{0};
}

UInt128 FrontierRanking::grids() const { return layers_.front().completions.front(); }

std::size_t FrontierRanking::states() const {
  std::size_t total = 0;
  for (const Layer& layer : layers_) total += layer.completions.size();
  return total;
}

Grid FrontierRanking::unrank(UInt128 index) const {
  if (index >= grids()) throw std::out_of_range{"there are not so many grids"};
  Grid grid{problem_.shape, std::vector<std::uint8_t>(cells_.size())};
  Labels labels = labels_of(layers_.front(), 0);
  for (std::size_t cycle = 0; cycle < cell_cycles_.size(); ++cycle) {
    for (std::size_t label = 0;; ++label) {
      Labels next{};
      if (!follow(layers_[cycle], labels, label, next)) continue;
      const UInt128 following = completions(layers_[cycle + 1], next);
      if (index < following) {
        const LabelCycle& of = label_cycles_[cycle_of_[label]];
        std::size_t turn = label - of.first;
        for (const std::size_t place : cell_cycles_[cycle].places) {
          grid.symbols[cells_[place]] = static_cast<std::uint8_t>(of.first + turn++ % of.length);
        }
        labels = next;
        break;
      }
      index -= following;
    }
  }
  return grid;
}

UInt128 FrontierRanking::rank(const Grid& grid) const {
  if (grid.shape != problem_.shape || grid.symbols.size() != cells_.size()) {
    throw InvalidGrid{"a grid of another shape than " + to_string(problem_.shape)};
  }
  check_fixed(grid);
  UInt128 index = 0;
  Labels labels = labels_of(layers_.front(), 0);
  for (std::size_t cycle = 0; cycle < cell_cycles_.size(); ++cycle) {
    const std::size_t here = grid.symbols[cells_[cell_cycles_[cycle].places.front()]];
    Labels next{};
    for (std::size_t label = 0; label < here; ++label) {
      if (follow(layers_[cycle], labels, label, next)) index += completions(layers_[cycle + 1], next);
    }
    // A step that obeys the rules is never removed.
    if (!follow(layers_[cycle], labels, here, next)) throw std::logic_error{"a grid that the numbering has not"};
    labels = next;
  }
  return index;
}

void FrontierRanking::check_fixed(const Grid& grid) const {
  for (std::size_t place = 0; place < cells_.size(); ++place) {
    const std::size_t cell = cells_[place];
    if (grid.symbols[cell] >= side_) throw InvalidGrid{cell_text(cell, side_) + " has a symbol that is none of them"};
    for (const std::size_t other : seen_[place]) {
      if (grid.symbols[cells_[other]] != grid.symbols[cell]) continue;
      throw InvalidGrid{cell_text(cell, side_) + " and " + cell_text(cells_[other], side_) +
                        " have the same symbol, and must differ"};
    }
    const LabelCycle& of = label_cycles_[cycle_of_[grid.symbols[cell]]];
    const std::size_t image = of.first + (grid.symbols[cell] - of.first + 1) % of.length;
    if (grid.symbols[cells_[images_[place]]] != image) {
      throw InvalidGrid{cell_text(cell, side_) + " has a symbol that the map does not keep"};
    }
  }
}

}  // namespace gridcensus::uniform_grids
