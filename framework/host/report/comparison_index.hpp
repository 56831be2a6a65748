#pragma once

#include "host/graph/engine.hpp"
#include "host/plan/plan.hpp"

#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace gridcensus::host {

/// A comparison as one of its sides sees it.
struct ComparisonView {
  const Comparison* comparison = nullptr;
  const Side* own = nullptr;
  const Side* other = nullptr;
};

/// Which comparisons speak of which outcome: found once, since each has two sides and there may be very many.
class ComparisonIndex {
 public:
  /// @param result  must outlive the index
  explicit ComparisonIndex(const ExperimentResult& result) {
    for (const auto& comparison : result.comparisons) {
      add({&comparison, &comparison.left, &comparison.right});
      add({&comparison, &comparison.right, &comparison.left});
    }
  }

  /// In the order of the comparisons.
  const std::vector<ComparisonView>& of(const Run& run, Quantity quantity) const {
    return of(run.configuration->name, run.problem, quantity);
  }
  /// The same for a voice that is no outcome of a run: a finding that is the value of a quantity.
  const std::vector<ComparisonView>& of(const std::string& voice, const Problem& problem, Quantity quantity) const {
    static const std::vector<ComparisonView> none;
    const auto found = views_.find({voice, problem, quantity});
    return found == views_.end() ? none : found->second;
  }

 private:
  void add(const ComparisonView& view) {
    if (view.own->voice.kind != VoiceKind::run || !view.own->quantity) return;
    views_[{view.own->voice.name, view.own->voice.problem, *view.own->quantity}].push_back(view);
  }

  std::map<std::tuple<std::string, Problem, Quantity>, std::vector<ComparisonView>> views_;
};

}  // namespace gridcensus::host
