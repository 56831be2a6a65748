#include "symbol_halves/stack_fillings.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace gridcensus::symbol_halves {

namespace {

using mathematics::UInt128;

/// The rows of a column that are taken: bit i for the upper row of box i, bit C + i for its lower row.
using Column = std::uint32_t;
/// The columns of a stack, ascending, because their order makes no difference to the continuations. Columns after the
/// last are 0.
using Columns = std::array<Column, max_columns>;

/// Columns as one number, 2C bits each.
using State = UInt128;

std::uint64_t factorial_of(int n) {
  std::uint64_t product = 1;
  for (int i = 2; i <= n; ++i) product *= static_cast<std::uint64_t>(i);
  return product;
}

/// The number of ways to reach each state: an open-addressing table, in which 0 marks a free slot.
class Ways {
 public:
  void add(State state, std::uint64_t ways) {
    Slot& slot = slots_[find(state)];
    slot.ways += ways;
    if (slot.ways != ways) return;
    slot.state = state;
    if (++size_ * 2 > slots_.size()) grow();
  }

  /// Returns 0 for a state that is not reached.
  std::uint64_t operator[](State state) const { return slots_[find(state)].ways; }

  template <class Visit>
  void for_each(const Visit& visit) const {
    for (const Slot& slot : slots_) {
      if (slot.ways != 0) visit(slot.state, slot.ways);
    }
  }

 private:
  struct Slot {
    State state = 0;
    std::uint64_t ways = 0;
  };

  std::size_t find(State state) const {
    const auto folded = static_cast<std::uint64_t>(state ^ (state >> 61U));
    std::size_t slot = static_cast<std::size_t>(folded * 0x9E3779B97F4A7C15U >> 20U) & (slots_.size() - 1);
    while (slots_[slot].ways != 0 && slots_[slot].state != state) slot = (slot + 1) & (slots_.size() - 1);
    return slot;
  }

  void grow() {
    std::vector<Slot> old(slots_.size() * 2);
    slots_.swap(old);
    for (const Slot& slot : old) {
      if (slot.ways != 0) slots_[find(slot.state)] = slot;
    }
  }

  std::vector<Slot> slots_{64};
  std::size_t size_ = 0;
};

/// Returns the number of rows that these symbols have in common, summed over all pairs of them.
int common_rows(int columns, const std::vector<Word>& words) {
  int common = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) common += columns - std::popcount(words[i] ^ words[j]);
  }
  return common;
}

/// Returns the words in two halves, first the half with more common rows. Symbols with rows in common exclude each
/// other from cells, so they are put into the same half: fewer states can then be reached. The half with fewer common
/// rows costs most, so this number is made as large as possible.
std::pair<std::vector<Word>, std::vector<Word>> split(int columns, const std::vector<Word>& words) {
  std::pair<std::vector<Word>, std::vector<Word>> best;
  int best_common = -1;
  // The first symbol can always be in the first half.
  for (std::uint32_t chosen = 1; chosen < 1U << words.size(); chosen += 2) {
    if (static_cast<std::size_t>(std::popcount(chosen)) != words.size() / 2) continue;
    std::pair<std::vector<Word>, std::vector<Word>> halves;
    for (std::size_t i = 0; i < words.size(); ++i) {
      ((chosen >> i & 1U) == 1 ? halves.first : halves.second).push_back(words[i]);
    }
    const int of_first = common_rows(columns, halves.first);
    const int of_second = common_rows(columns, halves.second);
    if (std::min(of_first, of_second) <= best_common) continue;
    best_common = std::min(of_first, of_second);
    if (of_first < of_second) std::swap(halves.first, halves.second);
    best = std::move(halves);
  }
  return best;
}

class Stack {
 public:
  Stack(int columns, const Poll& poll) : columns_{columns}, poll_{poll} {}

  UInt128 fillings(const std::vector<Word>& words) const {
    auto [stored, visited] = split(columns_, words);
    const Word last = visited.back();
    visited.pop_back();
    const Ways complements = place(stored);
    UInt128 sum = 0;
    // The states of the other half are many, and each is needed once: they are not stored.
    place(visited).for_each([&](State state, std::uint64_t ways) {
      for_each_placement(last, state, [&](const Columns& columns) {
        const Columns rest = complement(columns);
        const std::uint64_t found = complements[state_of(rest)];
        // Both `ways` and `found` count all orders of the columns; only one of the two may.
        if (found != 0) sum += UInt128{ways} * (found / orders(rest));
      });
    });
    return sum;
  }

 private:
  /// Returns the states that symbols with these words can reach, with the ways for all orders of the columns together.
  Ways place(const std::vector<Word>& words) const {
    Ways states;
    states.add(state_of({}), 1);
    for (const Word word : words) {
      Ways next;
      states.for_each([&](State state, std::uint64_t ways) {
        for_each_placement(word, state, [&](const Columns& columns) { next.add(state_of(columns), ways); });
      });
      states = std::move(next);
    }
    return states;
  }

  /// Calls `visit` with the columns of the state and one more symbol, for each way to place it.
  template <class Visit>
  void for_each_placement(Word word, State state, const Visit& visit) const {
    poll_();
    Columns taken = columns_of(state);
    place_from(0, word, all_boxes(), taken, visit);
  }

  /// Places the symbol in the columns from `column` on and the remaining boxes.
  template <class Visit>
  void place_from(int column, Word word, std::uint32_t boxes, Columns& taken, const Visit& visit) const {
    if (column == columns_) {
      visit(taken);
      return;
    }
    Column& here = taken[static_cast<std::size_t>(column)];
    const Column filled = here;
    const std::uint32_t occupied = (filled & ~word) | (filled >> static_cast<unsigned>(columns_) & word);
    for (std::uint32_t left = boxes & ~occupied; left != 0; left &= left - 1) {
      const int box = std::countr_zero(left);
      here = filled | cell(box, word);
      place_from(column + 1, word, boxes & ~(1U << static_cast<unsigned>(box)), taken, visit);
    }
    here = filled;
  }

  std::uint32_t all_boxes() const { return (1U << static_cast<unsigned>(columns_)) - 1; }

  Column cell(int box, Word word) const {
    const auto shift = static_cast<unsigned>(box);
    return (word >> shift & 1U) == 0 ? 1U << shift : 1U << (shift + static_cast<unsigned>(columns_));
  }

  /// Sorts the columns.
  State state_of(Columns columns) const {
    for (int end = 1; end < columns_; ++end) {
      for (auto at = static_cast<std::size_t>(end); at > 0 && columns[at - 1] > columns[at]; --at) {
        std::swap(columns[at - 1], columns[at]);
      }
    }
    State state = 0;
    for (int column = columns_ - 1; column >= 0; --column) {
      state = state << (2 * static_cast<unsigned>(columns_)) | columns[static_cast<std::size_t>(column)];
    }
    return state;
  }

  Columns columns_of(State state) const {
    Columns columns{};
    for (int column = 0; column < columns_; ++column) {
      columns[static_cast<std::size_t>(column)] = static_cast<Column>(state) & all_rows();
      state >>= 2 * static_cast<unsigned>(columns_);
    }
    return columns;
  }

  Column all_rows() const { return (Column{1} << (2 * static_cast<unsigned>(columns_))) - 1; }

  Columns complement(Columns columns) const {
    for (int column = 0; column < columns_; ++column) columns[static_cast<std::size_t>(column)] ^= all_rows();
    return columns;
  }

  /// Returns the number of orders in which these columns can be written: C! if no two are equal.
  std::uint64_t orders(Columns columns) const {
    std::sort(columns.begin(), columns.begin() + columns_);
    std::uint64_t count = factorial_of(columns_);
    std::uint64_t copies = 1;
    for (std::size_t column = 1; column < static_cast<std::size_t>(columns_); ++column) {
      copies = columns[column] == columns[column - 1] ? copies + 1 : 1;
      count /= copies;
    }
    return count;
  }

  int columns_;
  const Poll& poll_;
};

}  // namespace

UInt128 stack_fillings(int columns, const std::vector<Word>& words, const Poll& poll) {
  return Stack{columns, poll}.fillings(words);
}

}  // namespace gridcensus::symbol_halves
