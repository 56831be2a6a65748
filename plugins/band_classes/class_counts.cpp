#include "band_classes/class_counts.hpp"

#include "gridcensus/broken_invariant.hpp"

namespace gridcensus::band_classes {

using band_signatures::SlicedCount;

namespace {

/// Boxes of this many columns: closing counts leave the last box open.
constexpr int open_columns = 2;

}  // namespace

ClassCounts::ClassCounts(Shape shape, Work work, const Poll& poll, const std::optional<std::string>& lines)
    : shape_{shape}, work_{work}, classes_{shape.box_rows, shape.box_cols, poll} {
  if (shape.box_cols == open_columns && shape.box_rows > 1 && work != Work::list_classes) {
    shared_counts_.emplace(classes_, lines, poll);
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
  // As measured: the classes, the tables of their search and the lists of relations; for 5x2 the counter's cache.
  const std::uint64_t search = std::uint64_t{shape.side() >= 12 && shape.box_rows > 1 ? 80U : 4U} << 20U;
  const bool has_tables = work == Work::count_grids && shape.bands() == 3;
  const bool has_lines = work != Work::list_classes && shape.box_cols == open_columns && shape.box_rows > 1;
  return search + (has_tables ? ThreeBands::memory_bytes(shape.box_rows) : 0) +
         (has_lines ? SharedCounts::memory_bytes(shape.box_rows) : 0);
}

std::size_t ClassCounts::units() const {
  if (three_bands_) return slices_.size();
  if (work_ == Work::list_classes) return 1;
  return shared_counts_ ? shared_counts_->units() : classes_.classes().size();
}

UInt128 ClassCounts::bands_of(std::size_t place, const Poll& poll) const {
  poll();
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
  if (!shared_counts_) return {{unit, count_class(unit, poll)}};
  std::vector<Count> counts;
  for (const auto& [place, bands] : shared_counts_->count(unit, poll)) counts.push_back({place, bands});
  return counts;
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
