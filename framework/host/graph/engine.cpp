#include "host/graph/engine.hpp"

#include "host/graph/run_execution.hpp"
#include "host/graph/run_scheduler.hpp"

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

/// State that runs share while the graph exists.
class Execution {
 public:
  Execution(const Experiment& experiment, const Plan& plan, const ExecuteOptions& options)
      : experiment_{experiment},
        plan_{plan},
        options_{options},
        context_{.experiment = experiment,
                 .plan = plan,
                 .options = options,
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
