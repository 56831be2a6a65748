#include "band_classes/class_sums.hpp"

#include "band_classes/class_table.hpp"
#include "band_classes/latin_square_family.hpp"
#include "band_classes/normalised_bands.hpp"

#include <optional>
#include <utility>
#include <vector>

namespace gridcensus::band_classes {

namespace {

/// Checks whether the table of all classes is a result. Naming a class takes a millisecond: little beside the count of
/// grids, much beside a count of bands.
bool gives_table(Work work, std::size_t classes) { return work == Work::count_grids || classes <= 1000; }

}  // namespace

ClassSums::ClassSums(CountedShape counted, bool is_given, const Poll& poll, const std::optional<std::string>& lines)
    : counts_{counted.shape, counted.work, poll, lines},
      is_given_{is_given},
      has_table_{gives_table(counted.work, classes())} {}

Tally ClassSums::run(std::size_t unit, const Poll& poll) const {
  Tally tally;
  Table table{.key = "class", .columns = {"count"}, .rows = {}};
  if (work() != Work::list_classes) tally.add(counts_name(), Integer{0});
  for (const auto& [place, number] : counts_.count(unit, poll)) {
    const Integer count = Integer{number};
    tally.add(counts_name(), counts_.counts_completions() ? bands_of(place) * count : count);
    if (has_table_ || !counts_.counts_completions()) table.add(std::to_string(place), {count});
  }
  if (!table.rows.empty()) tally.add(counts_name(), table);
  return tally;
}

std::set<std::string> ClassSums::sums() const {
  if (work() == Work::list_classes) return {};
  return {counts_name()};
}

std::map<std::string, Integer> ClassSums::divisors() const {
  if (work() == Work::list_classes) return {};
  if (!counts_.counts_completions()) return {{counts_name(), factorial(shape().box_rows)}};
  return {{counts_name(), bands_per_normalised(shape()) * completion_symmetries(shape())}};
}

ClassSums::Totals ClassSums::totals(const Tally& total) const {
  Totals totals;
  Table table = empty_class_table(counts_grids());
  for (const auto& [name, row] : total.table(counts_name()).rows) {
    const std::size_t place = class_place(name, classes());
    const Integer& count = row.at(0);
    const Integer bands = counts_.counts_completions() ? bands_of(place) : signatures_of(place) * count;
    const Integer completions = shape().bands() == 1 ? Integer{1} : count;
    if (!counts_.counts_completions()) {
      totals.bands += bands;
      totals.grids += bands * completions;
    }
    // Also the check that every class is divisible.
    const auto cells = class_row(shape(), bands, counts_grids() ? std::optional{completions} : std::nullopt);
    if (has_table_) table.add(text_of(counts_.classes(), counts_.classes().classes()[place]), cells);
  }
  if (counts_.counts_completions()) {
    for (std::size_t place = 0; place < classes(); ++place) totals.bands += bands_of(place);
    totals.grids = total.sum(counts_name());
  }
  if (has_latin_square_family()) {
    totals.findings[name_of_finding("latin_square_family")] = {
        latin_squares(total),
        "B of t boxes 1..R | R+1..2R and R-t with R and R+1 exchanged, and times binomial(R,t): the square of the "
        "number of Latin squares of order R"};
  }
  if (!table.rows.empty()) totals.findings[table_name()] = {std::move(table), help_on_table()};
  return totals;
}

Integer ClassSums::signatures_of(std::size_t place) const {
  return Integer{counts_.classes().signatures(counts_.classes().classes()[place])};
}

/// Returns the bands of the whole class, if every B is counted in advance.
Integer ClassSums::bands_of(std::size_t place) const { return signatures_of(place) * Integer{counts_.bands()[place]}; }

std::string ClassSums::table_name() const {
  return counts_grids() ? name_of_finding("signature_class_table") : "signature_class_sizes";
}

std::string ClassSums::help_on_table() const {
  return "Signature classes by their least normalised band; " + help_on_columns(counts_grids()) +
         (is_given_ ? "" : "; of the transposed shape");
}

Table ClassSums::latin_squares(const Tally& total) const {
  const Table& counts = total.tables().at(counts_name());
  std::vector<Integer> bands;
  for (const std::size_t place : latin_square_family(counts_.classes())) {
    bands.push_back(counts.rows.at(std::to_string(place)).at(0));
  }
  return latin_square_table(shape().box_rows, bands);
}

}  // namespace gridcensus::band_classes
