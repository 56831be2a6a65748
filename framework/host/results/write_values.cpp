#include "host/results/values.hpp"

#include <cmath>
#include <limits>
#include <string>
#include <utility>

namespace gridcensus::host {

namespace {

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
  if (estimate.degrees_of_freedom) json["degrees_of_freedom"] = *estimate.degrees_of_freedom;
  return json;
}

/// An exact number, or a bound.
Json integer_to_json(Kind kind, const Integer& value) {
  return {{"kind", std::string{name_of(kind)}}, {"value", to_decimal(value)}};
}

/// What outcomes and findings have in common.
struct ValueToJson {
  Json operator()(const Exact& exact) const { return integer_to_json(Kind::exact, exact.value); }
  Json operator()(const LowerBound& bound) const { return integer_to_json(Kind::lower_bound, bound.value); }
  Json operator()(const UpperBound& bound) const { return integer_to_json(Kind::upper_bound, bound.value); }
  Json operator()(const Estimate& estimate) const { return estimate_to_json(estimate); }
};

struct OutcomeToJson : ValueToJson {
  using ValueToJson::operator();
  Json operator()(const Approximation& approximation) const {
    return {{"kind", "approximation"}, {"value", to_decimal(approximation.value)}};
  }
  Json operator()(const Unfinished& unfinished) const {
    return {{"kind", "unfinished"}, {"reason", unfinished.reason}};
  }
};

struct FindingToJson : ValueToJson {
  using ValueToJson::operator();
  Json operator()(const Table& table) const {
    Json json = {{"kind", "table"}};
    json.update(to_json(table));
    return json;
  }
};

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

Json to_json(const Outcome& outcome) { return std::visit(OutcomeToJson{}, outcome); }

Json to_json(const Problem& problem) { return {{"shape", to_string(problem.shape)}, {"rules", problem.rules.text()}}; }

Json to_json(const QuantityInfo& info) {
  Json json{{"name", info.name}, {"definition", info.definition}, {"unit", info.unit}};
  if (!info.relabelling_classes_of.empty()) json["relabelling_classes_of"] = info.relabelling_classes_of;
  json["under_maps"] = info.under_maps == Kept::grids        ? "grids"
                       : info.under_maps == Kept::symmetries ? "symmetries"
                                                             : "nothing";
  return json;
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

Json to_json(const FindingValue& value) { return std::visit(FindingToJson{}, value); }

}  // namespace gridcensus::host
