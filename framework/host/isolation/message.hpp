#pragma once

#include "gridcensus/strategy.hpp"
#include "host/catalog/catalog.hpp"
#include "host/process/message.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

/// The calls of a strategy as messages: docs/write-a-strategy.md, "The protocol". What is read throws NoMessage,
/// std::invalid_argument or Message::exception if it is something else.
namespace gridcensus::host {

/// The answer to a prepare request.
struct PreparedJob {
  std::uint64_t units = 0;
  std::optional<double> seconds_limit;

  bool operator==(const PreparedJob&) const = default;
};

/// What a unit costs, which sums it yields, and what divides them.
struct UnitTraits {
  double weight = 1;
  std::optional<std::set<std::string>> sums;
  std::map<std::string, Integer> divisors;
};

// The requests.

/// @param plugin  from a file
/// @param values  of the strategy's parameters; those that are as by default are left out
Message prepare_request(const Plugin& plugin, const ParameterValues& values, const Request& request);
Message run_request(std::uint64_t unit, std::uint64_t seed, std::uint64_t stream);
Message traits_request(std::uint64_t first, std::uint64_t count);
Message is_enough_request(const Tally& prefix, std::uint64_t units);
Message conclude_request(const Tally& total, std::uint64_t units);

/// Reads what a prepare request asks of the strategy.
Request request_in(const Message& message);
/// Reads a whole number of a request or result.
std::uint64_t count_in(const Message& message, const char* member);

// The results of calls that have more than one value.

Message message_of(const PreparedJob& prepared);
PreparedJob prepared_in(const Message& result);
Message message_of(const std::vector<UnitTraits>& traits);
std::vector<UnitTraits> traits_in(const Message& result);
Message message_of(const Report& report);
Report report_in(const Message& result);

}  // namespace gridcensus::host
