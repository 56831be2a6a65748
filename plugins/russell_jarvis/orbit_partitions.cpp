#include "russell_jarvis/orbit_partitions.hpp"

#include "cycle_types/cycle_types.hpp"

#include <boost/pending/disjoint_sets.hpp>

#include <algorithm>
#include <bit>
#include <iterator>
#include <numeric>
#include <set>
#include <stdexcept>
#include <tuple>
#include <utility>

namespace gridcensus::russell_jarvis {

namespace {

constexpr std::size_t max_orbits = 64;

/// Blocks are put into groups by these orbits, and groups into large ones: two and three columns of a band of 6x2 if no
/// column and no symbol is fixed.
constexpr std::uint64_t orbits_of_groups = (std::uint64_t{1} << 18U) - 1;
constexpr std::uint64_t orbits_of_large_groups = (std::uint64_t{1} << 12U) - 1;

/// Pairs of blocks are listed up to this number of blocks.
constexpr std::size_t max_blocks_of_pairs = 1500;

constexpr std::uint64_t bit(int index) { return std::uint64_t{1} << index; }

}  // namespace

OrbitPartitions::OrbitPartitions(const std::vector<CycleType>& types) : counts_(types.size(), 0) {
  std::vector<Goal> goals;
  std::set<int> lengths;
  for (const CycleType& type : types) {
    goals.push_back({type, goals.size()});
    lengths.insert(type.begin(), type.end());
  }
  lengths_.assign(lengths.begin(), lengths.end());
  transversals_ = std::accumulate(types.front().begin(), types.front().end(), 0);
  for (const int length : lengths_) {
    std::vector<Goal> after;
    for (Goal goal : goals) {
      const auto found = std::find(goal.left.begin(), goal.left.end(), length);
      if (found == goal.left.end()) continue;
      goal.left.erase(found);
      after.push_back(std::move(goal));
    }
    choice_after_first_[length] = add_choice(std::move(after));
  }
  first_choice_ = add_choice(std::move(goals));
}

std::size_t OrbitPartitions::add_choice(std::vector<Goal> goals) {
  if (const auto known = choice_numbers_.find(goals); known != choice_numbers_.end()) return known->second;
  Choice choice;
  std::map<int, std::vector<Goal>> after;
  for (const auto& [left, type] : goals) {
    if (left.empty() || left.front() == left.back()) {
      choice.closings.push_back({left.empty() ? 0 : left.front(), type});
    } else {
      after[left.front()].push_back({CycleType{left.begin() + 1, left.end()}, type});
    }
  }
  for (auto& [length, next] : after) choice.longer.emplace_back(length, add_choice(std::move(next)));
  choices_.push_back(std::move(choice));
  return choice_numbers_[std::move(goals)] = choices_.size() - 1;
}

const std::vector<std::uint64_t>& OrbitPartitions::count(const PlaceSystem& system, const Motion& motion,
                                                         std::span<const Motion> commuting, const Poll& poll) {
  poll_ = &poll;
  poll();
  std::fill(counts_.begin(), counts_.end(), 0);
  find_orbits(motion);
  if (orbits_.size() > max_orbits) throw std::length_error{"more orbits of places than a machine word has bits"};
  blocks_.clear();
  for (const int length : lengths_) {
    find_pieces(system, length);
    for (const Piece& first : first_pieces_) {
      if (first.lines == 0) continue;
      find_blocks(length, (bit(system.lines) - 1) & ~first.lines, bit(first.orbit), first.orbit);
    }
  }
  join_equal_blocks();
  list_blocks();
  if (commuting.empty()) {
    extend(choices_[first_choice_], 0, 0, 0, transversals_, 1);
  } else {
    for (const Block& first : joined_first_blocks(commuting)) {
      extend(choices_[choice_after_first_.at(first.length)], 0, 0, first.orbits, transversals_ - first.length,
             first.ways);
    }
  }
  return counts_;
}

void OrbitPartitions::find_orbits(const Motion& motion) {
  orbits_.clear();
  orbit_of_.assign(motion.size(), -1);
  for (std::size_t start = 0; start < motion.size(); ++start) {
    if (orbit_of_[start] >= 0) continue;
    const auto index = static_cast<int>(orbits_.size());
    std::vector<int>& orbit = orbits_.emplace_back();
    for (std::size_t place = start; orbit_of_[place] < 0; place = motion[place]) {
      orbit_of_[place] = index;
      orbit.push_back(static_cast<int>(place));
    }
  }
}

void OrbitPartitions::find_pieces(const PlaceSystem& system, int length) {
  pieces_.assign(static_cast<std::size_t>(system.lines), {});
  first_pieces_.clear();
  const auto step = static_cast<std::size_t>(length);
  for (std::size_t index = 0; index < orbits_.size(); ++index) {
    const std::vector<int>& orbit = orbits_[index];
    if (orbit.size() % step != 0) continue;  // it has fewer than `length` cycles under the power
    for (std::size_t start = 0; start < step; ++start) {
      Piece piece{.lines = 0, .orbit = static_cast<int>(index)};
      bool is_clash = false;
      for (std::size_t i = start; i < orbit.size(); i += step) {
        const std::uint64_t lines = system.lines_of[static_cast<std::size_t>(orbit[i])];
        is_clash = is_clash || (piece.lines & lines) != 0;
        piece.lines |= lines;
      }
      if (is_clash) break;  // and so are its images
      if (start == 0) first_pieces_.push_back(piece);
      for (std::uint64_t left = piece.lines; left != 0; left &= left - 1) {
        pieces_[static_cast<std::size_t>(std::countr_zero(left))].push_back(piece);
      }
    }
  }
}

// Exactly one of the images of a transversal has the first place of its first orbit; that one is found.
void OrbitPartitions::find_blocks(int length, std::uint64_t open_lines, std::uint64_t orbits, int first_orbit) {
  if (open_lines == 0) {
    poll_periodically();
    blocks_.push_back({orbits, length, 1});
    return;
  }
  for (const Piece& piece : pieces_[static_cast<std::size_t>(std::countr_zero(open_lines))]) {
    if (piece.orbit <= first_orbit || (piece.lines & ~open_lines) != 0 || (orbits & bit(piece.orbit)) != 0) continue;
    find_blocks(length, open_lines & ~piece.lines, orbits | bit(piece.orbit), first_orbit);
  }
}

void OrbitPartitions::join_equal_blocks() {
  const auto key = [](const Block& block) {
    return std::tuple{block.length, std::countr_zero(block.orbits), block.orbits & orbits_of_large_groups,
                      block.orbits & orbits_of_groups, block.orbits};
  };
  std::sort(blocks_.begin(), blocks_.end(),
            [&](const Block& left, const Block& right) { return key(left) < key(right); });
  std::size_t kept = 0;
  for (const Block& block : blocks_) {
    if (kept > 0 && key(blocks_[kept - 1]) == key(block)) {
      blocks_[kept - 1].ways += block.ways;
    } else {
      blocks_[kept++] = block;
    }
  }
  blocks_.resize(kept);
}

// A block and its image under a commuting motion are in equally many partitions.
std::vector<OrbitPartitions::Block> OrbitPartitions::joined_first_blocks(std::span<const Motion> commuting) const {
  std::map<std::pair<std::uint64_t, int>, std::size_t> number_of;
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    number_of.emplace(std::pair{blocks_[i].orbits, blocks_[i].length}, i);
  }
  boost::disjoint_sets_with_storage<> classes{blocks_.size()};
  for (const Motion& motion : commuting) {
    std::vector<int> image_of;
    for (const std::vector<int>& orbit : orbits_) {
      image_of.push_back(orbit_of_[static_cast<std::size_t>(motion[static_cast<std::size_t>(orbit.front())])]);
    }
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      std::uint64_t image = 0;
      for (std::uint64_t left = blocks_[i].orbits; left != 0; left &= left - 1) {
        image |= bit(image_of[static_cast<std::size_t>(std::countr_zero(left))]);
      }
      classes.union_set(i, number_of.at({image, blocks_[i].length}));
    }
  }
  std::map<std::size_t, std::size_t> first_of_class;
  std::vector<Block> followed;
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    if ((blocks_[i].orbits & 1U) == 0) continue;
    const auto [known, is_new] = first_of_class.emplace(classes.find_set(i), followed.size());
    if (is_new) {
      followed.push_back(blocks_[i]);
    } else {
      followed[known->second].ways += blocks_[i].ways;
    }
  }
  return followed;
}

void OrbitPartitions::list_blocks() {
  lists_.resize(static_cast<std::size_t>(lengths_.back()) + 1);
  for (const int length : lengths_) {
    BlockList& list = lists_[static_cast<std::size_t>(length)];
    list.orbits.clear();
    list.ways_of_blocks.clear();
    list.groups.clear();
    list.large_groups.clear();
    list.first_groups.clear();
    list.blocks.clear(blocks_.size());
    list.covers.clear(0);
    for (const auto& [orbits, block_length, ways] : blocks_) {
      if (block_length != length) continue;
      const std::size_t number = list.orbits.size();
      list.orbits.push_back(orbits);
      list.ways_of_blocks.push_back(ways);
      list.blocks.add(orbits, ways);
      const auto first = static_cast<std::size_t>(std::countr_zero(orbits));
      const bool is_first = list.first_groups.size() <= first;
      list.first_groups.resize(std::max(list.first_groups.size(), first + 1), list.large_groups.size());
      const bool is_large_group = is_first || list.large_groups.back().common != (orbits & orbits_of_large_groups);
      if (is_large_group) list.large_groups.push_back({orbits & orbits_of_large_groups, list.groups.size(), 0});
      if (is_large_group || list.groups.back().common != (orbits & orbits_of_groups)) {
        list.groups.push_back({orbits & orbits_of_groups, number, 0});
      }
      list.groups.back().end = number + 1;
      list.large_groups.back().end = list.groups.size();
    }
    list.first_groups.resize(max_orbits + 1, list.large_groups.size());
    list.has_pairs = length < transversals_ && list.orbits.size() <= max_blocks_of_pairs;
    if (list.has_pairs) list_pairs(list);
  }
}

void OrbitPartitions::list_pairs(BlockList& list) {
  list.pairs.clear(0);
  for (std::size_t i = 0; i < list.orbits.size(); ++i) {
    list.for_each_disjoint(list.orbits[i], i + 1, 0, list.large_groups.size(), [&](std::size_t other) {
      list.pairs.add(list.orbits[i] | list.orbits[other], list.ways_of_blocks[i] * list.ways_of_blocks[other]);
    });
  }
}

void OrbitPartitions::poll_periodically() {
  constexpr std::uint64_t steps_between_polls = 1U << 14U;
  if (++steps_ % steps_between_polls == 0) (*poll_)();
}

/// Adds the partitions that have the chosen blocks.
///
/// @param from  the lowest number that another block of the last length may have
void OrbitPartitions::extend(const Choice& choice, int last_length, std::size_t from, std::uint64_t covered, int left,
                             std::uint64_t ways) {
  poll_periodically();
  const std::uint64_t open = ~covered & (~std::uint64_t{0} >> (max_orbits - orbits_.size()));
  for (const auto& [length, type] : choice.closings) {
    if (length == 0) {
      counts_[type] += ways;
    } else {
      counts_[type] += ways * covers(lists_[static_cast<std::size_t>(length)], open, left / length);
    }
  }
  for (const auto& longer : choice.longer) {
    const int length = longer.first;
    const Choice& next = choices_[longer.second];
    const BlockList& list = lists_[static_cast<std::size_t>(length)];
    list.for_each_disjoint(covered, length == last_length ? from : 0, 0, list.large_groups.size(),
                           [&](std::size_t number) {
                             extend(next, length, number + 1, covered | list.orbits[number], left - length,
                                    ways * list.ways_of_blocks[number]);
                           });
  }
}

/// Returns the number of ways to cover the open orbits by so many blocks of the list.
std::uint64_t OrbitPartitions::covers(BlockList& list, std::uint64_t open, int blocks) {
  if (blocks == 1 || (blocks == 2 && list.has_pairs)) {
    const std::uint64_t* const ways = (blocks == 1 ? list.blocks : list.pairs).find(open);
    return ways == nullptr ? 0 : *ways;
  }
  constexpr int min_blocks_of_stored_covers = 3;
  if (blocks >= min_blocks_of_stored_covers) {
    if (const std::uint64_t* const known = list.covers.find(open)) return *known;
    poll_periodically();
  }
  std::uint64_t sum = 0;
  const auto first = static_cast<std::size_t>(std::countr_zero(open));
  list.for_each_disjoint(~open, 0, list.first_groups[first], list.first_groups[first + 1], [&](std::size_t number) {
    sum += list.ways_of_blocks[number] * covers(list, open & ~list.orbits[number], blocks - 1);
  });
  if (blocks >= min_blocks_of_stored_covers) list.covers.add(open, sum);
  return sum;
}

void OrbitPartitions::Ways::clear(std::size_t expected) {
  constexpr std::size_t least = 64;
  entries_.assign(std::bit_ceil(2 * std::max(expected, least)), {});
  used_ = 0;
  shift_ = 65 - static_cast<int>(std::bit_width(entries_.size()));
}

/// Returns the place of the set, or the free place for it.
std::size_t OrbitPartitions::Ways::place_of(std::uint64_t orbits) const {
  constexpr std::uint64_t odd = 0x9e3779b97f4a7c15;  // 2^64 over the golden ratio: Fibonacci hashing
  for (std::size_t place = (orbits * odd) >> shift_;; place = (place + 1) & (entries_.size() - 1)) {
    if (entries_[place].orbits == 0 || entries_[place].orbits == orbits) return place;
  }
}

const std::uint64_t* OrbitPartitions::Ways::find(std::uint64_t orbits) const {
  const Entry& entry = entries_[place_of(orbits)];
  return entry.orbits == 0 ? nullptr : &entry.ways;
}

void OrbitPartitions::Ways::add(std::uint64_t orbits, std::uint64_t ways) {
  Entry& entry = entries_[place_of(orbits)];
  if (entry.orbits != 0) {
    entry.ways += ways;
    return;
  }
  entry = {orbits, ways};
  if (2 * ++used_ < entries_.size()) return;
  const std::vector<Entry> before = std::move(entries_);
  clear(before.size());
  for (const Entry& known : before) {
    if (known.orbits != 0) add(known.orbits, known.ways);
  }
}

}  // namespace gridcensus::russell_jarvis
