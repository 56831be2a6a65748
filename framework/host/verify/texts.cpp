#include "host/verify/texts.hpp"

#include "gridcensus/rules.hpp"
#include "host/base/json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <iterator>
#include <set>
#include <utility>

namespace gridcensus::host::verify {

namespace {

/// Returns a member of an object. The texts of a ledger have all required members.
const Text& member(const Text& object, const std::string& name) {
  if (!object.is_object() || !object.contains(name)) throw MalformedText{"the member " + name + " is missing"};
  return object.at(name);
}

const std::string& string_of(const Text& value) {
  if (!value.is_string()) throw MalformedText{"expected a text, not " + value.dump()};
  return value.get_ref<const std::string&>();
}

Samples samples_of(const Text& moments) {
  constexpr std::size_t parts = 7;
  if (!moments.is_array() || moments.size() != parts) throw MalformedText{"moments are seven numbers"};
  const Real central[3] = {real_of(moments[2]), real_of(moments[3]), real_of(moments[4])};
  return {integer_of(moments[0]), real_of(moments[1]), central, real_of(moments[5]), real_of(moments[6])};
}

/// Calls `compare` with each name of either side and the entries of both; nullptr if one side has none.
template <class Values, class Compare>
std::optional<std::string> first_difference(const Values& added, const Values& stored, Compare compare) {
  std::set<std::string> names;
  for (const auto* side : {&added, &stored}) {
    for (const auto& [name, value] : *side) names.insert(name);
  }
  for (const std::string& name : names) {
    const auto here = added.find(name);
    const auto there = stored.find(name);
    if (here == added.end()) return name + ": the conclusion has it, no unit does";
    if (there == stored.end()) return name + ": the units have it, the conclusion does not";
    if (auto what = compare(here->second, there->second)) return name + ": " + *what;
  }
  return std::nullopt;
}

std::optional<std::string> difference(const GmpInteger& added, const GmpInteger& stored) {
  if (added == stored) return std::nullopt;
  return fmt::format("the units add up to {}, the conclusion says {}", added.get_str(), stored.get_str());
}

std::optional<std::string> difference(const Grid& added, const Grid& stored) {
  if (added.key != stored.key || added.columns != stored.columns) return "the tables have other columns";
  return first_difference(added.rows, stored.rows, [&](const auto& here, const auto& there) {
    std::optional<std::string> what;
    for (std::size_t i = 0; i < here.size() && !what; ++i) {
      what = difference(here[i], there[i]);
      if (what) what = added.columns[i] + ": " + *what;
    }
    return what;
  });
}

std::string hexadecimal(long double value) {
  std::array<char, 64> text{};
  return {text.data(), std::to_chars(text.begin(), text.end(), value, std::chars_format::hex).ptr};
}

Text text_of(const Table& table) {
  Text rows = Text::object();
  for (const auto& [name, values] : table.rows) {
    rows[name] = Text::array();
    for (const Integer& value : values) rows[name].push_back(to_decimal(value));
  }
  return {{"kind", "table"}, {"key", table.key}, {"columns", table.columns}, {"rows", std::move(rows)}};
}

bool is_near(long double value, const Text& hexadecimal, const Scale& scale) {
  const long double there = machine_real_of(hexadecimal);
  if (!std::isfinite(value) || !std::isfinite(there)) return value == there || (std::isnan(value) && std::isnan(there));
  const Real expected = exactly(there) * exactly(scale.factor);
  return abs(Real{exactly(value) * exactly(scale.divisor) - expected}) <= Real{abs(expected) >> 40};
}

/// The text of an outcome or finding, for comparison with values.
class Stored {
 public:
  Stored(const Text& text, Scale scale) : text_{text}, scale_{std::move(scale)} {}

  /// @param value  an outcome or a finding
  bool is_any(const auto& value) const {
    try {
      return std::visit([this](const auto& alternative) { return this->is(alternative); }, value);
    } catch (const std::exception&) {
      return false;  // the text is not that of a value
    }
  }

 private:
  bool is(const Exact& exact) const { return is_exact("exact", exact.value); }
  bool is(const LowerBound& bound) const { return is_exact("lower_bound", bound.value); }
  bool is(const UpperBound& bound) const { return is_exact("upper_bound", bound.value); }
  bool is(const Approximation& approximation) const {
    return is_kind("approximation", 2) && is_near(approximation.value, member(text_, "value"), scale_);
  }
  bool is(const Unfinished& unfinished) const {
    return is_kind("unfinished", 2) && text_.value("reason", "") == unfinished.reason;
  }
  bool is(const Table& table) const { return text_ == text_of(table); }
  bool is(const Estimate& estimate) const {
    const std::size_t members =
        7 + text_.count("convergence") + (estimate.tail ? 1U : 0U) + (estimate.degrees_of_freedom ? 1U : 0U);
    return is_kind("estimate", members) && has("value", estimate.value, scale_) &&
           has("standard_error", estimate.standard_error, scale_) && has("low", estimate.low, scale_) &&
           has("high", estimate.high, scale_) && has("confidence", estimate.confidence) &&
           text_.value("samples", "") == std::to_string(estimate.samples) && has_tail(estimate.tail) &&
           (!estimate.degrees_of_freedom || has("degrees_of_freedom", *estimate.degrees_of_freedom));
  }

  bool is_kind(const char* kind, std::size_t members) const {
    return text_.is_object() && text_.size() == members && text_.value("kind", "") == kind;
  }
  bool is_exact(const char* kind, const Integer& value) const {
    return is_kind(kind, 2) &&
           GmpInteger{to_decimal(value)} * scale_.divisor == integer_of(member(text_, "value")) * scale_.factor;
  }
  bool has(const char* name, long double value, const Scale& scale = {}) const {
    return is_near(value, member(text_, name), scale);
  }
  bool has_tail(const std::optional<Tail>& tail) const {
    if (!tail) return true;
    const Text& parts = member(text_, "tail");
    const std::array values{tail->effective_samples, tail->largest_share, tail->half_gap, tail->spread_samples};
    return parts.size() == values.size() &&
           std::equal(values.begin(), values.end(), parts.begin(),
                      [](long double value, const Text& part) { return is_near(value, part, {}); });
  }

  const Text& text_;
  Scale scale_;
};

}  // namespace

Text parsed(const std::string& text) {
  try {
    Text value = parse_json<Text>(text);
    // A duplicate member, a blank or an unnecessary escape: the program writes none of these.
    if (value.dump() != text) throw MalformedText{"a text is not written as it should be"};
    return value;
  } catch (const InvalidJson& error) {
    throw MalformedText{error.what()};
  } catch (const Text::exception& error) {
    throw MalformedText{message_of(error)};
  }
}

std::optional<std::size_t> Grid::column(const std::string& name) const {
  const auto found = std::ranges::find(columns, name);
  if (found == columns.end()) return std::nullopt;
  return static_cast<std::size_t>(found - columns.begin());
}

void Sums::add(const Sums& other) {
  for (const auto& [name, value] : other.integers) integers[name] += value;
  for (const auto& [name, value] : other.samples) samples[name].add(value);
  for (const auto& [name, table] : other.grids) {
    Grid& sum = grids.try_emplace(name, Grid{table.key, table.columns, {}}).first->second;
    if (sum.key != table.key || sum.columns != table.columns)
      throw MalformedText{"the table " + name + " changes columns"};
    for (const auto& [row, values] : table.rows) {
      auto& cells = sum.rows[row];
      cells.resize(table.columns.size());
      for (std::size_t i = 0; i < values.size(); ++i) cells[i] += values[i];
    }
  }
}

Sums sums_of(const std::string& tally) {
  Sums sums;
  const Text text = parsed(tally);
  if (!text.is_object()) throw MalformedText{"a tally is an object"};
  for (const auto& [section, entries] : text.items()) {
    if (section != "sums" && section != "moments" && section != "tables")
      throw MalformedText{"a tally has no " + section};
    if (!entries.is_object()) throw MalformedText{"the " + section + " of a tally have names"};
    for (const auto& [name, value] : entries.items()) {
      if (section == "sums")
        sums.integers.emplace(name, integer_of(value));
      else if (section == "moments")
        sums.samples.emplace(name, samples_of(value));
      else
        sums.grids.emplace(name, grid_of(value));
    }
  }
  return sums;
}

Grid grid_of(const Text& table) {
  Grid grid{string_of(member(table, "key")), {}, {}};
  for (const Text& column : member(table, "columns")) grid.columns.push_back(string_of(column));
  for (const auto& [name, values] : member(table, "rows").items()) {
    auto& row = grid.rows[name];
    for (const Text& value : values) row.push_back(integer_of(value));
    if (row.size() != grid.columns.size()) throw MalformedText{"the row " + name + " has not one number a column"};
  }
  return grid;
}

Integer machine_integer(const GmpInteger& value) { return Integer{value.get_str()}; }

Table table_of(const Grid& grid) {
  Table table{grid.key, grid.columns, {}};
  for (const auto& [name, values] : grid.rows) {
    auto& row = table.rows[name];
    std::ranges::transform(values, std::back_inserter(row), machine_integer);
  }
  return table;
}

GmpInteger integer_of(const Text& decimal) { return integer_from(string_of(decimal)); }

std::optional<std::uint64_t> count_in(const std::string& text) {
  std::uint64_t count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  return error == std::errc{} && end == text.data() + text.size() ? std::optional{count} : std::nullopt;
}

std::uint64_t count_of(const Text& text) {
  if (const auto count = count_in(string_of(text))) return *count;
  throw MalformedText{"expected a whole number, not " + text.dump()};
}

Real real_of(const Text& hexadecimal) { return real_from(string_of(hexadecimal)); }
long double machine_real_of(const Text& hexadecimal) { return machine_real_from(string_of(hexadecimal)); }

Problem problem_of(const Text& json) {
  try {
    return parse_problem(parse_shape(string_of(member(json, "shape"))), string_of(member(json, "rules")));
  } catch (const InvalidRules& error) {
    throw MalformedText{std::string{"the rules cannot be read: "} + error.what()};
  }
}

Text text_of(const Tally& tally) {
  Text text = Text::object();
  for (const auto& [name, value] : tally.sums()) text["sums"][name] = to_decimal(value);
  for (const auto& [name, m] : tally.all_moments()) {
    text["moments"][name] = {std::to_string(m.count), hexadecimal(m.mean), hexadecimal(m.squares), hexadecimal(m.cubes),
                             hexadecimal(m.fourths),  hexadecimal(m.min),  hexadecimal(m.max)};
  }
  for (const auto& [name, table] : tally.tables()) text["tables"][name] = text_of(table);
  return text;
}

bool is_stored(const Outcome& value, const Text& stored, const Scale& scale) {
  return Stored{stored, scale}.is_any(value);
}

bool is_stored(const FindingValue& value, const Text& stored) { return Stored{stored, {}}.is_any(value); }

const std::string& kind_in(const Text& value) { return string_of(member(value, "kind")); }

std::optional<GmpInteger> exact_value(const Text& value) {
  if (kind_in(value) != "exact") return std::nullopt;
  return integer_of(member(value, "value"));
}

std::optional<std::string> difference(const Sums& added, const Sums& stored) {
  const auto compare = [](const auto& here, const auto& there) { return difference(here, there); };
  if (auto what = first_difference(added.integers, stored.integers, compare)) return what;
  if (auto what = first_difference(added.grids, stored.grids, compare)) return what;
  return first_difference(added.samples, stored.samples,
                          [](const Samples& here, const Samples& there) { return here.difference(there); });
}

}  // namespace gridcensus::host::verify
