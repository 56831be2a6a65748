#include "three_bands.hpp"

#include "combinatorics/closed_formulas.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace gridcensus::band_classes {

using combinatorics::checked_multiply;
using combinatorics::checked_power;
using combinatorics::without;

ThreeBands::ThreeBands(const SignatureClasses& classes, const std::vector<Wide>& bands, const Poll& poll)
    : classes_{&classes}, codes_{classes.codes().size()} {
  if (classes.codes().box_cols() != 3) throw std::invalid_argument{"a grid has three bands only where C = 3"};
  list_choices();

  // Every product is at most (max B)^2 and there are M^R of them: all sums below stay in 64 bits.
  const Wide greatest = *std::ranges::max_element(bands);
  const Wide sum_bound =
      checked_multiply(checked_power(greatest, 2), checked_power(below_identity_.size(), classes.codes().box_rows()));
  if (greatest > std::numeric_limits<std::uint32_t>::max() || sum_bound > std::numeric_limits<std::uint64_t>::max()) {
    throw std::overflow_error{"the band counts of this shape need wider integers"};
  }

  const BoxCodes& codes = classes.codes();
  normalised_.reserve(codes_ * codes_);
  for (std::size_t a = 0; a < codes_; ++a) {
    if (poll) poll();
    const Relabelling normalise = codes.to_identity(static_cast<BoxCode>(a));
    for (std::size_t b = 0; b < codes_; ++b) {
      normalised_.push_back(codes.relabelled(static_cast<BoxCode>(b), normalise));
    }
  }
  fill_bands(bands, poll);
}

void ThreeBands::list_choices() {
  const BoxCodes& codes = classes_->codes();
  const auto above = codes.columns(codes.identity());
  const SymbolSet all = combinatorics::first_symbols(codes.symbols());
  for (std::size_t code = 0; code < codes_; ++code) {
    const auto unordered = codes.columns(static_cast<BoxCode>(code));
    std::array<std::size_t, 3> order{0, 1, 2};
    do {
      Columns choice;
      for (std::size_t column = 0; column < order.size(); ++column) {
        choice.second.push_back(unordered[order[column]]);
        choice.third.push_back(without(without(all, above[column]), choice.second.back()));
      }
      const auto fits = [&](std::size_t column) { return (choice.second[column] & above[column]) == 0; };
      if (fits(0) && fits(1) && fits(2)) below_identity_.push_back(std::move(choice));
    } while (std::ranges::next_permutation(order).found);
  }
}

void ThreeBands::fill_bands(const std::vector<Wide>& bands, const Poll& poll) {
  const BoxCodes& codes = classes_->codes();
  const int rows = codes.box_rows();
  if (rows == 1) {  // one box, one class
    bands_.push_back(static_cast<std::uint32_t>(bands.front()));
    return;
  }
  const auto rest_size = static_cast<std::size_t>(checked_power(codes_, rows - 2));

  // B does not change when a band is relabelled, so it is looked up once per relation of boxes 1 and 2 ...
  const auto& relations = classes_->relations();
  std::vector<std::uint32_t> by_relation;
  by_relation.reserve(relations.size() * rest_size);
  std::vector<BoxCode> signature(static_cast<std::size_t>(rows));
  signature[0] = codes.identity();
  for (const auto& relation : relations) {
    if (poll) poll();
    signature[1] = relation.representative;
    for (std::size_t rest = 0; rest < rest_size; ++rest) {
      std::size_t digits = rest;
      for (std::size_t box = signature.size() - 1; box >= 2; --box, digits /= codes_) {
        signature[box] = static_cast<BoxCode>(digits % codes_);
      }
      const std::size_t found = classes_->index_of(classes_->canonical(signature));
      by_relation.push_back(static_cast<std::uint32_t>(bands[found]));
    }
  }

  // ... and every box 2 is relabelled to its relation's representative.
  bands_.reserve(codes_ * rest_size);
  std::vector<BoxCode> image(codes_);
  for (std::size_t second = 0; second < codes_; ++second) {
    if (poll) poll();
    const Relabelling& transport = classes_->to_representative(static_cast<BoxCode>(second));
    for (std::size_t code = 0; code < codes_; ++code) {
      image[code] = codes.relabelled(static_cast<BoxCode>(code), transport);
    }
    const std::size_t row = classes_->relation_of(static_cast<BoxCode>(second)) * rest_size;
    for (std::size_t rest = 0; rest < rest_size; ++rest) {
      std::size_t relabelled = 0;
      std::size_t digits = rest;
      for (std::size_t unit = 1; unit < rest_size; unit *= codes_, digits /= codes_) {
        relabelled += image[digits % codes_] * unit;
      }
      bands_.push_back(by_relation[row + relabelled]);
    }
  }
}

std::vector<ThreeBands::Choice> ThreeBands::choices_below(BoxCode code, bool half) const {
  const BoxCodes& codes = classes_->codes();
  const Relabelling from_identity = combinatorics::inverse(codes.to_identity(code));
  std::vector<Choice> choices;
  for (const Columns& columns : below_identity_) {
    // Of a choice and the one with bands 2 and 3 exchanged, take the one that is less in column 1.
    if (half && columns.second.front() > columns.third.front()) continue;
    choices.push_back({codes.relabelled(codes.code_of(columns.second), from_identity),
                       codes.relabelled(codes.code_of(columns.third), from_identity)});
  }
  return choices;
}

Wide ThreeBands::completions(const SignatureClass& signature_class, const Poll& poll) const {
  std::vector<std::vector<Choice>> choices;
  for (const BoxCode box : signature_class.boxes) choices.push_back(choices_below(box, false));
  std::vector<std::vector<Choice>> normalised = choices;
  std::uint64_t half = 0;
  for (const Choice first : choices_below(classes_->codes().identity(), true)) {
    if (poll) poll();
    for (std::size_t box = 0; box < choices.size(); ++box) {
      for (std::size_t i = 0; i < choices[box].size(); ++i) {
        normalised[box][i] = {normalised_[first.second * codes_ + choices[box][i].second],
                              normalised_[first.third * codes_ + choices[box][i].third]};
      }
    }
    half += over_boxes(normalised, 0, 0, 0);
  }
  return Wide{2} * half;
}

std::uint64_t ThreeBands::over_boxes(const std::vector<std::vector<Choice>>& choices, std::size_t box,
                                     std::size_t second_place, std::size_t third_place) const {
  if (box == choices.size()) return std::uint64_t{bands_[second_place]} * bands_[third_place];
  const std::uint32_t* const second = bands_.data() + second_place * codes_;
  const std::uint32_t* const third = bands_.data() + third_place * codes_;
  std::uint64_t sum = 0;
  if (box + 1 == choices.size()) {
    for (const Choice choice : choices[box]) sum += std::uint64_t{second[choice.second]} * third[choice.third];
    return sum;
  }
  for (const Choice choice : choices[box]) {
    sum += over_boxes(choices, box + 1, second_place * codes_ + choice.second, third_place * codes_ + choice.third);
  }
  return sum;
}

std::uint64_t ThreeBands::memory_bytes(int box_rows) {
  const Wide codes = combinatorics::equal_partitions(3, box_rows);
  return static_cast<std::uint64_t>(2 * codes * codes + 4 * checked_power(codes, box_rows - 1));
}

}  // namespace gridcensus::band_classes
