#pragma once

#include "host/plan/plan.hpp"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace gridcensus::host {

/// Returns a mistake of a configuration, located where the file has it.
Diagnostic configuration_error(const Configuration& configuration, std::string message);

/// The runs that the strategies of an experiment accept, before the origins of their inputs are known. If a strategy
/// refuses a problem that is a classic one up to a map of cells, it is asked about the classic one, for the quantities
/// that such a map preserves. If a strategy throws, its configuration has a mistake.
class Candidates {
 public:
  /// @param experiment, diagnostics  must outlive this object
  Candidates(const Experiment& experiment, std::vector<Diagnostic>& diagnostics);

  /// Returns the runs, by problem and then by configuration. The number of each is its place, and none has sources yet.
  std::vector<Run>& runs() { return runs_; }
  const std::vector<Run>& runs() const { return runs_; }
  const std::vector<NotApplicable>& refusals() const { return refusals_; }

  /// Returns the kind of outcome that the configuration plans for a quantity that it answers, or the declared kind if
  /// it was not asked about the problem.
  Kind kind(const Configuration& configuration, const Problem& problem, Quantity quantity) const;
  /// Checks whether the configuration gives an exact value of one of the quantities, from which `wanted` follows.
  bool gives_exactly(const Configuration& configuration, const std::set<Quantity>& quantities, Quantity wanted,
                     const Problem& problem) const;

  /// Returns why the configuration refuses `wanted` for the problem; empty if it does not refuse or was not asked.
  std::string refusal(const Configuration& configuration, const Problem& problem, Quantity wanted) const;

 private:
  // Exceptions of the strategy become diagnostics.
  std::shared_ptr<const Strategy> make(const Configuration& configuration);
  std::optional<Offer> offer_of(std::size_t configuration, const Problem& problem, const std::set<Quantity>& requested);
  /// Adds a run if the configuration accepts a quantity of the problem, and notes those that it refuses.
  ///
  /// @return  true if it accepts one
  bool consider(std::size_t configuration, const Problem& problem, const std::set<Quantity>& requested);
  /// Returns nullptr if there is none.
  const Run* run_on(const Configuration& configuration, const Problem& problem) const;
  /// Looks for a classic problem that the configuration accepts in place of one that it refuses, and adds a run on it.
  void hand_over(std::size_t configuration, const Problem& problem);
  /// Notes that the run counts these quantities of a problem that its configuration refuses.
  void note_handed_over(const Run& run, const Problem& problem, const std::set<Quantity>& same);

  const Experiment& experiment_;
  std::vector<Diagnostic>& diagnostics_;
  std::vector<std::shared_ptr<const Strategy>> strategies_;  ///< by configuration; nullptr if it has failed
  std::vector<Run> runs_;
  std::vector<NotApplicable> refusals_;
  std::map<std::pair<const Configuration*, Problem>, Offer> offers_;
};

}  // namespace gridcensus::host
