#pragma once

#include "support/loaded_plugin.hpp"
#include "support/places.hpp"

#include <memory>
#include <optional>
#include <string>

namespace gridcensus::testing {

/// A strategy, with parameters that make it refuse long counts.
struct Counter {
  std::string name;
  std::unique_ptr<Strategy> strategy;

  Counter(const std::string& id, const ParameterValues& parameters)
      : name{id}, strategy{create(load(plugin_file(id)), parameters)} {}

  /// Returns nullopt if the strategy refuses.
  std::optional<Report> report(const Problem& problem, Quantity quantity, const Inputs& inputs = {}) const {
    if (!why_refused(*strategy, problem, quantity).empty()) return std::nullopt;
    const auto job = strategy->prepare({.problem = problem, .quantities = {quantity}, .inputs = inputs, .poll = {}});
    Tally total;
    for (std::uint64_t unit = 0; unit < job->units(); ++unit) {
      auto context = context_of(unit);
      total.add(job->run(unit, context));
    }
    return job->conclude(total, job->units());
  }

  std::optional<Integer> exact(const Problem& problem, Quantity quantity, const Inputs& inputs = {}) const {
    const auto found = report(problem, quantity, inputs);
    return found ? std::optional{testing::exact(*found, quantity)} : std::nullopt;
  }
};

}  // namespace gridcensus::testing
