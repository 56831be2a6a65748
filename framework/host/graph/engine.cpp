#include "host/graph/engine.hpp"

#include "gridcensus/symmetries.hpp"
#include "host/graph/run_execution.hpp"
#include "host/graph/turns.hpp"
#include "host/graph/voices.hpp"

#include <fmt/format.h>
#include <tbb/flow_graph.h>
#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>
#include <tuple>
#include <utility>

namespace gridcensus::host {

namespace {

namespace flow = tbb::flow;
using Signal = flow::continue_msg;

/// How often budgets, signals and the age of unsaved units are looked at.
constexpr auto watch_interval = std::chrono::milliseconds{20};

using RunNumber = std::size_t;

/// Orders the bodies of the graph's nodes: what a body did is seen by all that begin later, and by the thread that
/// waits for the graph. TBB sees to that by itself, but inside a library where ThreadSanitizer cannot look; said here
/// once more, it need not be told to look away from our own code.
class BodyOrder {
 public:
  class Body {
   public:
    explicit Body(BodyOrder& order) : order_{order} { order_.see(); }
    ~Body() { order_.ended_.fetch_add(1, std::memory_order_acq_rel); }
    Body(const Body&) = delete;
    Body& operator=(const Body&) = delete;
    Body(Body&&) = delete;
    Body& operator=(Body&&) = delete;

   private:
    BodyOrder& order_;
  };

  void see() const { ended_.load(std::memory_order_acquire); }

 private:
  std::atomic<std::uint64_t> ended_{0};
};

using Comparisons = std::vector<Comparison>;

/// Everything that runs and comparisons share while the graph lives.
class Execution {
 public:
  Execution(const Experiment& experiment, const Plan& plan, const ExecuteOptions& options)
      : experiment_{experiment},
        plan_{plan},
        options_{options},
        comparer_{known_values(experiment, plan), options.published},
        surroundings_{.experiment = experiment,
                      .plan = plan,
                      .threads = options.threads,
                      .ledger = options.ledger,
                      .fresh = options.fresh,
                      .part = options.part,
                      .board = options.board,
                      .on_storage_error = [this](const std::string& message) { fail_storage(message); }},
        results_(plan.runs.size()),
        answers_(plan.runs.size()) {
    for (const auto& run : plan.runs) runs_.push_back(std::make_unique<RunExecution>(surroundings_, run));
  }

  ExperimentResult run() {
    // Before anything is counted, so that a part that is killed early shows as one that lacks all of its units.
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
    ExperimentResult result{.runs = std::move(results_), .comparisons = {}, .storage_error = storage_error_};
    for (auto& found : comparisons_) std::ranges::move(found, std::back_inserter(result.comparisons));
    if (options_.part.is_whole()) {
      std::ranges::move(comparer_.of_known(), std::back_inserter(result.comparisons));
    }
    Comparer::judge(result.comparisons, experiment_.confidence);
    return result;
  }

 private:
  void run_graph() {
    flow::graph graph;
    // One run more than there are threads has great tables in memory at a time: while one ends, the next is prepared.
    // An isolated run has processes of its own, which are no small guests.
    Turns turns{plan_, static_cast<std::size_t>(options_.threads) + 1, [this](const Run& run) {
                  return !run.configuration->isolation.value_or(experiment_.isolation).is_wanted;
                }};
    std::deque<flow::broadcast_node<Signal>> concluded;  // by run number
    for (std::size_t i = 0; i < plan_.runs.size(); ++i) concluded.emplace_back(graph);
    // As many pieces of work at a time as there are threads. A signal says that there is a piece; which one is decided
    // when a thread begins.
    using Work = flow::multifunction_node<Signal, std::tuple<Signal>>;
    Work pieces_of_work{graph, static_cast<std::size_t>(options_.threads),
                        [this, &turns, &concluded](Signal, auto& ports) {
                          const BodyOrder::Body body{order_};
                          const auto turn = turns.take();
                          if (!turn) return;
                          std::size_t signals = turn->signals;
                          if (take_turn(*turn, turns, signals)) {
                            const RunNumber number = turn->run;
                            conclude(number);
                            signals += turns.end(number);
                            concluded[number].try_put(Signal{});
                          }
                          for (; signals > 0; --signals) std::get<0>(ports).try_put(Signal{});
                        }};
    flow::make_edge(flow::output_port<0>(pieces_of_work), pieces_of_work);

    std::vector<std::unique_ptr<flow::continue_node<Signal>>> nodes;
    const auto add_comparison = [&](const std::vector<RunNumber>& runs, std::function<Comparisons()> work) {
      const std::size_t slot = nodes.size();
      nodes.push_back(
          std::make_unique<flow::continue_node<Signal>>(graph, [this, slot, work = std::move(work)](Signal) {
            const BodyOrder::Body body{order_};
            comparisons_[slot] = work();
            return Signal{};
          }));
      for (const auto run : runs) flow::make_edge(concluded[run], *nodes.back());
    };
    // A problem and what a map of cells makes of it are one. Runs that both have several seeds are not compared in
    // pairs, of which there would be as many as the square of the number of seeds.
    struct Related {
      std::vector<RunNumber> all;
      std::vector<RunNumber> with_one_seed;
    };
    std::map<std::string, Related> related;
    for (const auto& run : plan_.runs) {
      if (!options_.part.is_whole()) break;
      add_comparison({run.number}, [this, &run] { return comparer_.with_known(answers_[run.number]); });
      auto& [all, with_one_seed] = related[class_under_maps(run.problem, Kept::grids)];
      for (const RunNumber other : is_repeated(run) ? with_one_seed : all) {
        add_comparison({other, run.number},
                       [this, &run, other] { return Comparer::between(answers_[other], answers_[run.number]); });
      }
      all.push_back(run.number);
      if (!is_repeated(run)) with_one_seed.push_back(run.number);
    }
    std::map<std::string, std::vector<std::vector<RunNumber>>> related_repeats;
    for (const auto& [name, runs] : repeats()) {
      add_comparison(runs, [this, runs = runs] { return Comparer::over_seeds(repeats_of(runs)); });
      auto& others = related_repeats[class_under_maps(plan_.runs[runs.front()].problem, Kept::grids)];
      for (const auto& other : others) {
        std::vector<RunNumber> both = other;
        both.insert(both.end(), runs.begin(), runs.end());
        add_comparison(both, [this, runs = runs, other] {
          return Comparer::between_repeats(repeats_of(other), repeats_of(runs));
        });
      }
      others.push_back(runs);
    }
    comparisons_.resize(nodes.size());

    for (auto pieces = turns.pieces_at_start(); pieces > 0; --pieces) pieces_of_work.try_put(Signal{});
    graph.wait_for_all();
    order_.see();
    // No body throws; a cancelled graph would mean missing units, and must never pass for a result.
    if (graph.is_cancelled()) throw std::logic_error{"the task graph was cancelled"};
    if (!turns.have_all_ended()) throw std::logic_error{"the task graph left a run out"};
  }

  /// Prepares the run, or does its next unit.
  ///
  /// @param signals  grows by the pieces of work that come of it
  /// @return         whether it is time for the run to conclude
  bool take_turn(const Turns::Turn& turn, Turns& turns, std::size_t& signals) {
    using Clock = std::chrono::steady_clock;
    const auto begin = Clock::now();
    RunExecution& run = *runs_[turn.run];
    std::size_t pieces = 0;
    bool is_over = false;
    if (turn.is_first) {
      pieces = static_cast<std::size_t>(run.prepare(results_));
      is_over = pieces == 0;
    } else {
      const auto token = run.work();
      pieces = token == RunExecution::Token::plays_on ? 1 : 0;
      is_over = token == RunExecution::Token::retires_last;
    }
    if (pieces > 0) turns.put(turn.run, pieces, std::chrono::duration<double>(Clock::now() - begin).count());
    signals += pieces;
    return is_over;
  }

  void conclude(RunNumber number) {
    runs_[number]->conclude(results_[number]);
    answers_[number] = answers_of(plan_, plan_.runs[number], results_[number]);
  }

  static bool is_repeated(const Run& run) { return !run.configuration->repeats.empty(); }

  Repeats repeats_of(const std::vector<RunNumber>& runs) const {
    Repeats repeats{.name = plan_.runs[runs.front()].configuration->repeats, .runs = {}};
    for (const auto run : runs) repeats.runs.push_back(&answers_[run]);
    return repeats;
  }

  /// Runs that differ in nothing but the seed, by what they repeat.
  std::map<std::string, std::vector<RunNumber>> repeats() const {
    std::map<std::string, std::vector<RunNumber>> repeats;
    if (!options_.part.is_whole()) return repeats;
    for (const auto& run : plan_.runs) {
      if (!is_repeated(run)) continue;
      repeats[run.configuration->repeats + " on " + to_string(run.problem)].push_back(run.number);
    }
    return repeats;
  }

  void watch(const std::stop_token& done) {
    const auto started = std::chrono::steady_clock::now();
    std::mutex mutex;
    std::condition_variable_any pause;
    std::unique_lock lock{mutex};
    while (!done.stop_requested()) {
      if (options_.stop_signal != nullptr && StopSignal::received() != 0) {
        stop_all(fmt::format("stopped by SIG{}", sigabbrev_np(StopSignal::received())));
      }
      const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - started;
      const auto& budget = experiment_.budget.seconds;
      if (budget && elapsed.count() >= *budget) {
        stop_all(fmt::format("the experiment's budget of {} s is used up", *budget));
      }
      for (const auto& run : runs_) {
        run->check_budget();
        run->flush_if_due();
      }
      pause.wait_for(lock, done, watch_interval, [] { return false; });
    }
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

  BodyOrder order_;
  const Experiment& experiment_;
  const Plan& plan_;
  const ExecuteOptions& options_;
  const Comparer comparer_;
  const Surroundings surroundings_;
  std::vector<RunResult> results_;
  std::vector<Answers> answers_;  ///< by run number, once it has concluded
  std::vector<std::unique_ptr<RunExecution>> runs_;
  std::vector<Comparisons> comparisons_;  // one slot a node, so that their order does not depend on threads
  std::mutex storage_mutex_;
  std::string storage_error_;
};

}  // namespace

ExitCode ExperimentResult::exit_code() const {
  const auto any_run = [&](auto predicate) { return std::ranges::any_of(runs, predicate); };
  if (!storage_error.empty()) return ExitCode::storage;
  const bool disagrees = std::ranges::any_of(comparisons, [](const Comparison& comparison) {
    return comparison.verdict == Verdict::disagree || comparison.verdict == Verdict::broken;
  });
  if (disagrees || any_run([](const RunResult& run) { return run.state == RunState::broken; })) {
    return ExitCode::disagreement;
  }
  if (any_run([](const RunResult& run) { return run.state == RunState::failed; })) return ExitCode::run_failed;
  const bool is_incomplete = any_run([](const RunResult& run) {
    if (run.state == RunState::part_done || run.state == RunState::left) return false;
    return std::ranges::any_of(run.outcomes,
                               [](const auto& entry) { return std::holds_alternative<Unfinished>(entry.second); });
  });
  return is_incomplete ? ExitCode::incomplete : ExitCode::all_agree;
}

ExperimentResult execute(const Experiment& experiment, const Plan& plan, const ExecuteOptions& options) {
  return Execution{experiment, plan, options}.run();
}

}  // namespace gridcensus::host
