#include "host/base/json.hpp"
#include "host/base/text.hpp"
#include "host/plan/candidates.hpp"
#include "host/plan/plan.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <stdexcept>
#include <utility>

namespace gridcensus::host {

namespace {

/// The number of strategies that a message names one by one.
constexpr std::size_t max_named = 5;

std::string of_problem(Quantity quantity, const Problem& problem) {
  return std::string{name_of(quantity)} + " of " + to_string(problem);
}

/// Finds the origins of the inputs of every candidate, and the candidates that lack one. A candidate is identified by
/// its place in `Candidates::runs()`.
class InputResolver {
 public:
  /// Reports sources that do not exist or are not needed, and configurations that do identical work.
  InputResolver(const Experiment& experiment, Candidates& candidates, std::vector<Diagnostic>& diagnostics)
      : experiment_{experiment},
        candidates_{candidates},
        diagnostics_{diagnostics},
        is_alive_(candidates.runs().size(), true) {
    index_producers();
    check_declared();
    check_duplicates();
  }

  /// Removes the candidates that lack an input, and the candidates that depend on them.
  std::vector<NotApplicable> remove_unsatisfied() {
    std::vector<NotApplicable> removed;
    // A removal can only take inputs from others, never supply them, so the result does not depend on the order.
    for (bool has_changed = true; has_changed;) {
      has_changed = false;
      for (std::size_t place = 0; place < is_alive_.size(); ++place) {
        if (!is_alive_[place]) continue;
        const Run& unsatisfied = candidate(place);
        const auto needs = unsatisfied.needs();
        const auto missing = std::ranges::find_if(needs, [&](Quantity need) { return !has_producer(place, need); });
        if (missing == needs.end()) continue;
        check_file_could_produce(place, *missing);
        is_alive_[place] = false;
        has_changed = true;
        removed.push_back({&configuration_of(place),
                           unsatisfied.problem,
                           {unsatisfied.quantities.begin(), unsatisfied.quantities.end()},
                           missing_reason(place, *missing)});
      }
    }
    return removed;
  }

  /// Chooses the sources of the remaining candidates.
  void connect() {
    for (std::size_t place = 0; place < is_alive_.size(); ++place) {
      if (!is_alive_[place]) continue;
      for (const auto need : candidate(place).needs()) connect(place, need);
    }
  }

  /// Returns the remaining candidates, each after its sources and otherwise in their original order.
  std::vector<std::size_t> in_order() {
    std::vector<std::size_t> missing(is_alive_.size());
    std::vector<std::vector<std::size_t>> consumers(is_alive_.size());
    std::set<std::size_t> ready;
    std::size_t alive = 0;
    for (std::size_t place = 0; place < is_alive_.size(); ++place) {
      if (!is_alive_[place]) continue;
      ++alive;
      for (const auto& [need, source] : candidate(place).sources) {
        if (!std::holds_alternative<std::size_t>(source)) continue;
        ++missing[place];
        consumers[std::get<std::size_t>(source)].push_back(place);
      }
      if (missing[place] == 0) ready.insert(place);
    }
    std::vector<std::size_t> order;
    while (!ready.empty()) {
      const std::size_t next = *ready.begin();
      ready.erase(ready.begin());
      order.push_back(next);
      for (const auto consumer : consumers[next]) {
        if (--missing[consumer] == 0) ready.insert(consumer);
      }
    }
    if (order.size() < alive) report_circle(missing);
    return order;
  }

 private:
  const Run& candidate(std::size_t place) const { return candidates_.runs()[place]; }
  const Configuration& configuration_of(std::size_t place) const { return *candidate(place).configuration; }

  /// Returns the source that the file names for an input; nullptr if the file leaves the choice to the plan.
  const InputSource* declared(std::size_t place, Quantity need) const {
    const auto& input_sources = configuration_of(place).input_sources;
    const auto found = input_sources.find(need);
    return found == input_sources.end() ? nullptr : &found->second;
  }

  /// Reports a mistake once that would occur on every problem.
  void report(const Configuration& configuration, const std::string& message) {
    if (reported_.emplace(configuration.name, message).second)
      diagnostics_.push_back(configuration_error(configuration, message));
  }

  void index_producers() {
    for (const auto& run : candidates_.runs()) {
      for (const auto quantity : run.quantities) {
        if (run.kind(quantity) != Kind::exact) continue;
        auto& producers = producers_[{run.problem, reduction(quantity, run.problem).base}];
        if (producers.empty() || producers.back() != run.number) producers.push_back(run.number);
      }
    }
  }

  /// Checks that each source is that of an input. The reader of the file has checked that its producer exists.
  void check_declared() {
    std::map<const Configuration*, std::map<Quantity, std::set<Problem>>> needed;
    for (const auto& each : candidates_.runs()) {
      auto& inputs = needed[each.configuration];
      for (const auto need : each.needs()) inputs[need].insert(each.problem);
    }
    for (const auto& configuration : experiment_.configurations) {
      const auto inputs = needed.find(&configuration);
      if (inputs == needed.end()) continue;
      for (const auto& [quantity, supply] : configuration.input_sources) {
        const std::string input = "inputs." + std::string{name_of(quantity)} + ": ";
        const auto& problems = inputs->second[quantity];
        if (problems.empty()) {
          report(configuration, input + "the strategy does not take this input for any of the problems");
        } else if (std::holds_alternative<Given>(supply) && problems.size() > 1) {
          const std::string names = join(problems, [](const Problem& problem) { return to_string(problem); });
          report(configuration, input + "a given value belongs to one problem, but would be used on " + names +
                                    "; name one of them with `only`");
        }
      }
    }
  }

  /// Reports configurations that do the same exact work, because they would agree with themselves.
  void check_duplicates() {
    std::map<std::string, const Configuration*> first;
    for (const auto& run : candidates_.runs()) {
      const Configuration& configuration = *run.configuration;
      // A second sample under another name is useful: it has its own random numbers.
      const auto is_exact = [&](Quantity quantity) { return run.kind(quantity) == Kind::exact; };
      if (!std::ranges::all_of(run.counted, is_exact)) continue;
      Json work{configuration.plugin->about.id, to_string(run.problem.shape), run.problem.rules.text(),
                identity_of(configuration.plugin->parameters, configuration.parameters)};
      for (const auto& [quantity, supply] : configuration.input_sources) {
        const auto* const given = std::get_if<Given>(&supply);
        work.push_back(
            {name_of(quantity), given != nullptr ? to_decimal(given->value) : std::get<std::string>(supply)});
      }
      for (const auto quantity : run.counted) {
        const auto [other, is_new] = first.try_emplace(work.dump() + std::string{name_of(quantity)}, &configuration);
        if (is_new) continue;
        report(configuration, "counts " + std::string{name_of(quantity)} + " exactly as " + other->second->name +
                                  " does, by the same strategy with the same parameters; remove one of them");
      }
    }
  }

  /// Checks whether the configuration yields the candidate's input exactly, unless it refuses the problem.
  bool could_produce(const Configuration& configuration, std::size_t place, Quantity need) const {
    return &configuration != candidate(place).configuration &&
           candidates_.gives_exactly(configuration, requested_quantities(configuration), need,
                                     candidate(place).problem);
  }

  /// Reports an input that no configuration of the file counts for any problem: a mistake of the file.
  void check_file_could_produce(std::size_t place, Quantity need) {
    if (declared(place, need) != nullptr) return;
    if (std::ranges::any_of(experiment_.configurations,
                            [&](const auto& other) { return could_produce(other, place, need); }))
      return;
    report(configuration_of(place),
           "needs " + std::string{name_of(need)} + ", which no configuration counts exactly; add a strategy that does");
  }

  /// Returns the candidates that could produce `need` for this candidate, at most two: two already make the input
  /// ambiguous.
  std::vector<std::size_t> choices(std::size_t place, Quantity need) const {
    const Problem& problem = candidate(place).problem;
    const auto found = producers_.find({problem, reduction(need, problem).base});
    if (found == producers_.end()) return {};
    const InputSource* const wanted = declared(place, need);
    std::vector<std::size_t> choices;
    for (const auto producer : found->second) {
      // A configuration counts exact values identically with each of its seeds, so the first one is the producer.
      const bool is_wanted = wanted == nullptr ? configuration_of(producer).is_first_seed
                                               : *wanted == InputSource{configuration_of(producer).name};
      if (producer != place && is_alive_[producer] && is_wanted) choices.push_back(producer);
      if (choices.size() == 2) break;
    }
    return choices;
  }

  bool has_producer(std::size_t place, Quantity need) const {
    const InputSource* const supply = declared(place, need);
    return (supply != nullptr && std::holds_alternative<Given>(*supply)) || !choices(place, need).empty();
  }

  void connect(std::size_t place, Quantity need) {
    auto& sources = candidates_.runs()[place].sources;
    const InputSource* const supply = declared(place, need);
    if (supply != nullptr && std::holds_alternative<Given>(*supply)) {
      sources.emplace(need, std::get<Given>(*supply));
      return;
    }
    const auto found = choices(place, need);
    if (found.size() == 1) {
      sources.emplace(need, found.front());
      return;
    }
    const std::string name{name_of(need)};
    const Configuration& consumer = configuration_of(place);
    const std::string& first = configuration_of(found[0]).name;
    const std::string choice = consumer.where.option.empty()
                                   ? "inputs: {" + name + ": " + first + "}"
                                   : "--set strategies." + consumer.name + ".inputs." + name + "=" + first;
    report(consumer, "needs " + name + ", which " + first + " and " + configuration_of(found[1]).name +
                         " both count exactly; name one of them: " + choice);
  }

  std::string missing_reason(std::size_t place, Quantity need) const {
    const Problem& problem = candidate(place).problem;
    if (const InputSource* const supply = declared(place, need)) {
      const auto& producer = std::get<std::string>(*supply);
      const auto found = std::ranges::find(experiment_.configurations, producer, &Configuration::name);
      return "needs " + of_problem(need, problem) + " from " + producer + ", which does not count it (" +
             why_not(*found, problem, need) + ")";
    }
    std::string reasons;
    std::size_t named = 0;
    for (const auto& configuration : experiment_.configurations) {
      if (named == max_named) break;
      if (!could_produce(configuration, place, need)) continue;
      reasons += (named++ == 0 ? " (" : "; ") + configuration.name + ": " + why_not(configuration, problem, need);
    }
    return "needs " + of_problem(need, problem) + ", which no configuration counts exactly" +
           (reasons.empty() ? "" : reasons + ")");
  }

  std::string why_not(const Configuration& configuration, const Problem& problem, Quantity need) const {
    if (!configuration.only.empty() && !configuration.only.contains(problem))
      return "not used on " + to_string(problem);
    const auto refusal = candidates_.refusal(configuration, problem, need);
    return refusal.empty() ? "itself lacks an input" : refusal;
  }

  /// Reports the circle that the first blocked candidate is in or depends on. `missing` has the number of sources of
  /// each candidate that never became available.
  void report_circle(const std::vector<std::size_t>& missing) {
    const auto blocked = std::ranges::find_if(missing, [](std::size_t sources) { return sources > 0; });
    auto at = static_cast<std::size_t>(blocked - missing.begin());
    // Every blocked candidate waits for another one, so after that many steps the path is in a circle.
    for (std::size_t step = 0; step < missing.size(); ++step) at = blocked_source(at, missing).second;
    std::vector<std::size_t> circle;
    for (; std::ranges::find(circle, at) == circle.end(); at = blocked_source(at, missing).second) circle.push_back(at);
    std::rotate(circle.begin(), std::ranges::min_element(circle), circle.end());
    std::string text;
    for (const auto place : circle) {
      const auto [need, source] = blocked_source(place, missing);
      text += (text.empty() ? "" : ", ") + configuration_of(place).name + " needs " + std::string{name_of(need)} +
              " from " + configuration_of(source).name;
    }
    report(configuration_of(circle.front()), "the inputs form a cycle: " + text);
  }

  std::pair<Quantity, std::size_t> blocked_source(std::size_t place, const std::vector<std::size_t>& missing) const {
    for (const auto& [need, source] : candidate(place).sources) {
      const auto* const producer = std::get_if<std::size_t>(&source);
      if (producer != nullptr && missing[*producer] > 0) return {need, *producer};
    }
    throw std::logic_error{"a run waits for nothing"};
  }

  const Experiment& experiment_;
  Candidates& candidates_;
  std::vector<Diagnostic>& diagnostics_;
  std::vector<bool> is_alive_;
  std::map<std::pair<Problem, Quantity>, std::vector<std::size_t>> producers_;  ///< by problem and base quantity
  std::set<std::pair<std::string, std::string>> reported_;
};

}  // namespace

Plan make_plan(const Experiment& experiment) {
  std::vector<Diagnostic> diagnostics;
  Candidates candidates{experiment, diagnostics};
  InputResolver resolver{experiment, candidates, diagnostics};
  Plan plan;
  plan.not_applicable = candidates.refusals();
  std::ranges::move(resolver.remove_unsatisfied(), std::back_inserter(plan.not_applicable));
  resolver.connect();
  // Ambiguous sources have not been connected and would look like missing ones.
  throw_if_any(diagnostics);
  const auto order = resolver.in_order();
  throw_if_any(std::move(diagnostics));

  std::vector<std::size_t> number_of(candidates.runs().size());
  for (const auto place : order) {
    Run& run = plan.runs.emplace_back(std::move(candidates.runs()[place]));
    run.number = number_of[place] = plan.runs.size() - 1;
    for (auto& [need, source] : run.sources) {
      if (auto* const producer = std::get_if<std::size_t>(&source)) *producer = number_of[*producer];
    }
  }
  return plan;
}

}  // namespace gridcensus::host
