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

/// Where each run stands, written by the engine and read by whoever shows it.
///
/// @threads  any thread may read while the engine writes; each value is right on its own.
class ProgressBoard {
 public:
  /// A job that claims more units is a sampling job without a limit of samples.
  static constexpr std::uint64_t endless_units = 1'000'000'000;

  enum class Phase { waiting, preparing, counting, ended };

  /// By what a run may end before it has all units.
  struct Limits {
    std::optional<double> seconds = {};  ///< in which a thread works for it
    std::optional<double> relative_error = {};
  };

  /// An estimate on its way.
  struct SoFar {
    std::uint64_t units = 0;  ///< behind it
    Real value = 0;
    Real standard_error = 0;

    /// nullopt where nothing can be said.
    std::optional<double> relative_error() const;
  };

  struct Lane {
    std::atomic<Phase> phase{Phase::waiting};
    std::atomic<std::uint64_t> units_done{0};
    std::atomic<std::uint64_t> units{0};
    std::atomic<double> weight_done{0};  ///< of this session and earlier ones
    std::atomic<double> weight{0};       ///< of all units
    std::atomic<double> weight_resumed{0};
    std::atomic<std::uint64_t> units_resumed{0};
    std::atomic<double> thread_seconds{0};   ///< that the units of this session took, added up
    std::atomic<double> weight_squared{0};   ///< of the units of this session: the sum of weight^2,
    std::atomic<double> weight_seconds{0};   ///< of weight * seconds,
    std::atomic<double> seconds_squared{0};  ///< and of seconds^2
    std::atomic<double> earlier_seconds{0};  ///< in which threads worked for it in earlier sessions
    std::atomic<double> seconds_worked{0};   ///< the same of all sessions, without the time in which it waited its turn
    std::atomic<double> seconds_limit{0};    ///< seconds after which a sampling run ends; 0: no such limit
    std::atomic<double> target_error{0};     ///< relative error at which a sampling run ends; 0: no such limit
    std::atomic<std::int64_t> started_ns{0};

    // For the engine, one thread at a time.
    void begin(std::uint64_t all_units, double weight_of_all, const Limits& limits);
    void resume(double weight_of_unit);
    void finish(double weight_of_unit, double seconds_of_unit);
    void show(const SoFar& estimate);
    void end(std::uint64_t units_in_sum);

    std::optional<SoFar> so_far() const;

   private:
    mutable std::mutex mutex_;
    std::optional<SoFar> so_far_;
  };

  /// @param threads  that work for all runs together
  explicit ProgressBoard(std::size_t runs, int threads = 1) : lanes_(runs), threads_{threads} {}

  Lane& lane(std::size_t run) { return lanes_[run]; }
  const Lane& lane(std::size_t run) const { return lanes_[run]; }
  std::size_t size() const { return lanes_.size(); }

  /// Seconds that the lane has been counting in this session.
  static double seconds_counting(const Lane& lane);
  /// The time until a lane has ended, or all of them.
  struct TimeLeft {
    double seconds = 0;
    double low = 0;  ///< with 95 %, if units vary as those so far
    double high = 0;
    bool is_all_known = true;  ///< else nothing is known of some lane, so it takes longer
  };

  /// Returns the time until the lane ends at the pace of this session: with the last of its units, at its limit of
  /// seconds, or, since an error falls with the root of the samples, at its target, whatever comes first. Returns
  /// nullopt if nothing is known yet.
  static std::optional<TimeLeft> time_left(const Lane& lane);
  /// Returns the same with the time in which lanes that have worked less catch up.
  std::optional<TimeLeft> time_left(std::size_t run) const;
  /// Returns the time until all lanes have ended.
  TimeLeft time_left() const;

  static std::int64_t now_ns() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
  }

 private:
  /// Returns the time that a lane needs if it has all threads to itself, which is no more than its units can use.
  double alone(const Lane& lane, double seconds_left) const;

  std::vector<Lane> lanes_;
  int threads_;
};

}  // namespace gridcensus::host
