#pragma once

#include "host/experiment/experiment.hpp"

#include <optional>
#include <set>
#include <string>

namespace gridcensus::host {

/// What a configuration is to answer: what it was told to, or else all that its strategy yields.
std::set<Quantity> requested_quantities(const Configuration& configuration);

/// What the strategy has to count for these: the quantities that follow from others are left to the host.
std::set<Quantity> counted_quantities(const Configuration& configuration, const std::set<Quantity>& quantities);

/// Returns the kinds of outcome that the configuration plans for some of its quantities on these problems, as far as it
/// is used on them. If the strategy fails, these are the kinds that it declares: the plan will report the failure.
std::set<Kind> kinds_of(const Configuration& configuration, const std::set<Quantity>& quantities,
                        const std::vector<Problem>& problems);

/// The configuration of this name; of one with several seeds its name without them stands for the first. nullptr where
/// there is none.
const Configuration* find_configuration(const Experiment& experiment, const std::string& name);

/// Whether one of the quantities follows from the other.
bool share_base(Quantity left, Quantity right, const Problem& problem);

/// What is wrong with taking `input` of `consumer` from the configuration `supplier`.
struct SupplyMistake {
  std::string message;
  std::optional<std::string> nearest;
};
std::optional<SupplyMistake> supply_mistake(const Experiment& experiment, const Configuration& consumer, Quantity input,
                                            const std::string& supplier);

}  // namespace gridcensus::host
