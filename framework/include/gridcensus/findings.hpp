#pragma once

#include "gridcensus/integer.hpp"
#include "gridcensus/outcome.hpp"
#include "gridcensus/quantity.hpp"

#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace gridcensus {

/// Exact integers in named columns, one row per key. Adding two tables adds row by row.
struct Table {
  std::string key;                                   ///< what a row's name is ("class")
  std::vector<std::string> columns;                  ///< what its numbers are ("size", "completions")
  std::map<std::string, std::vector<Integer>> rows;  ///< the numbers of each row, one for each column, by its name

  /// Adds the values to the row, which begins at zero.
  ///
  /// @throws std::invalid_argument  the number of values is not the number of columns.
  void add(const std::string& row, const std::vector<Integer>& values);

  /// @throws std::invalid_argument  key or columns differ.
  void add(const Table& other);

  bool operator==(const Table&) const = default;
};

/// Something that a strategy learned on its way, worth comparing: a number, an estimate, a bound, a table.
using FindingValue = std::variant<Exact, Estimate, LowerBound, UpperBound, Table>;

/// What a strategy found beside the quantities, as `Findings` hold it by name.
struct Finding {
  FindingValue value;  ///< the number or table itself
  std::string help;    ///< one line for readers; not compared
  /// Whether the transposed problem has the same one; then the two are compared.
  bool same_when_transposed = false;
  /// Whether it depends on what the run took as inputs, if it took some.
  bool rests_on_inputs = true;
  /// The quantity that the finding is, where it is one: it is then compared with outcomes, too.
  std::optional<Quantity> quantity = {};
  /// Of a table: whether there are more rows than it has, as of classes that were drawn. Then a row that only one of
  /// two tables has is no difference.
  bool lacks_rows = false;
};

/// By name. Two runs on one problem that report the same name mean the same thing and are compared. `transposed_X` of a
/// problem means X of the transposed problem, and is compared with that.
using Findings = std::map<std::string, Finding>;

}  // namespace gridcensus
