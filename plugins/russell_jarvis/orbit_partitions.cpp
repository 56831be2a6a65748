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

constexpr std::uint64_t bit(int index) { return std::uint64_t{1} << index; }

}  // namespace

OrbitPartitions::OrbitPartitions(const std::vector<CycleType>& types) : counts_(types.size(), 0) {
  std::set<int> lengths;
  for (const CycleType& type : types) lengths.insert(type.begin(), type.end());
  lengths_.assign(lengths.begin(), lengths.end());
  transversals_ = std::accumulate(types.front().begin(), types.front().end(), 0);
  blocks_.resize(static_cast<std::size_t>(transversals_) + 1);
  add_part({}, types);
}

int OrbitPartitions::add_part(const CycleType& cycles, const std::vector<CycleType>& types) {
  if (const auto known = part_numbers_.find(cycles); known != part_numbers_.end()) return known->second;
  const auto has_cycles = [&cycles](const CycleType& type) {
    return std::includes(type.begin(), type.end(), cycles.begin(), cycles.end(), std::greater<>{});
  };
  if (std::none_of(types.begin(), types.end(), has_cycles)) return -1;
  Part part;
  part.type = static_cast<std::size_t>(std::find(types.begin(), types.end(), cycles) - types.begin());
  part.longer.assign(static_cast<std::size_t>(std::max(lengths_.back(), 1)) + 1, -1);
  for (const int length : lengths_) {
    CycleType longer = cycles;
    longer.insert(std::upper_bound(longer.begin(), longer.end(), length, std::greater<>{}), length);
    part.longer[static_cast<std::size_t>(length)] = add_part(longer, types);
  }
  parts_.push_back(std::move(part));
  return part_numbers_[cycles] = static_cast<int>(parts_.size()) - 1;
}

const std::vector<std::uint64_t>& OrbitPartitions::count(const PlaceSystem& system, const Motion& motion,
                                                         std::span<const Motion> commuting, const Poll& poll) {
  poll_ = &poll;
  std::fill(counts_.begin(), counts_.end(), 0);
  find_orbits(motion);
  if (orbits_.size() > max_orbits) throw std::length_error{"more orbits of places than a machine word has bits"};
  blocks_.front().clear();
  for (const int length : lengths_) {
    find_pieces(system, length);
    for (const Piece& first : first_pieces_) {
      if (first.lines == 0) continue;
      find_blocks(length, (bit(system.lines) - 1) & ~first.lines, bit(first.orbit), first.orbit);
    }
  }
  join_equal_blocks();
  if (!commuting.empty()) join_first_blocks(commuting);
  search(0, 0, parts_.back(), transversals_, 1);
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
    if (orbit.size() % step != 0) continue;  // its cycles under the power are fewer than `length`
    for (std::size_t start = 0; start < step; ++start) {
      Piece piece{.lines = 0, .orbit = static_cast<int>(index)};
      bool is_clash = false;
      for (std::size_t i = start; i < orbit.size(); i += step) {
        const std::uint64_t lines = system.lines_of[static_cast<std::size_t>(orbit[i])];
        is_clash = is_clash || (piece.lines & lines) != 0;
        piece.lines |= lines;
      }
      if (is_clash) break;  // and so do its images
      if (start == 0) first_pieces_.push_back(piece);
      for (std::uint64_t left = piece.lines; left != 0; left &= left - 1) {
        pieces_[static_cast<std::size_t>(std::countr_zero(left))].push_back(piece);
      }
    }
  }
}

// Of the images of a transversal exactly one has the first place of its first orbit: that one is found.
void OrbitPartitions::find_blocks(int length, std::uint64_t open_lines, std::uint64_t orbits, int first_orbit) {
  if (open_lines == 0) {
    blocks_.front().push_back({orbits, length, 1});
    return;
  }
  for (const Piece& piece : pieces_[static_cast<std::size_t>(std::countr_zero(open_lines))]) {
    if (piece.orbit <= first_orbit || (piece.lines & ~open_lines) != 0 || (orbits & bit(piece.orbit)) != 0) continue;
    find_blocks(length, open_lines & ~piece.lines, orbits | bit(piece.orbit), first_orbit);
  }
}

void OrbitPartitions::join_equal_blocks() {
  std::vector<Block>& blocks = blocks_.front();
  const auto key = [](const Block& block) {
    return std::tuple{std::countr_zero(block.orbits), block.orbits, block.length};
  };
  std::sort(blocks.begin(), blocks.end(),
            [&](const Block& left, const Block& right) { return key(left) < key(right); });
  std::size_t kept = 0;
  for (const Block& block : blocks) {
    if (kept > 0 && key(blocks[kept - 1]) == key(block)) {
      blocks[kept - 1].ways += block.ways;
    } else {
      blocks[kept++] = block;
    }
  }
  blocks.resize(kept);
}

// As many partitions have a block as have its image under a motion that commutes.
void OrbitPartitions::join_first_blocks(std::span<const Motion> commuting) {
  std::vector<Block>& blocks = blocks_.front();
  std::map<std::pair<std::uint64_t, int>, std::size_t> number_of;
  for (std::size_t i = 0; i < blocks.size(); ++i) number_of.emplace(std::pair{blocks[i].orbits, blocks[i].length}, i);

  boost::disjoint_sets_with_storage<> classes{blocks.size()};
  for (const Motion& motion : commuting) {
    std::vector<int> image_of;
    for (const std::vector<int>& orbit : orbits_) {
      image_of.push_back(orbit_of_[static_cast<std::size_t>(motion[static_cast<std::size_t>(orbit.front())])]);
    }
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      std::uint64_t image = 0;
      for (std::uint64_t left = blocks[i].orbits; left != 0; left &= left - 1) {
        image |= bit(image_of[static_cast<std::size_t>(std::countr_zero(left))]);
      }
      classes.union_set(i, number_of.at({image, blocks[i].length}));
    }
  }
  const auto later =
      std::find_if(blocks.begin(), blocks.end(), [](const Block& block) { return (block.orbits & 1U) == 0; });
  const auto firsts = static_cast<std::size_t>(later - blocks.begin());
  std::map<std::size_t, std::size_t> first_of_class;
  std::vector<Block> followed;
  for (std::size_t i = 0; i < firsts; ++i) {
    const auto [known, is_new] = first_of_class.emplace(classes.find_set(i), followed.size());
    if (is_new) {
      followed.push_back(blocks[i]);
    } else {
      followed[known->second].ways += blocks[i].ways;
    }
  }
  blocks.erase(blocks.begin(), later);
  blocks.insert(blocks.begin(), followed.begin(), followed.end());
}

void OrbitPartitions::search(std::size_t depth, std::uint64_t covered, const Part& chosen, int left,
                             std::uint64_t ways) {
  constexpr std::uint64_t steps_between_polls = 1U << 14U;
  if (++steps_ % steps_between_polls == 0 && *poll_) (*poll_)();
  const std::vector<Block>& blocks = blocks_[depth];
  std::vector<Block>& fewer = blocks_[depth + 1];
  const int next = std::countr_one(covered);
  const auto is_later = [next](const Block& block) { return std::countr_zero(block.orbits) != next; };
  const auto later = std::find_if(blocks.begin(), blocks.end(), is_later);
  for (auto block = blocks.begin(); block != later; ++block) {
    const int number = chosen.longer[static_cast<std::size_t>(block->length)];
    if (number < 0) continue;
    const Part* longer = &parts_[static_cast<std::size_t>(number)];
    const int still_left = left - block->length;
    if (still_left == 1) {
      if (longer->longer[1] < 0) continue;
      longer = &parts_[static_cast<std::size_t>(longer->longer[1])];
    }
    if (still_left <= 1) {
      counts_[longer->type] += ways * block->ways;
      continue;
    }
    fewer.clear();
    std::copy_if(later, blocks.end(), std::back_inserter(fewer),
                 [&](const Block& other) { return (other.orbits & block->orbits) == 0; });
    search(depth + 1, covered | block->orbits, *longer, still_left, ways * block->ways);
  }
}

}  // namespace gridcensus::russell_jarvis
