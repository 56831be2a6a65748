#include "band_classes/completions/three_bands.hpp"

#include "closed_formulas/closed_formulas.hpp"

#include <algorithm>
#include <numeric>

namespace gridcensus::band_classes {

using band_signatures::BoxCodes;
using mathematics::checked_multiply;
using mathematics::checked_power;
using mathematics::Relabelling;

/// The choices of the last box, for every class of a family.
struct ThreeBands::LastBox {
  std::vector<BoxCode> second;   // codes that some class can have there in band 2
  std::vector<BoxCode> third;    // and in band 3
  std::vector<PlacePair> pairs;  // equally many for each class, class after class; places in the lists above
};

namespace {

/// Numbers the codes that are asked for, in the order of the first request.
class Places {
 public:
  explicit Places(std::size_t codes) : places_(codes, none) {}

  std::uint16_t of(BoxCode code) {
    if (places_[code] == none) {
      places_[code] = static_cast<std::uint32_t>(listed_.size());
      listed_.push_back(code);
    }
    return static_cast<std::uint16_t>(places_[code]);
  }

  const std::vector<BoxCode>& listed() const { return listed_; }

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  std::vector<std::uint32_t> places_;
  std::vector<BoxCode> listed_;
};

}  // namespace

std::vector<ThreeBands::Choice> ThreeBands::choices_below(BoxCode code, bool half) const {
  const BoxCodes& codes = classes_->codes();
  const Relabelling from_identity = mathematics::inverse(codes.to_identity(code));
  std::vector<Choice> choices;
  for (const Columns& columns : below_identity_) {
    // Of a choice and the one with bands 2 and 3 exchanged, take the one that is less in column 1.
    if (half && columns.second.front() > columns.third.front()) continue;
    choices.push_back({codes.relabelled(codes.code_of(columns.second), from_identity),
                       codes.relabelled(codes.code_of(columns.third), from_identity)});
  }
  return choices;
}

ThreeBands::LastBox ThreeBands::last_box(const Family& family) const {
  LastBox last;
  Places second{codes_};
  Places third{codes_};
  for (const BoxCode code : family.last) {
    for (const Choice choice : choices_below(code, rows() == 1)) {
      last.pairs.push_back({second.of(choice.second), third.of(choice.third)});
    }
  }
  last.second = second.listed();
  last.third = third.listed();
  return last;
}

std::size_t ThreeBands::slices(const Family& family) const {
  // Measured for 4x3: a number of both bands gathered takes as long as some 24 products.
  constexpr UInt128 gathered_cost = 24;
  constexpr UInt128 products_in_a_second = UInt128{1} << 33U;
  const UInt128 lanes = checked_power(choices_per_box(), classes_->codes().box_rows() - 1) / 2;
  const UInt128 pairs = UInt128{family.last.size()} * choices_per_box();
  const UInt128 products = lanes * (pairs + gathered_cost * std::min<UInt128>(pairs, codes_));
  return static_cast<std::size_t>(std::clamp<UInt128>(products / products_in_a_second, 1, frames()));
}

/// The choices of boxes 1..R-2, those of box 1 halved.
std::size_t ThreeBands::frames() const {
  const int boxes = std::max(classes_->codes().box_rows() - 2, 0);
  return static_cast<std::size_t>(checked_power(choices_per_box(), boxes)) / (boxes > 0 ? 2 : 1);
}

ThreeBands::Lane ThreeBands::lane(const Band& band, std::size_t box, BoxCode code) const {
  const Step last = step(box, band.beginning, band.images[code]);
  return {bands_.data() + last.beginning * codes_, last.images};
}

void ThreeBands::gather(std::span<const Lane> lanes, const std::vector<BoxCode>& codes, const Band& band,
                        std::vector<Lanes>& gathered) {
  // Line by line: lane by lane in blocks of 64 to 8192 lines took a quarter to a half longer.
  if (lanes.size() < lane_count) std::ranges::fill(gathered, Lanes{});
  for (std::size_t i = 0; i < codes.size(); ++i) {
    const BoxCode code = band.images[codes[i]];
    for (std::size_t l = 0; l < lanes.size(); ++l) gathered[i].counts[l] = lanes[l].numbers[lanes[l].images[code]];
  }
}

std::vector<UInt128> ThreeBands::completions(const Family& family, std::size_t slice, std::size_t slices,
                                             const Poll& poll) const {
  const LaneKernel& kernel = fastest_lane_kernel();
  const LastBox last = last_box(family);
  const std::span<const PlacePair> pairs = last.pairs;
  const std::size_t pairs_each = pairs.size() / family.last.size();

  std::vector<std::vector<Choice>> choices;  // of all boxes but the last
  for (std::size_t box = 0; box + 1 < rows(); ++box) {
    choices.push_back(choices_below(beginnings_[family.beginning][box], box == 0));
  }
  if (choices.empty()) choices.push_back({Choice{}});
  const std::vector<Choice> lane_choices = std::move(choices.back());
  choices.pop_back();

  std::vector<Lanes> second(last.second.size());
  std::vector<Lanes> third(last.third.size());
  std::vector<LaneSums> sums(family.last.size());
  std::vector<UInt128> totals(family.last.size());
  for (std::size_t frame = frames() * slice / slices; frame < frames() * (slice + 1) / slices; ++frame) {
    if (poll) poll();
    Band second_band{0, unchanged_};
    Band third_band{0, unchanged_};
    std::size_t digits = frame;
    for (std::size_t box = 0; box < choices.size(); digits /= choices[box++].size()) {
      const Choice choice = choices[box][digits % choices[box].size()];
      relabel(second_band, box, choice.second);
      relabel(third_band, box, choice.third);
    }
    for (std::size_t from = 0; from < lane_choices.size(); from += lane_count) {
      const std::size_t lanes = std::min(lane_count, lane_choices.size() - from);
      std::array<Lane, lane_count> second_lanes{};
      std::array<Lane, lane_count> third_lanes{};
      for (std::size_t l = 0; l < lanes; ++l) {
        second_lanes[l] = lane(second_band, choices.size(), lane_choices[from + l].second);
        third_lanes[l] = lane(third_band, choices.size(), lane_choices[from + l].third);
      }
      gather({second_lanes.data(), lanes}, last.second, second_band, second);
      gather({third_lanes.data(), lanes}, last.third, third_band, third);
      for (std::size_t place = 0; place < family.last.size(); ++place) {
        kernel.add_products(second.data(), third.data(), pairs.subspan(place * pairs_each, pairs_each), sums[place]);
      }
    }
    for (std::size_t place = 0; place < family.last.size(); ++place) {
      totals[place] += std::accumulate(sums[place].sums.begin(), sums[place].sums.end(), std::uint64_t{0});
      sums[place] = {};
    }
  }
  const UInt128 orders = 2 * checked_power(mathematics::factorial(classes_->codes().box_rows()), 2);
  for (UInt128& total : totals) total = checked_multiply(total, orders);
  return totals;
}

}  // namespace gridcensus::band_classes
