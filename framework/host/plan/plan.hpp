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

/// Where an input comes from: the number of another run, or a value that the user gave.
using Source = std::variant<std::size_t, Given>;

/// One configuration on one problem.
struct Run {
  std::size_t number = 0;  ///< place in `Plan::runs`; a run's sources come before it
  const Configuration* configuration = nullptr;
  Problem problem;
  std::set<Quantity> quantities;  ///< that it answers
  std::set<Quantity> counted;     ///< that the strategy counts for this: the others follow from them
  /// Of each input. The other run may count another quantity from which the input follows: `derive` converts its
  /// outcomes.
  std::map<Quantity, Source> sources;
  std::shared_ptr<const Strategy> strategy;
  Offer offer;               ///< of the strategy: kinds, inputs and cost
  std::uint64_t seed = 1;    ///< of its random numbers
  std::uint64_t stream = 0;  ///< what keeps its random numbers apart from those of other runs

  std::string name() const { return configuration->name + " on " + to_string(problem); }
  /// The kind of outcome that is planned for a quantity.
  Kind kind(Quantity quantity) const { return offer.kinds.at(configuration->plugin->counted_for(quantity)); }
  /// Returns the inputs that the strategy takes for what it counts.
  std::set<Quantity> needs() const {
    std::set<Quantity> needs;
    for (const auto& [quantity, inputs] : offer.inputs) {
      if (counted.contains(quantity)) needs.insert(inputs.begin(), inputs.end());
    }
    return needs;
  }
  /// What the host makes this answer of; nullopt where the strategy counts it.
  std::optional<Quantity> follows_from(Quantity quantity) const {
    const Answer* const answer = configuration->plugin->find_answer(quantity);
    return answer == nullptr ? std::nullopt : answer->follows_from;
  }
  /// What its answers depend on beyond the problem.
  std::map<std::string, std::string> question() const {
    return question_of(configuration->plugin->parameters, configuration->parameters);
  }
  /// Whether an outcome is no exact number by plan: then the result depends on the seed.
  bool is_sampled() const {
    return std::ranges::any_of(counted, [this](Quantity quantity) {
      const Kind planned = kind(quantity);
      return planned == Kind::estimate || planned == Kind::approximation;
    });
  }
};

/// A pair of configuration and problem that the strategy refuses, or a quantity of it. No failure.
struct NotApplicable {
  const Configuration* configuration = nullptr;
  Problem problem;
  std::vector<Quantity> quantities;
  std::string reason;
};

/// What an experiment comes to: its runs in an order in which every run follows its sources.
struct Plan {
  std::vector<Run> runs;
  std::vector<NotApplicable> not_applicable;
};

/// Expands problems and configurations into runs and finds where their inputs come from: the supply that the file
/// names, else the only configuration that yields the quantity exactly for that problem.
///
/// @param experiment  must outlive the plan
/// @throws BadInput   a supply that does not exist, that is not used, is ambiguous or goes in a circle; a strategy that
///                    refuses its parameters.
Plan make_plan(const Experiment& experiment);

/// For `count`: makes the values supplies of the configurations that need them on their problems.
///
/// @return  the quantities that no strategy takes, each with what explains it: another supply that was named, or what
///          strategies refuse; empty where nothing does.
/// @throws BadInput  a strategy refuses its parameters.
std::map<Quantity, std::string> supply_given(Experiment& experiment, const Inputs& values, const std::string& source);

/// For `count`: adds to the experiment, in front, the exact strategies whose quantities its configurations need and
/// nobody yields or gives. Of several the first by id that needs nothing itself.
///
/// @param whole_catalog  gives a catalog with all plugins open; asked where something is missing
/// @return               one line for each strategy added, to tell the user.
/// @throws BadInput      no strategy of the catalog yields what is needed.
std::vector<std::string> add_missing_suppliers(Experiment& experiment,
                                               const std::function<const Catalog&()>& whole_catalog);

/// The exact value of `wanted` that follows from the outcomes of a run on `problem`: its own, or else converted from a
/// quantity with the same base (grids = N! * relabelling_classes).
///
/// @return  nullopt where no exact outcome gives it, or a conversion leaves a remainder (then the outcome is wrong).
std::optional<Integer> derive(Quantity wanted, const Outcomes& from, const Problem& problem);

/// The values of a run's inputs. The input whose source has no exact value, where there is one.
///
/// @param outcomes_of  the outcomes of a run, by number; nullptr where they are not known
std::variant<Inputs, Quantity> inputs_of(const Run& run,
                                         const std::function<const Outcomes*(std::size_t)>& outcomes_of);

/// Why a run does not begin: its forecast is above its own budget or the experiment's; nullopt where it may.
std::optional<std::string> above_memory_budget(const Run& run, const Experiment& experiment);

/// Returns what makes two results the same one, as canonical JSON text: strategy, version, hash of the plugin,
/// parameters (but for speed-only ones), problem, what is counted and the values of its inputs; if an outcome is
/// sampled, seed, stream and the versions of random numbers and statistics, too. Nothing of it depends on the machine.
///
/// @param inputs  the values, by then known
std::string identity_of(const Run& run, const Inputs& inputs);

}  // namespace gridcensus::host
