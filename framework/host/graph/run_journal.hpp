#pragma once

#include "host/graph/run_end.hpp"
#include "host/ledger/ledger.hpp"

#include <atomic>
#include <chrono>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace gridcensus::host {

/// Reads the ledger's record of one run and decides when to write to it. Does nothing without a ledger. If the ledger
/// fails, reports that once and then does nothing.
///
/// @threads  `open` first; then any function from any thread.
class RunJournal {
 public:
  /// @param ledger            nullptr: nothing is stored
  /// @param recount           recount what the ledger has, and compare the results
  /// @param end               of the run, which ends as broken if a result differs from the stored one; must outlive
  ///                          this object
  /// @param on_storage_error  called with the message when the ledger fails; must outlive this object
  RunJournal(Ledger* ledger, bool recount, RunEnd& end,
             const std::function<void(const std::string&)>& on_storage_error);

  /// Looks the run up in the ledger.
  ///
  /// @param is_part  registers the run in the ledger now, so a lost part can be noticed
  void open(Provenance provenance, bool is_part);

  /// Sets the number of units. It is written with the first unit, or, in a part, at once.
  ///
  /// @param share  the units of this part; nullopt: all units or, in a part, none, because the run is left to the
  ///               process that concludes
  void set_size(const UnitTotal& job, const std::optional<UnitTotal>& share);

  /// Returns the conclusion of an earlier session, if there is one.
  const std::optional<Conclusion>& concluded() const { return concluded_; }
  /// Returns the wall time that the run took in earlier sessions.
  double earlier_seconds() const { return earlier_seconds_; }

  /// Calls `use` with each unit of earlier sessions. `use` must not throw, or use the journal.
  ///
  /// @param run_name  for the message if they do not fit the job
  /// @param units     the number of units of the job
  void for_each_stored_unit(const std::string& run_name, std::uint64_t units,
                            const std::function<void(UnitRecord)>& use);

  /// Calls `use` with the seconds that each unit in the ledger took.
  void for_each_unit_seconds(const std::function<void(double)>& use);

  /// Buffers a finished unit for the next write.
  void add(std::uint64_t unit, const Tally& tally, double seconds, double weight);

  /// Writes finished units if enough time has passed since the last write, or if they are many.
  ///
  /// @param seconds  returns the run's time so far; called only if something is written
  void flush_if_due(const std::function<double()>& seconds);

  /// Writes the remaining units and the conclusion, if there is one, in one transaction.
  void conclude(const Conclusion* conclusion, double seconds);

  /// Stores the failure of the run.
  void fail(std::optional<std::uint64_t> unit, const std::string& state, const std::string& message);

  /// Returns the number of units in the ledger that another session recounted with the same result.
  std::uint64_t recounted_units();

  /// Returns the key of the run in the ledger; nullopt until the run is registered.
  std::optional<RunKey> key();

 private:
  using Clock = std::chrono::steady_clock;

  void guarded(const std::function<void()>& action);
  RunKey open_run();
  bool is_flush_due();
  std::vector<UnitRecord> take_buffer(bool force);
  void write(const std::vector<UnitRecord>& records, const Conclusion* conclusion, double seconds);

  Ledger* ledger_;
  bool recount_;
  RunEnd& end_;
  const std::function<void(const std::string&)>& on_storage_error_;
  std::optional<Provenance> provenance_;
  std::optional<RunKey> key_;
  bool is_part_ = false;
  struct Size {
    UnitTotal job;
    std::optional<UnitTotal> share;
  };
  std::optional<Size> size_;  ///< set until it is written
  std::optional<Conclusion> concluded_;
  std::optional<Conclusion> earlier_;  ///< the conclusion that a recount must not contradict
  double earlier_seconds_ = 0;

  /// Set when the ledger fails. The units of that write are lost, so a conclusion that still fits must not follow.
  std::atomic<bool> has_failed_{false};

  /// Held from taking units out of the buffer to the end of their write, so no conclusion is written before that end,
  /// or after a failure that another thread has not yet reported.
  std::mutex writing_;

  std::mutex mutex_;                ///< guards the members below
  std::vector<UnitRecord> buffer_;  ///< finished, but not yet in the ledger
  Clock::time_point last_flush_ = Clock::now();
};

}  // namespace gridcensus::host
