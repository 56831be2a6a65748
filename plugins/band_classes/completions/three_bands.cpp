#include "band_classes/completions/three_bands.hpp"

#include "closed_formulas/closed_formulas.hpp"
#include "gridcensus/broken_invariant.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

namespace gridcensus::band_classes {

using band_signatures::BoxCodes;
using mathematics::checked_multiply;
using mathematics::checked_power;
using mathematics::Relabelling;

/// The choices of the last box, for every code of every class of a family: equally many pairs of codes for each.
struct ThreeBands::LastBox {
  /// The pairs that contain a line: those of place p are `begins[p]` .. `begins[p + 1] - 1`.
  struct Partners {
    std::vector<std::uint32_t> begins;
    std::vector<std::uint16_t> classes;  ///< places in the family
    std::vector<PlacePair> pairs;        ///< with 0 for the line itself

    std::span<const std::uint16_t> classes_of(std::size_t place) const {
      return std::span{classes}.subspan(begins[place], begins[place + 1] - begins[place]);
    }
    const PlacePair* pairs_of(std::size_t place) const { return pairs.data() + begins[place]; }
  };

  std::vector<BoxCode> second;  ///< possible codes of some class in band 2
  std::vector<BoxCode> third;   ///< and in band 3

  // Runs of pairs of places in these lists. A class's last run is filled up with pairs of the lines of zeros after
  // them. `last_box` chooses an order in which few lines are in use at a time.
  std::vector<std::uint16_t> classes;  ///< by run: its place in the family
  std::vector<PlacePair> pairs;        ///< `pairs_in_run` for each of them

  // The same pairs for every line of one band, without the lines of zeros.
  Partners of_second;
  Partners of_third;

  Partners partners(std::size_t lines, std::uint16_t PlacePair::*line) const;
};

/// The sums of products of a frame, for every class of a family.
class ThreeBands::Products {
 public:
  Products(const LastBox& last, std::size_t classes)
      : last_{&last}, low_(classes), mixed_(classes), high_(classes), high_of_third_(last.third.size()) {}

  void add(const BandLines& second, const BandLines& third);
  /// Returns the sum of a class and resets it.
  UInt128 take(std::size_t place);

 private:
  void add_high(const BandLines& second, const BandLines& third);

  const LaneKernel* kernel_ = &fastest_lane_kernel();
  const LastBox* last_;
  std::vector<LaneSums> low_;                // low digits
  std::vector<LaneSums> mixed_;              // a high and a low one
  std::vector<std::uint64_t> high_;          // high digits
  std::vector<const Lanes*> high_of_third_;  // by place; only while they are multiplied
};

namespace {

/// Numbers the requested codes, in the order of the first request.
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

/// A placeholder for no choice, until the places of the lines of zeros are known.
constexpr PlacePair filling{std::numeric_limits<std::uint16_t>::max(), std::numeric_limits<std::uint16_t>::max()};

bool is_filling(PlacePair pair) { return pair.second == filling.second; }

}  // namespace

/// Sorts pairs by the place in one band, which becomes 0.
ThreeBands::LastBox::Partners ThreeBands::LastBox::partners(std::size_t lines, std::uint16_t PlacePair::*line) const {
  Partners partners;
  partners.begins.assign(lines + 1, 0);
  for (const PlacePair pair : pairs) {
    if (!is_filling(pair)) ++partners.begins[pair.*line + std::size_t{1}];
  }
  std::partial_sum(partners.begins.begin(), partners.begins.end(), partners.begins.begin());
  partners.classes.resize(partners.begins.back());
  partners.pairs.resize(partners.begins.back());
  std::vector<std::uint32_t> next = partners.begins;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (is_filling(pairs[i])) continue;
    const std::uint32_t at = next[pairs[i].*line]++;
    partners.classes[at] = classes[i / pairs_in_run];
    partners.pairs[at] = pairs[i];
    partners.pairs[at].*line = 0;
  }
  return partners;
}

void ThreeBands::Products::add(const BandLines& second, const BandLines& third) {
  kernel_->add_runs(second.low(), third.low(), last_->classes, last_->pairs.data(), low_.data());
  for (const BandLines::High& high : second.high()) {
    kernel_->add_pairs(&high.lanes, third.low(), last_->of_second.classes_of(high.place),
                       last_->of_second.pairs_of(high.place), mixed_.data());
  }
  for (const BandLines::High& high : third.high()) {
    kernel_->add_pairs(second.low(), &high.lanes, last_->of_third.classes_of(high.place),
                       last_->of_third.pairs_of(high.place), mixed_.data());
  }
  if (!second.high().empty() && !third.high().empty()) add_high(second, third);
}

void ThreeBands::Products::add_high(const BandLines& second, const BandLines& third) {
  for (const BandLines::High& high : third.high()) high_of_third_[high.place] = &high.lanes;
  for (const BandLines::High& high : second.high()) {
    const auto classes = last_->of_second.classes_of(high.place);
    const PlacePair* const pairs = last_->of_second.pairs_of(high.place);
    for (std::size_t i = 0; i < classes.size(); ++i) {
      const Lanes* const other = high_of_third_[pairs[i].third];
      if (other == nullptr) continue;
      const auto& digits = high.lanes.digits;
      high_[classes[i]] += std::inner_product(digits.begin(), digits.end(), other->digits.begin(), std::uint64_t{0});
    }
  }
  for (const BandLines::High& high : third.high()) high_of_third_[high.place] = nullptr;
}

UInt128 ThreeBands::Products::take(std::size_t place) {
  const auto sum = [&](const LaneSums& lanes) {
    return std::accumulate(lanes.sums.begin(), lanes.sums.end(), UInt128{0});
  };
  const UInt128 total = sum(low_[place]) + digit_base * (sum(mixed_[place]) + UInt128{digit_base} * high_[place]);
  low_[place] = {};
  mixed_[place] = {};
  high_[place] = 0;
  return total;
}

std::vector<ThreeBands::Choice> ThreeBands::choices_below(BoxCode code, bool half) const {
  const BoxCodes& codes = classes_->codes();
  const Relabelling from_identity = mathematics::inverse(codes.to_identity(code));
  std::vector<Choice> choices;
  for (const Columns& columns : below_identity_) {
    // Exchanging bands 2 and 3 of a choice gives another choice; use the one that is smaller in column 1.
    if (half && columns.second.front() > columns.third.front()) continue;
    choices.push_back({codes.relabelled(codes.code_of(columns.second), from_identity),
                       codes.relabelled(codes.code_of(columns.third), from_identity)});
  }
  return choices;
}

/// Returns all choices, grouped by one column of band 2.
std::vector<ThreeBands::Choice> ThreeBands::choices_by_column(BoxCode code, std::size_t column) const {
  const Relabelling from_identity = mathematics::inverse(classes_->codes().to_identity(code));
  const std::vector<Choice> choices = choices_below(code, rows() == 1);
  std::vector<std::pair<SymbolSet, std::size_t>> order;
  for (const Columns& columns : below_identity_) {
    if (order.size() == choices.size()) break;
    order.emplace_back(mathematics::relabelled(columns.second[column], from_identity), order.size());
  }
  std::ranges::sort(order);
  std::vector<Choice> ordered;
  for (const auto& [set, place] : order) ordered.push_back(choices[place]);
  return ordered;
}

/// Builds the last boxes of a family. Classes with a common column use their choices side by side, in the order of this
/// column in band 2. So they use few lines at a time: those that have, in band 2 and in band 3, a given set in this
/// column.
ThreeBands::LastBox ThreeBands::last_box(const std::vector<std::vector<BoxCode>>& orbits) const {
  const BoxCodes& codes = classes_->codes();
  std::map<SymbolSet, std::size_t> frequency;
  for (const auto& orbit : orbits) {
    for (const BoxCode code : orbit) {
      for (const SymbolSet column : codes.columns(code)) ++frequency[column];
    }
  }
  std::map<SymbolSet, std::vector<std::pair<std::uint16_t, std::vector<Choice>>>> groups;
  for (std::size_t place = 0; place < orbits.size(); ++place) {
    for (const BoxCode code : orbits[place]) {
      const auto columns = codes.columns(code);
      const auto max_frequency = std::ranges::max_element(columns, {}, [&](SymbolSet set) { return frequency[set]; });
      const auto column = static_cast<std::size_t>(max_frequency - columns.begin());
      groups[columns[column]].emplace_back(static_cast<std::uint16_t>(place), choices_by_column(code, column));
    }
  }

  LastBox last;
  Places second{codes_};
  Places third{codes_};
  for (const auto& [column, members] : groups) {
    const std::size_t choices = members.front().second.size();
    for (std::size_t from = 0; from < choices; from += pairs_in_run) {
      for (const auto& [place, choices_of_class] : members) {
        last.classes.push_back(place);
        for (std::size_t i = from; i < from + pairs_in_run; ++i) {
          const bool is_choice = i < choices;
          last.pairs.push_back(
              is_choice ? PlacePair{second.of(choices_of_class[i].second), third.of(choices_of_class[i].third)}
                        : filling);
        }
      }
    }
  }
  last.second = second.listed();
  last.third = third.listed();
  last.of_second = last.partners(last.second.size(), &PlacePair::second);
  last.of_third = last.partners(last.third.size(), &PlacePair::third);
  for (PlacePair& pair : last.pairs) {
    if (is_filling(pair))
      pair = {static_cast<std::uint16_t>(last.second.size()), static_cast<std::uint16_t>(last.third.size())};
  }
  return last;
}

std::size_t ThreeBands::slices(const Family& family) const {
  // Measured for 4x3: gathering a number of both bands takes as long as some 24 products.
  constexpr UInt128 gathered_cost = 24;
  constexpr UInt128 products_in_a_slice = UInt128{1} << 37U;
  const auto keeping = relabellings_keeping(beginnings_[family.beginning]);
  UInt128 pairs = 0;
  for (const auto& orbit : orbits(family, keeping)) pairs += UInt128{orbit.size()} * choices_per_box();
  const UInt128 kept = std::max<std::size_t>(keeping.size(), 1);
  const UInt128 lanes = checked_power(choices_per_box(), classes_->codes().box_rows() - 1) / (2 * kept);
  const UInt128 products = lanes * (pairs + gathered_cost * std::min<UInt128>(pairs, codes_));
  return static_cast<std::size_t>(std::clamp<UInt128>(products / products_in_a_slice, 1, frames()));
}

/// Returns, for each class, all images of its last box under relabellings that fix the beginning.
std::vector<std::vector<BoxCode>> ThreeBands::orbits(const Family& family, const std::vector<const BoxCode*>& keeping) {
  std::vector<std::vector<BoxCode>> orbits;
  for (const BoxCode code : family.last) {
    std::vector<BoxCode>& orbit = orbits.emplace_back(std::vector{code});
    for (const BoxCode* const images : keeping) orbit.push_back(images[code]);
    std::ranges::sort(orbit);
    orbit.erase(std::unique(orbit.begin(), orbit.end()), orbit.end());
  }
  return orbits;
}

/// Returns one frame of each orbit under relabellings that fix the beginning and the exchange of bands 2 and 3.
std::vector<ThreeBands::Frame> ThreeBands::different_frames(const std::vector<std::vector<Choice>>& choices,
                                                            std::vector<const BoxCode*> keeping) const {
  if (keeping.empty()) keeping.push_back(unchanged_.data());
  std::vector<std::pair<std::uint64_t, std::size_t>> by_least_image;
  for (std::size_t frame = 0; frame < frames(); ++frame) {
    std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
    for (const BoxCode* const images : keeping) {
      std::uint64_t image = 0;  // two boxes at most, of two codes each
      std::uint64_t exchanged = 0;
      std::size_t digits = frame;
      for (const auto& of_box : choices) {
        const Choice choice = of_box[digits % of_box.size()];
        digits /= of_box.size();
        const std::uint64_t second = images[choice.second];
        const std::uint64_t third = images[choice.third];
        image = image << 32U | second << 16U | third;
        exchanged = exchanged << 32U | third << 16U | second;
      }
      least = std::min({least, image, exchanged});
    }
    by_least_image.emplace_back(least, frame);
  }
  std::ranges::sort(by_least_image);
  std::vector<Frame> different;
  for (std::size_t i = 0; i < by_least_image.size(); ++i) {
    const bool is_new = i == 0 || by_least_image[i].first != by_least_image[i - 1].first;
    if (is_new) different.push_back({by_least_image[i].second, 0});
    ++different.back().copies;
  }
  return different;
}

/// Returns the number of choices of boxes 1..R-2, those of box 1 halved.
std::size_t ThreeBands::frames() const {
  const int boxes = std::max(classes_->codes().box_rows() - 2, 0);
  return static_cast<std::size_t>(checked_power(choices_per_box(), boxes)) / (boxes > 0 ? 2 : 1);
}

Lane ThreeBands::lane(const Band& band, std::size_t box, BoxCode code) const {
  const Step last = step(box, band.beginning, band.images[code]);
  return {bands_.data() + last.beginning * codes_, digits_.data() + last.beginning * codes_, last.images};
}

std::vector<UInt128> ThreeBands::completions(const Family& family, std::size_t slice, std::size_t slices,
                                             const Poll& poll) const {
  const auto keeping = relabellings_keeping(beginnings_[family.beginning]);
  const auto codes_of = orbits(family, keeping);
  const LastBox last = last_box(codes_of);

  std::vector<std::vector<Choice>> choices;  // of all boxes but the last
  for (std::size_t box = 0; box + 1 < rows(); ++box) {
    choices.push_back(choices_below(beginnings_[family.beginning][box], box == 0));
  }
  if (choices.empty()) choices.push_back({Choice{}});
  const std::vector<Choice> lane_choices = std::move(choices.back());
  choices.pop_back();

  std::vector<std::pair<Lane, Lane>> lanes(lane_choices.size());
  std::vector<Lane> second_lanes(lanes.size());
  std::vector<Lane> third_lanes(lanes.size());
  BandLines second{last.second};
  BandLines third{last.third};
  Products products{last, family.last.size()};
  std::vector<UInt128> totals(family.last.size());
  const std::vector<Frame> different = different_frames(choices, keeping);
  for (std::size_t i = different.size() * slice / slices; i < different.size() * (slice + 1) / slices; ++i) {
    poll();
    Band second_band{0, unchanged_};
    Band third_band{0, unchanged_};
    std::size_t digits = different[i].number;
    for (std::size_t box = 0; box < choices.size(); digits /= choices[box++].size()) {
      const Choice choice = choices[box][digits % choices[box].size()];
      relabel(second_band, box, choice.second);
      relabel(third_band, box, choice.third);
    }
    // Lanes whose band 2 has the same numbers are adjacent.
    std::ranges::transform(lane_choices, lanes.begin(), [&](const Choice& choice) {
      return std::pair{lane(second_band, choices.size(), choice.second),
                       lane(third_band, choices.size(), choice.third)};
    });
    std::ranges::sort(lanes, {}, [](const auto& both) { return both.first.numbers; });
    std::ranges::transform(lanes, second_lanes.begin(), [](const auto& both) { return both.first; });
    std::ranges::transform(lanes, third_lanes.begin(), [](const auto& both) { return both.second; });
    second.begin_frame(second_band.images, second_lanes);
    third.begin_frame(third_band.images, third_lanes);
    for (std::size_t first = 0; first < lanes.size(); first += lane_count) {
      second.gather(first);
      third.gather(first);
      products.add(second, third);
    }
    // Among the copies of this frame, a code meets each as often as another code of its class meets this one.
    for (std::size_t place = 0; place < totals.size(); ++place) {
      const UInt128 sum = different[i].copies * products.take(place);
      if (sum % codes_of[place].size() != 0) throw BrokenInvariant{"frames that are the same have different sums"};
      totals[place] += sum / codes_of[place].size();
    }
  }
  const UInt128 factor = checked_multiply(2, checked_power(scale_, 2));
  for (UInt128& total : totals) total = checked_multiply(total, factor);
  return totals;
}

}  // namespace gridcensus::band_classes
