#include "russell_jarvis/stack_structures.hpp"

#include "cycle_types/cycle_types.hpp"
#include "permutations/permutations.hpp"
#include "uint128/uint128.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <set>
#include <utility>

namespace gridcensus::russell_jarvis {

using mathematics::all_permutations;
using mathematics::permutation_of;

namespace {

constexpr int bits_of_permutation = 4;

std::vector<int> after(const std::vector<int>& left, const std::vector<int>& right) {
  std::vector<int> product;
  for (const int image : right) product.push_back(left[static_cast<std::size_t>(image)]);
  return product;
}

}  // namespace

StackStructures::StackStructures(Shape shape, LineType columns, const CycleType& band_cycles, CycleType relabelling)
    : shape_{shape},
      relabelling_type_{std::move(relabelling)},
      relabelling_{permutation_of(relabelling_type_)},
      cycles_{std::move(columns)},
      permutations_{all_permutations(shape.box_cols)} {
  for (const auto& left : permutations_) {
    std::vector<std::uint8_t>& row = products_.emplace_back();
    for (const auto& right : permutations_) row.push_back(number_of(after(left, right)));
  }
  const std::uint8_t bands = number_of(permutation_of(band_cycles));
  while (product(bands_inverse_, bands) != 0) ++bands_inverse_;
}

std::uint8_t StackStructures::number_of(const std::vector<int>& permutation) const {
  const auto found = std::lower_bound(permutations_.begin(), permutations_.end(), permutation);
  return static_cast<std::uint8_t>(found - permutations_.begin());
}

std::vector<StackStructures::Structure> StackStructures::structures(const BlockCycle& cycle, const Poll& poll) const {
  const auto step = static_cast<std::size_t>(cycle.length);
  const std::uint8_t columns = number_of(permutation_of(cycle.product));
  std::uint8_t bands = 0;  // b^-l
  for (std::size_t i = 0; i < step; ++i) bands = product(bands, bands_inverse_);

  // The cycles of p^l: every l-th symbol of a cycle of p.
  std::vector<std::vector<std::size_t>> symbol_cycles;
  std::size_t base = 0;
  for (const int part : relabelling_type_) {
    const auto length = static_cast<std::size_t>(part);
    for (std::size_t start = 0; start < std::gcd(length, step); ++start) {
      std::vector<std::size_t>& symbols = symbol_cycles.emplace_back();
      for (std::size_t i = 0; i < length / std::gcd(length, step); ++i) {
        symbols.push_back(base + (start + i * step) % length);
      }
    }
    base += length;
  }

  std::vector<Structure> found;
  Structure structure{};
  const auto things = static_cast<std::size_t>(shape_.box_cols);
  std::vector<int> symbols_of(things * things, 0);  // by band and column: the number so far
  const auto change = [&](std::uint8_t permutation, int by) {
    bool fits = true;
    for (std::size_t band = 0; band < things; ++band) {
      int& symbols = symbols_of[band * things + static_cast<std::size_t>(permutations_[permutation][band])];
      symbols += by;
      fits = fits && symbols <= shape_.box_rows;
    }
    return fits;
  };
  const auto all = static_cast<std::uint8_t>(permutations_.size());
  const std::function<void(std::size_t)> extend = [&](std::size_t next_cycle) {
    if (next_cycle == symbol_cycles.size()) {
      poll();
      found.push_back(structure);
      return;
    }
    for (std::uint8_t start = 0; start < all; ++start) {
      bool fits = true;
      std::uint8_t image = start;
      for (const std::size_t symbol : symbol_cycles[next_cycle]) {
        structure[symbol] = image;
        fits = change(image, 1) && fits;
        image = product(product(columns, image), bands);
      }
      if (fits && image == start) extend(next_cycle + 1);
      for (const std::size_t symbol : symbol_cycles[next_cycle]) change(structure[symbol], -1);
    }
  };
  extend(0);
  return found;
}

std::vector<StackStructures::Structure> StackStructures::images(const BlockCycle& cycle,
                                                                const Structure& structure) const {
  const std::uint8_t columns = number_of(permutation_of(cycle.product));
  const auto all = static_cast<std::uint8_t>(permutations_.size());
  std::vector<Structure> found;
  Structure shifted = structure;
  for (int stack = 0; stack < cycle.length; ++stack) {
    for (std::uint8_t permutation = 0; permutation < all; ++permutation) {
      if (product(permutation, columns) != product(columns, permutation)) continue;
      Structure& image = found.emplace_back();
      for (std::size_t v = 0; v < relabelling_.size(); ++v) image[v] = product(permutation, shifted[v]);
    }
    const Structure before = shifted;
    for (std::size_t v = 0; v < relabelling_.size(); ++v) {
      shifted[static_cast<std::size_t>(relabelling_[v])] = next(before[v]);
    }
  }
  return found;
}

std::vector<StackStructures::Representative> StackStructures::representatives(const BlockCycle& cycle,
                                                                              const Poll& poll) const {
  std::map<Structure, UInt128> sizes;
  for (const Structure& structure : structures(cycle, poll)) {
    const std::vector<Structure> alike = images(cycle, structure);
    sizes[*std::min_element(alike.begin(), alike.end())] += 1;
  }
  std::vector<Representative> representatives;
  for (const auto& [structure, size] : sizes) representatives.push_back({structure, size});
  return representatives;
}

/// Returns the least image under the relabellings that commute with p: every cycle of p rotated to its least reading,
/// and cycles of one length sorted.
StackStructures::Combination StackStructures::relabelled(const Combination& combination) const {
  Combination result = combination;
  std::size_t base = 0;
  for (std::size_t i = 0; i < relabelling_type_.size(); ++i) {
    const auto length = static_cast<std::size_t>(relabelling_type_[i]);
    auto* const cycle = result.data() + base;
    Combination rotated = result;
    for (std::size_t turn = 1; turn < length; ++turn) {
      auto* const reading = rotated.data() + base;
      std::rotate(reading, reading + 1, reading + length);
      if (std::lexicographical_compare(reading, reading + length, cycle, cycle + length)) {
        std::copy_n(reading, length, cycle);
      }
    }
    // Insertion among the cycles of the same length before it.
    for (std::size_t j = i, at = base; j > 0 && relabelling_type_[j - 1] == relabelling_type_[i]; --j, at -= length) {
      auto* const later = result.data() + at;
      if (!std::lexicographical_compare(later, later + length, later - length, later)) break;
      std::swap_ranges(later - length, later, later);
    }
    base += length;
  }
  return result;
}

/// Returns the least image of the first `cycles` cycles of stacks under all symmetries.
StackStructures::Combination StackStructures::joined(const Combination& combination, std::size_t cycles) const {
  if (permutations_.size() == 1) return combination;  // one band: there is only one structure
  std::vector<std::vector<Structure>> alike;
  for (std::size_t cycle = 0; cycle < cycles; ++cycle) {
    Structure structure{};
    for (std::size_t v = 0; v < relabelling_.size(); ++v) structure[v] = structure_of(combination[v], cycle);
    std::vector<Structure>& different = alike.emplace_back(images(cycles_[cycle], structure));
    std::sort(different.begin(), different.end());
    different.erase(std::unique(different.begin(), different.end()), different.end());
  }
  Combination least = relabelled(combination);
  std::vector<bool> is_used(cycles, false);
  const std::function<void(std::size_t, const Combination&)> choose = [&](std::size_t place,
                                                                          const Combination& before) {
    if (place == cycles) {
      least = std::min(least, relabelled(before));
      return;
    }
    for (std::size_t cycle = 0; cycle < cycles; ++cycle) {
      if (is_used[cycle] || cycles_[cycle] != cycles_[place]) continue;
      is_used[cycle] = true;
      for (const Structure& structure : alike[cycle]) {
        Combination longer = before;
        for (std::size_t v = 0; v < relabelling_.size(); ++v) {
          longer[v] |= std::uint64_t{structure[v]} << (bits_of_permutation * place);
        }
        choose(place + 1, longer);
      }
      is_used[cycle] = false;
    }
  };
  choose(0, {});
  return least;
}

std::map<StackStructures::Combination, UInt128> StackStructures::combinations(bool is_last_joined,
                                                                              const Poll& poll) const {
  std::map<Combination, UInt128> kept{{Combination{}, 1}};
  std::vector<Representative> choices;
  for (std::size_t cycle = 0; cycle < cycles_.size(); ++cycle) {
    if (cycle == 0 || cycles_[cycle] != cycles_[cycle - 1]) choices = representatives(cycles_[cycle], poll);
    std::map<Combination, UInt128> longer;
    for (const auto& [combination, weight] : kept) {
      poll();
      for (const Representative& choice : choices) {
        Combination extended = combination;
        for (std::size_t v = 0; v < relabelling_.size(); ++v) {
          extended[v] |= std::uint64_t{choice.structure[v]} << (bits_of_permutation * cycle);
        }
        UInt128& sum = longer[relabelled(extended)];
        sum = mathematics::checked_add(sum, mathematics::checked_multiply(weight, choice.size));
      }
    }
    if (cycle + 1 < cycles_.size() || is_last_joined) {
      kept.clear();
      for (const auto& [combination, weight] : longer) {
        poll();
        UInt128& sum = kept[joined(combination, cycle + 1)];
        sum = mathematics::checked_add(sum, weight);
      }
    } else {
      kept = std::move(longer);
    }
  }
  return kept;
}

}  // namespace gridcensus::russell_jarvis
