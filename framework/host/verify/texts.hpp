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

/// A text in a ledger that is not what a ledger holds.
class MalformedText : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Members sorted by name, as in the ledger's texts.
using Text = nlohmann::json;

/// @throws MalformedText  it is no JSON, or not in the one way in which it would be written again.
Text parsed(const std::string& text);

/// A table of a tally or a finding.
struct Grid {
  std::string key;
  std::vector<std::string> columns;
  std::map<std::string, std::vector<GmpInteger>> rows;

  /// The place of a column; nullopt where there is none of this name.
  std::optional<std::size_t> column(const std::string& name) const;
  bool operator==(const Grid&) const = default;
};

/// What a unit yielded, or what units add up to.
struct Sums {
  std::map<std::string, GmpInteger> integers;
  std::map<std::string, Samples> samples;
  std::map<std::string, Grid> grids;

  /// @throws MalformedText  a table of one name has other columns.
  void add(const Sums& other);
};

/// @throws MalformedText
Sums sums_of(const std::string& tally);
Grid grid_of(const Text& table);
GmpInteger integer_of(const Text& decimal);
Real real_of(const Text& hexadecimal);
/// Returns the number as a strategy reckons with it, bit by bit.
long double machine_real_of(const Text& hexadecimal);
/// Returns the problem of an identity.
Problem problem_of(const Text& json);

/// Returns a tally as the ledger would have it, written here once more.
Text text_of(const Tally& tally);

/// How values follow from those that are stored: value * divisor = stored * factor.
struct Scale {
  GmpInteger divisor = 1;
  GmpInteger factor = 1;
};

/// Returns whether the value of an outcome or finding is the stored one. GmpInteger numbers and tables must be equal;
/// real numbers may differ by 2^-40 of themselves, since a document rounds them for people, and another library of
/// functions may round a quantile in another way. How an estimate converged is not compared: that follows from sums of
/// fewer units.
bool is_stored(const Outcome& value, const Text& stored, const Scale& scale = {});
bool is_stored(const FindingValue& value, const Text& stored);

/// The kind of an outcome, or of the value of a finding.
/// @throws MalformedText  it has none.
const std::string& kind_in(const Text& value);

/// The exact number that an outcome or the value of a finding is; nullopt where it is of another kind.
std::optional<GmpInteger> exact_value(const Text& value);

/// Where the sums that were added up here differ from those that are stored, in words; nullopt where they do not.
/// GmpInteger numbers and tables must be equal, moments agree as `Samples::difference` says.
std::optional<std::string> difference(const Sums& added, const Sums& stored);

}  // namespace gridcensus::host::verify
