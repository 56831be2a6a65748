#include "symbol_frontier/frontier.hpp"

#include "symbol_frontier/fillings.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <stdexcept>
#include <utility>

namespace gridcensus::symbol_frontier {

namespace {

/// The maximum size of a layer that a forecast sweeps whole; from then on it keeps a sample.
constexpr std::size_t whole_fillings = 2048;
constexpr std::size_t sampled_fillings = 256;

/// Returns the maximum number of slots for a table in this memory. Growing to that many takes half as much again, and
/// turning the table into a list three quarters.
template <std::size_t words>
std::size_t max_slots(std::size_t memory) {
  std::size_t slots = min_slots;
  while (2 * slots * sizeof(Slot<words>) / 4 * 7 <= memory) slots *= 2;
  return slots;
}

/// One sweep through the layers, for keys of this many words.
template <std::size_t words>
class Sweep {
 public:
  using List = std::vector<Slot<words>>;

  Sweep(const SymbolStates& states, const std::vector<std::uint16_t>& never_used, const Poll& poll, Effort* effort)
      : states_{states}, fillings_{states}, never_used_{never_used}, poll_{poll}, effort_{effort} {}

  const Fillings<words>& fillings() const { return fillings_; }

  /// Adds the successors of a filling to the table.
  void expand(std::size_t filled, const Slot<words>& filling, Table<words>& table) {
    if (++expanded_ % fillings_between_polls == 0) poll_();
    fillings_.for_each_next(filled, fillings_.unpack(filled, filling.key),
                            [&](std::uint16_t taken, std::size_t equal, const auto& next) {
                              const bool is_new = taken == never_used_[filled];
                              const UInt128 ways = filling.ways();
                              table.add(next, is_new || equal == 1 ? ways : mathematics::checked_multiply(ways, equal));
                            });
  }

  /// Returns the completions of the fillings of a layer, with tables and lists that take this many bytes together.
  UInt128 completions(std::size_t filled, List list, std::size_t memory) {
    for (; filled < states_.cells(); ++filled) {
      const std::size_t held = list.capacity() * sizeof(Slot<words>);
      Table<words> table{max_slots<words>(memory > held ? memory - held : 0)};
      UInt128 total = 0;
      bool is_cut = false;
      for (std::size_t i = 0; i < list.size(); ++i) {
        expand(filled, list[i], table);
        if (!table.is_full()) continue;
        note(table, held);
        if (!is_cut) {
          // Neighbours in the order of keys differ in few symbols, so more of their successors coincide.
          const auto by_key = [](const Slot<words>& one, const Slot<words>& other) { return one.key < other.key; };
          std::sort(list.begin() + static_cast<std::ptrdiff_t>(i) + 1, list.end(), by_key);
          is_cut = true;
        }
        if (effort_ != nullptr) ++effort_->cuts;
        held_ += held;
        total = mathematics::checked_add(total,
                                         completions(filled + 1, table.release(), memory > held ? memory - held : 0));
        held_ -= held;
      }
      note(table, held);
      if (is_cut) {
        list = List{};
        return mathematics::checked_add(total, completions(filled + 1, table.release(), memory));
      }
      list = List{};
      list = table.release();
    }
    UInt128 total = 0;
    for (const Slot<words>& slot : list) total = mathematics::checked_add(total, slot.ways());
    return total;
  }

 private:
  void note(const Table<words>& table, std::size_t held) {
    if (effort_ == nullptr) return;
    effort_->fillings += static_cast<double>(table.size());
    effort_->widest = std::max(effort_->widest, static_cast<double>(table.size()));
    const std::size_t list = table.size() * sizeof(Slot<words>);
    effort_->peak_bytes = std::max(
        effort_->peak_bytes, held_ + std::max({table.bytes() + list, table.bytes() + held, table.bytes() / 2 * 3}));
  }

  const SymbolStates& states_;
  Fillings<words> fillings_;
  const std::vector<std::uint16_t>& never_used_;
  const Poll& poll_;
  Effort* effort_;
  std::uint64_t expanded_ = 0;
  std::size_t held_ = 0;  // bytes of the lists whose parts are being swept
};

constexpr std::size_t unlimited_slots = ~std::size_t{0} / 8;

/// The layer graph of one symbol with its edges reversed: the predecessors of each state.
class ReversedLayers {
 public:
  explicit ReversedLayers(const SymbolStates& states) : layers_(states.cells() + 1), kind_of_(states.cells() + 1) {
    for (std::size_t filled = 0; filled <= states.cells(); ++filled) {
      layers_[filled].resize(states.layer(filled).size());
      for (const SymbolState& state : states.layer(filled)) kind_of_[filled].push_back(state.kind);
      filled_.push_back(states.unfilled(0));
    }
    for (std::size_t filled = 0; filled < states.cells(); ++filled) {
      for (std::size_t place = filled; place < states.cells(); ++place) filled_[filled].remove(place);
      for (std::size_t i = 0; i < layers_[filled].size(); ++i) {
        const auto number = static_cast<std::uint16_t>(i);
        const SymbolState& state = states.layer(filled)[i];
        const State& from = layers_[filled][i];
        for (std::size_t kind = 0; kind < states.kinds(filled); ++kind) {
          const std::uint16_t without = states.without(filled, number, kind);
          if (without == SymbolState::none) continue;
          State& next = layers_[filled + 1][without];
          next.come_from(from.could, from.did);
          next.without.resize(states.kinds(filled));
          next.without[kind].push_back(number);
        }
        if (state.with != SymbolState::none) {
          State& next = layers_[filled + 1][state.with];
          Places could = from.could;
          Places did = from.did;
          could.add(filled);
          did.add(filled);
          next.come_from(could, did);
          next.with.push_back(number);
        }
      }
    }
  }

  /// Returns the number of fillings of the layer before that may become this one: every filled cell can have had a
  /// symbol, and none two. At least 1.
  double count_predecessors(std::size_t filled, const SymbolStatesOfFilling& symbol_states, std::size_t symbols) const {
    Search search{*this, filled, symbols, symbol_states, 0, 0, 0};
    for (std::size_t i = 0; i < symbols; ++i) {
      if (i > 0 && symbol_states[i] == symbol_states[i - 1]) continue;
      for (const std::uint16_t before : layers_[filled][symbol_states[i]].with) {
        const State& state = layers_[filled - 1][before];
        search.taken = i;
        search.kind = kind_of_[filled - 1][before];
        search.go(0, 0, state.could, state.did);
      }
    }
    return std::max(1.0, search.found);
  }

 private:
  struct State {
    // By kind of the other symbol: states of the layer before from which it follows if that symbol takes the cell.
    std::vector<std::vector<std::uint16_t>> without;
    std::vector<std::uint16_t> with;  // if this symbol takes it
    Places could;                     // where some predecessor of the symbol has it
    Places did;                       // where every predecessor has it

    void come_from(const Places& its_could, const Places& its_did) {
      if (without.empty() && with.empty())
        did = its_did;
      else
        did &= its_did;
      could |= its_could;
    }
  };

  struct Search {
    const ReversedLayers& layers;
    std::size_t filled;
    std::size_t symbols;
    const SymbolStatesOfFilling& symbol_states;
    std::size_t taken;
    std::size_t kind;  // of the symbol that is taken
    double found;

    /// Equal symbols take their predecessors in ascending order, so each multiset occurs once.
    void go(std::size_t i, std::size_t least, const Places& could, const Places& did) {
      if (i == taken) return go(i + 1, 0, could, did);
      if (i >= symbols) {
        if (could.covers(layers.filled_[filled - 1])) ++found;
        return;
      }
      const std::size_t next = i + 1 == taken ? i + 2 : i + 1;
      const bool is_next_equal = next < symbols && symbol_states[next] == symbol_states[i];
      const auto& by_kind = layers.layers_[filled][symbol_states[i]].without;
      if (kind >= by_kind.size()) return;
      const std::vector<std::uint16_t>& before = by_kind[kind];
      for (std::size_t choice = least; choice < before.size() && found < max_predecessors; ++choice) {
        const State& state = layers.layers_[filled - 1][before[choice]];
        if (did.meets(state.did)) continue;
        Places all_could = could;
        Places all_did = did;
        all_could |= state.could;
        all_did |= state.did;
        go(next, is_next_equal ? choice : 0, all_could, all_did);
      }
    }
  };

  static constexpr double max_predecessors = 1000;

  std::vector<std::vector<State>> layers_;
  std::vector<std::vector<std::uint16_t>> kind_of_;  // of each state
  std::vector<Places> filled_;
};

/// Pseudorandom numbers between 0 and 1, the same in every run.
class DeterministicRandom {
 public:
  double operator()() {
    state_ += 0x9E3779B97F4A7C15U;
    std::uint64_t number = (state_ ^ (state_ >> 30U)) * 0xBF58476D1CE4E5B9U;
    number = (number ^ (number >> 27U)) * 0x94D049BB133111EBU;
    return static_cast<double>((number ^ (number >> 31U)) >> 11U) * 0x1p-53;
  }

 private:
  std::uint64_t state_ = 0;
};

template <std::size_t words>
Effort forecast_in(Sweep<words> sweep, const SymbolStates& states, double most_fillings) {
  const auto symbols = static_cast<std::size_t>(states.symbols());
  Effort effort;
  auto list = sweep.fillings().start();
  double kept = 1;                // how often, on average, the list has a filling of the layer
  double merged = 1;              // the number of fillings merged into one, in the sampled layers
  double max_unmerged_width = 1;  // of a layer, if nothing had merged in the sampled ones
  DeterministicRandom random;
  std::optional<ReversedLayers> predecessors;
  for (std::size_t filled = 0; filled < states.cells() && !list.empty(); ++filled) {
    const bool is_whole = kept == 1;
    std::vector<std::pair<Slot<words>, double>> next;  // with weights: their sum / `kept` is the layer's width
    double weights = 0;
    Table<words> table{unlimited_slots};
    const auto take = [&] {
      for (const auto& filling : table.release()) {
        double weight = 1;
        if (!is_whole) {
          if (!predecessors) predecessors.emplace(states);
          weight /=
              predecessors->count_predecessors(filled + 1, sweep.fillings().unpack(filled + 1, filling.key), symbols);
        }
        next.emplace_back(filling, weight);
        weights += weight;
      }
    };
    for (const auto& filling : list) {
      auto once = filling;  // only the number of fillings matters, and their ways may exceed any limit
      once.set_ways(1);
      sweep.expand(filled, once, table);
      if (!is_whole) take();
    }
    take();
    if (!is_whole && weights > 0) merged *= static_cast<double>(next.size()) / weights;
    max_unmerged_width = std::max(max_unmerged_width, weights / kept * merged);
    effort.fillings += weights / kept;
    effort.widest = std::max(effort.widest, weights / kept);
    effort.exceeds_max_width = effort.widest > Frontier::max_layer_width;
    if (effort.exceeds_max_width || effort.fillings > most_fillings) break;
    const std::size_t most = is_whole ? whole_fillings : sampled_fillings;
    const double share = weights > static_cast<double>(most) ? static_cast<double>(sampled_fillings) / weights : 1;
    list.clear();
    for (const auto& [filling, weight] : next) {
      if (weight * share >= 1 || random() < weight * share) list.push_back(filling);
    }
    kept *= share;
  }
  effort.merging = effort.widest > 0 ? max_unmerged_width / effort.widest : 1;
  return effort;
}

template <std::size_t words>
Layer beginnings_in(Sweep<words> sweep, std::size_t cells, std::size_t wanted) {
  Layer layer;
  auto list = sweep.fillings().start();
  for (; 2 * layer.filled < cells && list.size() < wanted; ++layer.filled) {
    Table<words> table{unlimited_slots};
    for (const auto& filling : list) sweep.expand(layer.filled, filling, table);
    list = table.release();
  }
  for (const auto& filling : list) {
    layer.fillings.push_back({sweep.fillings().unpack(layer.filled, filling.key), filling.ways()});
  }
  std::ranges::sort(layer.fillings, {}, &Filling::symbol_states);
  return layer;
}

template <std::size_t words>
UInt128 completions_in(Sweep<words> sweep, const Layer& layer, std::size_t first, std::size_t last,
                       std::size_t memory) {
  std::vector<Slot<words>> list;
  list.reserve(last - first);
  for (std::size_t i = first; i < last; ++i) {
    list.emplace_back().key = sweep.fillings().pack(layer.filled, layer.fillings[i].symbol_states);
    list.back().set_ways(layer.fillings[i].ways);
  }
  return sweep.completions(layer.filled, std::move(list), memory);
}

}  // namespace

Frontier::Frontier(const Constraints& constraints, const std::vector<int>& order)
    : states_{constraints, order}, order_{order}, are_alike_{constraints.symbols_are_alike()} {
  if (states_.are_too_many()) throw std::length_error{"a single symbol has too many states"};
  int bits = 1;
  std::uint16_t state = are_alike_ ? 0 : SymbolState::none;
  for (std::size_t filled = 0; filled <= states_.cells(); ++filled) {
    never_used_.push_back(state);
    bits = std::max(bits, states_.bits(filled));
    const bool goes_on = filled < states_.cells() && state != SymbolState::none && !states_.layer(filled).empty();
    state = goes_on ? states_.layer(filled)[state].without : SymbolState::none;
  }
  words_ = (static_cast<std::size_t>(bits * states_.symbols()) + 63) / 64;
  if (words_ > max_words) throw std::length_error{"the states of all symbols take too many bits"};
}

std::vector<std::vector<int>> Frontier::orders(const Constraints& constraints) {
  const std::size_t cells = constraints.seen.size();
  const std::size_t side = constraints.side();
  std::vector<int> by_rows;
  std::vector<int> by_cols;
  for (std::size_t place = 0; place < cells; ++place) {
    by_rows.push_back(static_cast<int>(place));
    by_cols.push_back(static_cast<int>(place % side * side + place / side));
  }
  // Cells with one symbol go first: their consequences for the others are known.
  const auto is_given = [&](int cell) {
    return !constraints.allowed.empty() && std::popcount(constraints.allowed[static_cast<std::size_t>(cell)]) <= 1;
  };
  const auto givens = std::stable_partition(by_rows.begin(), by_rows.end(), is_given) - by_rows.begin();
  std::stable_partition(by_cols.begin(), by_cols.end(), is_given);
  std::vector<int> tightest(by_rows.begin(), by_rows.begin() + givens);
  std::vector<int> filled_seen(cells);
  std::vector<bool> is_filled(cells);
  const auto fill = [&](int cell) {
    is_filled[static_cast<std::size_t>(cell)] = true;
    for (const int other : constraints.seen[static_cast<std::size_t>(cell)]) {
      ++filled_seen[static_cast<std::size_t>(other)];
    }
  };
  std::ranges::for_each(tightest, fill);
  while (tightest.size() < cells) {
    std::size_t next = cells;
    for (std::size_t cell = 0; cell < cells; ++cell) {
      if (!is_filled[cell] && (next == cells || filled_seen[cell] > filled_seen[next])) next = cell;
    }
    tightest.push_back(static_cast<int>(next));
    fill(tightest.back());
  }
  return {by_rows, by_cols, tightest};
}

std::size_t Frontier::fillings_in(std::size_t memory) const {
  return with_words(words_, [&]<std::size_t words>() { return max_slots<words>(memory) / 4 * 3; });
}

Effort Frontier::forecast(double most) const {
  const Poll never;
  return with_words(words_, [&]<std::size_t words>() {
    return forecast_in(Sweep<words>{states_, never_used_, never, nullptr}, states_, most);
  });
}

Layer Frontier::beginnings(std::size_t wanted, const Poll& poll) const {
  return with_words(words_, [&]<std::size_t words>() {
    return beginnings_in(Sweep<words>{states_, never_used_, poll, nullptr}, states_.cells(), wanted);
  });
}

UInt128 Frontier::completions(const Layer& layer, std::size_t first, std::size_t last, std::size_t memory,
                              const Poll& poll, Effort* effort) const {
  if (first > last || last > layer.fillings.size() || layer.filled > states_.cells()) {
    throw std::invalid_argument{"the layer has no such fillings"};
  }
  for (std::size_t i = first; i < last; ++i) {
    for (std::size_t symbol = 0; symbol < static_cast<std::size_t>(states_.symbols()); ++symbol) {
      if (layer.fillings[i].symbol_states[symbol] >= states_.layer(layer.filled).size()) {
        throw std::invalid_argument{"a filling has a state that no symbol has"};
      }
    }
  }
  return with_words(words_, [&]<std::size_t words>() {
    return completions_in(Sweep<words>{states_, never_used_, poll, effort}, layer, first, last, memory);
  });
}

ForecastFrontier frontier_of(const Problem& problem) {
  Constraints constraints = constraints_of(problem);
  rule_out_symbols(constraints);
  ForecastFrontier best;
  std::vector<std::vector<int>> tried;
  for (const auto& order : Frontier::orders(constraints)) {
    if (std::ranges::find(tried, order) != tried.end()) continue;
    tried.push_back(order);
    try {
      auto candidate = std::make_shared<const Frontier>(constraints, order);
      // An order with more fillings is not better.
      const bool has_limit = best.frontier && !best.forecast.exceeds_max_width;
      const Effort effort =
          candidate->forecast(has_limit ? best.forecast.fillings : std::numeric_limits<double>::infinity());
      const bool is_better =
          !best.frontier ||
          (!effort.exceeds_max_width && (best.forecast.exceeds_max_width || effort.fillings < best.forecast.fillings));
      if (is_better) best = {std::move(candidate), effort};
    } catch (const std::length_error&) {
      continue;
    }
  }
  return best;
}

}  // namespace gridcensus::symbol_frontier
