#pragma once

#include "host/plan/candidates.hpp"

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace gridcensus::host {

/// Finds the origins of the inputs of every candidate, and the candidates that lack one. A candidate is identified by
/// its place in `Candidates::runs()`.
class InputResolver {
 public:
  /// Reports sources that do not exist or are not needed, and configurations that do identical work.
  ///
  /// @param experiment, candidates, diagnostics  must outlive this object
  InputResolver(const Experiment& experiment, Candidates& candidates, std::vector<Diagnostic>& diagnostics);

  /// Removes the candidates that lack an input, and the candidates that depend on them.
  std::vector<NotApplicable> remove_unsatisfied();

  /// Chooses the sources of the remaining candidates.
  void connect();

  /// Returns the remaining candidates, each after its sources and otherwise in their original order.
  std::vector<std::size_t> in_order();

 private:
  const Run& candidate(std::size_t place) const { return candidates_.runs()[place]; }
  const Configuration& configuration_of(std::size_t place) const { return *candidate(place).configuration; }
  /// Returns the source that the file names for an input; nullptr if the file leaves the choice to the plan.
  const InputSource* declared(std::size_t place, Quantity need) const;

  void report(const Configuration& configuration, const std::string& message);
  void index_producers();
  void check_declared();
  void check_duplicates();
  bool could_produce(const Configuration& configuration, std::size_t place, Quantity need) const;
  void check_file_could_produce(std::size_t place, Quantity need);
  std::vector<std::size_t> choices(std::size_t place, Quantity need) const;
  bool has_producer(std::size_t place, Quantity need) const;
  void connect(std::size_t place, Quantity need);
  std::string missing_reason(std::size_t place, Quantity need) const;
  std::string why_not(const Configuration& configuration, const Problem& problem, Quantity need) const;
  void report_circle(const std::vector<std::size_t>& missing);
  std::pair<Quantity, std::size_t> blocked_source(std::size_t place, const std::vector<std::size_t>& missing) const;

  const Experiment& experiment_;
  Candidates& candidates_;
  std::vector<Diagnostic>& diagnostics_;
  std::vector<bool> is_alive_;
  std::map<std::pair<Problem, Quantity>, std::vector<std::size_t>> producers_;  ///< by problem and base quantity
  std::set<std::pair<std::string, std::string>> reported_;
};

}  // namespace gridcensus::host
