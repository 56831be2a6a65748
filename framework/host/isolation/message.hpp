#pragma once

#include "gridcensus/strategy.hpp"
#include "host/process/message.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

/// The calls of a strategy as messages: docs/write-a-strategy.md, "The protocol". What is read throws NoMessage,
/// std::invalid_argument or Message::exception if it is something else.
namespace gridcensus::host {

/// What a worker is to prepare.
struct Assignment {
  std::string plugin;                             ///< file, absolute
  std::string sha256;                             ///< of the file
  std::map<std::string, std::string> parameters;  ///< those that are not as by default
  Problem problem;
  std::set<Quantity> quantities;
  Inputs inputs;
};

/// The answer to an assignment.
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

Message prepare_request(const Assignment& assignment);
Message run_request(std::uint64_t unit, std::uint64_t seed, std::uint64_t stream);
Message traits_request(std::uint64_t first, std::uint64_t count);
Message is_enough_request(const Tally& prefix, std::uint64_t units);
Message conclude_request(const Tally& total, std::uint64_t units);

/// Reads a prepare request.
Assignment assignment_in(const Message& request);
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
