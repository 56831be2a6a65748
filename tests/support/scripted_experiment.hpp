#pragma once

#include "host/catalog/catalog.hpp"
#include "host/judge/judge.hpp"
#include "host/plan/plan.hpp"
#include "support/experiments.hpp"
#include "support/scripted_strategy.hpp"
#include "support/temporary_folder.hpp"

#include <atomic>
#include <chrono>
#include <csignal>
#include <deque>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <thread>
#include <unistd.h>
#include <utility>

namespace gridcensus::testing {

using test_support::TemporaryFolder;

/// Runs experiments over scripted strategies, in this process.
class ScriptedExperiment {
 public:
  /// Adds a strategy; the returned script may be changed until `run`.
  Script& add(const std::string& id, Script script = {}) {
    scripts_.push_back(std::move(script));
    pending_.emplace_back(id, &scripts_.back());
    return scripts_.back();
  }

  /// Runs the text of an experiment file.
  host::ExperimentResult run(const std::string& yaml, host::ExecuteOptions options = {}) {
    for (const auto& [id, script] : std::exchange(pending_, {})) {
      entries_.emplace_back(id, *script);
      catalog_.add(entries_.back(), script->mathematics);
    }
    experiments_.push_back(parse_experiment(yaml, "test.yaml", catalog_));
    plans_.push_back(host::make_plan(experiments_.back()));
    host::ExperimentResult result{host::execute(experiments_.back(), plans_.back(), options), {}};
    result.document = host::judged(experiments_.back(), plans_.back(), result);
    return result;
  }

  host::Catalog& catalog() { return catalog_; }
  const host::Plan& plan() const { return plans_.back(); }
  const host::Experiment& experiment() const { return experiments_.back(); }

 private:
  std::deque<Script> scripts_;
  std::vector<std::pair<std::string, Script*>> pending_;
  std::deque<ScriptedEntry> entries_;
  host::Catalog catalog_;
  std::deque<host::Experiment> experiments_;  // plans have pointers into them
  std::deque<host::Plan> plans_;
};

/// Requests a stop, as a signal to the process does, once a number of units are counted.
class StopAfterUnits {
 public:
  explicit StopAfterUnits(int units) : left_{units} {}

  const host::StopSignal* signal() const { return &signal_; }
  /// Reports that a unit is counted.
  void counted() { --left_; }
  /// Waits, in any further unit, for the stop.
  [[noreturn]] void wait(const UnitContext& context) {
    while (true) {
      context.poll();
      if (left_ == 0 && !is_requested_.exchange(true)) std::raise(SIGTERM);
      std::this_thread::sleep_for(std::chrono::milliseconds{1});
    }
  }

 private:
  host::StopSignal signal_;
  std::atomic<int> left_;
  std::atomic<bool> is_requested_{false};
};

/// Returns the comparison of these two sides.
///
/// @throws std::out_of_range  there is none.
inline const host::Comparison& find_comparison(const host::ExperimentResult& result, const std::string& left,
                                               const std::string& right) {
  for (const auto& comparison : result.document.verdicts) {
    if (comparison.left.name == left && comparison.right.name == right) return comparison;
  }
  throw std::out_of_range{"no comparison of " + left + " with " + right};
}

}  // namespace gridcensus::testing
