#include "gridcensus/symmetries.hpp"
#include "host/compare/comparer.hpp"
#include "host/judge/answers.hpp"
#include "host/judge/judge.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

namespace gridcensus::host {

namespace {

using RunNumber = std::size_t;

bool is_repeated(const Run& run) { return !run.configuration->base_configuration.empty(); }

/// Compares the runs of one execution. Only those that have answers can represent others.
class RunComparisons {
 public:
  RunComparisons(const Experiment& experiment, const Plan& plan, const std::vector<RunResult>& results,
                 const PublishedValues* published)
      : experiment_{experiment}, plan_{plan}, results_{results}, comparer_{known_values(experiment, plan), published} {
    for (const auto& run : plan.runs) {
      auto& answers = answers_.emplace_back(answers_of(plan, run, results[run.number]));
      auto inputs = inputs_of(run, [&](RunNumber source) { return &results[source].outcomes; });
      if (auto* const known = std::get_if<Inputs>(&inputs)) answers.inputs = std::move(*known);
    }
  }

  std::vector<Comparison> all(const std::vector<AttributedOutcome>& totals) {
    const Representatives chosen = representatives();
    compare_pairs(chosen);
    compare_repeats(chosen);
    append(comparer_.compare_known(totals));
    return std::move(found_);
  }

 private:
  void append(std::vector<Comparison> more) { std::ranges::move(more, std::back_inserter(found_)); }

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
  void compare_pairs(const Representatives& chosen) {
    struct Related {
      std::vector<RunNumber> all;
      std::vector<RunNumber> with_one_seed;
      const Problem* first = nullptr;  ///< of a run that has answers
    };
    std::vector<Related> related(chosen.sizes.size());
    for (const auto& run : plan_.runs) {
      append(comparer_.compare_with_known(answers_[run.number]));
      auto& [all, with_one_seed, first] = related[chosen.classes[run.number]];
      if (first == nullptr && has_answers(run)) first = &run.problem;
      const bool is_one_of_many = first != nullptr && run.problem != *first && experiment_.is_listed(run.problem);
      for (const RunNumber other : is_repeated(run) ? with_one_seed : all) {
        if (!chosen.connect(plan_.runs[other], run)) continue;
        const Problem& its = plan_.runs[other].problem;
        if (is_one_of_many && its != run.problem && its != *first && experiment_.is_listed(its)) continue;
        append(Comparer::compare_runs(answers_[other], answers_[run.number]));
      }
      all.push_back(run.number);
      if (!is_repeated(run)) with_one_seed.push_back(run.number);
    }
  }

  /// Compares all runs of a configuration that differ only in the seed, and any two such configurations.
  void compare_repeats(const Representatives& chosen) {
    std::map<std::size_t, std::vector<std::vector<RunNumber>>> related;
    // The one among the seeds that may be a representative.
    const auto first_of = [this](const std::vector<RunNumber>& runs) -> const Run& {
      const auto has = [this](RunNumber run) { return has_answers(plan_.runs[run]); };
      const auto first = std::ranges::find_if(runs, has);
      return plan_.runs[first == runs.end() ? runs.front() : *first];
    };
    for (const auto& [name, runs] : repeats()) {
      append(Comparer::compare_seeds(repeats_of(runs)));
      auto& others = related[chosen.classes[runs.front()]];
      for (const auto& other : others) {
        if (!chosen.connect(first_of(other), first_of(runs))) continue;
        append(Comparer::compare_repeats(repeats_of(other), repeats_of(runs)));
      }
      others.push_back(runs);
    }
  }

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

  const Experiment& experiment_;
  const Plan& plan_;
  const std::vector<RunResult>& results_;
  const Comparer comparer_;
  std::vector<RunValues> answers_;  ///< by run number
  std::vector<Comparison> found_;
};

}  // namespace

std::vector<Comparison> compare_answers(const Experiment& experiment, const Plan& plan,
                                        const std::vector<RunResult>& runs, const PublishedValues* published,
                                        const std::vector<AttributedOutcome>& totals) {
  return RunComparisons{experiment, plan, runs, published}.all(totals);
}

}  // namespace gridcensus::host
