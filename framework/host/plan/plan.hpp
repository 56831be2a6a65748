#pragma once

#include "host/catalog/catalog.hpp"
#include "host/experiment/experiment.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace gridcensus::host {

/// The origin of an input: the number of another run, or a value that the user gave.
using Source = std::variant<std::size_t, Given>;

/// One configuration on one problem.
struct Run {
  std::size_t number = 0;  ///< place in `Plan::runs`; a run's sources come before it
  const Configuration* configuration = nullptr;
  Problem problem;
  std::set<Quantity> quantities;  ///< that it answers
  std::set<Quantity> counted;     ///< that the strategy counts; the others follow from them
  /// The source of each input. The other run may count another quantity from which the input follows: `derive` converts
  /// its outcomes.
  std::map<Quantity, Source> sources;
  std::shared_ptr<const Strategy> strategy;
  Offer offer;               ///< of the strategy: kinds, inputs and cost
  std::uint64_t seed = 1;    ///< of its random numbers
  std::uint64_t stream = 0;  ///< separates its random numbers from those of other runs

  std::string name() const { return configuration->name + " on " + to_string(problem); }
  /// Returns the kind of outcome that is planned for a quantity.
  Kind kind(Quantity quantity) const { return offer.kinds.at(configuration->plugin->counted_for(quantity)); }
  /// Returns the inputs that the strategy needs for the quantities it counts.
  std::set<Quantity> needs() const {
    std::set<Quantity> needs;
    for (const auto& [quantity, inputs] : offer.inputs) {
      if (counted.contains(quantity)) needs.insert(inputs.begin(), inputs.end());
    }
    return needs;
  }
  /// Returns the quantity from which the host computes this answer, or nullopt if the strategy counts it.
  std::optional<Quantity> follows_from(Quantity quantity) const {
    const Answer* const answer = configuration->plugin->find_answer(quantity);
    return answer == nullptr ? std::nullopt : answer->follows_from;
  }
  /// Returns the parameters on which its answers depend beyond the problem.
  std::map<std::string, std::string> question() const {
    return question_of(configuration->plugin->parameters, configuration->parameters);
  }
  /// Returns true if an outcome is planned not to be exact: then the result depends on the seed.
  bool is_sampled() const {
    return std::ranges::any_of(counted, [this](Quantity quantity) {
      const Kind planned = kind(quantity);
      return planned == Kind::estimate || planned == Kind::approximation;
    });
  }
};

/// A pair of configuration and problem that the strategy refuses, or a quantity of it. Not a failure.
struct NotApplicable {
  const Configuration* configuration = nullptr;
  Problem problem;
  std::vector<Quantity> quantities;
  std::string reason;
  /// The shape whose classic grids the configuration counts instead: a map of cells takes one problem to the other.
  std::optional<Shape> counted_as = {};
};

/// The runs of an experiment, in an order in which every run follows its sources.
struct Plan {
  std::vector<Run> runs;
  std::vector<NotApplicable> not_applicable;
};

/// Expands problems and configurations into runs and finds the origins of their inputs: the source that the file names,
/// or else the only configuration that yields the quantity exactly for that problem.
///
/// @param experiment  must outlive the plan
/// @throws BadInput   a source does not exist, is not used, is ambiguous or goes in a circle; or a strategy refuses its
///                    parameters.
Plan make_plan(const Experiment& experiment);

/// Returns the problems that no run of the plan answers, in the order of the file.
std::vector<Problem> unanswered_problems(const Experiment& experiment, const Plan& plan);

/// For `count`: makes the values the input sources of the configurations that need them on their problems.
///
/// @return  the quantities that no strategy takes, each with an explanation: another source that was named, or the
///          reasons of strategies that refuse; empty if there is none.
/// @throws BadInput  a strategy refuses its parameters.
std::map<Quantity, std::string> supply_given(Experiment& experiment, const Inputs& values, const std::string& source);

/// For `count`: adds to the front of the experiment the exact strategies for quantities that its configurations need
/// and that are neither yielded nor given. Of several it adds the first by id that needs no input itself
/// and is not a program.
///
/// @param whole_catalog  returns a catalog with all plugins open; called if something is missing
/// @return               one line for each strategy added, to tell the user.
/// @throws BadInput      no strategy of the catalog yields what is needed.
std::vector<std::string> add_missing_producers(Experiment& experiment,
                                               const std::function<const Catalog&()>& whole_catalog);

/// Returns the exact value of `wanted` that follows from the outcomes of a run on `problem`: its own, or else one
/// converted from a quantity with the same base (grids = N! * relabelling_classes).
///
/// @return  nullopt if no exact outcome yields it, or a conversion leaves a remainder (then the outcome is wrong).
std::optional<Integer> derive(Quantity wanted, const Outcomes& from, const Problem& problem);

/// Returns the values of a run's inputs, or the input whose source has no exact value if there is one.
///
/// @param outcomes_of  returns the outcomes of a run, by number; nullptr if they are unknown
std::variant<Inputs, Quantity> inputs_of(const Run& run,
                                         const std::function<const Outcomes*(std::size_t)>& outcomes_of);

/// Returns why a run may not begin: its forecast exceeds its own memory budget or the experiment's. Returns nullopt if
/// it may.
std::optional<std::string> above_memory_budget(const Run& run, const Experiment& experiment);

/// Returns the identity of a result as canonical JSON text: strategy, version, hash of the plugin, parameters (except
/// speed-only ones), problem, counted quantities and values of the inputs; if an outcome is sampled, also seed, stream
/// and the versions of random numbers and statistics. It does not depend on the machine.
///
/// @param inputs  their values
std::string identity_of(const Run& run, const Inputs& inputs);

}  // namespace gridcensus::host
