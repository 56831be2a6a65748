#include "stack_product/factorisations/sweep.hpp"

#include "stack_product/factorisations/graph.hpp"
#include "stack_product/factorisations/lanes.hpp"
#include "stack_product/factorisations/narrow_order.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <utility>

namespace gridcensus::stack_product {

namespace {

/// Transitions that wait. Each colour has its own array of colour sets, so the loops over them are vectorised.
template <int degree>
class Transitions {
  using L = Lanes<degree>;

 public:
  static constexpr std::size_t block = 4;
  static constexpr std::size_t ahead = 12;  ///< words can be read this far beyond the last one
  static constexpr std::size_t capacity = (256 + L::orders) / block * block;

  void clear() { size_ = 0; }
  bool full() const { return size_ > capacity - ahead - L::orders; }
  void add(const std::array<std::uint32_t, L::colours>& sets, const std::array<std::uint32_t, L::colours>& added,
           std::uint64_t ways) {
    unrolled<L::colours>([&](std::size_t colour) { sets_[colour][size_] = sets[colour] | added[colour]; });
    ways_[size_] = ways;
    ++size_;
  }
  /// Gives states that differ only in the names of the colours the same word: sorts the sets and omits the last one.
  void make_words(std::uint32_t keep) {
    for (std::size_t from = 0; from < size_; from += block) sort_block(from, keep);
  }
  std::size_t size() const { return size_; }
  std::uint64_t word(std::size_t i) const { return words_[i]; }
  std::uint64_t ways(std::size_t i) const { return ways_[i]; }

 private:
  using Block = std::array<std::uint32_t, block>;

  static void in_order(Block& low, Block& high) {
    for (std::size_t i = 0; i < block; ++i) {
      const std::uint32_t x = low[i];
      const std::uint32_t y = high[i];
      low[i] = x < y ? x : y;
      high[i] = x < y ? y : x;
    }
  }
  void sort_block(std::size_t from, std::uint32_t keep) {
    std::array<Block, L::colours> sets{};
    unrolled<L::colours>([&](std::size_t colour) {
      for (std::size_t i = 0; i < block; ++i) sets[colour][i] = sets_[colour][from + i] & keep;
    });
    const auto sort = [&sets](std::size_t a, std::size_t b) { in_order(sets[a], sets[b]); };
    if constexpr (degree == 3) {
      sort(0, 2), sort(0, 1), sort(1, 2);
    } else if constexpr (degree == 4) {
      sort(0, 2), sort(1, 3), sort(0, 1), sort(2, 3), sort(1, 2);
    } else {
      sort(0, 3), sort(1, 4), sort(0, 2), sort(1, 3), sort(0, 1), sort(2, 4), sort(1, 2), sort(3, 4), sort(2, 3);
    }
    std::array<std::uint64_t, block> words{};
    unrolled<L::lanes>([&](std::size_t lane) {
      for (std::size_t i = 0; i < block; ++i) words[i] |= std::uint64_t{sets[lane][i]} << (lane * L::width);
    });
    for (std::size_t i = 0; i < block; ++i) words_[from + i] = words[i];
  }

  std::array<std::array<std::uint32_t, capacity>, L::colours> sets_{};
  std::array<std::uint64_t, capacity> words_{};
  std::array<std::uint64_t, capacity> ways_{};
  std::size_t size_ = 0;
};

template <int degree>
std::uint64_t swept(std::span<const SymbolSet32> unordered, States* now, States* next) {
  using L = Lanes<degree>;
  const Rows rows = in_narrow_order<degree>(unordered);
  Degrees<degree> degrees{static_cast<int>(unordered.size())};
  std::uint32_t odd = 0;
  Transitions<degree> transitions;
  for (std::size_t r = 0; r < unordered.size(); ++r) {
    const SymbolSet32 row = rows[r];
    const SymbolSet32 finished = row & degrees.at(degree - 1);
    typename L::Symbols symbols{};
    typename L::Fitting fitting{};
    SymbolSet32 left = row;
    for (std::size_t place = 0; place < L::colours; ++place, left &= left - 1) {
      symbols[place] = lowest_symbol(left);
      fitting[place] = L::fitting[(odd >> symbols[place]) & 1U][place].data();
    }
    std::array<std::array<std::uint32_t, L::colours>, L::orders> added{};
    for (std::size_t order = 0; order < L::orders; ++order) {
      for (std::size_t place = 0; place < L::colours; ++place) {
        added[order][L::colour_of[order][place]] = std::uint32_t{1} << symbols[place];
      }
    }
    degrees.add(row);
    const std::uint32_t odd_before = odd;
    odd = (odd ^ row) & ~finished;
    const std::uint32_t keep = ~finished;
    if (r == 0) {
      now->clear(1);
      transitions.clear();
      transitions.add({}, added[0], L::orders);
      transitions.make_words(keep);
      now->add(transitions);
      continue;
    }
    next->clear(now->entries().size());
    transitions.clear();
    for (const States::Entry& entry : now->entries()) {
      const typename L::OrderSet open = L::open_orders(entry.state, symbols, fitting);
      std::array<std::uint32_t, L::colours> sets{};
      sets[L::lanes] = odd_before;
      for (unsigned lane = 0; lane < L::lanes; ++lane) {
        sets[lane] = static_cast<std::uint32_t>((entry.state >> (lane * L::width)) & L::lane_mask);
        sets[L::lanes] ^= sets[lane];
      }
      for (std::size_t word = 0; word < L::order_words; ++word) {
        for (std::uint64_t some = open[word]; some != 0; some &= some - 1) {
          const std::size_t order = 64 * word + static_cast<std::size_t>(std::countr_zero(some));
          transitions.add(sets, added[order], entry.ways);
        }
      }
      if (transitions.full()) {
        transitions.make_words(keep);
        next->add(transitions);
        transitions.clear();
      }
    }
    transitions.make_words(keep);
    next->add(transitions);
    std::swap(now, next);
  }
  return now->entries().empty() ? 0 : now->entries().front().ways;
}

}  // namespace

std::uint64_t count_by_sweep(int degree, std::span<const SymbolSet32> rows, States& now, States& next) {
  switch (degree) {
    case 3: return swept<3>(rows, &now, &next);
    case 4: return swept<4>(rows, &now, &next);
    default: return swept<5>(rows, &now, &next);
  }
}

}  // namespace gridcensus::stack_product
