#pragma once

#include "host/catalog/catalog.hpp"
#include "host/compare/published.hpp"
#include "host/conformance/suite.hpp"
#include "host/experiment/experiment.hpp"
#include "host/plan/plan.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace gridcensus::host::conformance {

/// Shapes that a strategy counts within a moment, or refuses.
inline const std::vector<Shape> small_shapes{{1, 1}, {1, 2}, {1, 3}, {1, 4}, {1, 5}, {2, 1},
                                             {3, 1}, {4, 1}, {5, 1}, {2, 2}, {2, 3}, {3, 2}};

/// Shapes in ascending order of work. For most strategies, the units of some of them run long enough for a test of
/// stopping.
inline const std::vector<Shape> growing_shapes{{2, 2}, {2, 3}, {3, 2}, {1, 6}, {6, 1}, {2, 4}, {4, 2},
                                               {3, 3}, {2, 5}, {5, 2}, {3, 4}, {4, 3}, {4, 4}, {5, 5}};

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || GRIDCENSUS_HAS_FEATURE(address_sanitizer) || \
    GRIDCENSUS_HAS_FEATURE(thread_sanitizer)
inline constexpr bool is_sanitized = true;
#else
inline constexpr bool is_sanitized = false;
#endif

/// The time budget in which a check tries further cases. The check reports how many it tried.
class TimeBudget {
 public:
  explicit TimeBudget(std::chrono::duration<double> limit)
      : end_{Clock::now() + std::chrono::duration_cast<Clock::duration>(limit)} {}
  bool is_spent() const { return Clock::now() >= end_; }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point end_;
};

/// The strategy on one problem, with the quantities that it does not refuse and published values for its inputs.
struct Prepared {
  Experiment experiment;
  Plan plan;  ///< one run
  Inputs inputs;
  std::unique_ptr<Job> job;  ///< nullptr if only the plan is needed

  const Run& run() const { return plan.runs.front(); }
  Shape shape() const { return run().problem.shape; }
  Request request() const { return {run().problem, run().counted, inputs, {}}; }
  /// Prepares another job for the same request.
  std::unique_ptr<Job> prepare_again() const;
};

/// The plugin under test, in a process that it may crash.
class Subject {
 public:
  /// @param catalog     has the plugin open, and can open others
  /// @param values      of its parameters, complete
  /// @param neighbours  the ids of other strategies
  /// @param on_step     receives the current step, which is reported if the call never returns
  Subject(Catalog& catalog, const Plugin& plugin, ParameterValues values, std::set<std::string> neighbours,
          SuiteOptions options, std::function<void(const std::string&)> on_step);

  const Plugin& plugin() const { return plugin_; }
  const PublishedValues& published() const { return published_; }
  std::uint64_t seed() const { return options_.seed; }
  int threads() const { return options_.threads; }
  TimeBudget effort(double seconds) const {
    return TimeBudget{std::chrono::duration<double>{seconds * options_.effort}};
  }
  /// Returns the ids of the strategies in the same folder, taken from their file names.
  const std::set<std::string>& neighbours() const { return neighbours_; }
  /// Returns the catalog with all other strategies open, except those that cannot be opened.
  const Catalog& whole_catalog();

  void report_step(const std::string& what) const { on_step_(what); }

  /// Returns the strategy with parameters for the usual number of samples.
  std::unique_ptr<Strategy> strategy() const { return plugin_.create(values_with(default_samples)); }
  static constexpr std::int64_t default_samples = 5000;

  /// Returns the strategy's offer for this shape and all quantities that it counts.
  Offer offer(Shape shape) const;
  /// Returns the strategy's own quantities that it does not refuse for this shape.
  std::set<Quantity> accepted(Shape shape) const;
  /// Returns the kind of its outcome on the first small shape that it does not refuse, or the declared kind if it
  /// refuses all.
  Kind kind(Quantity quantity) const;
  bool is_sampled(Quantity quantity) const;
  /// Returns the published exact value for this shape or its transpose, or nullopt if there is none or it is contested.
  std::optional<Integer> published_value(Shape shape, Quantity quantity) const;

  /// Returns nullptr if the strategy refuses everything, or if an input has no published value.
  ///
  /// @param samples  the number of samples of a sampler whose number the user did not set
  std::unique_ptr<Prepared> plan_on(Shape shape, std::int64_t samples = default_samples) const;
  /// Returns the same with its job.
  ///
  /// @throws CheckSkipped  `prepare` throws.
  std::unique_ptr<Prepared> prepare_on(Shape shape, std::int64_t samples = default_samples) const;
  /// Returns a job whose units run in worker processes.
  std::unique_ptr<Job> prepare_isolated(const Prepared& prepared) const;
  /// Returns the strategy on the shape that most checks use: it has several units, and all of them finish within a
  /// moment.
  ///
  /// @throws CheckSkipped  there is no such shape.
  const Prepared& quick();

 private:
  ParameterValues values_with(std::int64_t samples) const;
  const std::string& parameter_of_samples() const;
  std::unique_ptr<Prepared> find_quick() const;

  Catalog& catalog_;
  const Plugin& plugin_;
  ParameterValues values_;
  std::set<std::string> neighbours_;
  PublishedValues published_;
  SuiteOptions options_;
  std::function<void(const std::string&)> on_step_;
  std::unique_ptr<Prepared> quick_;
  // These are requested from the strategy only when needed, because the call may never return.
  mutable std::unique_ptr<Strategy> asked_;
  mutable std::optional<std::string> samples_;  ///< the parameter for the number of samples; empty: it needs none
};

/// Returns at most `max_units` units, spread evenly over all.
std::vector<std::uint64_t> some_units(const Job& job, std::uint64_t max_units);

/// Returns the result of a unit as lossless text: its tally, or the exception that it throws.
std::string unit_result_text(const Job& job, std::uint64_t unit, std::uint64_t seed);

/// Returns a text, cut to fit into a message.
std::string excerpt(const std::string& text);

/// Returns "unit 3 of 2x3".
std::string unit_name(std::uint64_t unit, Shape shape);

/// Returns "2x2, 2x3" or "12 shapes from 1x1 to 3x2".
std::string names_of(const std::vector<Shape>& shapes);

}  // namespace gridcensus::host::conformance
