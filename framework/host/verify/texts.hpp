#pragma once

#include "gridcensus/findings.hpp"
#include "gridcensus/outcome.hpp"
#include "gridcensus/problem.hpp"
#include "gridcensus/tally.hpp"
#include "host/verify/numbers.hpp"

#include <nlohmann/json.hpp>

#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace gridcensus::host::verify {

/// Thrown for a text that cannot be in a ledger.
class MalformedText : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// JSON with members sorted by name, as in the ledger's texts.
using Text = nlohmann::json;

/// Parses JSON.
///
/// @throws MalformedText  if it is not JSON, or not in the unique form in which it would be written.
Text parsed(const std::string& text);

/// A table of a tally or a finding.
struct Grid {
  std::string key;
  std::vector<std::string> columns;
  std::map<std::string, std::vector<GmpInteger>> rows;

  /// Returns the index of a column; nullopt if there is none of this name.
  std::optional<std::size_t> column(const std::string& name) const;
  bool operator==(const Grid&) const = default;
};

/// The tally of a unit, or the sum of such tallies.
struct Sums {
  std::map<std::string, GmpInteger> integers;
  std::map<std::string, Samples> samples;
  std::map<std::string, Grid> grids;

  /// @throws MalformedText  if tables of one name have different columns.
  void add(const Sums& other);
};

/// @throws MalformedText
Sums sums_of(const std::string& tally);
Grid grid_of(const Text& table);
/// Returns a number or table in the form that strategies use.
Integer machine_integer(const GmpInteger& value);
Table table_of(const Grid& grid);
GmpInteger integer_of(const Text& decimal);
/// Returns a whole number below 2^64; nullopt if the text is anything else.
std::optional<std::uint64_t> count_in(const std::string& text);
/// @throws MalformedText  it is anything else.
std::uint64_t count_of(const Text& text);
Real real_of(const Text& hexadecimal);
/// Returns the number in the form that strategies use, converted bit by bit.
long double machine_real_of(const Text& hexadecimal);
/// Returns the problem of an identity.
Problem problem_of(const Text& json);

/// Returns a tally in the text form of a ledger, by independent code.
Text text_of(const Tally& tally);

/// The ratio of a value to the stored one: value * divisor = stored * factor.
struct Scale {
  GmpInteger divisor = 1;
  GmpInteger factor = 1;
};

/// Returns true if the value of an outcome or finding matches the stored one. Integers and tables must be equal. Real
/// numbers may differ by 2^-40 of themselves, because a document rounds them for people and another mathematical
/// library may round a quantile differently. The convergence of an estimate is not compared: it follows from sums of
/// fewer units.
bool is_stored(const Outcome& value, const Text& stored, const Scale& scale = {});
bool is_stored(const FindingValue& value, const Text& stored);

/// Returns the kind of an outcome, or of the value of a finding.
/// @throws MalformedText  if it has none.
const std::string& kind_in(const Text& value);

/// Returns the exact number of an outcome or of the value of a finding; nullopt if it has another kind.
std::optional<GmpInteger> exact_value(const Text& value);

/// Returns the first difference between the sums that were added up here and the stored ones, in words; nullopt if
/// there is none. Integers and tables must be equal, and moments must agree within the limits of `Samples::difference`.
std::optional<std::string> difference(const Sums& added, const Sums& stored);

}  // namespace gridcensus::host::verify
