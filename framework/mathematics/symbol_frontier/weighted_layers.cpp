#include "symbol_frontier/weighted_layers.hpp"

#include "symbol_frontier/fillings.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdio>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

namespace gridcensus::symbol_frontier {

namespace {

/// Returns "1.5 GiB".
std::string size_text(double bytes) {
  constexpr double next = 1024;
  std::size_t unit = 0;
  static constexpr std::array units{"bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  for (; bytes >= next && unit + 1 < units.size(); ++unit) bytes /= next;
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%.4g %s", bytes, units.at(unit));
  return text.data();
}

}  // namespace

/// The fillings of one layer, split by their hash, each with its completions.
template <std::size_t words>
class WeightedLayer {
 public:
  using Key = std::array<std::uint64_t, words>;

  explicit WeightedLayer(const std::vector<Slot<words>>& list) : keys_(list.size()) {
    set_parts(list, [](const Slot<words>& slot) -> const Key& { return slot.key; });
    std::vector<std::uint32_t> ends{begins_.begin(), begins_.end() - 1};
    for (const Slot<words>& slot : list) keys_[ends[part_of(slot.key)]++] = slot.key;
  }

  std::size_t size() const { return keys_.size(); }
  std::size_t bytes() const {
    return keys_.capacity() * sizeof(Key) + begins_.capacity() * sizeof(std::uint32_t) +
           narrow_.capacity() * sizeof(std::uint64_t) + wide_.capacity() * sizeof(UInt128);
  }
  const std::vector<Key>& keys() const { return keys_; }

  /// Returns the completions of a filling; 0 if it is not present.
  UInt128 completions(const Key& key) const {
    const std::size_t part = part_of(key);
    for (std::size_t at = begins_[part]; at < begins_[part + 1]; ++at) {
      if (keys_[at] == key) return wide_.empty() ? narrow_[at] : wide_[at];
    }
    return 0;
  }

  /// Assigns completions to the fillings, and removes those without.
  void weigh(std::vector<UInt128> completions) {
    std::size_t kept = 0;
    UInt128 most = 0;
    for (std::size_t at = 0; at < keys_.size(); ++at) {
      if (completions[at] == 0) continue;
      most = std::max(most, completions[at]);
      keys_[kept] = keys_[at];
      completions[kept++] = completions[at];
    }
    if (kept < keys_.size()) {
      keys_.resize(kept);
      keys_.shrink_to_fit();
      completions.resize(kept);
      set_parts(keys_, [](const Key& key) -> const Key& { return key; });
    }
    if (most > std::numeric_limits<std::uint64_t>::max()) {
      completions.shrink_to_fit();
      wide_ = std::move(completions);
      return;
    }
    narrow_.reserve(kept);
    for (const UInt128 of_filling : completions) narrow_.push_back(static_cast<std::uint64_t>(of_filling));
  }

 private:
  /// Returns the part of a key, the first bits of its hash; with fewer bits, the order of fillings stays the same.
  std::size_t part_of(const Key& key) const { return part_bits_ == 0 ? 0 : hash_of(key) >> (64 - part_bits_); }

  template <class Items, class KeyOf>
  void set_parts(const Items& items, const KeyOf& key_of) {
    constexpr std::size_t fillings_per_part = 4;
    part_bits_ = static_cast<unsigned>(std::bit_width(items.size() / fillings_per_part));
    begins_ = std::vector<std::uint32_t>((std::size_t{1} << part_bits_) + 1, 0);
    for (const auto& item : items) ++begins_[part_of(key_of(item)) + 1];
    std::partial_sum(begins_.begin(), begins_.end(), begins_.begin());
  }

  std::vector<Key> keys_;
  unsigned part_bits_ = 0;
  std::vector<std::uint32_t> begins_;  // of each part, and the end
  std::vector<std::uint64_t> narrow_;  // completions, if 64 bits hold all of them
  std::vector<UInt128> wide_;          // otherwise
};

/// The layers for any width of keys.
class WeightedLayers::Layers {
 public:
  Layers() = default;
  Layers(const Layers&) = delete;
  Layers& operator=(const Layers&) = delete;
  Layers(Layers&&) = delete;
  Layers& operator=(Layers&&) = delete;
  virtual ~Layers() = default;

  virtual UInt128 grids() const = 0;
  virtual std::size_t fillings() const = 0;
  virtual std::size_t bytes() const = 0;
  virtual std::vector<std::uint8_t> unrank(UInt128 index) const = 0;
};

template <std::size_t words>
class WeightedLayers::LayersOf final : public Layers {
 public:
  LayersOf(std::shared_ptr<const Frontier> frontier, std::size_t memory, const Poll& poll)
      : frontier_{std::move(frontier)}, states_{frontier_->states()}, fillings_{states_} {
    check_forecast(memory);
    list_fillings(memory, poll);
    count_completions(memory, poll);
  }

  UInt128 grids() const override {
    const auto start = fillings_.start();
    return start.empty() ? 0 : layers_.front().completions(start.front().key);
  }
  std::size_t fillings() const override {
    std::size_t total = 0;
    for (const auto& layer : layers_) total += layer.size();
    return total;
  }
  std::size_t bytes() const override {
    std::size_t total = 0;
    for (const auto& layer : layers_) total += layer.bytes();
    return total;
  }

  std::vector<std::uint8_t> unrank(UInt128 index) const override {
    if (index >= grids()) throw std::out_of_range{"there are not so many grids"};
    std::vector<std::uint8_t> symbols(states_.cells());
    std::vector<std::uint16_t> state_of = states_.start();  // by symbol
    std::array<UInt128, max_symbols> completions{};         // by symbol, if it takes the cell
    for (std::size_t filled = 0; filled < states_.cells(); ++filled) {
      SymbolStatesOfFilling now{};
      std::ranges::copy(state_of, now.begin());
      std::sort(now.begin(), now.begin() + states_.symbols());
      completions.fill(0);
      fillings_.for_each_next(filled, now, [&](std::uint16_t taken, std::size_t /*equal*/, const auto& next) {
        const UInt128 following = layers_[filled + 1].completions(next);
        for (std::size_t symbol = 0; symbol < state_of.size(); ++symbol) {
          if (state_of[symbol] == taken) completions[symbol] = following;
        }
      });
      std::size_t symbol = 0;
      while (index >= completions[symbol]) index -= completions[symbol++];
      const SymbolState& taken = states_.layer(filled)[state_of[symbol]];
      for (std::size_t other = 0; other < state_of.size(); ++other) {
        state_of[other] = other == symbol ? taken.with : states_.without(filled, state_of[other], taken.kind);
      }
      symbols[static_cast<std::size_t>(frontier_->order()[filled])] = static_cast<std::uint8_t>(symbol);
    }
    return symbols;
  }

 private:
  static constexpr std::size_t unlimited_slots = std::numeric_limits<std::size_t>::max() / 8;
  /// Of a filling: its key, its part, and completions of one word or two.
  static constexpr std::size_t min_bytes = sizeof(std::uint64_t) * (words + 1);

  void check(std::size_t held, std::size_t memory) const {
    if (held <= memory) return;
    const double forecast = frontier_->forecast().fillings * min_bytes;
    throw LayersTooLarge{"the layers need more than " + size_text(static_cast<double>(memory)) +
                         ", by forecast about " + size_text(std::max(forecast, static_cast<double>(held)))};
  }

  /// The forecast is within a factor of 2, except in rare cases (README.md of exact_cover).
  void check_forecast(std::size_t memory) const {
    constexpr double surely = 4;
    const double forecast = frontier_->forecast().fillings * min_bytes;
    if (forecast > surely * static_cast<double>(memory)) check(static_cast<std::size_t>(forecast), memory);
  }

  void list_fillings(std::size_t memory, const Poll& poll) {
    std::uint64_t expanded = 0;
    std::size_t held = 0;
    std::vector<Slot<words>> list = fillings_.start();
    layers_.emplace_back(list);
    for (std::size_t filled = 0; filled < states_.cells(); ++filled) {
      Table<words> table{unlimited_slots};
      for (const Slot<words>& filling : list) {
        if (++expanded % fillings_between_polls == 0) {
          poll();
          check(held + list.size() * sizeof(Slot<words>) + table.bytes() / 2 * 3, memory);
        }
        fillings_.for_each_next(filled, fillings_.unpack(filled, filling.key),
                                [&](std::uint16_t, std::size_t, const auto& next) { table.add_once(next); });
      }
      list = {};
      list = table.release();
      layers_.emplace_back(list);
      held += layers_.back().bytes() + list.size() * sizeof(std::uint64_t);
    }
  }

  void count_completions(std::size_t memory, const Poll& poll) {
    std::uint64_t expanded = 0;
    std::size_t held = bytes();
    layers_.back().weigh(std::vector<UInt128>(layers_.back().size(), 1));
    for (std::size_t filled = states_.cells(); filled-- > 0;) {
      WeightedLayer<words>& layer = layers_[filled];
      const WeightedLayer<words>& later = layers_[filled + 1];
      check(held + layer.size() * (sizeof(UInt128) + sizeof(std::uint64_t)), memory);
      held -= layer.bytes();
      std::vector<UInt128> completions;
      completions.reserve(layer.size());
      for (const auto& key : layer.keys()) {
        if (++expanded % fillings_between_polls == 0) poll();
        UInt128 total = 0;
        fillings_.for_each_next(
            filled, fillings_.unpack(filled, key), [&](std::uint16_t, std::size_t equal, const auto& next) {
              const UInt128 following = mathematics::checked_multiply(later.completions(next), equal);
              total = mathematics::checked_add(total, following);
            });
        completions.push_back(total);
      }
      layer.weigh(std::move(completions));
      held += layer.bytes();
    }
  }

  std::shared_ptr<const Frontier> frontier_;
  const SymbolStates& states_;
  Fillings<words> fillings_;
  std::vector<WeightedLayer<words>> layers_;  // by filled cells
};

WeightedLayers::WeightedLayers(std::shared_ptr<const Frontier> frontier, std::size_t memory, const Poll& poll) {
  const std::size_t words = frontier->words();
  layers_ = with_words(words, [&]<std::size_t of_key>() -> std::unique_ptr<const Layers> {
    return std::make_unique<const LayersOf<of_key>>(std::move(frontier), memory, poll);
  });
}

WeightedLayers::~WeightedLayers() = default;

UInt128 WeightedLayers::grids() const { return layers_->grids(); }

std::size_t WeightedLayers::fillings() const { return layers_->fillings(); }

std::size_t WeightedLayers::bytes() const { return layers_->bytes(); }

std::vector<std::uint8_t> WeightedLayers::unrank(UInt128 index) const { return layers_->unrank(index); }

}  // namespace gridcensus::symbol_frontier
