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

/// A run before it is known where its inputs come from.
struct Candidate {
  std::size_t configuration = 0;  ///< place in `Experiment::configurations`
  Problem problem;
  std::set<Quantity> quantities;  ///< requested and not refused
  std::set<Quantity> counted;     ///< that the strategy counts for these
  std::set<Quantity> needs;       ///< the inputs of the run
  Offer offer;                    ///< of the strategy, for all that was requested
};

/// Where a configuration is complained about.
Diagnostic complaint(const Configuration& configuration, std::string message);

/// What the strategies of an experiment say of its problems. A strategy that throws is a mistake of its configuration.
class Candidates {
 public:
  Candidates(const Experiment& experiment, std::vector<Diagnostic>& diagnostics);

  const std::vector<Candidate>& all() const { return candidates_; }
  const std::vector<NotApplicable>& refusals() const { return refusals_; }
  const std::shared_ptr<const Strategy>& strategy(std::size_t configuration) const {
    return strategies_[configuration];
  }

  /// The places in `all()` of the candidates on one problem.
  const std::vector<std::size_t>& on(const Problem& problem) const { return by_problem_.at(problem); }

  /// Returns the kind of outcome that the configuration plans for a quantity that it answers; where it was not asked
  /// about the problem, what the strategy declares.
  Kind kind(std::size_t configuration, const Problem& problem, Quantity quantity) const;
  /// Returns those of the quantities that the configuration counts exactly and from which `wanted` follows.
  std::set<Quantity> exact_sources(std::size_t configuration, const std::set<Quantity>& quantities, Quantity wanted,
                                   const Problem& problem) const;

  /// Why the configuration refuses `wanted` of the problem; empty where it does not, or was not asked.
  std::string refusal(std::size_t configuration, const Problem& problem, Quantity wanted) const;

 private:
  void consider(std::size_t configuration, const Problem& problem);
  /// Calls the strategy; what it throws becomes a diagnostic, and the answer nullopt.
  template <class Call>
  auto ask(std::size_t configuration, const char* what, const Call& call) -> std::optional<decltype(call())>;

  const Experiment& experiment_;
  std::vector<Diagnostic>& diagnostics_;
  std::vector<std::shared_ptr<const Strategy>> strategies_;  ///< nullptr where it could not be made
  std::vector<bool> has_failed_;
  std::vector<Candidate> candidates_;
  std::map<Problem, std::vector<std::size_t>> by_problem_;
  std::vector<NotApplicable> refusals_;
  std::map<std::pair<std::size_t, Problem>, std::vector<std::size_t>> refusal_places_;  ///< in `refusals_`
  std::map<std::pair<std::size_t, Problem>, Offer> offers_;
};

}  // namespace gridcensus::host
