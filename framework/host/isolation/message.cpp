#include "host/isolation/message.hpp"

#include "gridcensus/rules.hpp"
#include "host/base/errors.hpp"
#include "host/base/quantities.hpp"
#include "host/records/records.hpp"

#include <charconv>
#include <system_error>
#include <utility>

namespace gridcensus::host {

namespace {

const std::string& text_in(const Message& message) { return message.get_ref<const std::string&>(); }

Integer integer_in(const Message& message) {
  auto value = parse_integer(text_in(message));
  if (!value) throw NoMessage{"expected an integer"};
  return *std::move(value);
}

Quantity quantity_from(const std::string& name) {
  const auto quantity = stored_quantity(name);
  if (!quantity) throw NoMessage{"expected a quantity"};
  return *quantity;
}

}  // namespace

Message prepare_request(const Plugin& plugin, const ParameterValues& values, const Request& request) {
  const auto& [shape, rules] = request.problem;
  Message message{{"call", "prepare"},
                  {"protocol", protocol_version},
                  {"plugin", plugin.file.string()},
                  {"sha256", plugin.sha256},
                  {"parameters", Message::object()},
                  {"problem", {{"shape", to_string(shape)}, {"rules", rules.text()}}},
                  {"quantities", Message::array()},
                  {"inputs", Message::object()}};
  for (const auto& spec : plugin.parameters) {
    const ParameterValue& value = values.at(spec.name);
    if (value != spec.default_value) message["parameters"][spec.name] = gridcensus::to_string(value);
  }
  for (const Quantity quantity : request.quantities) message["quantities"].push_back(name_of(quantity));
  for (const auto& [quantity, value] : request.inputs) message["inputs"][name_of(quantity)] = to_decimal(value);
  return message;
}

Message run_request(std::uint64_t unit, std::uint64_t seed, std::uint64_t stream) {
  return {{"call", "run"},
          {"unit", std::to_string(unit)},
          {"seed", std::to_string(seed)},
          {"stream", std::to_string(stream)}};
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
  for (const Message& name : message.at("quantities")) request.quantities.insert(quantity_from(text_in(name)));
  for (const auto& [name, value] : message.at("inputs").items()) {
    request.inputs.emplace(quantity_from(name), integer_in(value));
  }
  return request;
}

std::uint64_t count_in(const Message& message, const char* member) {
  const std::string& text = text_in(message.at(member));
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, number);
  if (result.ec != std::errc{} || result.ptr != end) throw NoMessage{"expected a number"};
  return number;
}

Message message_of(const PreparedJob& prepared) {
  Message result{{"units", std::to_string(prepared.units)}};
  if (prepared.seconds_limit) result["seconds_limit"] = *prepared.seconds_limit;
  return result;
}

PreparedJob prepared_in(const Message& result) {
  PreparedJob prepared{count_in(result, "units"), {}};
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
  for (const Message& unit : result) {
    UnitTraits& read = traits.emplace_back();
    read.weight = unit.at("weight").get<double>();
    if (unit.contains("sums")) read.sums = unit.at("sums").get<std::set<std::string>>();
    if (!unit.contains("divisors")) continue;
    for (const auto& [name, divisor] : unit.at("divisors").items()) read.divisors.emplace(name, integer_in(divisor));
  }
  return traits;
}

Message message_of(const Report& report) {
  Message result{{"outcomes", Message::object()}, {"findings", Message::object()}};
  for (const auto& [quantity, outcome] : report.outcomes) result["outcomes"][name_of(quantity)] = json_of(outcome);
  for (const auto& [name, finding] : report.findings) result["findings"][name] = json_of(finding);
  return result;
}

Report report_in(const Message& result) {
  Report report;
  for (const auto& [name, outcome] : result.at("outcomes").items()) {
    const Quantity quantity = quantity_from(name);
    report.outcomes.emplace(quantity, outcome_from(outcome));
  }
  for (const auto& [name, finding] : result.at("findings").items()) {
    report.findings.emplace(name, finding_from(finding));
  }
  return report;
}

}  // namespace gridcensus::host
