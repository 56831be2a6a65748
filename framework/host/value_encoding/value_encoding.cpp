#include "host/value_encoding/value_encoding.hpp"

#include "host/base/limits.hpp"
#include "host/base/quantities.hpp"

#include <array>
#include <charconv>
#include <clocale>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <optional>
#include <stdexcept>
#include <system_error>

namespace gridcensus::host {

/// The JSON of the ledger's texts. Its members are sorted and found by binary search; members of `Json` are found one
/// by one, which is too slow for a table of many rows.
using Stored = nlohmann::json;

namespace {

[[noreturn]] void reject(const std::string& what) { throw std::invalid_argument{"not an encoded value: " + what}; }

const std::string& text_of(const Stored& stored) { return stored.get_ref<const std::string&>(); }

/// Reads a whole text as a number.
template <class Number, class... Format>
std::optional<Number> number_in(const std::string& text, Format... format) {
  Number value = 0;
  const char* const end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value, format...);
  return result.ec == std::errc{} && result.ptr == end ? std::optional{value} : std::nullopt;
}

}  // namespace

namespace {

/// Reads what from_chars refuses: a number nearer to 0 than the smallest normal one, which has fewer bits.
std::optional<Real> subnormal_in(const std::string& text) {
  static const locale_t plain = ::newlocale(LC_ALL_MASK, "C", nullptr);
  char* end = nullptr;
  const Real value = ::strtold_l(text.c_str(), &end, plain);
  const bool is_whole = !text.empty() && end == text.c_str() + text.size();
  return is_whole && std::fpclassify(value) == FP_SUBNORMAL ? std::optional{value} : std::nullopt;
}

/// Reads a number as a program may write it.
template <class Number>
Number number_from(const Stored& stored) {
  std::optional<Number> value;
  if (stored.is_number()) {
    value = static_cast<Number>(stored.get<double>());
  } else {
    // Only hexadecimal numbers, which a program may write, have this letter.
    const std::string& text = text_of(stored);
    const bool is_hexadecimal = text.find('p') != std::string::npos;
    value = number_in<Number>(text, is_hexadecimal ? std::chars_format::hex : std::chars_format::general);
    if (!value && !is_hexadecimal) value = subnormal_in(text);
  }
  if (!value) reject("expected a real number");
  return *value;
}

}  // namespace

Real real_from(const Stored& stored) { return number_from<Real>(stored); }

std::uint64_t count_from(const Stored& stored) {
  if (stored.is_number_unsigned()) return stored.get<std::uint64_t>();
  const auto value = number_in<std::uint64_t>(text_of(stored));
  if (!value) reject("expected a whole number from 0 to 2^64 - 1");
  return *value;
}

Integer integer_from(const Stored& stored) {
  if (stored.is_number_unsigned()) return stored.get<std::uint64_t>();
  if (stored.is_number_integer()) return stored.get<std::int64_t>();
  const std::string& text = stored.is_string() ? text_of(stored) : std::string{};
  auto value = text.size() <= max_decimal_length ? parse_integer(text) : std::nullopt;
  if (!value) reject("expected a whole number, above 2^64 as a string");
  return *std::move(value);
}

namespace {

Stored store(const Integer& value) { return to_decimal(value); }

/// Returns the shortest text that reads back as this double.
std::string store(double value) {
  std::array<char, 32> buffer{};
  return {buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr};
}

Stored store(const Moments& moments) {
  Stored stored = Stored::array({std::to_string(moments.count)});
  for (const Real part : {moments.mean, moments.squares, moments.cubes, moments.fourths, moments.min, moments.max}) {
    stored.push_back(to_decimal(part));
  }
  return stored;
}

Stored store(const Table& table) {
  Stored rows = Stored::object();
  for (const auto& [name, values] : table.rows) {
    Stored& row = rows[name] = Stored::array();
    for (const Integer& value : values) row.push_back(to_decimal(value));
  }
  return {{"kind", "table"}, {"key", table.key}, {"columns", table.columns}, {"rows", std::move(rows)}};
}

Stored store_integer(Kind kind, const Integer& value) {
  return {{"kind", std::string{name_of(kind)}}, {"value", to_decimal(value)}};
}

Stored store(const Exact& exact) { return store_integer(Kind::exact, exact.value); }
Stored store(const LowerBound& bound) { return store_integer(Kind::lower_bound, bound.value); }
Stored store(const UpperBound& bound) { return store_integer(Kind::upper_bound, bound.value); }

Stored store(const Estimate& estimate) {
  Stored stored{{"kind", "estimate"},
                {"value", to_decimal(estimate.value)},
                {"standard_error", to_decimal(estimate.standard_error)},
                {"low", to_decimal(estimate.low)},
                {"high", to_decimal(estimate.high)},
                {"confidence", store(estimate.confidence)},
                {"samples", std::to_string(estimate.samples)}};
  for (const auto& [samples, value, standard_error] : estimate.convergence) {
    stored["convergence"].push_back(
        Stored::array({std::to_string(samples), to_decimal(value), to_decimal(standard_error)}));
  }
  if (estimate.tail) {
    const Tail& tail = *estimate.tail;
    stored["tail"] = Stored::array({to_decimal(tail.effective_samples), to_decimal(tail.largest_share),
                                    to_decimal(tail.half_gap), to_decimal(tail.spread_samples)});
  }
  if (estimate.degrees_of_freedom) stored["degrees_of_freedom"] = store(*estimate.degrees_of_freedom);
  return stored;
}

Stored store(const Approximation& approximation) {
  return {{"kind", "approximation"}, {"value", to_decimal(approximation.value)}};
}

Stored store(const Unfinished& unfinished) { return {{"kind", "unfinished"}, {"reason", unfinished.reason}}; }

Moments moments_from(const Stored& stored) {
  const auto part = [&stored](std::size_t place) { return real_from(stored.at(place)); };
  return {count_from(stored.at(0)), part(1), part(2), part(3), part(4), part(5), part(6)};
}

Table table_from(const Stored& stored) {
  Table table{text_of(stored.at("key")), stored.at("columns").get<std::vector<std::string>>(), {}};
  const Stored& rows = stored.at("rows");
  if (!rows.is_object()) reject("expected the rows of a table by name");
  for (const auto& [name, values] : rows.items()) {
    std::vector<Integer>& row = table.rows[name];
    for (const Stored& value : values) row.push_back(integer_from(value));
    if (row.size() != table.columns.size()) reject("a table row has not one value for each column");
  }
  return table;
}

Estimate estimate_from(const Stored& stored) {
  Estimate estimate{
      real_from(stored.at("value")), real_from(stored.at("standard_error")),       real_from(stored.at("low")),
      real_from(stored.at("high")),  number_from<double>(stored.at("confidence")), count_from(stored.at("samples"))};
  if (const auto tail = stored.find("tail"); tail != stored.end()) {
    estimate.tail = {real_from(tail->at(0)), real_from(tail->at(1)), real_from(tail->at(2)), real_from(tail->at(3))};
  }
  if (const auto freedom = stored.find("degrees_of_freedom"); freedom != stored.end()) {
    estimate.degrees_of_freedom = number_from<double>(*freedom);
  }
  const auto convergence = stored.find("convergence");
  if (convergence == stored.end()) return estimate;
  for (const Stored& point : *convergence) {
    estimate.convergence.push_back({count_from(point.at(0)), real_from(point.at(1)), real_from(point.at(2))});
  }
  return estimate;
}

}  // namespace

Outcome outcome_from(const Stored& stored) {
  const std::string& kind = text_of(stored.at("kind"));
  if (kind == name_of(Kind::exact)) return Exact{integer_from(stored.at("value"))};
  if (kind == name_of(Kind::lower_bound)) return LowerBound{integer_from(stored.at("value"))};
  if (kind == name_of(Kind::upper_bound)) return UpperBound{integer_from(stored.at("value"))};
  if (kind == name_of(Kind::estimate)) return estimate_from(stored);
  if (kind == name_of(Kind::approximation)) return Approximation{real_from(stored.at("value"))};
  if (kind == name_of(Kind::unfinished)) return Unfinished{text_of(stored.at("reason"))};
  reject("unknown kind of outcome");
}

namespace {

/// Reads a table, or a kind of outcome that a finding may have, too.
FindingValue finding_value_from(const Stored& stored) {
  if (text_of(stored.at("kind")) == "table") return table_from(stored);
  const Outcome outcome = outcome_from(stored);
  if (const auto* exact = std::get_if<Exact>(&outcome)) return *exact;
  if (const auto* estimate = std::get_if<Estimate>(&outcome)) return *estimate;
  if (const auto* bound = std::get_if<LowerBound>(&outcome)) return *bound;
  if (const auto* bound = std::get_if<UpperBound>(&outcome)) return *bound;
  reject("unknown kind of finding");
}

}  // namespace

Finding finding_from(const Stored& stored) {
  Finding finding{finding_value_from(stored.at("value")), text_of(stored.at("help"))};
  finding.same_when_transposed = stored.value("same_when_transposed", false);
  finding.rests_on_inputs = !stored.value("rests_on_no_input", false);
  finding.lacks_rows = stored.value("lacks_rows", false);
  if (const auto quantity = stored.find("quantity"); quantity != stored.end()) {
    finding.quantity = quantity_named(text_of(*quantity));
    if (!finding.quantity) reject("unknown quantity of a finding");
  }
  return finding;
}

Report report_from(const Stored& stored) {
  Report report;
  for (const auto& [name, outcome] : stored.at("outcomes").items()) {
    const auto quantity = stored_quantity(name);
    if (!quantity) reject("expected a quantity");
    report.outcomes.emplace(*quantity, outcome_from(outcome));
  }
  for (const auto& [name, finding] : stored.at("findings").items())
    report.findings.emplace(name, finding_from(finding));
  return report;
}

namespace {

/// @throws std::invalid_argument  a name that a strategy chose is not UTF-8, which JSON cannot store.
std::string written(const Stored& stored) {
  try {
    return stored.dump();
  } catch (const Stored::type_error&) {
    throw std::invalid_argument{"a name or text that the strategy gave is not UTF-8"};
  }
}

/// Reads a text of `encode`. Encodes the value again and compares, and thus refuses a readable text that `encode` would
/// not write (a repeated member, a stray sign or blank).
template <class Read>
auto decode(const std::string& text, Read read) {
  try {
    auto value = read(Stored::parse(text));
    if (encode(value) != text) reject("it reads back differently");
    return value;
  } catch (const Stored::exception& error) {
    reject(error.what());
  }
}

}  // namespace

Tally tally_from(const Stored& stored) {
  Tally tally;
  if (!stored.is_object()) reject("expected a tally");
  for (const auto& [section, entries] : stored.items()) {
    if (!entries.is_object()) reject("expected the parts of a tally by name");
    for (const auto& [name, value] : entries.items()) {
      if (section == "sums")
        tally.add(name, integer_from(value));
      else if (section == "moments")
        tally.add(name, moments_from(value));
      else if (section == "tables")
        tally.add(name, table_from(value));
      else
        reject("unknown part of a tally");
    }
  }
  return tally;
}

namespace {

template <class Entries>
void store_section(Stored& stored, const char* section, const Entries& entries) {
  for (const auto& [name, value] : entries) stored[section][name] = store(value);
}

}  // namespace

Stored json_of(const Tally& tally) {
  Stored stored = Stored::object();
  store_section(stored, "sums", tally.sums());
  store_section(stored, "moments", tally.all_moments());
  store_section(stored, "tables", tally.tables());
  return stored;
}

Stored json_of(const Outcome& outcome) {
  return std::visit([](const auto& value) { return store(value); }, outcome);
}

Stored json_of(const Finding& finding) {
  Stored value = std::visit([](const auto& alternative) { return store(alternative); }, finding.value);
  Stored stored{{"value", std::move(value)}, {"help", finding.help}};
  // Omit default values.
  if (finding.same_when_transposed) stored["same_when_transposed"] = true;
  if (!finding.rests_on_inputs) stored["rests_on_no_input"] = true;
  if (finding.lacks_rows) stored["lacks_rows"] = true;
  if (finding.quantity) stored["quantity"] = std::string{name_of(*finding.quantity)};
  return stored;
}

Stored json_of(const Report& report) {
  Stored stored{{"outcomes", Stored::object()}, {"findings", Stored::object()}};
  for (const auto& [quantity, outcome] : report.outcomes) stored["outcomes"][name_of(quantity)] = json_of(outcome);
  for (const auto& [name, finding] : report.findings) stored["findings"][name] = json_of(finding);
  return stored;
}

std::string encode(const Tally& tally) { return written(json_of(tally)); }

std::string encode(const Outcome& outcome) { return written(json_of(outcome)); }

std::string encode(const Finding& finding) { return written(json_of(finding)); }

std::string encode(const Report& report) { return written(json_of(report)); }

Tally decode_tally(const std::string& text) { return decode(text, tally_from); }

Outcome decode_outcome(const std::string& text) { return decode(text, outcome_from); }

Finding decode_finding(const std::string& text) { return decode(text, finding_from); }

Report decode_report(const std::string& text) { return decode(text, report_from); }

}  // namespace gridcensus::host
