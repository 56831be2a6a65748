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

/// Finds where the inputs of every candidate come from, and which candidates go without. A candidate is told by its
/// place in `Candidates::all()`.
class Suppliers {
 public:
  /// The place of another candidate, or a given value.
  using Source = std::variant<std::size_t, Given>;

  /// Reports supplies that do not exist or are not needed, and configurations that do the same work.
  ///
  /// @param experiment, candidates, diagnostics  must outlive this object
  Suppliers(const Experiment& experiment, const Candidates& candidates, std::vector<Diagnostic>& diagnostics);

  /// Removes the candidates that lack an input, and those that depend on them.
  std::vector<NotApplicable> remove_starved();

  /// Chooses the sources of the candidates that are left.
  void connect();

  /// The candidates that are left, each after its sources and otherwise in the order in which they were made.
  std::vector<std::size_t> in_order();

  const std::map<Quantity, Source>& sources(std::size_t place) const { return sources_[place]; }

 private:
  const Candidate& candidate(std::size_t place) const { return candidates_.all()[place]; }
  const Configuration& configuration_of(std::size_t place) const {
    return experiment_.configurations[candidate(place).configuration];
  }
  /// What the file says of an input; nullptr where it leaves the choice to us.
  const Supply* declared(std::size_t place, Quantity need) const;

  void complain(const Configuration& configuration, const std::string& message,
                std::optional<std::string> nearest = std::nullopt);
  void index_suppliers();
  void check_declared();
  void check_twins();
  bool could_feed(std::size_t configuration, std::size_t place, Quantity need) const;
  void check_that_file_could_feed(std::size_t place, Quantity need);
  std::vector<std::size_t> choices(std::size_t place, Quantity need) const;
  bool is_fed(std::size_t place, Quantity need) const;
  void connect(std::size_t place, Quantity need);
  std::string missing_reason(std::size_t place, Quantity need) const;
  std::string why_not(std::size_t configuration, const Problem& problem, Quantity need) const;
  void report_circles(const std::vector<std::size_t>& missing);
  std::pair<Quantity, std::size_t> blocked_source(std::size_t place, const std::vector<std::size_t>& missing) const;
  void report_circle(std::vector<std::size_t> circle, const std::vector<std::size_t>& missing);

  const Experiment& experiment_;
  const Candidates& candidates_;
  std::vector<Diagnostic>& diagnostics_;
  std::vector<bool> is_alive_;
  std::vector<std::map<Quantity, Source>> sources_;
  std::map<std::pair<Problem, Quantity>, std::vector<std::size_t>> suppliers_;  ///< by problem and base quantity
  std::set<std::pair<std::string, std::string>> complaints_;
};

}  // namespace gridcensus::host
