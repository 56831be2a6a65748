#pragma once

#include "host/ledger/ledger.hpp"

#include <chrono>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace gridcensus::host {

/// What the ledger has of one run, and what goes to it when. Without a ledger it does nothing. Where the ledger fails,
/// it says so once and does nothing any more.
///
/// @threads  `open` first; then any function from any thread.
class RunJournal {
 public:
  /// @param ledger      nullptr: nothing is kept
  /// @param fresh       count again what the ledger has; the old result goes when there is something to replace it with
  /// @param on_failure  called with the message when the ledger fails
  RunJournal(Ledger* ledger, bool fresh, std::function<void(const std::string&)> on_failure);

  /// Looks the run up.
  void open(Provenance provenance);

  /// What an earlier session concluded, if it did.
  const std::optional<Conclusion>& concluded() const { return concluded_; }
  /// Wall clock that the run took in earlier sessions.
  double earlier_seconds() const { return earlier_seconds_; }

  /// The units of earlier sessions.
  ///
  /// @param run_name  for the message where they do not fit
  /// @param units     how many the job has
  std::vector<UnitRecord> stored_units(const std::string& run_name, std::uint64_t units);

  /// Keeps a finished unit for the next writing.
  void add(std::uint64_t unit, const Tally& tally, double seconds);

  /// Writes finished units if the last time was a while ago, or if they are many.
  ///
  /// @param seconds  what the run took so far; asked only where something is written
  void flush_if_due(const std::function<double()>& seconds);

  /// Writes what is left, and the conclusion, if there is one, in one transaction.
  void conclude(const Conclusion* conclusion, double seconds);

 private:
  using Clock = std::chrono::steady_clock;

  void guarded(const std::function<void()>& action);
  std::vector<UnitRecord> take_buffer(bool force);
  void write(const std::vector<UnitRecord>& records, const Conclusion* conclusion, double seconds);

  Ledger* ledger_;
  bool must_reset_;  ///< the ledger's old units go with the first write
  std::function<void(const std::string&)> on_failure_;
  std::optional<Provenance> provenance_;
  std::optional<RunKey> key_;  ///< where the ledger has the run already
  std::optional<Conclusion> concluded_;
  double earlier_seconds_ = 0;

  std::mutex mutex_;                ///< guards the members below
  std::vector<UnitRecord> buffer_;  ///< done, not yet in the ledger
  Clock::time_point last_flush_ = Clock::now();
};

}  // namespace gridcensus::host
