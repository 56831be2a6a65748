#include "host/workers/calls.hpp"

#include "gridcensus/rules.hpp"
#include "gridcensus/sampling.hpp"
#include "host/base/quantities.hpp"
#include "host/fields/values.hpp"

#include <cmath>
#include <utility>

namespace gridcensus::host {

namespace {

const std::string& text_in(const Message& message) { return message.get_ref<const std::string&>(); }

Outcome mean_in(const Message& outcome, const Tally& total) {
  const std::string& name = text_in(outcome.at("of"));
  if (SplitSample::of(total, name).all().count == 0) throw MalformedMessage{"there are no samples of the name " + name};
  return estimate_heavy_tailed_mean(
      SplitSample::of(total, name), outcome.contains("times") ? value_from<Real>(outcome.at("times")) : Real{1},
      outcome.contains("min_samples") ? value_from<std::uint64_t>(outcome.at("min_samples")) : default_min_samples);
}

Outcome outcome_in(const Message& outcome, const Tally& total) {
  return outcome.at("kind") == "mean" ? mean_in(outcome, total) : value_from<Outcome>(outcome);
}

}  // namespace

Quantity quantity_in(const Message& name) {
  const auto quantity = stored_quantity(text_in(name));
  if (!quantity) throw MalformedMessage{"expected a quantity"};
  return *quantity;
}

Message message_of(const ParameterValues& values) {
  Message texts = Message::object();
  for (const auto& [name, value] : values) {
    if (!std::holds_alternative<std::monostate>(value)) texts[name] = gridcensus::to_string(value);
  }
  return texts;
}

Message message_of(const std::set<Quantity>& quantities) {
  Message names = Message::array();
  for (const Quantity quantity : quantities) names.push_back(name_of(quantity));
  return names;
}

Message prepare_request(const Request& request) {
  Message message{{"call", "prepare"}, {"quantities", message_of(request.quantities)}, {"inputs", Message::object()}};
  for (const auto& [quantity, value] : request.inputs) message["inputs"][name_of(quantity)] = to_decimal(value);
  return message;
}

Message traits_request(std::uint64_t first, std::uint64_t count) {
  return {{"call", "traits"}, {"first", std::to_string(first)}, {"count", std::to_string(count)}};
}

Message is_enough_request(const Tally& prefix, std::uint64_t units) {
  return {{"call", "is_enough"}, {"tally", json_of(prefix)}, {"units", std::to_string(units)}};
}

Message conclude_request(const Tally& total, std::uint64_t units) {
  return {{"call", "conclude"}, {"tally", json_of(total)}, {"units", std::to_string(units)}};
}

Request request_in(const Message& message) {
  Request request;
  const Message& problem = message.at("problem");
  request.problem = parse_problem(parse_shape(text_in(problem.at("shape"))), text_in(problem.at("rules")));
  for (const Message& name : list_in(message.at("quantities"))) request.quantities.insert(quantity_in(name));
  for (const auto& [name, value] : object_in(message.at("inputs")).items()) {
    request.inputs.emplace(quantity_in(name), value_from<Integer>(value));
  }
  return request;
}

Tally tally_in(const Message& result, std::uint64_t unit) {
  if (!result.is_object() || !result.contains("samples")) return value_from<Tally>(result);
  Message rest = result;
  rest.erase("samples");
  Tally tally = value_from<Tally>(rest);
  for (const auto& [name, samples] : object_in(result.at("samples")).items()) {
    SplitSample halves;
    for (const Message& sample : list_in(samples)) {
      const Real value = value_from<Real>(sample);
      if (!std::isfinite(value)) throw MalformedMessage{"a sample is not a finite number"};
      halves.add(value);
    }
    halves.add_to(tally, name, unit);
  }
  return tally;
}

Message message_of(const PreparedJob& prepared) {
  Message result{{"units", std::to_string(prepared.units)}};
  if (prepared.seconds_limit) result["seconds_limit"] = *prepared.seconds_limit;
  return result;
}

PreparedJob prepared_in(const Message& result) {
  object_in(result);
  PreparedJob prepared{result.contains("units") ? value_from<std::uint64_t>(result.at("units")) : 1, {}};
  if (result.contains("seconds_limit")) prepared.seconds_limit = result.at("seconds_limit").get<double>();
  return prepared;
}

Message message_of(const std::vector<UnitTraits>& traits) {
  Message result = Message::array();
  for (const auto& [weight, sums, divisors] : traits) {
    Message unit{{"weight", weight}};
    if (sums) unit["sums"] = *sums;
    for (const auto& [name, divisor] : divisors) unit["divisors"][name] = to_decimal(divisor);
    result.push_back(std::move(unit));
  }
  return result;
}

std::vector<UnitTraits> traits_in(const Message& result) {
  std::vector<UnitTraits> traits;
  for (const Message& unit : list_in(result)) {
    UnitTraits& read = traits.emplace_back();
    read.weight = unit.value("weight", 1.0);
    if (unit.contains("sums")) read.sums = unit.at("sums").get<std::set<std::string>>();
    if (!unit.contains("divisors")) continue;
    for (const auto& [name, divisor] : object_in(unit.at("divisors")).items())
      read.divisors.emplace(name, value_from<Integer>(divisor));
  }
  return traits;
}

Report report_in(const Message& result, const Tally& total) {
  Report report;
  for (const auto& [name, outcome] : object_in(result.at("outcomes")).items()) {
    const Quantity quantity = quantity_in(name);
    report.outcomes.emplace(quantity, outcome_in(outcome, total));
  }
  if (!result.contains("findings")) return report;
  for (const auto& [name, finding] : object_in(result.at("findings")).items()) {
    report.findings.emplace(name, value_from<Finding>(finding));
  }
  return report;
}

}  // namespace gridcensus::host
