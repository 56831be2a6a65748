#pragma once

#include "gridcensus/strategy.hpp"
#include "host/process/message.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

/// The calls of a strategy as messages: docs/write-a-strategy.md. Functions that read throw MalformedMessage,
/// std::invalid_argument or Message::exception if the message has another form. Numbers are read as in
/// values.hpp.
namespace gridcensus::host {

/// The part of the answer to a prepare request that every strategy has.
struct PreparedJob {
  std::uint64_t units = 0;
  std::optional<double> seconds_limit;

  bool operator==(const PreparedJob&) const = default;
};

/// The properties of a unit: its cost, the sums that it yields, and their divisors.
struct UnitTraits {
  double weight = 1;
  std::optional<std::set<std::string>> sums;
  std::map<std::string, Integer> divisors;
};

// The requests.

/// Returns the request without the problem, because each kind of process receives it in its own form.
Message prepare_request(const Request& request);
Message traits_request(std::uint64_t first, std::uint64_t count);
Message is_enough_request(const Tally& prefix, std::uint64_t units);
Message conclude_request(const Tally& total, std::uint64_t units);

/// Returns the set values as texts by name.
Message message_of(const ParameterValues& values);
/// Returns the names of the quantities.
Message message_of(const std::set<Quantity>& quantities);

/// Reads the request from a prepare message; the problem from `shape` and `rules`.
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
/// @param total  the total of the units; outcomes of kind `mean` are computed from its samples
Report report_in(const Message& result, const Tally& total);

}  // namespace gridcensus::host
