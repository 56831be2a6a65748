#include "russell_jarvis/involution_halves.hpp"

#include <algorithm>
#include <bit>

namespace gridcensus::russell_jarvis {

using mathematics::checked_add;
using mathematics::checked_multiply;
using mathematics::UInt128;

InvolutionHalves::InvolutionHalves(int rows, int exchanged_pairs, const Poll& poll)
    : rows_{static_cast<std::size_t>(rows)},
      symbols_{2 * rows_},
      exchanged_{2 * static_cast<std::size_t>(exchanged_pairs)},
      poll_{poll},
      keys_{rows_, exchanged_} {}

/// Calls `visit` with every choice of one row for each symbol, among its rows in the use, that takes every row twice.
template <class Visit>
void InvolutionHalves::for_each_stack(const RowUses& uses, const Visit& visit) const {
  Stack stack;
  std::fill_n(stack.open.begin(), rows_, std::uint8_t{2});
  choose_rows(uses, 0, stack, visit);
}

template <class Visit>
void InvolutionHalves::choose_rows(const RowUses& uses, std::size_t symbol, Stack& stack, const Visit& visit) const {
  if (symbol == symbols_) {
    visit(stack);
    return;
  }
  for (unsigned left = uses[symbol]; left != 0; left &= left - 1) {
    const auto row = static_cast<std::size_t>(std::countr_zero(left));
    if (stack.open[row] == 0) continue;
    if (stack.open[row] == 2) {
      stack.first[row] = static_cast<std::uint8_t>(symbol);
    } else {
      stack.mates[symbol] = stack.first[row];
      stack.mates[stack.first[row]] = static_cast<std::uint8_t>(symbol);
    }
    --stack.open[row];
    stack.rest[symbol] = static_cast<std::uint8_t>(uses[symbol] ^ (left & (~left + 1)));
    choose_rows(uses, symbol + 1, stack, visit);
    ++stack.open[row];
  }
}

/// Returns the mates of a use within one stack.
InvolutionHalves::Mates InvolutionHalves::mates_of(const RowUses& uses) const {
  Mates mates{};
  for_each_stack(uses, [&](const Stack& stack) { mates = stack.mates; });
  return mates;
}

/// Returns the number of sets with one symbol of each pair of mates if one choice decides all symbols reached from it:
/// its mate, `next` of that, the mate of this, and so on until the first symbol comes again.
///
/// @param of_odd  the number of choices if an odd number of pairs is met, 0 or 2. A path, there and back, meets an even
///                one
template <class Next>
std::uint64_t InvolutionHalves::sets(const Mates& mates, const Next& next, std::uint64_t of_odd) const {
  std::uint64_t found = 1;
  Symbols seen = 0;
  for (std::size_t start = 0; start < symbols_; ++start) {
    if ((seen >> start & 1U) != 0) continue;
    bool is_odd = false;
    std::size_t symbol = start;
    do {
      const std::size_t mate = mates[symbol];
      seen |= Symbols{1} << symbol | Symbols{1} << mate;
      symbol = next(mate);
      is_odd = !is_odd;
    } while (symbol != start);
    found *= is_odd ? of_odd : 2;
    if (found == 0) break;
  }
  return found;
}

/// Returns the number of sets with one symbol of each pair of mates that p fixes.
std::uint64_t InvolutionHalves::sets_fixed(const Mates& mates) const {
  return sets(
      mates, [&](std::size_t mate) { return partner(mate); }, 0);
}

/// Returns the number of sets with one symbol of each pair of mates that p turns into their complements; p fixes no
/// symbol.
std::uint64_t InvolutionHalves::sets_exchanged(const Mates& mates) const {
  return sets(
      mates, [](std::size_t mate) { return mate ^ 1U; }, 2);
}

/// Returns the number of sets with one symbol of each pair of mates whose image has one of each pair of the other
/// mates.
std::uint64_t InvolutionHalves::sets_of_two(const Mates& mates, const Mates& others) const {
  return sets(
      mates, [&](std::size_t mate) { return partner(others[partner(mate)]); }, 2);
}

InvolutionWays InvolutionHalves::ways(const RowUses& uses, int stacks, BySet& by_set) {
  if (stacks == 3) return ways_of_three(uses, by_set);
  if (stacks == 2) return ways_of_two(uses, by_set);
  const Mates mates = mates_of(uses);
  if (!by_set.empty()) add_by_set(mates, 1, by_set);
  return ways_of_one(mates);
}

InvolutionWays InvolutionHalves::ways_of_two(const RowUses& uses, BySet& by_set) const {
  InvolutionWays sum;
  for_each_stack(uses, [&](const Stack& stack) {
    const Mates others = mates_of(stack.rest);
    add(stack.mates, ways_of_one(others), sum);
    sum.paired[0] += sets_of_two(stack.mates, others);
    if (!by_set.empty()) add_by_set(stack.mates, 1, by_set);
  });
  return sum;
}

InvolutionWays InvolutionHalves::ways_of_three(const RowUses& uses, BySet& by_set) {
  // Everything that will be looked up is fetched before the first of it is needed.
  taken_.clear();
  for_each_stack(uses, [&](const Stack& stack) {
    taken_.push_back({stack.mates, stack.rest, keys_.key_of(stack.rest)});
    memory_.prefetch(taken_.back().key);
  });
  InvolutionWays sum;
  for (const Taken& taken : taken_) {
    const WaysOfTwo& before = remembered(taken);
    add(taken.mates, {.single = {before.single[0], before.single[1], before.single[2]}, .paired = {before.paired}},
        sum);
    if (!by_set.empty()) add_by_set(taken.mates, before.paired, by_set);
  }
  return sum;
}

/// Returns the ways to a use within two stacks, in which every symbol is an edge between two rows.
const WaysOfTwo& InvolutionHalves::remembered(const Taken& taken) {
  if (const WaysOfTwo* const known = memory_.find(taken.key)) return *known;
  poll_();
  BySet no_sets;
  const InvolutionWays found = ways(taken.rest, 2, no_sets);
  const auto narrow = [](std::uint64_t ways) { return static_cast<std::uint32_t>(ways); };
  memory_.add(taken.key,
              {{narrow(found.single[0]), narrow(found.single[1]), narrow(found.single[2])}, narrow(found.paired[0])});
  return *memory_.find(taken.key);
}

/// Returns the ways within one stack.
InvolutionWays InvolutionHalves::ways_of_one(const Mates& mates) const {
  return {.single = {sets_fixed(mates), exchanged_ == symbols_ ? sets_exchanged(mates) : 0}, .paired = {}};
}

/// Adds the ways with one more stack.
void InvolutionHalves::add(const Mates& mates, const InvolutionWays& before, InvolutionWays& sum) const {
  if (const std::uint64_t turned = sets_fixed(mates); turned != 0) {
    sum.single[0] += turned * before.single[0];
    sum.paired[0] += turned * before.paired[0];
  }
  if (exchanged_ < symbols_) return;
  const std::uint64_t fixed = sets_exchanged(mates);
  for (std::size_t i = 1; i < sum.single.size(); ++i) sum.single[i] += fixed * before.single[i - 1];
  sum.paired[1] += fixed * before.paired[0];
}

/// Adds to all sets with one symbol of each pair of mates that have the first symbol.
void InvolutionHalves::add_by_set(const Mates& mates, std::uint64_t ways, BySet& by_set) const {
  if (ways == 0) return;
  std::array<Symbols, max_rows_of_uses> choices{};
  std::size_t number = 0;
  Symbols set = 1;
  for (std::size_t symbol = 1; symbol < symbols_; ++symbol) {
    if (mates[symbol] < symbol) continue;
    set |= Symbols{1} << symbol;
    choices[number++] = Symbols{1} << symbol | Symbols{1} << mates[symbol];
  }
  // Each set once, by exchanging the symbols of one row at a time (Gray's code).
  by_set[set >> 1U] += ways;
  for (std::uint32_t step = 1; step < std::uint32_t{1} << number; ++step) {
    set ^= choices[static_cast<std::size_t>(std::countr_zero(step))];
    by_set[set >> 1U] += ways;
  }
}

UInt128 InvolutionHalves::ways_of_parted_pair(const BySet& by_set, const BySet& by_set_of_rest) const {
  UInt128 ways = 0;
  for (Symbols others = 0; others < by_set.size(); ++others) {
    if (by_set[others] == 0) continue;
    const Symbols image = image_of(others << 1U | 1U) >> 1U;
    ways = checked_add(ways, checked_multiply(by_set[others], by_set_of_rest[image]));
  }
  return ways;
}

/// Returns the image of a set of symbols under p or its complement, whichever has the first symbol.
InvolutionHalves::Symbols InvolutionHalves::image_of(Symbols set) const {
  Symbols image = 0;
  for (std::size_t symbol = 0; symbol < symbols_; ++symbol) {
    if ((set >> symbol & 1U) != 0) image |= Symbols{1} << partner(symbol);
  }
  return (image & 1U) != 0 ? image : image ^ ((Symbols{1} << symbols_) - 1);
}

RowUses InvolutionHalves::complement(const RowUses& uses) const {
  RowUses rest{};
  for (std::size_t symbol = 0; symbol < symbols_; ++symbol) {
    rest.at(symbol) = static_cast<std::uint8_t>(((1U << rows_) - 1) ^ uses.at(symbol));
  }
  return rest;
}

}  // namespace gridcensus::russell_jarvis
