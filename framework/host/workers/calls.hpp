#pragma once

#include "gridcensus/strategy.hpp"
#include "host/process/message.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>

/// The calls of a strategy as messages: docs/write-a-strategy.md. Functions that read throw std::invalid_argument or
/// MalformedMessage if the message has another form. `json_of` and `value_from` (values.hpp) write and read a Request,
/// whose message has more members for each kind of process, a PreparedJob and a list of UnitTraits.
namespace gridcensus::host {

/// The answer to a prepare request.
struct PreparedJob {
  std::optional<std::uint64_t> units = {};  ///< nullopt: 1, or of a sampler as many as its batches
  std::optional<double> seconds_limit = {};
  // Only of programs.
  std::map<std::string, Integer> times = {};  ///< by quantity: a factor of the sum or mean of its name
  std::optional<std::uint64_t> batch = {};    ///< number of samples of a unit
  std::optional<std::uint64_t> min_samples = {};

  bool operator==(const PreparedJob&) const = default;
};

/// The properties of a unit: its cost, the sums that it yields, and their divisors.
struct UnitTraits {
  double weight = 1;
  std::optional<std::set<std::string>> sums;
  std::map<std::string, Integer> divisors;
};

Message prepare_request(const Request& request);
/// Returns the set values as texts by name.
Message message_of(const ParameterValues& values);

/// Reads a tally, which a program may write in more ways than a strategy. Lists of samples become two halves of
/// moments.
Tally tally_in(const Message& result, std::uint64_t unit);
/// Reads a report of the same kind.
///
/// @param total  the total of the units; outcomes of kind `mean` are computed from its samples
Report report_in(const Message& result, const Tally& total);

}  // namespace gridcensus::host
