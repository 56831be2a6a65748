#pragma once

#include "band_classes/class_counts.hpp"
#include "gridcensus/strategy.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace gridcensus::band_classes {

/// The counts of all classes of one shape, as part of the units of a job, and the results that follow from their sums.
///
/// @threads  const functions may be called from many threads.
class ClassSums {
 public:
  /// @param is_given  the shape is that of the problem, not its transpose; names of findings show which
  /// @param lines     as for `ClassCounts`
  ClassSums(CountedShape counted, bool is_given, const Poll& poll, const std::optional<std::string>& lines);

  Shape shape() const { return counts_.shape(); }
  Work work() const { return counts_.work(); }
  bool is_given() const { return is_given_; }
  std::size_t classes() const { return counts_.classes().classes().size(); }

  /// Checks whether the classes contain the Latin-square family: boxes have two columns, and at least two rows.
  bool has_latin_square_family() const { return shape().box_cols == 2 && shape().box_rows > 1; }

  std::size_t units() const { return counts_.units(); }
  /// Runs a unit. Bands are counted under one name, completions as the grids that they make.
  Tally run(std::size_t unit, const Poll& poll) const;
  std::map<std::string, Integer> divisors() const;
  /// Returns the names of the sums of each unit.
  std::set<std::string> sums() const;

  struct Totals {
    Integer bands;
    Integer grids;      ///< if counted
    Findings findings;  ///< the table of classes if there are not too many, and its consistency checks
  };
  /// Returns the results that follow from the counts of all units.
  ///
  /// @throws BrokenInvariant  a class is not divisible by its symmetries, or the Latin-square family is uneven.
  Totals totals(const Tally& total) const;

  /// Returns the name under which this shape reports a finding of the problem's own shape.
  std::string name_of_finding(const std::string& name) const { return (is_given_ ? "" : "transposed_") + name; }

 private:
  bool counts_grids() const { return work() == Work::count_grids; }
  std::string counts_name() const { return is_given_ ? "counts" : "transposed_counts"; }
  Integer signatures_of(std::size_t place) const;
  Integer bands_of(std::size_t place) const;
  std::string table_name() const;
  std::string help_on_table() const;
  Table latin_squares(const Tally& total) const;

  ClassCounts counts_;
  bool is_given_;
  bool has_table_;
};

}  // namespace gridcensus::band_classes
