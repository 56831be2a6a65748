#pragma once

#include "gridcensus/plugin.hpp"

#include <gtest/gtest.h>

#include <dlfcn.h>
#include <map>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>

namespace gridcensus::testing {

/// Loads a strategy from a plugin file without the host. The file stays loaded for the life of the process.
///
/// @throws std::runtime_error  the file has no plugin.
inline const PluginEntry& load(const std::string& file) {
  void* const library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) throw std::runtime_error{dlerror()};
  const auto* const descriptor = static_cast<const GridcensusPlugin*>(dlsym(library, "gridcensus_plugin"));
  if (descriptor == nullptr) throw std::runtime_error{file + " exports no gridcensus_plugin"};
  return *static_cast<const PluginEntry*>(descriptor->entry());
}

inline std::unique_ptr<Strategy> create(const PluginEntry& plugin, const ParameterValues& given = {}) {
  return plugin.create(with_defaults(plugin.parameters(), given));
}

inline UnitContext context_of(std::uint64_t unit, const Poll& poll = {}) { return {{1, 0, unit}, poll}; }

/// Returns why a strategy refuses a quantity of a problem; empty if it does not.
inline std::string why_refused(const Strategy& strategy, const Problem& problem, Quantity quantity) {
  const Offer offer = strategy.offer(problem, {quantity});
  const auto refused = offer.refused.find(quantity);
  return refused == offer.refused.end() ? "" : refused->second;
}

/// Runs every unit of a job, from the last to the first, and checks that the declared divisors divide its sums.
inline Report count(const Strategy& strategy, const Problem& problem, const std::set<Quantity>& quantities) {
  const auto job = strategy.prepare({.problem = problem, .quantities = quantities, .inputs = {}, .poll = {}});
  Tally total;
  for (std::uint64_t unit = job->units(); unit-- > 0;) {
    const auto context = context_of(unit);
    const Tally tally = job->run(unit, context);
    for (const auto& [name, divisor] : job->divisors(unit)) {
      EXPECT_EQ(tally.sum(name) % divisor, 0) << name << " of unit " << unit << " of " << to_string(problem);
    }
    total.add(tally);
  }
  return job->conclude(total, job->units());
}

inline Integer exact(const Report& report, Quantity quantity) {
  return std::get<Exact>(report.outcomes.at(quantity)).value;
}

}  // namespace gridcensus::testing
