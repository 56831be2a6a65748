#include "host/graph/run_journal.hpp"

#include "host/base/errors.hpp"
#include "host/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <utility>

namespace gridcensus::host {

namespace {

/// The longest time that finished units wait for the ledger. A kill loses at most this much work.
constexpr auto flush_interval = std::chrono::seconds{1};
/// The number of finished units that may wait, so that many tiny ones do not pile up.
constexpr std::size_t flush_units = 4096;

/// Returns how the exact values of two conclusions of the same run differ, or nullopt if they agree.
std::optional<std::string> contradiction(const Conclusion& earlier, const Conclusion& now) {
  for (const auto& [quantity, outcome] : earlier.outcomes) {
    const auto* const before = std::get_if<Exact>(&outcome);
    const auto found = now.outcomes.find(quantity);
    const auto* const after = found == now.outcomes.end() ? nullptr : std::get_if<Exact>(&found->second);
    if (before == nullptr || after == nullptr || before->value == after->value) continue;
    return fmt::format(
        "the ledger has {} = {}, and counted afresh it is {}: one of the two is wrong; the ledger is "
        "left as it was",
        name_of(quantity), to_decimal(before->value), to_decimal(after->value));
  }
  return std::nullopt;
}

}  // namespace

RunJournal::RunJournal(Ledger* ledger, bool recount, RunEnd& end,
                       const std::function<void(const std::string&)>& on_storage_error)
    : ledger_{ledger}, recount_{recount}, end_{end}, on_storage_error_{on_storage_error} {}

void RunJournal::open(Provenance provenance, bool is_part) {
  if (ledger_ == nullptr) return;
  guarded([&] {
    is_part_ = is_part;
    key_ = is_part ? ledger_->open_run(provenance) : ledger_->find_run(provenance.identity);
    if (key_) {
      auto stored = ledger_->conclusion(*key_);
      (recount_ ? earlier_ : concluded_) = std::move(stored);
      if (!recount_) earlier_seconds_ = ledger_->seconds(*key_);
    }
    const std::scoped_lock lock{mutex_};
    provenance_ = std::move(provenance);
  });
}

void RunJournal::set_size(const UnitTotal& job, const std::optional<UnitTotal>& share) {
  if (!provenance_) return;
  {
    // Counting begins here. Time spent waiting must not cause the first unit to be written in a transaction of its own.
    const std::scoped_lock lock{mutex_};
    last_flush_ = Clock::now();
  }
  size_ = Size{job, share};
  if (is_part_) write({}, nullptr, 0);
}

void RunJournal::for_each_stored_unit(const std::string& run_name, std::uint64_t units,
                                      const std::function<void(UnitRecord)>& use) {
  if (!key_ || recount_) return;
  const auto take = [&](UnitRecord record) {
    if (record.unit >= units) {
      throw StorageError{fmt::format("{}: the ledger {} holds unit {} of a job of {}: give --ledger another file",
                                     run_name, ledger_->file().string(), record.unit, pluralise(units, "unit"))};
    }
    use(std::move(record));
  };
  guarded([&] { ledger_->for_each_unit(*key_, take); });
}

void RunJournal::for_each_unit_seconds(const std::function<void(double)>& use) {
  if (const auto run = key()) guarded([&] { ledger_->for_each_unit_seconds(*run, use); });
}

void RunJournal::add(std::uint64_t unit, const Tally& tally, double seconds, double weight) {
  const std::scoped_lock lock{mutex_};
  if (provenance_) buffer_.push_back({unit, tally, seconds, weight});
}

void RunJournal::flush_if_due(const std::function<double()>& seconds) {
  if (!is_flush_due()) return;
  const std::scoped_lock lock{writing_};
  const auto records = take_buffer(false);
  if (!records.empty()) write(records, nullptr, seconds());
}

void RunJournal::conclude(const Conclusion* conclusion, double seconds) {
  const std::scoped_lock lock{writing_};
  const auto records = take_buffer(true);
  // A run in the ledger has its size stored, unless the row was lost.
  const bool may_lack_size = size_ && key();
  if (!records.empty() || conclusion != nullptr || may_lack_size) write(records, conclusion, seconds);
}

bool RunJournal::is_flush_due() {
  const std::scoped_lock lock{mutex_};
  return Clock::now() - last_flush_ >= flush_interval || buffer_.size() >= flush_units;
}

std::vector<UnitRecord> RunJournal::take_buffer(bool force) {
  if (!force && !is_flush_due()) return {};
  const std::scoped_lock lock{mutex_};
  last_flush_ = Clock::now();
  return std::exchange(buffer_, {});
}

void RunJournal::write(const std::vector<UnitRecord>& records, const Conclusion* conclusion, double seconds) {
  if (!provenance_) return;
  guarded([&] {
    // The time of earlier sessions is stored with them.
    const double own_seconds = std::max(0.0, seconds - earlier_seconds_);
    ledger_->in_transaction([&] {
      const RunKey run = open_run();
      if (size_) {
        ledger_->store_job(run, size_->job);
        if (is_part_) ledger_->store_share(run, size_->share);
        size_.reset();
      }
      if (!records.empty()) ledger_->store_units(run, records, own_seconds);
      if (conclusion == nullptr) return;
      if (earlier_) {
        if (auto text = contradiction(*earlier_, *conclusion)) throw ResultMismatch{*std::move(text)};
      }
      ledger_->conclude(run, *conclusion, own_seconds);
    });
  });
}

void RunJournal::fail(std::optional<std::uint64_t> unit, const std::string& state, const std::string& message) {
  if (!provenance_) return;
  guarded([&] { ledger_->in_transaction([&] { ledger_->store_failure(open_run(), unit, state, message); }); });
}

/// Call it within a transaction, which serialises threads.
RunKey RunJournal::open_run() {
  const RunKey run = ledger_->open_run(*provenance_);
  const std::scoped_lock lock{mutex_};
  key_ = run;
  return run;
}

std::uint64_t RunJournal::recounted_units() {
  std::uint64_t units = 0;
  if (const auto run = key()) guarded([&] { units = ledger_->recount_count(*run); });
  return units;
}

std::optional<RunKey> RunJournal::key() {
  const std::scoped_lock lock{mutex_};
  return key_;
}

void RunJournal::guarded(const std::function<void()>& action) {
  if (has_failed_) return;
  try {
    action();
  } catch (const ResultMismatch& error) {
    // One of the two is wrong, and which one is unknown.
    end_.set({.state = RunState::broken, .message = error.what()});
  } catch (const std::exception& error) {
    has_failed_ = true;
    on_storage_error_(error.what());
  }
}

}  // namespace gridcensus::host
