#include "host/graph/engine.hpp"

#include "host/base/text.hpp"
#include "host/graph/provenance.hpp"
#include "host/graph/run_end.hpp"
#include "host/graph/run_journal.hpp"
#include "host/graph/run_scheduler.hpp"
#include "host/graph/run_units.hpp"
#include "host/graph/share.hpp"
#include "host/graph/unit_times.hpp"
#include "host/graph/unit_weights.hpp"
#include "host/graph/validation.hpp"
#include "host/graph/work_clock.hpp"

#include <fmt/format.h>
#include <tbb/flow_graph.h>
#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <condition_variable>
#include <cstring>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <stop_token>
#include <thread>
#include <tuple>
#include <utility>

namespace gridcensus::host {

namespace {

namespace flow = tbb::flow;
using Announcement = flow::continue_msg;

/// The interval at which budgets, signals and the age of unsaved units are checked.
constexpr auto watch_interval = std::chrono::milliseconds{20};

using RunNumber = std::size_t;

/// State shared by all runs of one execution.
struct ExecutionContext {
  const Experiment& experiment;
  const Plan& plan;
  const ExecuteOptions& options;
  ProgressBoard& board;
  /// Called with the message when the ledger fails. Stops all runs.
  std::function<void(const std::string&)> on_storage_error;
};

/// Takes one run from `prepare` to `conclude`. Calls the strategy and confines its failures to this run. RunUnits
/// chooses the next unit and adds up tallies; RunJournal writes to the ledger.
///
/// The engine calls `prepare` once, then `work` for every token that `prepare` returned, repeatedly until the token
/// retires, then `conclude` once.
class RunExecution {
 public:
  RunExecution(const ExecutionContext& context, const Run& run)
      : context_{context},
        run_{run},
        progress_{context.board.run(run.number)},
        journal_{context.options.ledger, context.options.recount, end_, context.on_storage_error} {}

  /// Registers the run in the ledger of a part, if its inputs are already known.
  void register_part() {
    if (why_not_split(run_)) return;
    const auto inputs = inputs_of(run_, [](std::size_t) { return nullptr; });
    if (const auto* known = std::get_if<Inputs>(&inputs)) {
      journal_.open(provenance_of(run_, *known), true);
    }
  }

  /// Fetches the inputs, reads the ledger and prepares the job. Never throws: an error ends the run.
  ///
  /// @param results  of all runs; those of the sources have ended
  /// @return         the number of tokens to start: at most one per thread, none if there is nothing to count
  int prepare(const std::vector<RunResult>& results) {
    started_ = Clock::now();
    has_started_ = true;
    progress_.phase = ProgressBoard::Phase::preparing;
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

  /// The state of a token after one call of `work`.
  enum class Token {
    continues,
    retires,      ///< nothing is left to begin
    retires_last  ///< the last token has retired, so the run can conclude
  };

  /// Counts the next unit. Its number is drawn here, when a thread is available, so units begin in order however the
  /// tokens are scheduled.
  ///
  /// @threads  as many at the same time as there are tokens.
  Token work() {
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

  /// Stores the conclusion in `result`, or the reason why there is none, and frees the job.
  void conclude(RunResult& result) {
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
    progress_.end(result.units);
  }

  /// Requests the run to stop; the first reason counts.
  ///
  /// @threads  any time from any thread.
  void request_stop(const std::string& reason) { end_.set({.message = reason, .can_resume = true}); }

  /// Writes finished units to the ledger if enough time has passed since the last write.
  ///
  /// @threads  any time from any thread.
  void flush_if_due() {
    journal_.flush_if_due([this] { return seconds(); });
  }

  /// Stops the run if its own budget is used up.
  ///
  /// @threads  any time from any thread.
  void check_budget() {
    const auto& budget = run_.configuration->budget.seconds;
    if (!budget || !has_started_ || std::chrono::duration<double>(Clock::now() - started_).count() < *budget) return;
    request_stop(fmt::format("its budget of {} s is used up", *budget));
  }

 private:
  using Clock = std::chrono::steady_clock;

  void end(RunState state, const std::string& message) { end_.set({.state = state, .message = message}); }

  void prepare_unguarded(const std::vector<RunResult>& results) {
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

  void end_without_input(Quantity missing) {
    if (!context_.options.part.is_whole()) return end(RunState::deferred, why_not_split(context_.plan, run_, missing));
    // The branch of a run that did not conclude ends here; the rest of the graph continues.
    const auto source = std::get<std::size_t>(run_.sources.at(missing));
    end(RunState::stopped, fmt::format("its input {} is missing, since {} did not conclude", name_of(missing),
                                       context_.plan.runs.at(source).name()));
  }

  void prepare_job(const Inputs& inputs) {
    {
      const WorkClock::Scope working{clock_, mutex_};
      job_ = run_.strategy->prepare({run_.problem, run_.counted, inputs, end_.poll()});
    }
    select_units();
  }

  /// Selects the units to count: all of them, or a share.
  void select_units() {
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
    progress_.begin(mine.units, mine.weight,
                    {.seconds = run_.is_sampled() ? job_->seconds_limit() : std::nullopt,
                     .relative_error = sampling_limit(run_, limit_of_relative_error)});
  }

  void resume() {
    clock_.add_earlier(journal_.earlier_seconds());
    progress_.earlier_seconds = journal_.earlier_seconds();
    journal_.for_each_stored_unit(run_.name(), units_->size(),
                                  [this](UnitRecord record) { resume(std::move(record)); });
  }

  /// Takes a unit of an earlier session.
  void resume(UnitRecord record) {
    if (units_->failure()) return;
    try {
      if (const auto broken = broken_divisor(*job_, record.unit, record.tally)) {
        return units_->fail(record.unit, {RunState::broken, *broken});
      }
    } catch (...) {
      return units_->fail(record.unit, current_failure());
    }
    progress_.resume(record.weight);
    unit_times_.add(record.seconds);
    hand_in(record.unit, std::move(record.tally));
    ++resumed_units_;
  }

  void count(std::uint64_t unit) {
    if (end_.is_stopped()) return;
    CountedUnit counted = count_unit(*job_, unit, {{run_.seed, run_.stream, unit}, end_.poll()});
    const std::scoped_lock lock{mutex_};
    if (end_.is_final() || units_->is_sum_ready()) return;
    if (counted.failure) return units_->fail(unit, *std::move(counted.failure));
    if (!counted.tally) return;
    journal_.add(unit, *counted.tally, counted.seconds, counted.weight);
    unit_times_.add(counted.seconds);
    progress_.finish(counted.weight, counted.seconds);
    progress_.seconds_worked = clock_.seconds();
    hand_in(unit, *std::move(counted.tally));
  }

  void hand_in(std::uint64_t unit, Tally tally) {
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
  void end_with_current_failure(const std::string& where) {
    Ending ending = current_failure();
    ending.message = where + ": " + ending.message;
    end_.set(ending);
  }

  std::optional<Conclusion> conclude_sum() {
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
  void report_ending(const Ending& ending, RunResult& result) {
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

  /// Returns the estimates that the units in the sum give. For a run that was to continue, so nothing depends on them:
  /// on any error there is no estimate.
  std::map<Quantity, Estimate> estimates_so_far() {
    std::map<Quantity, Estimate> estimates;
    if (!units_ || units_->failure() || !run_.is_sampled() || units_->folded() == 0) return estimates;
    try {
      const Report report =
          checked_report(run_, job_->conclude(units_->sum(), units_->folded()), units_->convergence());
      for (const auto& [quantity, outcome] : answers_from(run_, report.outcomes)) {
        if (const auto* const estimate = std::get_if<Estimate>(&outcome)) estimates.emplace(quantity, *estimate);
      }
    } catch (...) {
      estimates.clear();
    }
    return estimates;
  }

  /// Shows the first of the estimates on the board.
  void show_estimate() {
    for (const auto quantity : run_.quantities) {
      const auto recorded = units_->convergence().find(run_.follows_from(quantity).value_or(quantity));
      if (recorded == units_->convergence().end()) continue;
      const Checkpoint& last = recorded->second.back();
      // The last units may have no estimate; then this is an older one.
      if (std::exchange(shown_samples_, last.samples) == last.samples) return;
      const Real divisor = recorded->first == quantity ? 1 : to_real(reduction(quantity, run_.problem).divisor);
      progress_.show({units_->recorded_units(), last.value / divisor, last.standard_error / divisor});
      return;
    }
  }

  double seconds() {
    const std::scoped_lock lock{mutex_};
    return clock_.seconds();
  }

  const ExecutionContext& context_;
  const Run& run_;
  ProgressBoard::RunProgress& progress_;
  RunEnd end_;
  RunJournal journal_;

  std::unique_ptr<const Job> job_;
  std::mutex mutex_;  ///< guards the members below, to `shown_samples_`, while tokens are active
  std::optional<RunUnits> units_;
  WorkClock clock_;
  UnitTimes unit_times_;
  int tokens_ = 0;  ///< not yet retired
  std::uint64_t resumed_units_ = 0;
  std::uint64_t shown_samples_ = 0;  ///< behind the estimate on the board

  Clock::time_point started_;
  std::atomic<bool> has_started_{false};
};

/// State that runs share while the graph exists.
class Execution {
 public:
  Execution(const Experiment& experiment, const Plan& plan, const ExecuteOptions& options)
      : experiment_{experiment},
        plan_{plan},
        options_{options},
        own_board_{plan.runs.size(), options.threads},
        context_{.experiment = experiment,
                 .plan = plan,
                 .options = options,
                 .board = options.board == nullptr ? own_board_ : *options.board,
                 .on_storage_error = [this](const std::string& message) { fail_storage(message); }},
        results_(plan.runs.size()) {
    for (const auto& run : plan.runs) runs_.push_back(std::make_unique<RunExecution>(context_, run));
  }

  ExecutedRuns run() {
    // Before anything is counted, so a part that is killed early is listed as one that lacks all its units.
    if (!options_.part.is_whole()) {
      for (const auto& run : runs_) run->register_part();
    }
    {
      const std::jthread watcher{[this](const std::stop_token& done) { watch(done); }};
      tbb::global_control parallelism{tbb::global_control::max_allowed_parallelism,
                                      static_cast<std::size_t>(options_.threads)};
      tbb::task_arena arena{options_.threads};
      arena.execute([this] { run_graph(); });
    }
    runs_.clear();  // their jobs are not needed any more
    return {std::move(results_), options_.part, storage_error_};
  }

 private:
  /// Runs the graph:
  ///
  ///     work items -> a run concludes
  ///         ^  |
  ///         +--+  as long as its units are not done
  ///
  /// A message at `work` announces an item; the scheduler chooses it when a thread is free.
  void run_graph() {
    flow::graph graph;
    // At most threads + 1 runs hold large tables: while one ends, the next is prepared. An isolated run always needs a
    // slot, because its memory is that of its processes.
    RunScheduler scheduler{plan_, static_cast<std::size_t>(options_.threads) + 1, [this](const Run& run) {
                             return !run.configuration->isolation.value_or(experiment_.isolation).is_wanted;
                           }};
    using Work = flow::multifunction_node<Announcement, std::tuple<Announcement>>;
    Work work{graph, static_cast<std::size_t>(options_.threads), [this, &scheduler](Announcement, auto& ports) {
                bodies_ended_.load(std::memory_order_acquire);
                const std::size_t messages = work_on_next(scheduler);
                bodies_ended_.fetch_add(1, std::memory_order_acq_rel);
                for (std::size_t i = 0; i < messages; ++i) std::get<0>(ports).try_put(Announcement{});
              }};
    flow::make_edge(flow::output_port<0>(work), work);

    for (auto items = scheduler.items_at_start(); items > 0; --items) work.try_put(Announcement{});
    graph.wait_for_all();
    bodies_ended_.load(std::memory_order_acquire);
    // No body throws. A cancelled graph would mean missing units, so it must never pass for a result.
    if (graph.is_cancelled()) throw std::logic_error{"the task graph was cancelled"};
    if (!scheduler.have_all_ended()) throw std::logic_error{"the task graph left a run out"};
  }

  /// Executes the next work item, and concludes its run if it was the last.
  ///
  /// @return  the number of items that follow
  std::size_t work_on_next(RunScheduler& scheduler) {
    const auto dispatch = scheduler.take();
    if (!dispatch) return 0;
    using Clock = std::chrono::steady_clock;
    const auto begin = Clock::now();
    RunExecution& run = *runs_[dispatch->run];
    std::size_t items = 0;
    bool is_over = false;
    if (dispatch->is_first) {
      {
        const std::scoped_lock lock{active_mutex_};
        active_.insert(dispatch->run);
      }
      items = static_cast<std::size_t>(run.prepare(results_));
      is_over = items == 0;
    } else {
      const auto token = run.work();
      items = token == RunExecution::Token::continues ? 1 : 0;
      is_over = token == RunExecution::Token::retires_last;
    }
    if (items > 0) {
      scheduler.put(dispatch->run, items, std::chrono::duration<double>(Clock::now() - begin).count());
    }
    std::size_t messages = dispatch->messages + items;
    if (is_over) {
      conclude(dispatch->run);
      messages += scheduler.end(dispatch->run);
    }
    return messages;
  }

  void conclude(RunNumber number) {
    runs_[number]->conclude(results_[number]);
    {
      const std::scoped_lock lock{active_mutex_};
      active_.erase(number);
    }
  }

  void watch(const std::stop_token& done) {
    const auto started = std::chrono::steady_clock::now();
    std::mutex mutex;
    std::condition_variable_any pause;
    std::unique_lock lock{mutex};
    bool has_stopped = false;  // stop only once: there may be very many runs
    while (!done.stop_requested()) {
      if (!has_stopped && options_.stop_signal != nullptr && StopSignal::received() != 0) {
        stop_all(fmt::format("stopped by SIG{}", sigabbrev_np(StopSignal::received())));
        has_stopped = true;
      }
      const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - started;
      const auto& budget = experiment_.budget.seconds;
      if (!has_stopped && budget && elapsed.count() >= *budget) {
        stop_all(fmt::format("the experiment's budget of {} s is used up", *budget));
        has_stopped = true;
      }
      for (const RunNumber number : active_runs()) {
        runs_[number]->check_budget();
        runs_[number]->flush_if_due();
      }
      pause.wait_for(lock, done, watch_interval, [] { return false; });
    }
  }

  /// Returns the runs between their preparation and their conclusion: few, however many the plan has.
  std::vector<RunNumber> active_runs() {
    const std::scoped_lock lock{active_mutex_};
    return {active_.begin(), active_.end()};
  }

  void stop_all(const std::string& reason) {
    for (const auto& run : runs_) run->request_stop(reason);
  }

  void fail_storage(const std::string& message) {
    {
      const std::scoped_lock lock{storage_mutex_};
      if (storage_error_.empty()) storage_error_ = message;
    }
    stop_all("the ledger failed");
  }

  /// Makes the effects of each node body visible to every body that begins after it, and to the thread that waits for
  /// the graph. TBB guarantees this already, but ThreadSanitizer cannot see into TBB.
  std::atomic<std::uint64_t> bodies_ended_{0};
  const Experiment& experiment_;
  const Plan& plan_;
  const ExecuteOptions& options_;
  ProgressBoard own_board_;  ///< if no other one is to be shown
  const ExecutionContext context_;
  std::vector<RunResult> results_;
  std::vector<std::unique_ptr<RunExecution>> runs_;
  std::mutex active_mutex_;
  std::set<RunNumber> active_;  ///< prepared or being prepared, but not concluded
  std::mutex storage_mutex_;
  std::string storage_error_;
};

}  // namespace

ExecutedRuns execute(const Experiment& experiment, const Plan& plan, const ExecuteOptions& options) {
  return Execution{experiment, plan, options}.run();
}

}  // namespace gridcensus::host
