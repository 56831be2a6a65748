#include "host/graph/run_journal.hpp"

#include "host/base/errors.hpp"

#include <fmt/format.h>

#include <exception>
#include <utility>

namespace gridcensus::host {

namespace {

/// How long finished units may wait for the ledger. A kill loses at most this much work.
constexpr auto flush_interval = std::chrono::seconds{1};
/// How many may wait, so that a flood of tiny units does not pile up.
constexpr std::size_t flush_units = 4096;

}  // namespace

RunJournal::RunJournal(Ledger* ledger, bool fresh, std::function<void(const std::string&)> on_failure)
    : ledger_{ledger}, must_reset_{fresh}, on_failure_{std::move(on_failure)} {}

void RunJournal::open(Provenance provenance) {
  if (ledger_ == nullptr) return;
  guarded([&] {
    if (!must_reset_) key_ = ledger_->find_run(provenance.identity);
    if (key_) {
      concluded_ = ledger_->conclusion(*key_);
      earlier_seconds_ = ledger_->seconds(*key_);
    }
    const std::scoped_lock lock{mutex_};
    provenance_ = std::move(provenance);
  });
}

std::vector<UnitRecord> RunJournal::stored_units(const std::string& run_name, std::uint64_t units) {
  std::vector<UnitRecord> records;
  if (!key_) return records;
  guarded([&] {
    auto stored = ledger_->units(*key_);
    if (!stored.empty() && stored.back().unit >= units) {
      throw StorageError{
          fmt::format("{}: the ledger {} holds unit {} of a job of {} units; count it again with --fresh", run_name,
                      ledger_->file().string(), stored.back().unit, units)};
    }
    records = std::move(stored);
  });
  return records;
}

void RunJournal::add(std::uint64_t unit, const Tally& tally, double seconds) {
  const std::scoped_lock lock{mutex_};
  if (provenance_) buffer_.push_back({unit, tally, seconds});
}

void RunJournal::flush_if_due(const std::function<double()>& seconds) {
  const auto records = take_buffer(false);
  if (!records.empty()) write(records, nullptr, seconds());
}

void RunJournal::conclude(const Conclusion* conclusion, double seconds) {
  const auto records = take_buffer(true);
  if (!records.empty() || conclusion != nullptr) write(records, conclusion, seconds);
}

std::vector<UnitRecord> RunJournal::take_buffer(bool force) {
  const std::scoped_lock lock{mutex_};
  const bool is_due = Clock::now() - last_flush_ >= flush_interval || buffer_.size() >= flush_units;
  if (!force && !is_due) return {};
  last_flush_ = Clock::now();
  return std::exchange(buffer_, {});
}

void RunJournal::write(const std::vector<UnitRecord>& records, const Conclusion* conclusion, double seconds) {
  if (!provenance_) return;
  guarded([&] {
    ledger_->together([&] {
      const RunKey key = ledger_->open_run(*provenance_);
      if (std::exchange(must_reset_, false)) ledger_->reset(key);
      if (!records.empty()) ledger_->store_units(key, records, seconds);
      if (conclusion != nullptr) ledger_->conclude(key, *conclusion);
    });
  });
}

void RunJournal::guarded(const std::function<void()>& action) {
  try {
    action();
  } catch (const std::exception& error) {
    on_failure_(error.what());
  }
}

}  // namespace gridcensus::host
