#include "gridcensus/rules.hpp"
#include "host/results/values.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace gridcensus::host {

namespace {

Integer integer_from(const Json& json) {
  const auto& text = json.get_ref<const std::string&>();
  const auto value = parse_integer(text);
  if (!value) throw std::runtime_error{text + ": expected a whole number in digits"};
  return *value;
}

Real real_from(const Json& json) {
  if (json.is_number()) return static_cast<Real>(json.get<double>());
  const auto& text = json.get_ref<const std::string&>();
  const auto value = parse_real(text);
  if (!value) throw std::runtime_error{text + ": expected a number"};
  return *value;
}

Tail tail_from(const Json& json) {
  return {.effective_samples = real_from(json.at("effective_samples")),
          .largest_share = real_from(json.at("largest_share")),
          .half_gap = real_from(json.at("half_gap")),
          .spread_samples = real_from(json.at("spread_samples"))};
}

Table table_from(const Json& json) {
  Table table{.key = json.at("key").get<std::string>(),
              .columns = json.at("columns").get<std::vector<std::string>>(),
              .rows = {}};
  for (const auto& [name, numbers] : json.at("rows").items()) {
    std::vector<Integer> row;
    for (const Json& number : numbers) row.push_back(integer_from(number));
    if (row.size() != table.columns.size()) throw std::runtime_error{"row " + name + " has not one number a column"};
    table.rows.emplace(name, std::move(row));
  }
  return table;
}

}  // namespace

Problem problem_from(const Json& json) {
  return parse_problem(parse_shape(json.at("shape").get_ref<const std::string&>()),
                       json.at("rules").get_ref<const std::string&>());
}

Estimate estimate_from(const Json& json) {
  Estimate estimate{.value = real_from(json.at("value")),
                    .standard_error = real_from(json.at("standard_error")),
                    .low = real_from(json.at("low")),
                    .high = real_from(json.at("high")),
                    .confidence = json.at("confidence").get<double>(),
                    .samples = json.at("samples").get<std::uint64_t>()};
  if (json.contains("convergence")) {
    for (const Json& point : json.at("convergence")) {
      estimate.convergence.push_back({point.at("samples").get<std::uint64_t>(), real_from(point.at("value")),
                                      real_from(point.at("standard_error"))});
    }
  }
  if (json.contains("tail")) estimate.tail = tail_from(json.at("tail"));
  if (json.contains("degrees_of_freedom")) estimate.degrees_of_freedom = json.at("degrees_of_freedom").get<double>();
  return estimate;
}

Outcome outcome_from(const Json& json) {
  const auto& kind = json.at("kind").get_ref<const std::string&>();
  if (kind == name_of(Kind::exact)) return Exact{integer_from(json.at("value"))};
  if (kind == name_of(Kind::lower_bound)) return LowerBound{integer_from(json.at("value"))};
  if (kind == name_of(Kind::upper_bound)) return UpperBound{integer_from(json.at("value"))};
  if (kind == name_of(Kind::estimate)) return estimate_from(json);
  if (kind == name_of(Kind::approximation)) return Approximation{real_from(json.at("value"))};
  if (kind == name_of(Kind::unfinished)) return Unfinished{json.at("reason").get<std::string>()};
  throw std::runtime_error{"unknown kind " + kind};
}

FindingValue finding_value_from(const Json& json) {
  if (json.at("kind").get_ref<const std::string&>() == "table") return table_from(json);
  const Outcome outcome = outcome_from(json);
  if (const auto* exact = std::get_if<Exact>(&outcome)) return *exact;
  if (const auto* estimate = std::get_if<Estimate>(&outcome)) return *estimate;
  if (const auto* low = std::get_if<LowerBound>(&outcome)) return *low;
  if (const auto* high = std::get_if<UpperBound>(&outcome)) return *high;
  throw std::runtime_error{"a finding cannot be of this kind"};
}

}  // namespace gridcensus::host
