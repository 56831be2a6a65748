#include "host/graph/engine.hpp"

#include "host/graph/run_execution.hpp"

#include <fmt/format.h>
#include <tbb/flow_graph.h>
#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstring>
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

/// The two nodes that each run has for itself. The others are shared; a run goes through all of them like this:
///
///     conclude of its sources -> ready -> queue -> gate -> prepare -> units -> conclude -> gate, comparisons,
///                                                                     ^   |                dependent runs
///                                                                     +---+  until a token retires
struct Pipeline {
  explicit Pipeline(flow::graph& graph, RunNumber number, std::function<void()> conclude_run)
      : ready{graph, [number](Signal) { return number; }},
        conclude{graph, flow::serial, [work = std::move(conclude_run)](Signal) {
                   work();
                   return Signal{};
                 }} {}

  flow::continue_node<RunNumber> ready;
  flow::function_node<Signal, Signal> conclude;
};

using Comparisons = std::vector<Comparison>;

/// Everything that runs and comparisons share while the graph lives.
class Execution {
 public:
  Execution(const Experiment& experiment, const Plan& plan, const ExecuteOptions& options)
      : plan_{plan},
        options_{options},
        session_{experiment, plan, options, [this](const std::string& message) { fail_storage(message); }},
        results_(plan.runs.size()) {
    for (const auto& run : plan.runs) runs_.push_back(std::make_unique<RunExecution>(session_, run));
  }

  ExperimentResult run() {
    {
      const std::jthread watcher{[this](const std::stop_token& done) { watch(done); }};
      tbb::global_control parallelism{tbb::global_control::max_allowed_parallelism,
                                      static_cast<std::size_t>(options_.threads)};
      tbb::task_arena arena{options_.threads};
      arena.execute([this] { run_graph(); });
    }
    ExperimentResult result{.runs = std::move(results_), .comparisons = {}, .storage_error = storage_error_};
    for (auto& found : comparisons_) std::ranges::move(found, std::back_inserter(result.comparisons));
    std::ranges::move(compare_all(expected_, published_for(expected_)), std::back_inserter(result.comparisons));
    judge(result.comparisons, session_.experiment.confidence);
    return result;
  }

 private:
  void run_graph() {
    flow::graph graph;
    flow::broadcast_node<Signal> start{graph};
    std::vector<std::unique_ptr<Pipeline>> pipelines;
    // As many units at a time as there are threads, whichever runs they belong to; first come, first served, so that
    // runs take turns. A token that plays on goes to the end of the queue.
    using Units = flow::multifunction_node<RunNumber, std::tuple<RunNumber>>;
    Units units{graph, static_cast<std::size_t>(options_.threads),
                [this, &pipelines](RunNumber number, Units::output_ports_type& ports) {
                  const BodyOrder::Body body{order_};
                  const auto token = runs_[number]->work();
                  if (token == RunExecution::Token::plays_on) std::get<0>(ports).try_put(number);
                  if (token == RunExecution::Token::retires_last) pipelines[number]->conclude.try_put(Signal{});
                }};
    flow::make_edge(flow::output_port<0>(units), units);

    // One run more than there are threads has its tables in memory at a time: while one ends, the next is prepared.
    flow::queue_node<RunNumber> queue{graph};
    flow::limiter_node<RunNumber> gate{graph, static_cast<std::size_t>(options_.threads) + 1};
    flow::function_node<RunNumber, Signal> prepare{graph, flow::unlimited,
                                                   [this, &units, &pipelines](RunNumber number) {
                                                     const BodyOrder::Body body{order_};
                                                     const int tokens = runs_[number]->prepare(results_);
                                                     if (tokens == 0) pipelines[number]->conclude.try_put(Signal{});
                                                     // From the first token on the run belongs to those who hold its
                                                     // tokens.
                                                     for (int i = 0; i < tokens; ++i) units.try_put(number);
                                                     return Signal{};
                                                   }};
    flow::make_edge(queue, gate);
    flow::make_edge(gate, prepare);

    for (const auto& run : plan_.runs) {
      const RunNumber number = run.number;
      pipelines.push_back(std::make_unique<Pipeline>(graph, number, [this, &gate, number] {
        const BodyOrder::Body body{order_};
        runs_[number]->conclude(results_[number]);
        gate.decrementer().try_put(Signal{});
      }));
      Pipeline& pipeline = *pipelines.back();
      flow::make_edge(pipeline.ready, queue);
      bool waits = false;
      for (const auto& [quantity, source] : run.sources) {
        if (const auto* source_number = std::get_if<RunNumber>(&source)) {
          flow::make_edge(pipelines[*source_number]->conclude, pipeline.ready);
          waits = true;
        }
      }
      if (!waits) flow::make_edge(start, pipeline.ready);
    }

    collect_expected();
    std::vector<std::unique_ptr<flow::continue_node<Signal>>> nodes;
    const auto add_comparison = [&](const std::vector<RunNumber>& runs, std::function<Comparisons()> work) {
      const std::size_t slot = nodes.size();
      nodes.push_back(
          std::make_unique<flow::continue_node<Signal>>(graph, [this, slot, work = std::move(work)](Signal) {
            const BodyOrder::Body body{order_};
            comparisons_[slot] = work();
            return Signal{};
          }));
      for (const auto run : runs) flow::make_edge(pipelines[run]->conclude, *nodes.back());
    };
    std::map<Problem, std::vector<RunNumber>> related;  // a problem and its transpose are one
    for (const auto& run : plan_.runs) {
      add_comparison({run.number}, [this, &run] { return compare_with_known(run); });
      auto& others = related[untransposed(run.problem)];
      for (const RunNumber other : others) {
        add_comparison({other, run.number}, [this, &run, other] { return compare_runs(plan_.runs[other], run); });
      }
      others.push_back(run.number);
    }
    comparisons_.resize(nodes.size());

    start.try_put(Signal{});
    graph.wait_for_all();
    order_.see();
    // No body throws; a cancelled graph would mean missing units, and must never pass for a result.
    if (graph.is_cancelled()) throw std::logic_error{"the task graph was cancelled"};
  }

  /// The same for a problem and its transpose.
  static Problem untransposed(const Problem& problem) {
    return is_transposable(problem) ? std::min(problem, transposed(problem)) : problem;
  }

  static Voice voice_of(const Run& run) {
    return {.kind = VoiceKind::run,
            .name = run.configuration->name,
            .strategy = run.configuration->plugin->about.id,
            .source = {},
            .problem = run.problem,
            .question = run.question()};
  }

  std::vector<OutcomeVoice> outcomes_of(const Run& run) const {
    std::vector<OutcomeVoice> voices;
    for (const auto& [quantity, outcome] : results_[run.number].outcomes) {
      voices.push_back({voice_of(run), quantity, outcome});
    }
    return voices;
  }

  std::vector<FindingVoice> findings_of(const Run& run) const {
    std::vector<FindingVoice> voices;
    for (const auto& [name, finding] : results_[run.number].findings) {
      voices.push_back({voice_of(run), name, finding.value});
    }
    return voices;
  }

  void collect_expected() {
    for (const auto& expectation : session_.experiment.expectations) {
      expected_.push_back({{.kind = VoiceKind::expected,
                            .name = "expected",
                            .strategy = {},
                            .source = expectation.source,
                            .problem = expectation.problem},
                           expectation.quantity,
                           Exact{expectation.value}});
    }
  }

  /// The published values that speak of what one of the voices speaks of.
  std::vector<OutcomeVoice> published_for(const std::vector<OutcomeVoice>& voices) const {
    std::vector<OutcomeVoice> published;
    if (options_.published == nullptr) return published;
    std::ranges::copy_if(options_.published->outcomes, std::back_inserter(published), [&](const auto& value) {
      return std::ranges::any_of(voices, [&](const auto& voice) { return are_comparable(voice, value); });
    });
    return published;
  }

  Comparisons compare_with_known(const Run& run) const {
    const auto outcomes = outcomes_of(run);
    Comparisons found;
    for (const auto& outcome : outcomes) std::ranges::move(check_invariants(outcome), std::back_inserter(found));
    std::ranges::move(check_relations(outcomes), std::back_inserter(found));
    std::ranges::move(compare_all(outcomes, expected_), std::back_inserter(found));
    std::ranges::move(compare_all(outcomes, published_for(outcomes)), std::back_inserter(found));
    if (options_.published != nullptr) {
      std::ranges::move(compare_all(findings_of(run), options_.published->findings), std::back_inserter(found));
    }
    return found;
  }

  /// The input through which one run depends on another, directly or through others.
  std::optional<Quantity> input_from(const Run& consumer, RunNumber producer) const {
    for (const auto& [quantity, source] : consumer.sources) {
      const auto* number = std::get_if<RunNumber>(&source);
      if (number == nullptr) continue;
      if (*number == producer || input_from(plan_.runs[*number], producer)) return quantity;
    }
    return std::nullopt;
  }

  /// What follows from another run's number agrees with it whatever that number is: no comparison at all.
  void discount_inputs(Comparisons& comparisons, const Run& producer, const Run& consumer) const {
    const auto input = input_from(consumer, producer.number);
    if (!input) return;
    for (auto& comparison : comparisons) {
      const bool is_of_input =
          comparison.left.quantity &&
          reduction(*comparison.left.quantity, producer.problem).base == reduction(*input, consumer.problem).base;
      if (!is_of_input || comparison.verdict == Verdict::disagree) continue;
      comparison.verdict = Verdict::not_comparable;
      comparison.z.reset();
      comparison.p_value.reset();
      comparison.note = fmt::format("{} takes {} from {}", consumer.configuration->name, name_of(*input),
                                    producer.configuration->name);
    }
  }

  Comparisons compare_runs(const Run& left, const Run& right) const {
    Comparisons found = compare_all(outcomes_of(left), outcomes_of(right));
    discount_inputs(found, left, right);
    std::ranges::move(compare_all(findings_of(left), findings_of(right)), std::back_inserter(found));
    return found;
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
      const auto& budget = session_.experiment.budget.seconds;
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
  const Plan& plan_;
  const ExecuteOptions& options_;
  Session session_;
  std::vector<RunResult> results_;
  std::vector<std::unique_ptr<RunExecution>> runs_;
  std::vector<OutcomeVoice> expected_;
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
    return std::ranges::any_of(run.outcomes,
                               [](const auto& entry) { return std::holds_alternative<Unfinished>(entry.second); });
  });
  return is_incomplete ? ExitCode::incomplete : ExitCode::all_agree;
}

ExperimentResult execute(const Experiment& experiment, const Plan& plan, const ExecuteOptions& options) {
  return Execution{experiment, plan, options}.run();
}

}  // namespace gridcensus::host
