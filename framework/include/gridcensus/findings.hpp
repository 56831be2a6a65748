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
  std::string key;                                   ///< the meaning of a row's name ("class")
  std::vector<std::string> columns;                  ///< the meaning of its numbers ("size", "completions")
  std::map<std::string, std::vector<Integer>> rows;  ///< by row name: one number per column

  /// Adds the values to the row, which starts at zero.
  ///
  /// @throws std::invalid_argument  the number of values is not the number of columns.
  void add(const std::string& row, const std::vector<Integer>& values);

  /// @throws std::invalid_argument  key or columns differ.
  void add(const Table& other);

  bool operator==(const Table&) const = default;
};

/// The value of a finding, a by-product worth comparing: a number, an estimate, a bound or a table.
using FindingValue = std::variant<Exact, Estimate, LowerBound, UpperBound, Table>;

/// A result besides the quantities. `Findings` hold it by name.
struct Finding {
  FindingValue value;  ///< the number or table itself
  std::string help;    ///< one line for readers; not compared. It may begin with `internal_mark`
  /// True if the transposed problem has the same value; then the two are compared.
  bool same_when_transposed = false;
  /// True if it depends on the inputs of the run, if there are any.
  bool rests_on_inputs = true;
  /// The quantity, if the finding is a value of one: it is then compared with outcomes, too.
  std::optional<Quantity> quantity = {};
  /// True for a table that lacks rows, such as a table of drawn classes: a row that only one of two tables has is then
  /// not a difference.
  bool lacks_rows = false;
};

/// Findings by name. If two runs on one problem report the same name, they mean the same thing and are compared.
/// `transposed_X` of a problem means X of the transposed problem, and is compared with that.
using Findings = std::map<std::string, Finding>;

/// Begins the help of a finding that checks the method, which only those can read who know its source: it is compared
/// and stored, but shown only where findings are listed.
inline constexpr const char* internal_mark = "internal: ";

/// Returns the findings, with this mark.
inline Findings internal(Findings findings) {
  for (auto& [name, finding] : findings) finding.help.insert(0, internal_mark);
  return findings;
}

}  // namespace gridcensus
