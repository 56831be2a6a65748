#pragma once

#include "gridcensus/integer.hpp"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

namespace gridcensus::host {

/// The progress of each run. The engine writes it, and a display reads it.
///
/// @threads  any thread may read while the engine writes; each value is consistent by itself, not with the others.
class ProgressBoard {
 public:
  /// A job with more units is a sampling job without a limit of samples.
  static constexpr std::uint64_t endless_units = 1'000'000'000;

  enum class Phase { waiting, preparing, counting, ended };

  /// The limits at which a run may end before it has all its units.
  struct Limits {
    std::optional<double> seconds = {};  ///< of work for the run
    std::optional<double> relative_error = {};
  };

  /// The estimate of a sampling run that has not concluded yet.
  struct InterimEstimate {
    std::uint64_t units = 0;  ///< behind it
    Real value = 0;
    Real standard_error = 0;

    /// Returns nullopt if the value or its error is 0.
    std::optional<double> relative_error() const;
  };

  struct RunProgress {
    std::atomic<Phase> phase{Phase::waiting};
    std::atomic<std::uint64_t> units_done{0};
    std::atomic<std::uint64_t> units{0};
    std::atomic<double> weight_done{0};  ///< of this session and earlier ones
    std::atomic<double> weight{0};       ///< of all units
    std::atomic<double> weight_resumed{0};
    std::atomic<std::uint64_t> units_resumed{0};
    std::atomic<double> thread_seconds{0};   ///< that the units of this session took, added up
    std::atomic<double> earlier_seconds{0};  ///< of work for the run in earlier sessions
    std::atomic<double> seconds_worked{0};   ///< of work for the run in all sessions; waiting does not count
    std::atomic<double> seconds_limit{0};    ///< seconds after which a sampling run ends; 0: no such limit
    std::atomic<double> target_error{0};     ///< relative error at which a sampling run ends; 0: no such limit
    std::atomic<std::int64_t> started_ns{0};

    // For the engine, one thread at a time.
    void begin(std::uint64_t all_units, double weight_of_all, const Limits& limits);
    void resume(double weight_of_unit);
    void finish(double weight_of_unit, double seconds_of_unit);
    void show(const InterimEstimate& estimate);
    void end(std::uint64_t units_in_sum);

    std::optional<InterimEstimate> interim() const;

   private:
    mutable std::mutex mutex_;
    std::optional<InterimEstimate> interim_;
  };

  /// @param threads  the number of threads, shared by all runs
  explicit ProgressBoard(std::size_t runs, int threads = 1) : runs_(runs), threads_{threads} {}

  RunProgress& run(std::size_t number) { return runs_[number]; }
  const RunProgress& run(std::size_t number) const { return runs_[number]; }
  std::size_t size() const { return runs_.size(); }

  /// Returns the seconds for which the run has been counting in this session.
  static double seconds_counting(const RunProgress& progress);
  /// Returns the seconds until the run ends at this session's pace: at its last unit, its time limit or its target
  /// error, whichever comes first. Assumes that the error falls with the square root of the samples. Returns nullopt if
  /// nothing is known yet.
  static std::optional<double> time_left(const RunProgress& progress);
  /// The time until all runs have ended.
  struct TimeLeft {
    double seconds = 0;
    bool is_all_known = true;  ///< if false, some run has no forecast, so all take longer
  };
  TimeLeft time_left() const;

  static std::int64_t now_ns() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
  }

 private:
  /// Returns the time that a run needs if it has all threads to itself. It can use at most as many threads as it has
  /// units.
  double alone(const RunProgress& progress, double seconds_left) const;

  std::vector<RunProgress> runs_;
  int threads_;
};

}  // namespace gridcensus::host
