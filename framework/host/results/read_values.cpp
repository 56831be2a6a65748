#include "gridcensus/rules.hpp"
#include "host/results/members.hpp"
#include "host/results/values.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace gridcensus::host {

namespace {

Tail tail_from(const Json& json) {
  return {.effective_samples = real_in(member_of(json, "effective_samples")),
          .largest_share = real_in(member_of(json, "largest_share")),
          .half_gap = real_in(member_of(json, "half_gap")),
          .spread_samples = real_in(member_of(json, "spread_samples"))};
}

Table table_from(const Json& json) {
  Table table{.key = text_in(member_of(json, "key")), .columns = texts_in(member_of(json, "columns")), .rows = {}};
  const Member rows = member_of(json, "rows");
  if (!rows.json.is_object()) rows.reject("an object");
  for (const auto& [name, numbers] : rows.json.items()) {
    std::vector<Integer> row;
    for (const Member& number : list_in({numbers, "rows." + name})) row.push_back(integer_in(number));
    if (row.size() != table.columns.size()) throw std::runtime_error{"row " + name + " has not one number a column"};
    table.rows.emplace(name, std::move(row));
  }
  return table;
}

}  // namespace

Problem problem_from(const Json& json) {
  return parse_problem(parse_shape(text_in(member_of(json, "shape"))), text_in(member_of(json, "rules")));
}

Estimate estimate_from(const Json& json) {
  Estimate estimate{.value = real_in(member_of(json, "value")),
                    .standard_error = real_in(member_of(json, "standard_error")),
                    .low = real_in(member_of(json, "low")),
                    .high = real_in(member_of(json, "high")),
                    .confidence = number_in(member_of(json, "confidence")),
                    .samples = count_in(member_of(json, "samples"))};
  for (const Member& point : optional_in(json, "convergence", list_in).value_or(std::vector<Member>{})) {
    estimate.convergence.push_back({count_in(member_of(point.json, "samples")), real_in(member_of(point.json, "value")),
                                    real_in(member_of(point.json, "standard_error"))});
  }
  estimate.tail = optional_in(json, "tail", [](const Member& tail) { return tail_from(tail.json); });
  estimate.degrees_of_freedom = optional_in(json, "degrees_of_freedom", number_in);
  return estimate;
}

Outcome outcome_from(const Json& json) {
  const std::string& kind = text_in(member_of(json, "kind"));
  const auto integer = [&] { return integer_in(member_of(json, "value")); };
  if (kind == name_of(Kind::exact)) return Exact{integer()};
  if (kind == name_of(Kind::lower_bound)) return LowerBound{integer()};
  if (kind == name_of(Kind::upper_bound)) return UpperBound{integer()};
  if (kind == name_of(Kind::estimate)) return estimate_from(json);
  if (kind == name_of(Kind::approximation)) return Approximation{real_in(member_of(json, "value"))};
  if (kind == name_of(Kind::unfinished)) return Unfinished{text_in(member_of(json, "reason"))};
  throw std::runtime_error{"unknown kind " + kind};
}

FindingValue finding_value_from(const Json& json) {
  if (text_in(member_of(json, "kind")) == "table") return table_from(json);
  const Outcome outcome = outcome_from(json);
  if (const auto* exact = std::get_if<Exact>(&outcome)) return *exact;
  if (const auto* estimate = std::get_if<Estimate>(&outcome)) return *estimate;
  if (const auto* low = std::get_if<LowerBound>(&outcome)) return *low;
  if (const auto* high = std::get_if<UpperBound>(&outcome)) return *high;
  throw std::runtime_error{"a finding cannot be of this kind"};
}

QuantityInfo quantity_info_from(const Json& json) {
  QuantityInfo info{.name = text_in(member_of(json, "name")),
                    .definition = text_in(member_of(json, "definition")),
                    .unit = text_in(member_of(json, "unit"))};
  info.relabelling_classes_of = optional_in(json, "relabelling_classes_of", text_in).value_or(std::string{});
  const Member kept = member_of(json, "under_maps");
  const std::string& name = text_in(kept);
  if (name != "nothing" && name != "grids" && name != "symmetries") kept.reject("nothing, grids or symmetries");
  info.under_maps = name == "grids" ? Kept::grids : name == "symmetries" ? Kept::symmetries : Kept::nothing;
  return info;
}

}  // namespace gridcensus::host
