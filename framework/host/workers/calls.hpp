#pragma once

#include "gridcensus/strategy.hpp"
#include "host/process/message.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

/// The calls of a strategy as messages: docs/strategy-protocol.md. Functions that read throw NoMessage,
/// std::invalid_argument or Message::exception if the message is something else. Numbers are read as in records.hpp.
namespace gridcensus::host {

/// The answer to a prepare request, as far as every strategy has it.
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

/// Returns the request without the problem, which each kind of process is sent in its own form.
Message prepare_request(const Request& request);
Message traits_request(std::uint64_t first, std::uint64_t count);
Message is_enough_request(const Tally& prefix, std::uint64_t units);
Message conclude_request(const Tally& total, std::uint64_t units);

/// Returns the values as texts by name, without those that are unset.
Message message_of(const ParameterValues& values);
/// Returns the names of the quantities.
Message message_of(const std::set<Quantity>& quantities);

/// Reads what a prepare request asks of the strategy; its problem by `shape` and `rules`.
Request request_in(const Message& message);

/// Returns the quantity of this name.
Quantity quantity_in(const Message& name);

/// Reads a tally. Lists of samples, which only programs send, become two halves of moments.
Tally tally_in(const Message& result, std::uint64_t unit);

// The results of calls that have more than one value.

Message message_of(const PreparedJob& prepared);
PreparedJob prepared_in(const Message& result);
Message message_of(const std::vector<UnitTraits>& traits);
std::vector<UnitTraits> traits_in(const Message& result);
Message message_of(const Report& report);
/// @param total  what is concluded from: outcomes of kind `mean` are made of its samples
Report report_in(const Message& result, const Tally& total);

}  // namespace gridcensus::host
