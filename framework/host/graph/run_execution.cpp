#include "host/graph/run_execution.hpp"

#include "host/base/text.hpp"
#include "host/graph/soundness.hpp"
#include "host/graph/unit_weights.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

namespace gridcensus::host {

namespace {

/// How long finished units may wait for the ledger. A kill loses at most this much work.
constexpr auto flush_interval = std::chrono::seconds{1};
/// How many may wait, so that a flood of tiny units does not pile up.
constexpr std::size_t flush_units = 4096;

Checkpoint checkpoint_of(const Estimate& estimate) {
  return {estimate.samples, estimate.value, estimate.standard_error};
}

/// The message of whatever a strategy threw. Called in a catch block.
std::string thrown_message() {
  try {
    throw;
  } catch (const std::exception& error) {
    return error.what();
  } catch (...) {
    return "something that is no std::exception was thrown";
  }
}

}  // namespace

RunExecution::RunExecution(const Session& session, const Run& run) : session_{session}, run_{run} {
  if (session.options.board != nullptr) lane_ = &session.options.board->lane(run.number);
}

int RunExecution::prepare(const std::vector<RunResult>& results) {
  started_ = Clock::now();
  has_started_ = true;
  if (lane_ != nullptr) lane_->phase = ProgressBoard::Phase::preparing;
  try {
    if (!is_stopping()) prepare_unguarded(results);
  } catch (const Stopped&) {
    if (!is_stopping()) end(RunState::failed, "prepare: stopped, though nobody asked it to");
  } catch (...) {
    end(RunState::failed, "prepare: " + thrown_message());
  }
  if (job_ == nullptr || closed_ || is_stopping()) return 0;
  const std::uint64_t left = units_ - std::min(units_, folded_ + waiting_.size());
  tokens_ = static_cast<int>(std::min(left, static_cast<std::uint64_t>(session_.options.threads)));
  return tokens_;
}

void RunExecution::prepare_unguarded(const std::vector<RunResult>& results) {
  const Inputs inputs = collect_inputs(results);
  if (ended_) return;
  guard_storage([&] { open_ledger(inputs); });
  if (reused_ || is_stopping()) return;
  check_memory();
  if (ended_) return;
  prepare_job(inputs);
  std::vector<UnitRecord> records;
  guard_storage([&] { records = stored_units(); });
  resume(records);
}

Inputs RunExecution::collect_inputs(const std::vector<RunResult>& results) {
  Inputs inputs;
  for (const auto& [quantity, source] : run_.sources) {
    if (const auto* given = std::get_if<Integer>(&source)) {
      inputs.emplace(quantity, *given);
      continue;
    }
    const auto number = std::get<std::size_t>(source);
    const auto value = derive(quantity, results.at(number).outcomes, run_.problem);
    if (!value) {
      // The branch of a run that did not conclude ends here; the rest of the graph goes on.
      end(RunState::stopped, fmt::format("its input {} is missing, since {} did not conclude", name_of(quantity),
                                         session_.plan.runs.at(number).name()));
      return inputs;
    }
    inputs.emplace(quantity, *value);
  }
  return inputs;
}

void RunExecution::check_memory() {
  const auto& memory = run_.forecast.memory_bytes;
  for (const auto& budget : {run_.configuration->budget.memory_bytes, session_.experiment.budget.memory_bytes}) {
    if (!memory || !budget || *memory <= *budget) continue;
    end(RunState::stopped,
        fmt::format("needs {} of memory, the budget is {}", bytes_text(*memory), bytes_text(*budget)));
  }
}

void RunExecution::open_ledger(const Inputs& inputs) {
  Ledger* const ledger = session_.options.ledger;
  if (ledger == nullptr) return;
  provenance_ = provenance_of(session_.experiment, run_, inputs);
  // What is counted again replaces the old result when there is something to replace it with.
  must_reset_ = session_.options.fresh;
  if (must_reset_) return;
  key_ = ledger->find_run(provenance_->identity);
  if (!key_) return;
  reused_ = ledger->conclusion(*key_);
  earlier_seconds_ = ledger->seconds(*key_);
}

void RunExecution::prepare_job(const Inputs& inputs) {
  {
    const Working working{*this};
    job_ = run_.strategy->prepare({run_.problem, run_.quantities, inputs, StopToken{stop_}});
  }
  if (job_ == nullptr) throw std::runtime_error{"gave no job"};
  units_ = job_->units();
  seconds_limit_ = job_->seconds_limit();
  closed_ = job_->is_enough(sum_, 0);
  is_sum_ready_ = closed_ || units_ == 0;
  if (lane_ == nullptr) return;
  lane_->units = units_;
  lane_->weight = UnitWeights{*job_, units_}.of_all();
  lane_->seconds_limit = seconds_limit_.value_or(0);
  lane_->started_ns = ProgressBoard::now_ns();
  lane_->phase = ProgressBoard::Phase::counting;
}

std::vector<UnitRecord> RunExecution::stored_units() const {
  if (!key_) return {};
  auto records = session_.options.ledger->units(*key_);
  if (!records.empty() && records.back().unit >= units_) {
    throw StorageError{fmt::format("{}: the ledger {} holds unit {} of a job of {} units; count it again with --fresh",
                                   run_.name(), session_.options.ledger->file().string(), records.back().unit, units_)};
  }
  return records;
}

void RunExecution::resume(const std::vector<UnitRecord>& records) {
  for (const auto& [unit, tally, seconds] : records) {
    if (const auto broken = broken_invariant(unit, tally)) return fail(unit, RunState::broken, *broken);
    if (lane_ != nullptr) lane_->weight_resumed = lane_->weight_resumed + UnitWeights{*job_, units_}.of(unit);
    waiting_.emplace(unit, tally);
    ++resumed_units_;
  }
  if (lane_ != nullptr) {
    lane_->units_done = resumed_units_;
    lane_->weight_done = lane_->weight_resumed.load();
  }
  fold();
}

RunExecution::Token RunExecution::work() {
  std::unique_lock lock{units_mutex_};
  if (const auto unit = draw_unit()) {
    clock_.begin_work();
    lock.unlock();
    UnitDone done = count(*unit);
    lock.lock();
    clock_.end_work();
    accept(std::move(done));
    lock.unlock();
    flush_if_due();
    return Token::plays_on;
  }
  --tokens_;
  return tokens_ == 0 ? Token::retires_last : Token::retires;
}

std::optional<std::uint64_t> RunExecution::draw_unit() {
  if (closed_ || is_stopping()) return std::nullopt;
  while (drawn_ < folded_ || waiting_.contains(drawn_)) ++drawn_;
  if (drawn_ >= units_) return std::nullopt;
  // The first unit always runs, so that a limit of zero seconds still gives a sample.
  if (seconds_limit_ && drawn_ > 0 && seconds_so_far() >= *seconds_limit_) {
    closed_ = true;
    return std::nullopt;
  }
  return drawn_++;
}

RunExecution::UnitDone RunExecution::count(std::uint64_t unit) const {
  UnitDone done{.unit = unit, .tally = std::nullopt, .seconds = 0, .error = {}};
  if (is_stopping()) return done;
  UnitContext context{session_.experiment.seed, run_.stream, unit, StopToken{stop_}};
  const auto begin = Clock::now();
  try {
    Tally tally = job_->run(unit, context);
    // A unit that saw the stop may have left early: what it returned is no sum.
    if (!context.has_seen_stop()) done.tally = std::move(tally);
  } catch (const Stopped&) {
    if (!context.has_seen_stop()) done.error = "stopped, though nobody asked it to";
  } catch (...) {
    // Whatever a unit throws once it knows of a stop is its way to stop.
    if (!context.has_seen_stop()) done.error = thrown_message();
  }
  done.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  return done;
}

void RunExecution::accept(UnitDone done) {
  // Units beyond the sum were begun in vain; not even their errors count, or threads would show in the result.
  if (is_sum_ready_ || ended_) return;
  if (!done.error.empty()) return fail(done.unit, RunState::failed, done.error);
  if (!done.tally) return;
  try {
    if (const auto broken = broken_invariant(done.unit, *done.tally)) {
      return fail(done.unit, RunState::broken, *broken);
    }
    if (const auto flaw = flaw_of(*done.tally)) return fail(done.unit, RunState::failed, *flaw);
    if (provenance_) {
      const std::scoped_lock lock{buffer_mutex_};
      buffer_.push_back({done.unit, *done.tally, done.seconds});
    }
    if (lane_ != nullptr) {
      lane_->units_done += 1;
      lane_->weight_done = lane_->weight_done + UnitWeights{*job_, units_}.of(done.unit);
    }
    waiting_.emplace(done.unit, std::move(*done.tally));
  } catch (...) {
    return fail(done.unit, RunState::failed, thrown_message());
  }
  fold();
}

void RunExecution::fold() {
  // Only ever in unit order: floating-point sums and the decision to stop must not depend on who finished first.
  try {
    while (!is_sum_ready_ && !waiting_.empty() && waiting_.begin()->first == folded_) {
      sum_.add(waiting_.begin()->second);
      waiting_.erase(waiting_.begin());
      ++folded_;
      note_convergence();
      is_sum_ready_ = folded_ == units_ || job_->is_enough(sum_, folded_);
    }
  } catch (...) {
    // The sum may hold half of a unit: nothing may come of it any more.
    return end(RunState::failed, fmt::format("adding up the first {} units: {}", folded_ + 1, thrown_message()));
  }
  if (!is_sum_ready_) return;
  closed_ = true;
  // Units still in flight are beyond the sum: let them go early.
  stop_ = true;
}

void RunExecution::note_convergence() {
  if (!std::has_single_bit(folded_) || !run_.is_sampled()) return;
  try {
    for (const auto& [quantity, outcome] : job_->conclude(sum_, folded_).outcomes) {
      const auto* const estimate = std::get_if<Estimate>(&outcome);
      if (estimate == nullptr) continue;
      convergence_[quantity].push_back(checkpoint_of(*estimate));
    }
  } catch (const std::exception&) {
    // Too few samples for an estimate are no failure as long as more will come; the last word is the conclusion's.
  }
}

std::optional<std::string> RunExecution::broken_invariant(std::uint64_t unit, const Tally& tally) const {
  for (const auto& [name, divisor] : job_->divisors(unit)) {
    const Integer sum = tally.sum(name);
    if (divisor < 1) return fmt::format("the strategy declares the divisor {} for {}", to_decimal(divisor), name);
    if (sum % divisor == 0) continue;
    return fmt::format("{} = {} is not a multiple of {}", name, to_decimal(sum), to_decimal(divisor));
  }
  return std::nullopt;
}

void RunExecution::fail(std::uint64_t unit, RunState state, const std::string& message) {
  // Units below this one are done or in flight, and go on: the lowest failure is the same at any number of threads.
  closed_ = true;
  if (!failure_ || unit < failure_->unit) failure_ = {unit, state, message};
}

void RunExecution::end(RunState state, const std::string& message) {
  if (ended_) return;
  ended_ = state;
  message_ = message;
  closed_ = true;
  stop_ = true;
}

Report RunExecution::checked_report() const {
  Report report = job_->conclude(sum_, folded_);
  std::erase_if(report.outcomes, [&](const auto& entry) { return !run_.quantities.contains(entry.first); });
  for (const auto& yield : run_.configuration->plugin->about.yields) {
    if (!run_.quantities.contains(yield.quantity)) continue;
    const auto found = report.outcomes.find(yield.quantity);
    if (found == report.outcomes.end()) {
      throw std::runtime_error{fmt::format("gave no outcome for {}", name_of(yield.quantity))};
    }
    const Kind kind = kind_of(found->second);
    const Kind declared = run_.kind(yield.quantity);
    if (kind != declared && kind != Kind::unfinished) {
      throw std::runtime_error{fmt::format("gave an outcome of kind {} for {}, and declares kind {}", name_of(kind),
                                           name_of(yield.quantity), name_of(declared))};
    }
    if (const auto flaw = flaw_of(found->second)) {
      throw std::runtime_error{fmt::format("{}: {}", name_of(yield.quantity), *flaw)};
    }
    if (auto* const estimate = std::get_if<Estimate>(&found->second)) {
      if (const auto course = convergence_.find(yield.quantity); course != convergence_.end()) {
        estimate->convergence = course->second;
      }
      auto& course = estimate->convergence;
      if (course.empty() || course.back().samples != estimate->samples) {
        course.push_back(checkpoint_of(*estimate));
      }
    }
  }
  for (const auto& [name, finding] : report.findings) {
    if (const auto flaw = flaw_of(name, finding)) {
      throw std::runtime_error{fmt::format("finding {}: {}", printable(name), *flaw)};
    }
  }
  return report;
}

void RunExecution::conclude(RunResult& result) {
  result.resumed_units = resumed_units_;
  if (reused_) {
    result = {.state = RunState::concluded,
              .message = {},
              .outcomes = reused_->outcomes,
              .findings = reused_->findings,
              .units = reused_->units,
              .resumed_units = reused_->units,
              .seconds = reused_->seconds,
              .reused = true};
  } else {
    if (failure_ && !is_sum_ready_) end(failure_->state, fmt::format("unit {}: {}", failure_->unit, failure_->message));
    // Out of time is the planned end of a sampling job, but not if a stop took its units away.
    const bool is_out_of_time = closed_ && seconds_limit_.has_value() && !is_stopping();
    if (!ended_ && (is_sum_ready_ || is_out_of_time)) {
      try {
        const Working working{*this};
        Report report = checked_report();
        result.outcomes = std::move(report.outcomes);
        result.findings = std::move(report.findings);
        result.state = RunState::concluded;
      } catch (...) {
        end(RunState::failed, "conclude: " + thrown_message());
      }
    }
    result.units = folded_;
    result.seconds = guarded_seconds();
    const bool has_values = std::ranges::none_of(
        result.outcomes, [](const auto& entry) { return std::holds_alternative<Unfinished>(entry.second); });
    const Conclusion conclusion{folded_, result.seconds, result.outcomes, result.findings};
    write(take_buffer(true), result.state == RunState::concluded && has_values ? &conclusion : nullptr);
  }
  if (result.state != RunState::concluded || ended_) {
    const std::scoped_lock lock{stop_mutex_};
    result.state = ended_.value_or(RunState::stopped);
    result.can_go_on = !ended_;
    result.message = !message_.empty() ? message_ : stop_reason_;
    result.findings.clear();
    for (const auto quantity : run_.quantities) {
      result.outcomes.insert_or_assign(quantity, Unfinished{result.message});
    }
  }
  job_.reset();
  sum_ = {};
  waiting_.clear();
  if (lane_ == nullptr) return;
  lane_->units_done = result.units;
  lane_->phase = ProgressBoard::Phase::ended;
}

void RunExecution::request_stop(const std::string& reason) {
  const std::scoped_lock lock{stop_mutex_};
  if (stop_reason_.empty()) stop_reason_ = reason;
  stop_ = true;
}

void RunExecution::check_budget() {
  const auto& budget = run_.configuration->budget.seconds;
  if (!budget || !has_started_ || std::chrono::duration<double>(Clock::now() - started_).count() < *budget) return;
  request_stop(fmt::format("its budget of {} s is used up", *budget));
}

void RunExecution::flush_if_due() { write(take_buffer(false), nullptr); }

std::vector<UnitRecord> RunExecution::take_buffer(bool force) {
  const std::scoped_lock lock{buffer_mutex_};
  const bool is_due = Clock::now() - last_flush_ >= flush_interval || buffer_.size() >= flush_units;
  if (!force && !is_due) return {};
  last_flush_ = Clock::now();
  return std::exchange(buffer_, {});
}

void RunExecution::write(const std::vector<UnitRecord>& records, const Conclusion* conclusion) {
  // Asked in this order: the watcher may come before `prepare` has set the provenance, but never with records then.
  if ((records.empty() && conclusion == nullptr) || !provenance_) return;
  const double seconds = guarded_seconds();
  guard_storage([&] {
    Ledger& ledger = *session_.options.ledger;
    ledger.together([&] {
      const RunKey key = ledger.open_run(*provenance_);
      if (must_reset_) ledger.reset(key);
      must_reset_ = false;
      if (!records.empty()) ledger.store_units(key, records, seconds);
      if (conclusion != nullptr) ledger.conclude(key, *conclusion);
    });
  });
}

double RunExecution::guarded_seconds() {
  const std::scoped_lock lock{units_mutex_};
  return seconds_so_far();
}

void RunExecution::guard_storage(const std::function<void()>& action) {
  try {
    action();
  } catch (const std::exception& error) {
    session_.on_storage_error(error.what());
    request_stop("the ledger failed");
  }
}

}  // namespace gridcensus::host
