#include "box_class_zc/combinations.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace gridcensus::box_class_zc {

namespace {

// Costs in combinations, measured: the counts of a class of box 3, and the tables of a pair.
constexpr double cost_of_counts = 10;
constexpr double cost_of_pair = 500;

}  // namespace

struct Combinations::Tables {
  explicit Tables(std::size_t classes) : masks(classes), windows(classes + 1), counts{std::vector<Row>(classes), {}} {
    counts[1] = counts[0];
    for (std::size_t code = 0; code < classes; ++code) windows[code].lanes[tally_lane] = 1;
  }

  std::vector<Row> masks;
  std::vector<Row> windows;  // the last, of no class, stays empty
  std::array<std::vector<Row>, 2> counts;
};

Combinations::Combinations(const Interior& interior, Selection selection, std::size_t slices)
    : interior_{&interior}, selection_{std::move(selection)} {
  for (std::size_t i = 0; i < interior.classes(); ++i) {
    const auto code = static_cast<Code>(i);
    std::ranges::transform(interior.splits(code), splits_.emplace_back().begin(), [](const Split& split) {
      return SplitRows{.count = row_offset(split.next), .mask = row_offset(split.last)};
    });
    for (std::size_t next = 0; next < interior.classes(); ++next) {
      std::ranges::transform(interior.octet(code, static_cast<Code>(next)), octets_.emplace_back().begin(), row_offset);
    }
  }
  std::erase_if(selection_.pairs, [this](const Selection::Pair& pair) {
    return selection_.box_3[pair.box_2].empty() || selection_.box_7[pair.box_4].empty();
  });
  for (const auto& partners : selection_.box_7) {
    std::uint64_t weight = 0;
    for (const Selection::Partner& partner : partners) weight += partner.weight;
    if (weight > max_weight_of_visits) throw std::invalid_argument{"the weights are too large for sums of 32 bits"};
  }
  cut(slices);
}

double Combinations::cost_of_box_3(const Selection::Pair& pair) const {
  return static_cast<double>(selection_.box_7[pair.box_4].size()) + cost_of_counts;
}

double Combinations::cost(const Selection::Pair& pair, std::size_t classes_of_box_3) const {
  return cost_of_pair + cost_of_box_3(pair) * static_cast<double>(classes_of_box_3);
}

void Combinations::cut(std::size_t slices) {
  double total = 0;
  for (const auto& pair : selection_.pairs) total += cost(pair, selection_.box_3[pair.box_2].size());
  const double size = total / static_cast<double>(slices);
  starts_.push_back({0, 0});
  double before = 0;
  for (std::size_t i = 0; i < selection_.pairs.size(); ++i) {
    const auto& pair = selection_.pairs[i];
    before += cost_of_pair;
    for (std::size_t partner = 0; partner < selection_.box_3[pair.box_2].size(); ++partner) {
      if (before >= size * static_cast<double>(starts_.size())) starts_.push_back({i, partner});
      before += cost_of_box_3(pair);
    }
  }
  starts_.push_back({selection_.pairs.size(), 0});
}

template <class VisitPair>
void Combinations::for_each_pair(std::size_t slice, const VisitPair& visit) const {
  const Place begin = starts_.at(slice);
  const Place end = starts_.at(slice + 1);
  for (std::size_t i = begin.pair; i <= end.pair && i < selection_.pairs.size(); ++i) {
    const auto& pair = selection_.pairs[i];
    const std::size_t first = i == begin.pair ? begin.partner : 0;
    const std::size_t last = i == end.pair ? end.partner : selection_.box_3[pair.box_2].size();
    if (first < last) visit(pair, first, last);
  }
}

double Combinations::cost(std::size_t slice) const {
  double sum = 0;
  for_each_pair(slice, [&](const Selection::Pair& pair, std::size_t first, std::size_t last) {
    sum += cost(pair, last - first);
  });
  return sum;
}

std::uint64_t Combinations::divisor(std::size_t slice) const {
  std::uint64_t divisor = 0;
  for_each_pair(slice, [&](const Selection::Pair& pair, std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      divisor = std::gcd(divisor, std::uint64_t{pair.weight} * selection_.box_3[pair.box_2][i].weight);
    }
  });
  return divisor;
}

void Combinations::build(const Selection::Pair& pair, Tables& tables) const {
  // One lane is one column of these tables; they are written column by column.
  const auto& splits = interior_->splits(pair.box_2);
  std::vector<std::uint8_t> existing(interior_->classes());  // lanes that exist, for each row class of box 8
  std::vector<std::uint8_t> meeting(interior_->classes());   // of the eight classes of box 6, for each column class
  for (std::size_t lane = 0; lane < triplets; ++lane) {
    const bool exists = interior_->has_octet(pair.box_4, splits[lane].next);
    const std::uint8_t* const box_8 = interior_->meeting(splits[lane].last);
    std::ranges::fill(meeting, std::uint8_t{0});
    if (exists) {
      for (const Code rows_of_6 : interior_->octet(pair.box_4, splits[lane].next)) {
        const std::uint8_t* const box_6 = interior_->meeting(rows_of_6);
        for (std::size_t code = 0; code < meeting.size(); ++code) {
          meeting[code] = static_cast<std::uint8_t>(meeting[code] + box_6[code]);
        }
      }
    }
    for (std::size_t code = 0; code < meeting.size(); ++code) {
      tables.masks[code].lanes[lane] = static_cast<std::uint8_t>(-box_8[code]);
      tables.windows[code].lanes[lane] = meeting[code];
      if (exists) existing[code] = static_cast<std::uint8_t>(existing[code] + box_8[code]);
    }
  }
  for (std::size_t code = 0; code < existing.size(); ++code) {
    tables.masks[code].lanes[tally_lane] = static_cast<std::uint8_t>(-existing[code]);
  }
}

Sums Combinations::count(std::size_t slice, const Kernel& kernel, const Poll& poll) const {
  Tables tables{interior_->classes()};
  const auto add_octets = [&](const Selection::Partner& box_3, std::vector<Row>& counts) {
    const OctetRows* const octets = &octets_[box_3.code * interior_->classes()];
    kernel.add_octets(tables.windows.data(), octets, counts.size(), counts.data());
  };
  Sums total;
  for_each_pair(slice, [&](const Selection::Pair& pair, std::size_t first, std::size_t last) {
    build(pair, tables);
    const auto& box_3 = selection_.box_3[pair.box_2];
    for (std::size_t i = first; i < last; i += 2) {
      poll();
      const std::size_t found = std::min<std::size_t>(2, last - i);
      for (std::size_t k = 0; k < found; ++k) add_octets(box_3[i + k], tables.counts.at(k));
      // If the number is odd, the last is paired with leftovers of its neighbour, which are ignored.
      const auto sums = kernel.visit({tables.counts[0].data(), tables.counts[1].data()}, tables.masks.data(),
                                     splits_.data(), selection_.box_7[pair.box_4]);
      for (std::size_t k = 0; k < found; ++k) {
        Sums sum = sums.at(k);
        sum.weighted *= std::uint64_t{pair.weight} * box_3[i + k].weight;
        total += sum;
      }
    }
  });
  return total;
}

}  // namespace gridcensus::box_class_zc
