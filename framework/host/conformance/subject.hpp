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

/// Shapes that a strategy counts in a moment, or refuses.
inline const std::vector<Shape> small_shapes{{1, 1}, {1, 2}, {1, 3}, {1, 4}, {1, 5}, {2, 1},
                                             {3, 1}, {4, 1}, {5, 1}, {2, 2}, {2, 3}, {3, 2}};

/// In ascending order of work. Most strategies take some of them whose units are worth stopping.
inline const std::vector<Shape> growing_shapes{{2, 2}, {2, 3}, {3, 2}, {1, 6}, {6, 1}, {2, 4}, {4, 2},
                                               {3, 3}, {2, 5}, {5, 2}, {3, 4}, {4, 3}, {4, 4}, {5, 5}};

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || GRIDCENSUS_HAS_FEATURE(address_sanitizer) || \
    GRIDCENSUS_HAS_FEATURE(thread_sanitizer)
inline constexpr bool is_sanitized = true;
#else
inline constexpr bool is_sanitized = false;
#endif

/// How long a check goes on to try more: it says what it came to.
class Effort {
 public:
  explicit Effort(std::chrono::duration<double> limit)
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
  std::unique_ptr<Job> job;  ///< nullptr where only the plan is wanted

  const Run& run() const { return plan.runs.front(); }
  Shape shape() const { return run().problem.shape; }
  Request request() const { return {run().problem, run().counted, inputs, {}}; }
  /// A further job for the same.
  std::unique_ptr<Job> prepare_again() const;
};

/// A plugin under examination, in a process where it may do what it likes.
class Subject {
 public:
  /// @param catalog     has the plugin open, and can open others
  /// @param values      of its parameters, complete
  /// @param neighbours  the ids of other strategies
  /// @param tell        takes what is being done, for the case that nobody comes back from it
  Subject(Catalog& catalog, const Plugin& plugin, ParameterValues values, std::set<std::string> neighbours,
          const SuiteOptions& options, std::function<void(const std::string&)> tell);

  const Plugin& plugin() const { return plugin_; }
  const PublishedValues& published() const { return published_; }
  std::uint64_t seed() const { return options_.seed; }
  int threads() const { return options_.threads; }
  Effort effort(double seconds) const { return Effort{std::chrono::duration<double>{seconds * options_.effort}}; }
  /// The ids of the strategies that lie beside it, by the names of their files.
  const std::set<std::string>& neighbours() const { return neighbours_; }
  /// The catalog with all other strategies open, as far as they can be.
  const Catalog& whole_catalog();

  void doing(const std::string& what) const { tell_(what); }
  void note(const std::string& text) { notes_.push_back(text); }
  std::vector<std::string> take_notes() { return std::exchange(notes_, {}); }

  /// With parameters for the usual number of samples.
  std::unique_ptr<Strategy> strategy() const { return plugin_.create(values_with(usual_samples)); }
  static constexpr std::int64_t usual_samples = 5000;

  /// Returns what it offers for this shape, asked for all that it counts.
  Offer offer(Shape shape) const;
  /// Returns the quantities that are its own and not refused for this shape.
  std::set<Quantity> accepted(Shape shape) const;
  /// Returns the kind of its outcome on the first small shape that it does not refuse; what it declares where it
  /// refuses all.
  Kind kind(Quantity quantity) const;
  bool is_sampled(Quantity quantity) const;
  /// The exact value that is published, of this shape or its transpose, if it is uncontested.
  std::optional<Integer> published_value(Shape shape, Quantity quantity) const;

  /// nullptr where all is refused, or an input is not published.
  ///
  /// @param samples  how many a sampler shall take of which nobody has said it
  std::unique_ptr<Prepared> plan_on(Shape shape, std::int64_t samples = usual_samples) const;
  /// The same with its job.
  ///
  /// @throws NotMade  `prepare` throws.
  std::unique_ptr<Prepared> prepare_on(Shape shape, std::int64_t samples = usual_samples) const;
  /// A job of which each unit is done by processes of their own.
  std::unique_ptr<Job> prepare_apart(const Prepared& prepared) const;
  /// The strategy on the shape that most checks use: all of its units are done in a moment, and there are several.
  ///
  /// @throws NotMade  there is none.
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
  std::function<void(const std::string&)> tell_;
  std::vector<std::string> notes_;
  std::unique_ptr<Prepared> quick_;
  // What the strategy must be asked for is asked late: it may not come back.
  mutable std::unique_ptr<Strategy> asked_;
  mutable std::optional<std::string> samples_;  ///< the parameter by which it is told how many; empty: it needs none
};

/// At most so many units, spread over all.
std::vector<std::uint64_t> some_units(const Job& job, std::uint64_t most);

/// What a unit comes to, as text in which no bit is lost: its tally, or what it throws.
std::string said_by(const Job& job, std::uint64_t unit, std::uint64_t seed);

/// A long text cut so that it fits into a message.
std::string excerpt(const std::string& text);

/// "unit 3 of 2x3".
std::string unit_name(std::uint64_t unit, Shape shape);

/// "2x2, 2x3", "12 shapes from 1x1 to 3x2".
std::string names_of(const std::vector<Shape>& shapes);

}  // namespace gridcensus::host::conformance
