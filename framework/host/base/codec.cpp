#include "host/base/codec.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <system_error>

namespace gridcensus::host {

namespace {

/// What the ledger's texts are made of. Its members are sorted and found by binary search; those of `Json` are found
/// one by one, which is too slow for a table of many rows.
using Stored = nlohmann::json;

template <class... Visitors>
struct Overloaded : Visitors... {
  using Visitors::operator()...;
};
template <class... Visitors>
Overloaded(Visitors...) -> Overloaded<Visitors...>;  // clang 14 does not deduce aggregates

// ---------------------------------------------------------------------------------------------------------- for
// readers

Json estimate_to_json(const Estimate& estimate) {
  Json json{{"kind", "estimate"},
            {"value", to_decimal(estimate.value)},
            {"standard_error", to_json(estimate.standard_error)},
            {"low", to_json(estimate.low)},
            {"high", to_json(estimate.high)},
            {"confidence", estimate.confidence},
            {"samples", estimate.samples}};
  for (const auto& [samples, value, standard_error] : estimate.convergence) {
    json["convergence"].push_back(
        {{"samples", samples}, {"value", to_decimal(value)}, {"standard_error", to_json(standard_error)}});
  }
  if (estimate.tail) {
    json["tail"] = {{"effective_samples", to_json(estimate.tail->effective_samples)},
                    {"largest_share", to_json(estimate.tail->largest_share)},
                    {"half_gap", to_json(estimate.tail->half_gap)},
                    {"spread_samples", to_json(estimate.tail->spread_samples)}};
  }
  return json;
}

Json exact_to_json(const Exact& exact) { return {{"kind", "exact"}, {"value", to_decimal(exact.value)}}; }

// ------------------------------------------------------------------------------------------------------- for the
// ledger

[[noreturn]] void reject(const std::string& what) { throw std::invalid_argument{"not an encoded value: " + what}; }

/// Every bit of the value, whatever the locale.
std::string hexadecimal(Real value) {
  std::array<char, 64> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::hex);
  return {buffer.data(), end.ptr};
}

const std::string& text_of(const Stored& stored) { return stored.get_ref<const std::string&>(); }

Real real_from(const Stored& stored) {
  const std::string& text = text_of(stored);
  Real value = 0;
  const char* const end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value, std::chars_format::hex);
  if (result.ec != std::errc{} || result.ptr != end) reject("expected a hexadecimal real number");
  return value;
}

std::uint64_t count_from(const Stored& stored) {
  const std::string& text = text_of(stored);
  std::uint64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value);
  if (result.ec != std::errc{} || result.ptr != end) reject("expected a count");
  return value;
}

Integer integer_from(const Stored& stored) {
  auto value = parse_integer(text_of(stored));
  if (!value) reject("expected a decimal integer");
  return *std::move(value);
}

Stored store(const Integer& value) { return to_decimal(value); }

Stored store(const Moments& moments) {
  Stored stored = Stored::array({std::to_string(moments.count)});
  for (const Real part :
       {moments.mean, moments.squares, moments.cubes, moments.fourths, moments.least, moments.greatest}) {
    stored.push_back(hexadecimal(part));
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

Stored store(const Exact& exact) { return {{"kind", "exact"}, {"value", to_decimal(exact.value)}}; }

Stored store(const Estimate& estimate) {
  Stored stored{{"kind", "estimate"},
                {"value", hexadecimal(estimate.value)},
                {"standard_error", hexadecimal(estimate.standard_error)},
                {"low", hexadecimal(estimate.low)},
                {"high", hexadecimal(estimate.high)},
                {"confidence", hexadecimal(estimate.confidence)},
                {"samples", std::to_string(estimate.samples)}};
  for (const auto& [samples, value, standard_error] : estimate.convergence) {
    stored["convergence"].push_back(
        Stored::array({std::to_string(samples), hexadecimal(value), hexadecimal(standard_error)}));
  }
  if (estimate.tail) {
    const Tail& tail = *estimate.tail;
    stored["tail"] = Stored::array({hexadecimal(tail.effective_samples), hexadecimal(tail.largest_share),
                                    hexadecimal(tail.half_gap), hexadecimal(tail.spread_samples)});
  }
  return stored;
}

Stored store(const Approximation& approximation) {
  return {{"kind", "approximation"}, {"value", hexadecimal(approximation.value)}};
}

Stored store(const Unfinished& unfinished) { return {{"kind", "unfinished"}, {"reason", unfinished.reason}}; }

Moments moments_from(const Stored& stored) {
  const auto part = [&stored](std::size_t place) { return real_from(stored.at(place)); };
  return {count_from(stored.at(0)), part(1), part(2), part(3), part(4), part(5), part(6)};
}

Table table_from(const Stored& stored) {
  Table table{text_of(stored.at("key")), stored.at("columns").get<std::vector<std::string>>(), {}};
  for (const auto& [name, values] : stored.at("rows").items()) {
    std::vector<Integer>& row = table.rows[name];
    for (const Stored& value : values) row.push_back(integer_from(value));
    if (row.size() != table.columns.size()) reject("a table row has not one value for each column");
  }
  return table;
}

Estimate estimate_from(const Stored& stored) {
  Estimate estimate{real_from(stored.at("value")),
                    real_from(stored.at("standard_error")),
                    real_from(stored.at("low")),
                    real_from(stored.at("high")),
                    static_cast<double>(real_from(stored.at("confidence"))),
                    count_from(stored.at("samples"))};
  if (const auto tail = stored.find("tail"); tail != stored.end()) {
    estimate.tail = {real_from(tail->at(0)), real_from(tail->at(1)), real_from(tail->at(2)), real_from(tail->at(3))};
  }
  const auto convergence = stored.find("convergence");
  if (convergence == stored.end()) return estimate;
  for (const Stored& point : *convergence) {
    estimate.convergence.push_back({count_from(point.at(0)), real_from(point.at(1)), real_from(point.at(2))});
  }
  return estimate;
}

Outcome outcome_from(const Stored& stored) {
  const std::string& kind = text_of(stored.at("kind"));
  if (kind == "exact") return Exact{integer_from(stored.at("value"))};
  if (kind == "estimate") return estimate_from(stored);
  if (kind == "approximation") return Approximation{real_from(stored.at("value"))};
  if (kind == "unfinished") return Unfinished{text_of(stored.at("reason"))};
  reject("unknown kind of outcome");
}

Finding finding_from(const Stored& stored) {
  const Stored& value = stored.at("value");
  const std::string& kind = text_of(value.at("kind"));
  const std::string& help = text_of(stored.at("help"));
  if (kind == "exact") return {Exact{integer_from(value.at("value"))}, help};
  if (kind == "estimate") return {estimate_from(value), help};
  if (kind == "table") return {table_from(value), help};
  reject("unknown kind of finding");
}

/// @throws std::invalid_argument  a name that a strategy chose is not UTF-8: JSON cannot hold it.
std::string written(const Stored& stored) {
  try {
    return stored.dump();
  } catch (const Stored::type_error&) {
    throw std::invalid_argument{"a name or text that the strategy gave is not UTF-8"};
  }
}

/// Reads what `encode` wrote. A text that reads well and yet is not what `encode` would write (a second member of one
/// name, a stray sign or blank) is not accepted: encoding again and comparing finds all of that at once.
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

Tally tally_from(const Stored& stored) {
  Tally tally;
  if (!stored.is_object()) reject("expected a tally");
  for (const auto& [section, entries] : stored.items()) {
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

template <class Entries>
void store_section(Stored& stored, const char* section, const Entries& entries) {
  for (const auto& [name, value] : entries) stored[section][name] = store(value);
}

}  // namespace

Json to_json(Real value) {
  using Double = std::numeric_limits<double>;
  const Real magnitude = std::abs(value);
  // Below the smallest normal double a nonzero value would lose its digits, or become zero.
  const bool fits = magnitude == 0 ||
                    (magnitude >= static_cast<Real>(Double::min()) && magnitude <= static_cast<Real>(Double::max()));
  if (fits) return static_cast<double>(value);
  return to_decimal(value);
}

Json to_json(const Outcome& outcome) {
  return std::visit(Overloaded{[](const Exact& exact) { return exact_to_json(exact); },
                               [](const Estimate& estimate) { return estimate_to_json(estimate); },
                               [](const Approximation& approximation) {
                                 return Json{{"kind", "approximation"}, {"value", to_decimal(approximation.value)}};
                               },
                               [](const Unfinished& unfinished) {
                                 return Json{{"kind", "unfinished"}, {"reason", unfinished.reason}};
                               }},
                    outcome);
}

Json to_json(const Problem& problem) {
  return {{"shape", to_string(problem.shape)}, {"rules", std::string{name_of(problem.rules)}}};
}

Json to_json(const Table& table) {
  Json rows = Json::object();
  // Appended as they come, for an ordered object looks through all its members before it adds one.
  auto& members = rows.get_ref<Json::object_t&>();
  members.reserve(table.rows.size());
  for (const auto& [name, values] : table.rows) {
    Json row = Json::array();
    for (const Integer& value : values) row.push_back(to_decimal(value));
    members.push_back({name, std::move(row)});
  }
  return {{"key", table.key}, {"columns", table.columns}, {"rows", std::move(rows)}};
}

Json to_json(const FindingValue& value) {
  return std::visit(Overloaded{[](const Exact& exact) { return exact_to_json(exact); },
                               [](const Estimate& estimate) { return estimate_to_json(estimate); },
                               [](const Table& table) {
                                 Json json = {{"kind", "table"}};
                                 json.update(to_json(table));
                                 return json;
                               }},
                    value);
}

std::string encode(const Tally& tally) {
  Stored stored = Stored::object();
  store_section(stored, "sums", tally.sums());
  store_section(stored, "moments", tally.all_moments());
  store_section(stored, "tables", tally.tables());
  return written(stored);
}

std::string encode(const Outcome& outcome) {
  return written(std::visit([](const auto& value) { return store(value); }, outcome));
}

std::string encode(const Finding& finding) {
  Stored value = std::visit([](const auto& alternative) { return store(alternative); }, finding.value);
  return written({{"value", std::move(value)}, {"help", finding.help}});
}

Tally decode_tally(const std::string& text) { return decode(text, tally_from); }

Outcome decode_outcome(const std::string& text) { return decode(text, outcome_from); }

Finding decode_finding(const std::string& text) { return decode(text, finding_from); }

}  // namespace gridcensus::host
