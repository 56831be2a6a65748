#include "host/ledger/ledger.hpp"

#include "host/base/sha256.hpp"
#include "host/fields/values.hpp"
#include "host/ledger/checked_rows.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <exception>
#include <limits>
#include <map>
#include <mutex>
#include <stdexcept>
#include <type_traits>
#include <utility>

namespace gridcensus::host {

bool Conclusion::has_values() const {
  return std::ranges::none_of(outcomes,
                              [](const auto& entry) { return std::holds_alternative<Unfinished>(entry.second); });
}

struct Ledger::State {
  CheckedRows rows;
  SessionRow session;
  std::recursive_mutex mutex;  // recursive, because `in_transaction` holds it while its writes lock it again
  struct stat last_seen {};    ///< identity, size and last write time of the open file
  int writes_in_progress = 0;
  std::optional<Reference> touched;  ///< the session, once the transaction in progress has stored it

  State(const std::filesystem::path& file, SQLite::Database connection, SessionRow own)
      : rows{file, std::move(connection)}, session{std::move(own)} {
    ::stat(file.c_str(), &last_seen);
  }

  /// Runs `work` under the lock, and converts SQLite's errors to StorageErrors.
  template <class Work>
  auto locked(Work work) {
    const std::scoped_lock lock{mutex};
    return guarded(rows.file, work);
  }

  /// Checks before a write that the file is as the last write left it.
  class Write {
   public:
    explicit Write(State& state) : state_{state} {
      if (state_.writes_in_progress == 0) {
        state_.check_is_unchanged();
        state_.touched.reset();
      }
      ++state_.writes_in_progress;
    }
    ~Write() {
      // The rollback may include the row of the session.
      if (std::uncaught_exceptions() > 0) state_.touched.reset();
      if (--state_.writes_in_progress == 0) ::stat(state_.rows.file.c_str(), &state_.last_seen);
    }
    Write(const Write&) = delete;
    Write& operator=(const Write&) = delete;
    Write(Write&&) = delete;
    Write& operator=(Write&&) = delete;

   private:
    State& state_;
  };

  /// Does the same as one transaction.
  template <class Work>
  auto written(Work work) {
    return locked([&] {
      const Write write{*this};
      Savepoint transaction{rows.database};
      if constexpr (std::is_void_v<decltype(work())>) {
        work();
        transaction.release();
      } else {
        auto result = work();
        transaction.release();
        return result;
      }
    });
  }

  /// Checks that the file is the one opened. SQLite continues to write to a removed or replaced file, where no other
  /// process would find it, and mixes its pages with those of a file that was written over.
  void check_is_unchanged() {
    struct stat now {};
    const auto fail = [this](const char* what) {
      throw StorageError{name() + " was " + what +
                         " while in use. Restore it, or run again to recount; results since then were not saved"};
    };
    const bool is_there =
        ::stat(rows.file.c_str(), &now) == 0 && now.st_dev == last_seen.st_dev && now.st_ino == last_seen.st_ino;
    if (!is_there) fail("removed, renamed or replaced");
    const bool is_unchanged = now.st_size == last_seen.st_size && now.st_mtim.tv_sec == last_seen.st_mtim.tv_sec &&
                              now.st_mtim.tv_nsec == last_seen.st_mtim.tv_nsec;
    // Size and time alone prove nothing: some file systems round times after a while.
    if (!is_unchanged && !has_last_write_on_disk()) fail("overwritten");
  }

  bool has_last_write_on_disk() {
    try {
      const std::string bytes = bytes_on_disk(rows.database);
      if (bytes.empty()) return false;
      SQLite::Database on_disk = open_in_memory(bytes);
      if (on_disk.execAndGet("PRAGMA integrity_check(1)").getString() != "ok") return false;
      return stored_last_write(on_disk) == stored_last_write(rows.database);
    } catch (const SQLite::Exception&) {
      return false;  // no longer a database
    }
  }

  /// Returns the time of this session's last write, empty before the first.
  std::string stored_last_write(const SQLite::Database& ledger) const {
    const auto row = RowReader<SessionRow>{ledger, "checksum = ?", session.checksum}.next();
    return row ? row->last_write : "";
  }

  std::string name() const { return "ledger " + printable(rows.file.string()); }

  /// @throws std::out_of_range  there is no such run.
  Reference reference_to(RunKey run) const {
    const auto row = rows.find<RunRow>("id = ?", run);
    if (!row) throw std::out_of_range{"the ledger has no run " + std::to_string(run)};
    return {run, row->identity_sha256};
  }

  std::optional<RunKey> find(const std::string& identity) const {
    const auto row = rows.find<RunRow>("identity_sha256 = ?", sha256_of(identity));
    if (!row) return std::nullopt;
    if (row->identity != identity) throw rows.damaged(*row);
    return row->id;
  }

  /// Stores the time of this session's last write in its row, once in each transaction. Creates the row with the first
  /// write.
  Reference touch_session() {
    if (touched) return *touched;
    session.last_write = now_in_utc();
    RowWriter<SessionRow>{rows.database, OnConflict::keep_stored}.store(session);
    execute(rows.database, "UPDATE sessions SET last_write = ? WHERE checksum = ?", session.last_write,
            session.checksum);
    touched = Reference{rows.find<SessionRow>("checksum = ?", session.checksum)->id, session.checksum};
    return *touched;
  }

  template <class Row>
  bool store(Row row, OnConflict on_conflict = OnConflict::fail) const {
    return RowWriter<Row>{rows.database, on_conflict}.store(with_checksum(std::move(row)));
  }

  /// Stores a number of units. A number that is already stored must be the same.
  void store_size(const SizeRow& row) const {
    if (store(row, OnConflict::keep_stored)) return;
    const auto stored = rows.find<SizeRow>("run = ? AND part = ?", row.run, row.part);
    if (!stored) throw rows.damaged(row);
    if (stored->units == row.units) return;
    const std::string part = row.part.empty() ? "" : row.label() + " of ";
    throw ResultMismatch{name() + " has " + stored->units + " units for " + part + name_of_run(row.run) +
                         ", but now there are " + row.units + ", so the strategy is not deterministic"};
  }

  std::string name_of_run(const Reference& run) const {
    const auto row = rows.find<RunRow>("id = ?", run);
    return "run " + (row ? printable(row->label()) : std::to_string(run.id));
  }

  /// Records a recount. The tally must be the same; the seconds may differ.
  void recount(const UnitRow& again) const {
    const auto stored = rows.find<UnitRow>("run = ? AND unit = ?", again.run, again.unit);
    if (!stored) throw rows.damaged(again);
    if (stored->tally != again.tally) {
      throw ResultMismatch{name() + " already has another result for " + again.label() + " of " +
                           name_of_run(again.run) +
                           ", so the strategy is not deterministic, or one of the two counts is wrong. Nothing was "
                           "stored. The ledger has " +
                           shortened(stored->tally) + ", the new result is " + shortened(again.tally)};
    }
    if (stored->session == again.session) return;
    store(RecountRow{again.run, again.unit, again.session, again.tally, again.seconds, {}}, OnConflict::keep_stored);
  }

 private:
  static std::string shortened(const std::string& text) {
    constexpr std::size_t longest = 200;
    return printable(text.size() <= longest ? text : text.substr(0, longest) + "...");
  }
};

Ledger::Ledger(const std::filesystem::path& file, const Session& session)
    : state_{std::make_unique<State>(file, open_for_writing(file),
                                     with_checksum(SessionRow{session, 0, now_to_the_microsecond(), {}, {}}))} {}

Ledger::~Ledger() = default;

RunKey Ledger::open_run(const Provenance& provenance) {
  return state_->written([&] {
    state_->touch_session();
    if (const auto run = state_->find(provenance.identity)) return *run;
    state_->store(RunRow{provenance, 0, sha256_of(provenance.identity), {}});
    return state_->rows.database.getLastInsertRowid();
  });
}

std::optional<RunKey> Ledger::find_run(const std::string& identity) {
  return state_->locked([&] { return state_->find(identity); });
}

void Ledger::in_transaction(const std::function<void()>& work) { state_->written(work); }

void Ledger::store_job(RunKey run, const UnitTotal& job) {
  state_->written([&] {
    state_->store_size({state_->reference_to(run), "", std::to_string(job.units), job.weight, {}});
  });
}

void Ledger::store_share(RunKey run, const std::optional<UnitTotal>& share) {
  state_->written([&] {
    const std::string units = share ? std::to_string(share->units) : std::string{deferred_share};
    state_->store_size({state_->reference_to(run), state_->session.part, units, share ? share->weight : 0, {}});
  });
}

void Ledger::store_units(RunKey run, std::span<const UnitRecord> units, double seconds) {
  state_->written([&] {
    const Reference reference = state_->reference_to(run);
    const Reference session = state_->touch_session();
    RowWriter<UnitRow> writer{state_->rows.database, OnConflict::keep_stored};
    for (const UnitRecord& record : units) {
      if (record.unit > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
        throw std::out_of_range{"a ledger holds unit numbers up to 2^63 - 1"};
      }
      const auto unit = static_cast<std::int64_t>(record.unit);
      const auto row =
          with_checksum(UnitRow{reference, unit, session, encode(record.tally), record.weight, record.seconds, {}});
      if (!writer.store(row)) state_->recount(row);
    }
    state_->store(EffortRow{reference, session, seconds, {}}, OnConflict::replace_stored);
  });
}

void Ledger::for_each_unit(RunKey run, const std::function<void(UnitRecord)>& use) {
  state_->locked([&] {
    state_->rows.for_each_of<UnitRow>(state_->reference_to(run).id, [&](const UnitRow& row) {
      Tally tally;
      try {
        tally = decode<Tally>(row.tally);
      } catch (const std::invalid_argument&) {
        throw state_->rows.damaged(row);
      }
      use({static_cast<std::uint64_t>(row.unit), std::move(tally), row.seconds, row.weight});
    });
  });
}

std::uint64_t Ledger::recount_count(RunKey run) {
  return state_->locked(
      [&] { return count(state_->rows.database, "SELECT count(*) FROM recounts WHERE run = ?", run); });
}

void Ledger::for_each_unit_seconds(RunKey run, const std::function<void(double)>& use) {
  state_->locked([&] {
    SQLite::Statement query{state_->rows.database, "SELECT seconds FROM units WHERE run = ?"};
    query.bind(1, run);
    while (query.executeStep()) use(query.getColumn(0).getDouble());
  });
}

double Ledger::seconds(RunKey run) {
  return state_->locked([&] {
    // In an order that merges do not change, because sums of real numbers depend on it.
    std::map<std::string, double> by_session;
    state_->rows.for_each_of<EffortRow>(state_->reference_to(run).id, [&](const EffortRow& effort) {
      by_session[effort.session.name] = effort.seconds;
    });
    double sum = 0;
    for (const auto& [session, seconds] : by_session) sum += seconds;
    return sum;
  });
}

void Ledger::store_failure(RunKey run, std::optional<std::uint64_t> unit, const std::string& state,
                           const std::string& message) {
  state_->written([&] {
    const std::string number = unit ? std::to_string(*unit) : "";
    const Reference reference = state_->reference_to(run);
    state_->store(FailureRow{reference, state_->touch_session(), number, state, message, now_in_utc(), {}},
                  OnConflict::replace_stored);
  });
}

void Ledger::conclude(RunKey run, const Conclusion& conclusion, double seconds) {
  state_->written([&] {
    ConclusionRow row{.run = state_->reference_to(run),
                      .session = state_->touch_session(),
                      .units = std::to_string(conclusion.units),
                      .total = encode(conclusion.total),
                      .report = encode(Report{conclusion.outcomes, conclusion.findings}),
                      .seconds = conclusion.seconds,
                      .ended = now_in_utc(),
                      .checksum = {}};
    execute(state_->rows.database, "DELETE FROM conclusions WHERE run = ?", run);
    state_->store(row);
    state_->store(EffortRow{row.run, row.session, seconds, {}}, OnConflict::replace_stored);
  });
}

std::optional<Conclusion> Ledger::conclusion(RunKey run) {
  return state_->locked([&]() -> std::optional<Conclusion> {
    const auto row = state_->rows.find<ConclusionRow>("run = ?", state_->reference_to(run));
    return row ? std::optional{state_->rows.decode(*row)} : std::nullopt;
  });
}

void Ledger::store_document(std::string json) {
  state_->written([&] {
    state_->touch_session();
    const SessionRow& session = state_->session;
    state_->store(
        DocumentRow{
            session.experiment_sha256, session.seed, session.experiment, now_to_the_microsecond(), std::move(json), {}},
        OnConflict::replace_stored);
  });
}

const std::filesystem::path& Ledger::file() const { return state_->rows.file; }

}  // namespace gridcensus::host
