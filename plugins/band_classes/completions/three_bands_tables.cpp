#include "band_classes/completions/three_bands.hpp"
#include "closed_formulas/closed_formulas.hpp"
#include "gridcensus/broken_invariant.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

namespace gridcensus::band_classes {

using band_signatures::BoxCodes;
using mathematics::checked_multiply;
using mathematics::checked_power;
using mathematics::Relabelling;
using mathematics::without;

namespace {

UInt128 greatest_common_divisor(UInt128 a, UInt128 b) {
  while (b != 0) a = std::exchange(b, a % b);
  return a;
}

}  // namespace

ThreeBands::ThreeBands(const SignatureClasses& classes, const std::vector<UInt128>& bands, const Poll& poll)
    : classes_{&classes}, codes_{classes.codes().size()} {
  if (classes.codes().box_cols() != 3) throw std::invalid_argument{"a grid has three bands only where C = 3"};
  list_choices();
  find_scale(bands);
  list_relabellings(poll);
  list_beginnings(poll);
  fill_bands(bands, poll);
  digits_.reserve(bands_.size());
  for (const std::uint32_t number : bands_) digits_.push_back(low_digit(number));
}

void ThreeBands::find_scale(const std::vector<UInt128>& bands) {
  const UInt128 row_orders = mathematics::factorial(classes_->codes().box_rows());
  for (const UInt128 value : bands) {
    if (value % row_orders != 0)
      throw BrokenInvariant{
          "the number of bands of a signature is not a multiple of R!, though their rows can be permuted"};
    scale_ = greatest_common_divisor(scale_, value);
  }
  // Each number needs at most two digits. For one frame, the products of digits over the choices of the last two boxes
  // and all possible codes of the last box must fit 64 bits, those of a high and a low one twice.
  const UInt128 greatest = *std::ranges::max_element(bands) / scale_;
  const UInt128 choices =
      2 * UInt128{codes_} * checked_power(choices_per_box(), std::min(classes_->codes().box_rows(), 2));
  constexpr UInt128 max_product = UInt128{digit_base - 1} * (digit_base - 1);
  if (greatest >= UInt128{digit_base} * digit_base ||
      checked_multiply(max_product, choices) > std::numeric_limits<std::uint64_t>::max()) {
    throw std::overflow_error{"the band counts of this shape need wider integers"};
  }
}

void ThreeBands::list_choices() {
  const BoxCodes& codes = classes_->codes();
  const auto above = codes.columns(codes.identity());
  const SymbolSet all = mathematics::first_symbols(codes.symbols());
  for (std::size_t code = 0; code < codes_; ++code) {
    const auto unordered = codes.columns(static_cast<BoxCode>(code));
    std::array<std::size_t, 3> order{0, 1, 2};
    do {
      const auto fits = [&](std::size_t column) { return (unordered[order[column]] & above[column]) == 0; };
      if (!fits(0) || !fits(1) || !fits(2)) continue;
      Columns& choice = below_identity_.emplace_back();
      for (std::size_t column = 0; column < order.size(); ++column) {
        choice.second.push_back(unordered[order[column]]);
        choice.third.push_back(without(without(all, above[column]), choice.second.back()));
      }
    } while (std::ranges::next_permutation(order).found);
  }
}

void ThreeBands::list_relabellings(const Poll& poll) {
  const BoxCodes& codes = classes_->codes();
  const auto append = [&](std::vector<BoxCode>& list, const Relabelling& relabelling) {
    poll();
    const std::vector<BoxCode> images = codes.all_relabelled(relabelling);
    list.insert(list.end(), images.begin(), images.end());
  };
  append(unchanged_, mathematics::identity_relabelling());

  place_below_.assign(codes_, codes_);
  std::size_t places = 0;
  for (const Choice choice : choices_below(codes.identity(), false)) {
    for (const BoxCode code : {choice.second, choice.third}) {
      if (place_below_[code] != codes_) continue;
      place_below_[code] = places++;
      append(to_identity_, codes.to_identity(code));
    }
  }
  if (rows() == 2) return;
  to_representative_.reserve(codes_ * codes_);
  for (std::size_t code = 0; code < codes_; ++code) {
    append(to_representative_, classes_->to_representative(static_cast<BoxCode>(code)));
  }
}

void ThreeBands::list_beginnings(const Poll& poll) {
  const BoxCode identity = classes_->codes().identity();
  if (rows() == 1) beginnings_ = {{}};
  if (rows() == 2) beginnings_ = {{identity}};
  for (std::size_t r = 0; rows() > 2 && r < classes_->relations().size(); ++r) {
    const auto& relation = classes_->relations()[r];
    if (rows() == 3) {
      beginnings_.push_back({identity, relation.representative});
      continue;
    }
    // For every box 3, the relabelling of the stabiliser that makes it least. Those that fix the identity twice are too
    // many to list; their least codes are the representatives of the relations.
    std::vector<BoxCode> least(codes_, std::numeric_limits<BoxCode>::max());
    third_element_.resize((r + 1) * codes_);
    for (std::size_t element = 0; element * codes_ < relation.action.size(); ++element) {
      poll();
      const BoxCode* const images = relation.action.data() + element * codes_;
      for (std::size_t code = 0; code < codes_; ++code) {
        if (images[code] >= least[code]) continue;
        least[code] = images[code];
        third_element_[r * codes_ + code] = static_cast<std::uint32_t>(element);
      }
    }
    for (std::size_t code = 0; relation.action.empty() && code < codes_; ++code) {
      least[code] = classes_->relations()[classes_->relation_of(static_cast<BoxCode>(code))].representative;
    }
    // Least codes come before the codes whose images they are.
    for (std::size_t code = 0; code < codes_; ++code) {
      const bool is_new = least[code] == code;
      third_beginning_.push_back(is_new ? static_cast<std::uint32_t>(beginnings_.size())
                                        : third_beginning_[r * codes_ + least[code]]);
      if (is_new) beginnings_.push_back({identity, relation.representative, static_cast<BoxCode>(code)});
    }
  }
}

/// Returns the relabellings that fix all these boxes; empty if all boxes are the identity, because then they are too
/// many to list.
std::vector<const BoxCode*> ThreeBands::relabellings_keeping(const std::vector<BoxCode>& beginning) const {
  std::vector<const BoxCode*> keeping;
  const auto other =
      std::ranges::find_if(beginning, [&](BoxCode code) { return code != classes_->codes().identity(); });
  if (other == beginning.end()) return keeping;
  const auto& action = classes_->relations()[classes_->relation_of(*other)].action;
  for (auto images = action.begin(); images != action.end(); images += static_cast<std::ptrdiff_t>(codes_)) {
    if (std::ranges::all_of(beginning, [&](BoxCode code) { return images[code] == code; })) keeping.push_back(&*images);
  }
  return keeping;
}

void ThreeBands::fill_bands(const std::vector<UInt128>& bands, const Poll& poll) {
  bands_.assign(beginnings_.size() * codes_, 0);
  std::vector<bool> met(bands.size());
  for (std::size_t number = 0; number < beginnings_.size(); ++number) {
    poll();
    Family family = fill_beginning(number, bands, met);
    if (!family.classes.empty()) families_.push_back(std::move(family));
  }
}

/// Computes B for one beginning and every last box. Returns the classes that occur here first.
ThreeBands::Family ThreeBands::fill_beginning(std::size_t number, const std::vector<UInt128>& bands,
                                              std::vector<bool>& met) {
  Family family{number, {}, {}};
  const std::vector<BoxCode>& beginning = beginnings_[number];
  const auto keeping = relabellings_keeping(beginning);
  std::vector<BoxCode> signature = beginning;
  signature.push_back(0);
  for (std::size_t last = 0; last < codes_; ++last) {
    if (bands_[number * codes_ + last] != 0) continue;  // no B is 0
    std::uint32_t value = 0;
    if (rows() > 2) {  // the last two boxes exchanged
      const std::size_t before = rows() == 3 ? 0 : classes_->relation_of(beginning[1]);
      const Step exchanged = step(rows() - 2, before, static_cast<BoxCode>(last));
      value = bands_[exchanged.beginning * codes_ + exchanged.images[beginning.back()]];
    }
    if (value == 0) {
      signature.back() = static_cast<BoxCode>(last);
      const std::size_t found = classes_->index_of(classes_->canonical(signature));
      value = static_cast<std::uint32_t>(bands[found] / scale_);
      if (!met[found]) {
        met[found] = true;
        family.classes.push_back(found);
        family.last.push_back(static_cast<BoxCode>(last));
      }
    }
    put(number, static_cast<BoxCode>(last), value, keeping);
  }
  return family;
}

/// Stores B for all images of the last box under relabellings that fix the beginning.
void ThreeBands::put(std::size_t number, BoxCode last, std::uint32_t value,
                     const std::vector<const BoxCode*>& keeping) {
  std::uint32_t* const numbers = bands_.data() + number * codes_;
  numbers[last] = value;
  for (const BoxCode* const images : keeping) numbers[images[last]] = value;
  if (!keeping.empty()) return;
  for (std::size_t code = 0; code < codes_; ++code) {
    if (classes_->relation_of(static_cast<BoxCode>(code)) == classes_->relation_of(last)) numbers[code] = value;
  }
}

ThreeBands::Step ThreeBands::step(std::size_t box, std::size_t beginning, BoxCode code) const {
  if (box == 0) return {0, to_identity_.data() + place_below_[code] * codes_};
  const BoxCode* const to_representative = to_representative_.data() + code * codes_;
  if (box == 1) return {classes_->relation_of(code), to_representative};
  const std::size_t entry = beginning * codes_ + code;
  const auto& action = classes_->relations()[beginning].action;
  return {third_beginning_[entry], action.empty() ? to_representative : action.data() + third_element_[entry] * codes_};
}

void ThreeBands::relabel(Band& band, std::size_t box, BoxCode code) const {
  const Step step_taken = step(box, band.beginning, band.images[code]);
  band.beginning = step_taken.beginning;
  for (BoxCode& image : band.images) image = step_taken.images[image];
}

UInt128 ThreeBands::bands(std::span<const BoxCode> others) const {
  Band band{0, unchanged_};
  for (std::size_t box = 1; box + 1 < rows(); ++box) relabel(band, box, others[box - 1]);
  const BoxCode last = rows() == 1 ? classes_->codes().identity() : others.back();
  return scale_ * bands_[band.beginning * codes_ + band.images[last]];
}

std::uint64_t ThreeBands::memory_bytes(int box_rows) {
  const auto codes = static_cast<std::uint64_t>(mathematics::equal_partitions(3, box_rows));
  std::uint64_t choices = 0;  // k symbols of each column rotate one way, the others the other way
  for (int k = 0; k <= box_rows; ++k) {
    choices += static_cast<std::uint64_t>(checked_power(mathematics::binomial(box_rows, k), 3));
  }
  // As measured, rounded up: 5 relations of 3x3, 9 of 4x3, and 1546 beginnings of three boxes.
  const std::uint64_t relations = box_rows < 3 ? 1 : 10;
  const std::uint64_t beginnings = box_rows < 4 ? relations : codes / 3;
  std::uint64_t bytes =
      sizeof(BoxCode) * codes * choices + (sizeof(std::uint32_t) + sizeof(std::uint16_t)) * codes * beginnings;
  if (box_rows > 2) bytes += sizeof(BoxCode) * codes * codes;
  if (box_rows > 3) bytes += 2 * sizeof(std::uint32_t) * codes * relations;
  // Of a pair: itself in runs, with its class, and in the lists of both bands' partners.
  const std::uint64_t pair_bytes = 3 * (sizeof(PlacePair) + sizeof(std::uint16_t));
  const std::uint64_t of_a_band = (2 * sizeof(Lanes) + sizeof(std::uint16_t) * choices) * codes;
  const std::uint64_t of_a_thread = 2 * of_a_band + (2 * sizeof(LaneSums) + pair_bytes * choices) * codes;
  return bytes + of_a_thread;
}

}  // namespace gridcensus::band_classes
