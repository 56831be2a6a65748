#include "host/graph/engine.hpp"

#include "gridcensus/symmetries.hpp"
#include "host/graph/comparison_inputs.hpp"
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

using Comparisons = std::vector<Comparison>;

/// State that runs and comparisons share while the graph exists.
class Execution {
 public:
  Execution(const Experiment& experiment, const Plan& plan, const ExecuteOptions& options)
      : experiment_{experiment},
        plan_{plan},
        options_{options},
        comparer_{known_values(experiment, plan), options.published},
        context_{.experiment = experiment,
                 .plan = plan,
                 .options = options,
                 .on_storage_error = [this](const std::string& message) { fail_storage(message); }},
        results_(plan.runs.size()),
        answers_(plan.runs.size()) {
    for (const auto& run : plan.runs) runs_.push_back(std::make_unique<RunExecution>(context_, run));
  }

  ExperimentResult run() {
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
    ExperimentResult result{.runs = {}, .totals = {}, .comparisons = {}, .storage_error = storage_error_};
    // A part compares nothing.
    if (options_.part.is_whole()) {
      result.comparisons = compare_runs();
      append(result.comparisons, comparer_.compare_known());
      result.totals = totals_of(experiment_, plan_, results_);
      result.unanswered = unanswered_problems(experiment_, plan_);
      append(result.comparisons, compare_totals(experiment_, result.totals));
    }
    result.runs = std::move(results_);
    Comparer::judge(result.comparisons, experiment_.confidence);
    return result;
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

  /// Returns the comparisons of runs, in the order of the report. The runs must have ended, because only those with
  /// answers can represent others.
  Comparisons compare_runs() const {
    Comparisons found;
    const Representatives chosen = representatives();
    compare_pairs(found, chosen);
    compare_repeats(found, chosen);
    return found;
  }

  static void append(Comparisons& found, Comparisons more) { std::ranges::move(more, std::back_inserter(found)); }

  /// The runs that are compared with all others if there are too many to compare all pairs: the first of each method,
  /// among those with answers, on its problem, and on all problems that maps of cells carry to each other. They connect
  /// all runs, so a value that differs from the rest disagrees with one of them.
  struct Representatives {
    std::vector<std::size_t> classes;  ///< by run number
    std::vector<std::size_t> sizes;    ///< of each class; runs that differ in the seed alone count once
    std::vector<bool> on_problem;      ///< by run number
    std::vector<bool> of_class;        ///< by run number

    /// Checks whether two runs of a class are compared.
    bool connect(const Run& left, const Run& right) const {
      if (sizes[classes[left.number]] <= max_in_all_pairs) return true;
      const auto is_one_in = [&](const std::vector<bool>& runs) { return runs[left.number] || runs[right.number]; };
      return is_one_in(of_class) || (is_one_in(on_problem) && left.problem == right.problem);
    }
  };

  Representatives representatives() const {
    Representatives found;
    std::map<std::string, std::size_t> numbers;  // of the classes
    std::set<std::pair<std::size_t, std::string>> known;
    std::set<std::pair<std::string, Problem>> known_on;
    std::set<std::pair<std::string, Problem>> counted;
    for (const auto& run : plan_.runs) {
      const auto number = numbers.try_emplace(class_under_maps(run.problem, Preserved::grids), numbers.size());
      const std::size_t own = found.classes.emplace_back(number.first->second);
      if (number.second) found.sizes.push_back(0);
      const std::string& base = run.configuration->base_configuration;
      if (counted.emplace(base.empty() ? run.configuration->name : base, run.problem).second) ++found.sizes[own];
      const std::string method = has_answers(run) ? method_of(run) : "";
      found.of_class.push_back(!method.empty() && known.emplace(own, method).second);
      found.on_problem.push_back(!method.empty() && known_on.emplace(method, run.problem).second);
    }
    return found;
  }

  static bool is_answer(const Outcome& outcome) { return !std::holds_alternative<Unfinished>(outcome); }

  bool has_answers(const Run& run) const {
    const RunResult& result = results_[run.number];
    return !result.findings.empty() || std::ranges::any_of(result.outcomes, is_answer, &Outcomes::value_type::second);
  }

  /// Describes by what a run answered what: strategy, quantities, question, and the methods that its inputs come from.
  std::string method_of(const Run& run) const {
    std::string method = run.configuration->plugin->about.id;
    for (const auto& [quantity, outcome] : results_[run.number].outcomes) {
      if (is_answer(outcome)) method.append(" ").append(name_of(quantity));
    }
    for (const auto& [name, value] : run.question()) method.append(" ").append(name).append("=").append(value);
    for (const auto& [quantity, source] : run.sources) {
      const auto* const other = std::get_if<RunNumber>(&source);
      method.append(" (").append(other == nullptr ? "given" : method_of(plan_.runs[*other])).append(")");
    }
    return method;
  }

  /// Compares each run with known values, and with other runs on the same problem (`Representatives`). A problem and
  /// its image under a map of cells count as the same problem. Lists of layouts have many problems that maps of cells
  /// carry to each other: each is compared with the first that has answers only. Runs that both have several seeds are
  /// not compared in pairs. So the number of comparisons grows as that of the runs, not as its square.
  void compare_pairs(Comparisons& found, const Representatives& chosen) const {
    struct Related {
      std::vector<RunNumber> all;
      std::vector<RunNumber> with_one_seed;
      const Problem* first = nullptr;  ///< of a run that has answers
    };
    std::vector<Related> related(chosen.sizes.size());
    std::set<Problem> listed;
    for (const auto& list : experiment_.layout_lists) {
      for (const auto& [problem, weight] : list.weights) listed.insert(problem);
    }
    for (const auto& run : plan_.runs) {
      append(found, comparer_.compare_with_known(answers_[run.number]));
      auto& [all, with_one_seed, first] = related[chosen.classes[run.number]];
      if (first == nullptr && has_answers(run)) first = &run.problem;
      const bool is_one_of_many = first != nullptr && run.problem != *first && listed.contains(run.problem);
      for (const RunNumber other : is_repeated(run) ? with_one_seed : all) {
        if (!chosen.connect(plan_.runs[other], run)) continue;
        const Problem& its = plan_.runs[other].problem;
        if (is_one_of_many && its != run.problem && its != *first && listed.contains(its)) continue;
        append(found, Comparer::compare_runs(answers_[other], answers_[run.number]));
      }
      all.push_back(run.number);
      if (!is_repeated(run)) with_one_seed.push_back(run.number);
    }
  }

  /// Compares all runs of a configuration that differ only in the seed, and any two such configurations.
  void compare_repeats(Comparisons& found, const Representatives& chosen) const {
    std::map<std::size_t, std::vector<std::vector<RunNumber>>> related;
    // The one among the seeds that may be a representative.
    const auto first_of = [this](const std::vector<RunNumber>& runs) -> const Run& {
      const auto has = [this](RunNumber run) { return has_answers(plan_.runs[run]); };
      const auto first = std::ranges::find_if(runs, has);
      return plan_.runs[first == runs.end() ? runs.front() : *first];
    };
    for (const auto& [name, runs] : repeats()) {
      append(found, Comparer::compare_seeds(repeats_of(runs)));
      auto& others = related[chosen.classes[runs.front()]];
      for (const auto& other : others) {
        if (!chosen.connect(first_of(other), first_of(runs))) continue;
        append(found, Comparer::compare_repeats(repeats_of(other), repeats_of(runs)));
      }
      others.push_back(runs);
    }
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
    answers_[number] = answers_of(plan_, plan_.runs[number], results_[number]);
    auto inputs = inputs_of(plan_.runs[number], [this](RunNumber source) { return &results_[source].outcomes; });
    if (auto* const known = std::get_if<Inputs>(&inputs)) answers_[number].inputs = std::move(*known);
  }

  static bool is_repeated(const Run& run) { return !run.configuration->base_configuration.empty(); }

  Repeats repeats_of(const std::vector<RunNumber>& runs) const {
    Repeats repeats{.name = plan_.runs[runs.front()].configuration->base_configuration, .runs = {}};
    for (const auto run : runs) repeats.runs.push_back(&answers_[run]);
    return repeats;
  }

  /// Returns the runs that differ only in the seed, grouped by the configuration that they repeat.
  std::map<std::pair<std::string, Problem>, std::vector<RunNumber>> repeats() const {
    std::map<std::pair<std::string, Problem>, std::vector<RunNumber>> repeats;
    for (const auto& run : plan_.runs) {
      if (!is_repeated(run)) continue;
      repeats[{run.configuration->base_configuration, run.problem}].push_back(run.number);
    }
    return repeats;
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
  const Comparer comparer_;
  const ExecutionContext context_;
  std::vector<RunResult> results_;
  std::vector<RunValues> answers_;  ///< by run number, once it has concluded
  std::vector<std::unique_ptr<RunExecution>> runs_;
  std::mutex active_mutex_;
  std::set<RunNumber> active_;  ///< prepared or being prepared, but not concluded
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
  if (any_run([](const RunResult& run) { return run.can_resume; })) return ExitCode::incomplete;
  const bool lacks_value = any_run([](const RunResult& run) {
    if (run.state == RunState::part_done || run.state == RunState::deferred) return false;
    return std::ranges::any_of(run.outcomes,
                               [](const auto& entry) { return std::holds_alternative<Unfinished>(entry.second); });
  });
  return lacks_value || !unanswered.empty() ? ExitCode::run_failed : ExitCode::all_agree;
}

ExperimentResult execute(const Experiment& experiment, const Plan& plan, const ExecuteOptions& options) {
  return Execution{experiment, plan, options}.run();
}

}  // namespace gridcensus::host
