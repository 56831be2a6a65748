#include "band_classes/class_counts.hpp"

#include "closed_formulas/closed_formulas.hpp"
#include "gridcensus/broken_invariant.hpp"

#include <algorithm>
#include <span>

namespace gridcensus::band_classes {

using band_signatures::SlicedCount;
using mathematics::SymbolSet;

namespace {

/// How many units share the slices of one class of six rows: a unit takes some ten seconds.
constexpr std::size_t units_of_a_class = 64;
/// Boxes of so many columns: the last box is what `ClosingLines` leave open.
constexpr int open_columns = 2;
/// Six rows would take 10 GB of lines of four, and most of a day.
constexpr int most_rows_of_lines = 5;

}  // namespace

ClassCounts::ClassCounts(Shape shape, Work work, const Poll& poll)
    : shape_{shape}, work_{work}, classes_{shape.box_rows, shape.box_cols, poll} {
  const bool has_lines = shape.box_cols == open_columns && shape.box_rows > 1 && shape.box_rows <= most_rows_of_lines;
  if (has_lines && work != Work::list_classes) {
    find_siblings();
    return;
  }
  if (work != Work::count_grids || shape.bands() < 3) return;
  for (std::size_t place = 0; place < classes_.classes().size(); ++place) bands_.push_back(bands_of(place, poll));
  if (shape.bands() > 3) {
    chain_pairs_.emplace(classes_, bands_);
    return;
  }
  three_bands_.emplace(classes_, bands_, poll);
  for (std::size_t family = 0; family < three_bands_->families().size(); ++family) {
    const std::size_t of = three_bands_->slices(three_bands_->families()[family]);
    for (std::size_t number = 0; number < of; ++number) slices_.push_back({family, number, of});
  }
}

std::uint64_t ClassCounts::memory_bytes(Shape shape, Work work) {
  // As measured: the classes, the tables of their search and the lists of relations; of 5x2 what the counter remembers.
  const std::uint64_t search = std::uint64_t{shape.side() >= 12 && shape.box_rows > 1 ? 80U : 4U} << 20U;
  const bool has_tables = work == Work::count_grids && shape.bands() == 3;
  return search + (has_tables ? ThreeBands::memory_bytes(shape.box_rows) : 0);
}

bool ClassCounts::is_sliced() const { return shape_.box_rows == 6 && shape_.box_cols > 1; }

/// Classes lie in the order of their representatives, so that siblings lie together.
void ClassCounts::find_siblings() {
  lines_.emplace(static_cast<std::size_t>(shape_.side()));
  const auto& classes = classes_.classes();
  const auto are_siblings = [](const SignatureClass& one, const SignatureClass& other) {
    return std::equal(one.boxes.begin(), one.boxes.end() - 1, other.boxes.begin(), other.boxes.end() - 1);
  };
  for (std::size_t place = 0; place < classes.size(); ++place) {
    if (place > 0 && are_siblings(classes[place - 1], classes[place]))
      ++siblings_.back().last;
    else
      siblings_.push_back({place, place + 1});
  }
}

std::vector<ClassCounts::Count> ClassCounts::bands_of(const Siblings& siblings, const Poll& poll) const {
  const std::vector<SymbolSet> columns = classes_.columns(classes_.classes()[siblings.first]);
  const std::vector<std::uint64_t> line = lines_->line(std::span{columns}.first(columns.size() - open_columns), poll);
  const auto orders_of_rows = mathematics::factorial(shape_.box_rows);
  std::vector<Count> counts;
  for (std::size_t place = siblings.first; place < siblings.last; ++place) {
    const std::vector<SymbolSet> of_class = classes_.columns(classes_.classes()[place]);
    const SymbolSet half = of_class.back();
    const auto free = static_cast<SymbolSet>(half | of_class[of_class.size() - 2]);
    counts.push_back({place, line[lines_->number_of(free, half)] * orders_of_rows});
  }
  return counts;
}

std::size_t ClassCounts::units() const {
  if (three_bands_) return slices_.size();
  if (work_ == Work::list_classes) return 1;
  return lines_ ? siblings_.size() : classes_.classes().size() * (is_sliced() ? units_of_a_class : 1);
}

UInt128 ClassCounts::bands_of(std::size_t place, const Poll& poll) const {
  if (poll) poll();
  return counter_.count(classes_.columns(classes_.classes()[place]), poll);
}

std::vector<ClassCounts::Count> ClassCounts::count(std::size_t unit, const Poll& poll) const {
  if (work_ == Work::list_classes) return {};
  if (three_bands_) {
    const auto [number_of_family, number, of] = slices_.at(unit);
    const auto& family = three_bands_->families()[number_of_family];
    const auto completions = three_bands_->completions(family, number, of, poll);
    std::vector<Count> counts;
    for (std::size_t i = 0; i < completions.size(); ++i) counts.push_back({family.classes[i], completions[i]});
    return counts;
  }
  if (lines_) return bands_of(siblings_.at(unit), poll);
  if (!is_sliced()) return {{unit, count_class(unit, poll)}};
  const std::size_t place = unit / units_of_a_class;
  const SlicedCount sliced{classes_.columns(classes_.classes().at(place)), 3};
  return {{place, sliced.count_every(units_of_a_class, unit % units_of_a_class, poll)}};
}

UInt128 ClassCounts::count_class(std::size_t place, const Poll& poll) const {
  const SignatureClass& signature_class = classes_.classes().at(place);
  if (chain_pairs_) return chain_pairs_->completions(signature_class, poll);
  if (!three_bands_) return bands_of(place, poll);
  for (const auto& family : three_bands_->families()) {
    for (std::size_t i = 0; i < family.classes.size(); ++i) {
      if (family.classes[i] != place) continue;
      const ThreeBands::Family alone{family.beginning, {place}, {family.last[i]}};
      return three_bands_->completions(alone, 0, 1, poll).front();
    }
  }
  throw BrokenInvariant{"a signature class is in no family"};
}

UInt128 ClassCounts::bands_in_other_order(std::size_t place, const Poll& poll) const {
  return SlicedCount{classes_.columns(classes_.classes().at(place)), 2}.count_every(1, 0, poll);
}

}  // namespace gridcensus::band_classes
