#pragma once

#include "host/graph/run_end.hpp"
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
  /// @param ledger            nullptr: nothing is kept
  /// @param fresh             count again what the ledger has, and compare the results
  /// @param end               of the run, which is broken if a result differs from the stored one; must outlive this
  /// @param on_storage_error  called with the message when the ledger fails; must outlive this object
  RunJournal(Ledger* ledger, bool fresh, RunEnd& end, const std::function<void(const std::string&)>& on_storage_error);

  /// Looks the run up.
  ///
  /// @param is_part  the run gets its place in the ledger now, so that a part that was lost shows
  void open(Provenance provenance, bool is_part);

  /// Takes note of how many units there are; written with the first of them, or, of a part, now.
  ///
  /// @param share  what is this part's of it; nullopt: all of it, or, of a part, none: it is left to the concluding run
  void set_size(const UnitTotal& job, const std::optional<UnitTotal>& share);

  /// What an earlier session concluded, if it did.
  const std::optional<Conclusion>& concluded() const { return concluded_; }
  /// Wall clock that the run took in earlier sessions.
  double earlier_seconds() const { return earlier_seconds_; }

  /// The units of earlier sessions.
  ///
  /// @param run_name  for the message where they do not fit
  /// @param units     how many the job has
  std::vector<UnitRecord> stored_units(const std::string& run_name, std::uint64_t units);

  /// Gives what each unit in the ledger took.
  void for_each_unit_seconds(const std::function<void(double)>& use);

  /// Keeps a finished unit for the next writing.
  void add(std::uint64_t unit, const Tally& tally, double seconds, double weight);

  /// Writes finished units if the last time was a while ago, or if they are many.
  ///
  /// @param seconds  what the run took so far; asked only where something is written
  void flush_if_due(const std::function<double()>& seconds);

  /// Writes what is left, and the conclusion, if there is one, in one transaction.
  void conclude(const Conclusion* conclusion, double seconds);

  /// Keeps that the run failed.
  void fail(std::optional<std::uint64_t> unit, const std::string& state, const std::string& message);

  /// How many of the units in the ledger were counted again in another session, with the same result.
  std::uint64_t recounted_units();

  /// The run in the ledger, once it is there.
  std::optional<RunKey> key();

 private:
  using Clock = std::chrono::steady_clock;

  void guarded(const std::function<void()>& action) const;
  RunKey open_run();
  std::vector<UnitRecord> take_buffer(bool force);
  void write(const std::vector<UnitRecord>& records, const Conclusion* conclusion, double seconds);

  Ledger* ledger_;
  bool fresh_;
  RunEnd& end_;
  const std::function<void(const std::string&)>& on_storage_error_;
  std::optional<Provenance> provenance_;
  std::optional<RunKey> key_;
  bool is_part_ = false;
  struct Size {
    UnitTotal job;
    std::optional<UnitTotal> share;
  };
  std::optional<Size> size_;  ///< until it is written
  std::optional<Conclusion> concluded_;
  std::optional<Conclusion> earlier_;  ///< what a fresh conclusion must not contradict
  double earlier_seconds_ = 0;

  std::mutex mutex_;                ///< guards the members below
  std::vector<UnitRecord> buffer_;  ///< done, not yet in the ledger
  Clock::time_point last_flush_ = Clock::now();
};

}  // namespace gridcensus::host
