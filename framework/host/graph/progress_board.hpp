#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
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

  struct Lane {
    std::atomic<Phase> phase{Phase::waiting};
    std::atomic<std::uint64_t> units_done{0};
    std::atomic<std::uint64_t> units{0};
    std::atomic<double> weight_done{0};  ///< of this session and earlier ones
    std::atomic<double> weight{0};       ///< of all units
    std::atomic<double> weight_resumed{0};
    std::atomic<double> seconds_limit{0};  ///< seconds after which a sampling run ends; 0: no such limit
    std::atomic<std::int64_t> started_ns{0};

    // For the engine, one thread at a time.
    void begin(std::uint64_t all_units, double weight_of_all, std::optional<double> limit);
    void resume(double weight_of_unit);
    void finish(double weight_of_unit);
    void end(std::uint64_t units_in_sum);
  };

  explicit ProgressBoard(std::size_t runs) : lanes_(runs) {}

  Lane& lane(std::size_t run) { return lanes_[run]; }
  const Lane& lane(std::size_t run) const { return lanes_[run]; }
  std::size_t size() const { return lanes_.size(); }

  /// Seconds that the lane has been counting in this session.
  static double seconds_counting(const Lane& lane);
  /// Seconds until the lane ends, judged by the weight done in this session; negative where nothing is known yet.
  static double seconds_left(const Lane& lane);

  static std::int64_t now_ns() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
  }

 private:
  std::vector<Lane> lanes_;
};

}  // namespace gridcensus::host
