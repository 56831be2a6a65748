#pragma once

#include "gridcensus/quantity.hpp"
#include "host/catalog/catalog.hpp"
#include "host/experiment/experiment.hpp"

#include <functional>
#include <string>
#include <vector>

namespace gridcensus::app {

/// A strategy with parameters in the form of the command line.
struct Asked {
  std::string strategy;
  std::map<std::string, std::string> parameters = {};
};

/// The strategies that a count uses if none is named.
struct Choice {
  std::vector<Asked> strategies;
  std::string reason;  ///< one sentence that names them
};

/// Makes the experiment that counts the problem by one strategy.
using ExperimentBy = std::function<host::ExperimentText(const Asked& by)>;

/// Chooses the exact strategy that takes the least time, and the fastest one that is independent of it, if they take
/// seconds by a trial on this machine; else the sampler with the smallest error after the same time, and an independent
/// one, if they state an error in a minute; else a bound or an approximation. Programs are not tried, because the
/// strategies of a library are faster.
///
/// @param catalog      with all plugins open
/// @param wanted       the quantity
/// @param shape        for messages
/// @param note         writes a line to the user; called about every second and a half while strategies are tried
/// @throws BadInput    no strategy takes the problem, or none that takes it answers in time; the message names them,
///                     with the times that they need.
Choice choose_strategies(const host::Catalog& catalog, Quantity wanted, const std::string& shape,
                         const ExperimentBy& experiment_by, int threads,
                         const std::function<void(const std::string&)>& note);

}  // namespace gridcensus::app
