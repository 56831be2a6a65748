#include "host/graph/run_execution.hpp"

#include "host/base/text.hpp"
#include "host/graph/provenance.hpp"
#include "host/graph/sampling_limit.hpp"
#include "host/graph/unit_weights.hpp"
#include "host/graph/validation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace gridcensus::host {

RunExecution::RunExecution(const ExecutionContext& context, const Run& run)
    : context_{context},
      run_{run},
      progress_{context.options.board == nullptr ? nullptr : &context.options.board->run(run.number)},
      journal_{context.options.ledger, context.options.recount, end_, context.on_storage_error} {}

void RunExecution::register_part() {
  if (why_not_split(run_)) return;
  const auto inputs = inputs_of(run_, [](std::size_t) { return nullptr; });
  if (const auto* known = std::get_if<Inputs>(&inputs)) {
    journal_.open(provenance_of(run_, *known), true);
  }
}

int RunExecution::prepare(const std::vector<RunResult>& results) {
  started_ = Clock::now();
  has_started_ = true;
  if (progress_ != nullptr) progress_->phase = ProgressBoard::Phase::preparing;
  try {
    if (!end_.is_stopped()) prepare_unguarded(results);
  } catch (const Stopped&) {
    if (!end_.is_stopped()) end(RunState::failed, "prepare: threw Stopped, although no stop was requested");
  } catch (...) {
    end_with_current_failure("prepare");
  }
  if (!units_ || end_.is_stopped()) return 0;
  tokens_ = static_cast<int>(std::min(units_->left(), static_cast<std::uint64_t>(context_.options.threads)));
  return tokens_;
}

void RunExecution::prepare_unguarded(const std::vector<RunResult>& results) {
  const auto inputs = inputs_of(run_, [&](std::size_t number) { return &results.at(number).outcomes; });
  if (const auto* missing = std::get_if<Quantity>(&inputs)) return end_without_input(*missing);
  if (!context_.options.part.is_whole()) {
    if (const auto reason = why_not_split(run_)) return end(RunState::deferred, *reason);
  }
  const auto& values = std::get<Inputs>(inputs);
  if (context_.options.ledger != nullptr) {
    journal_.open(provenance_of(run_, values), !context_.options.part.is_whole());
  }
  if (journal_.concluded() || end_.is_stopped()) return;
  if (const auto reason = above_memory_budget(run_, context_.experiment)) return end(RunState::stopped, *reason);
  prepare_job(values);
  if (units_) resume();
}

void RunExecution::end_without_input(Quantity missing) {
  if (!context_.options.part.is_whole()) return end(RunState::deferred, why_not_split(context_.plan, run_, missing));
  // The branch of a run that did not conclude ends here; the rest of the graph continues.
  const auto source = std::get<std::size_t>(run_.sources.at(missing));
  end(RunState::stopped, fmt::format("its input {} is missing, since {} did not conclude", name_of(missing),
                                     context_.plan.runs.at(source).name()));
}

void RunExecution::prepare_job(const Inputs& inputs) {
  {
    const WorkClock::Scope working{clock_, mutex_};
    job_ = run_.strategy->prepare({run_.problem, run_.counted, inputs, end_.poll()});
  }
  select_units();
}

/// Selects the units to count: all of them, or a share.
void RunExecution::select_units() {
  const std::uint64_t units = job_->units();
  const UnitTotal all{units, UnitWeights{*job_, units}.total()};
  std::optional<Share> share;
  if (!context_.options.part.is_whole()) {
    if (const auto reason = why_not_split(*job_)) {
      journal_.set_size(all, std::nullopt);
      return end(RunState::deferred, *reason);
    }
    share.emplace(*job_, context_.options.part, run_.number);
  }
  const UnitTotal mine = share ? UnitTotal{share->size(), share->weight()} : all;
  journal_.set_size(all, mine);
  units_.emplace(*job_, run_.is_sampled(), std::move(share));
  if (progress_ != nullptr) {
    progress_->begin(mine.units, mine.weight,
                     {.seconds = run_.is_sampled() ? job_->seconds_limit() : std::nullopt,
                      .relative_error = sampling_limit(run_, limit_of_relative_error)});
  }
}

void RunExecution::resume() {
  clock_.add_earlier(journal_.earlier_seconds());
  if (progress_ != nullptr) progress_->earlier_seconds = journal_.earlier_seconds();
  journal_.for_each_stored_unit(run_.name(), units_->size(), [this](UnitRecord record) { resume(std::move(record)); });
}

/// Takes a unit of an earlier session.
void RunExecution::resume(UnitRecord record) {
  if (units_->failure()) return;
  try {
    if (const auto broken = broken_divisor(*job_, record.unit, record.tally)) {
      return units_->fail(record.unit, {RunState::broken, *broken});
    }
  } catch (...) {
    return units_->fail(record.unit, current_failure());
  }
  if (progress_ != nullptr) progress_->resume(record.weight);
  unit_times_.add(record.seconds);
  hand_in(record.unit, std::move(record.tally));
  ++resumed_units_;
}

RunExecution::Token RunExecution::work() {
  std::unique_lock lock{mutex_};
  if (!end_.is_stopped()) {
    if (const auto unit = units_->draw(clock_.seconds())) {
      clock_.begin_work();
      lock.unlock();
      count(*unit);
      lock.lock();
      clock_.end_work();
      lock.unlock();
      flush_if_due();
      return Token::continues;
    }
  }
  --tokens_;
  return tokens_ == 0 ? Token::retires_last : Token::retires;
}

void RunExecution::count(std::uint64_t unit) {
  if (end_.is_stopped()) return;
  CountedUnit counted = count_unit(*job_, unit, {{run_.seed, run_.stream, unit}, end_.poll()});
  const std::scoped_lock lock{mutex_};
  if (end_.is_final() || units_->is_sum_ready()) return;
  if (counted.failure) return units_->fail(unit, *std::move(counted.failure));
  if (!counted.tally) return;
  journal_.add(unit, *counted.tally, counted.seconds, counted.weight);
  unit_times_.add(counted.seconds);
  if (progress_ != nullptr) {
    progress_->finish(counted.weight, counted.seconds);
    progress_->seconds_worked = clock_.seconds();
  }
  hand_in(unit, *std::move(counted.tally));
}

void RunExecution::hand_in(std::uint64_t unit, Tally tally) {
  try {
    const std::uint64_t recorded = units_->recorded_units();
    units_->hand_in(unit, std::move(tally));
    if (units_->recorded_units() != recorded) show_estimate();
    // Units still running are not part of the sum: stop them early.
    if (units_->is_sum_ready()) end_.stop();
  } catch (...) {
    // The sum may contain half of a unit, so it must not be used.
    end_with_current_failure("adding up the first " + pluralise(units_->folded() + 1, "unit"));
  }
}

/// Call it in a catch block.
void RunExecution::end_with_current_failure(const std::string& where) {
  Ending ending = current_failure();
  ending.message = where + ": " + ending.message;
  end_.set(ending);
}

void RunExecution::conclude(RunResult& result) {
  result.reused = journal_.concluded().has_value();
  std::optional<Conclusion> conclusion = result.reused ? journal_.concluded() : conclude_sum();
  try {
    if (conclusion) {
      result.outcomes = answers_from(run_, conclusion->outcomes);
      result.findings = conclusion->findings;
      result.state = RunState::concluded;
    }
  } catch (...) {
    end_with_current_failure("conclude");
  }
  if (units_ && units_->is_share_done() && !end_.is_final()) {
    end(RunState::part_done, fmt::format("part {}: its {} of {} counted", to_string(context_.options.part),
                                         units_->share_done(), pluralise(units_->size(), "unit")));
  }
  result.units = conclusion ? conclusion->units : units_ ? units_->folded() + units_->share_done() : 0;
  result.resumed_units = result.reused ? result.units : resumed_units_;
  result.seconds = result.reused ? conclusion->seconds : seconds();
  if (!result.reused) {
    if (conclusion) conclusion->seconds = result.seconds;
    const bool is_kept = result.state == RunState::concluded && conclusion->has_values();
    journal_.conclude(is_kept ? &*conclusion : nullptr, result.seconds);
  }
  // A recount may contradict what the ledger has.
  if (result.state != RunState::concluded || end_.is_final())
    report_ending(end_.ending().value_or(Ending{.can_resume = true}), result);
  if (result.reused) journal_.for_each_unit_seconds([this](double seconds) { unit_times_.add(seconds); });
  result.unit_seconds = unit_times_.summary();
  result.recounted_units = journal_.recounted_units();
  units_.reset();
  job_.reset();
  if (progress_ != nullptr) progress_->end(result.units);
}

std::optional<Conclusion> RunExecution::conclude_sum() {
  if (!units_) return std::nullopt;
  if (units_->failure() && !units_->is_sum_ready()) end_.set(*units_->failure());
  // Reaching the time limit is the planned end of a sampling job, unless a stop dropped some of its units.
  const bool has_sum = units_->is_sum_ready() || (units_->is_out_of_time() && !end_.is_stopped());
  if (end_.is_final() || !has_sum) return std::nullopt;
  try {
    const WorkClock::Scope working{clock_, mutex_};
    Report report = checked_report(run_, job_->conclude(units_->sum(), units_->folded()), units_->convergence());
    return Conclusion{units_->folded(), 0, std::move(report.outcomes), std::move(report.findings), units_->sum()};
  } catch (...) {
    end_with_current_failure("conclude");
    return std::nullopt;
  }
}

/// Reports why there is no value.
void RunExecution::report_ending(const Ending& ending, RunResult& result) {
  result.state = ending.state;
  result.can_resume = ending.can_resume;
  result.message = ending.message;
  if (ending.state == RunState::failed || ending.state == RunState::broken) {
    journal_.fail(ending.unit, std::string{name_of(ending.state)}, ending.message);
  }
  for (const auto quantity : run_.quantities) result.outcomes[quantity] = Unfinished{result.message};
  if (units_ && units_->size() <= ProgressBoard::endless_units) result.units_total = units_->size();
  if (result.state == RunState::stopped) result.interim = estimates_so_far();
}

/// Returns the estimates that the units in the sum give. For a run that was to continue, so nothing depends on them: on
/// any error there is no estimate.
std::map<Quantity, Estimate> RunExecution::estimates_so_far() {
  std::map<Quantity, Estimate> estimates;
  if (!units_ || units_->failure() || !run_.is_sampled() || units_->folded() == 0) return estimates;
  try {
    const Report report = checked_report(run_, job_->conclude(units_->sum(), units_->folded()), units_->convergence());
    for (const auto& [quantity, outcome] : answers_from(run_, report.outcomes)) {
      if (const auto* const estimate = std::get_if<Estimate>(&outcome)) estimates.emplace(quantity, *estimate);
    }
  } catch (...) {
    estimates.clear();
  }
  return estimates;
}

/// Shows the first of the estimates on the board.
void RunExecution::show_estimate() {
  if (progress_ == nullptr) return;
  for (const auto quantity : run_.quantities) {
    const auto recorded = units_->convergence().find(run_.follows_from(quantity).value_or(quantity));
    if (recorded == units_->convergence().end()) continue;
    const Checkpoint& last = recorded->second.back();
    // The last units may have no estimate; then this is an older one.
    if (std::exchange(shown_samples_, last.samples) == last.samples) return;
    const Real divisor = recorded->first == quantity ? 1 : to_real(reduction(quantity, run_.problem).divisor);
    progress_->show({units_->recorded_units(), last.value / divisor, last.standard_error / divisor});
    return;
  }
}

void RunExecution::check_budget() {
  const auto& budget = run_.configuration->budget.seconds;
  if (!budget || !has_started_ || std::chrono::duration<double>(Clock::now() - started_).count() < *budget) return;
  request_stop(fmt::format("its budget of {} s is used up", *budget));
}

void RunExecution::flush_if_due() {
  journal_.flush_if_due([this] { return seconds(); });
}

double RunExecution::seconds() {
  const std::scoped_lock lock{mutex_};
  return clock_.seconds();
}

}  // namespace gridcensus::host
