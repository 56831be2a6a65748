#include "host/experiment/plan.hpp"

#include "host/base/codec.hpp"
#include "host/base/sha256.hpp"
#include "host/experiment/document.hpp"
#include "host/experiment/drafts.hpp"
#include "host/experiment/form.hpp"
#include "host/experiment/inputs.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace gridcensus::host {

namespace {

using Source = std::variant<std::size_t, Integer>;  // the place of a draft, or a value

/// How many strategies a message names one by one.
constexpr std::size_t most_named = 5;

std::optional<Integer> given_value(const Experiment& experiment, const Problem& problem, Quantity wanted) {
  const auto given = experiment.given.find(problem);
  if (given == experiment.given.end()) return std::nullopt;
  Outcomes outcomes;
  for (const auto& [quantity, value] : given->second) outcomes.emplace(quantity, Exact{value});
  return derive(wanted, outcomes, problem);
}

std::string of_problem(Quantity quantity, const Problem& problem) {
  return std::string{name_of(quantity)} + " of " + to_string(problem);
}

/// The first 64 bits of a hash that is the same on every machine.
std::uint64_t stream_of(const std::string& configuration, const Problem& problem) {
  return std::stoull(sha256_of(configuration + "\n" + to_string(problem)).substr(0, 16), nullptr, 16);
}

/// Finds for every draft where its inputs come from.
class Wiring {
 public:
  Wiring(const Experiment& experiment, const Drafts& drafts, std::vector<Diagnostic>& diagnostics)
      : experiment_{experiment},
        drafts_{drafts},
        diagnostics_{diagnostics},
        is_alive_(drafts.drafts().size(), true),
        sources_(drafts.drafts().size()) {
    index_suppliers();
    check_declared_wiring();
    check_twins();
  }

  /// Removes the drafts that lack an input, and those that depend on them.
  std::vector<NotApplicable> remove_starved() {
    std::vector<NotApplicable> removed;
    // A removal can only starve others, never feed them, so that the end does not depend on the order.
    for (bool has_changed = true; has_changed;) {
      has_changed = false;
      for (std::size_t i = 0; i < is_alive_.size(); ++i) {
        const Draft& draft = drafts_.drafts()[i];
        const auto missing =
            std::ranges::find_if(draft.needs, [&](Quantity need) { return is_alive_[i] && !is_fed(i, need); });
        if (missing == draft.needs.end()) continue;
        check_that_file_could_feed(i, *missing);
        is_alive_[i] = false;
        has_changed = true;
        removed.push_back({&configuration_of(i),
                           draft.problem,
                           {draft.quantities.begin(), draft.quantities.end()},
                           missing_reason(i, *missing)});
      }
    }
    return removed;
  }

  /// Chooses the sources of the drafts that are left.
  void connect() {
    for (std::size_t i = 0; i < is_alive_.size(); ++i) {
      if (!is_alive_[i]) continue;
      for (const auto need : drafts_.drafts()[i].needs) connect(i, need);
    }
  }

  /// The drafts that are left, each after its sources and otherwise in the order in which they were made.
  std::vector<std::size_t> in_order() {
    std::vector<std::size_t> missing(is_alive_.size());
    std::vector<std::vector<std::size_t>> consumers(is_alive_.size());
    std::set<std::size_t> ready;
    std::size_t alive = 0;
    for (std::size_t i = 0; i < is_alive_.size(); ++i) {
      if (!is_alive_[i]) continue;
      ++alive;
      for (const auto& [need, source] : sources_[i]) {
        if (!std::holds_alternative<std::size_t>(source)) continue;
        ++missing[i];
        consumers[std::get<std::size_t>(source)].push_back(i);
      }
      if (missing[i] == 0) ready.insert(i);
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
    if (order.size() < alive) report_circles(missing);
    return order;
  }

  const std::map<Quantity, Source>& sources(std::size_t draft) const { return sources_[draft]; }

 private:
  const Configuration& configuration_of(std::size_t draft) const {
    return experiment_.configurations[drafts_.drafts()[draft].configuration];
  }

  /// A complaint that would come up on every problem is made once.
  void complain(const Configuration& configuration, const std::string& message,
                std::optional<std::string> nearest = std::nullopt) {
    if (!complaints_.emplace(configuration.name, message).second) return;
    diagnostics_.push_back(complaint(configuration, message));
    diagnostics_.back().nearest = std::move(nearest);
  }

  void index_suppliers() {
    const auto& drafts = drafts_.drafts();
    for (std::size_t i = 0; i < drafts.size(); ++i) {
      for (const auto quantity : drafts[i].quantities) {
        if (!is_exact(configuration_of(i), quantity)) continue;
        auto& suppliers = suppliers_[{drafts[i].problem, reduction(quantity, drafts[i].problem).base}];
        if (suppliers.empty() || suppliers.back() != i) suppliers.push_back(i);
      }
    }
    for (std::size_t i = 0; i < experiment_.configurations.size(); ++i) {
      places_.emplace(experiment_.configurations[i].name, i);
    }
  }

  /// The file's reader has located these mistakes already; an experiment that was built otherwise comes here first.
  void check_declared_wiring() {
    std::vector<std::set<Quantity>> needed(experiment_.configurations.size());
    std::vector<bool> is_drafted(experiment_.configurations.size());
    for (const auto& draft : drafts_.drafts()) {
      needed[draft.configuration].insert(draft.needs.begin(), draft.needs.end());
      is_drafted[draft.configuration] = true;
    }
    for (std::size_t i = 0; i < needed.size(); ++i) {
      const Configuration& configuration = experiment_.configurations[i];
      for (const auto& [quantity, producer] : configuration.wiring) {
        const std::string input = "inputs." + std::string{name_of(quantity)} + ": ";
        if (const auto mistake = wiring_mistake(experiment_, configuration, quantity, producer)) {
          complain(configuration, input + mistake->message, mistake->nearest);
        } else if (is_drafted[i] && !needed[i].contains(quantity)) {
          complain(configuration, input + "the strategy takes no such input on any of the problems");
        }
      }
    }
  }

  /// Two configurations that do the same exact work would agree with themselves.
  void check_twins() {
    std::map<std::string, std::size_t> first;
    for (std::size_t i = 0; i < drafts_.drafts().size(); ++i) {
      const Draft& draft = drafts_.drafts()[i];
      const Configuration& configuration = configuration_of(i);
      // A second sample under another name is worth having: it has random numbers of its own.
      const auto is_counted = [&](Quantity quantity) { return is_exact(configuration, quantity); };
      if (!std::ranges::all_of(draft.quantities, is_counted)) continue;
      Json work{configuration.plugin->about.id, to_string(draft.problem),
                identity_of(configuration.plugin->parameters, configuration.parameters)};
      for (const auto& [quantity, producer] : configuration.wiring) work.push_back({name_of(quantity), producer});
      for (const auto quantity : draft.quantities) {
        const auto [place, is_new] = first.try_emplace(work.dump() + std::string{name_of(quantity)}, i);
        if (is_new) continue;
        complain(configuration, "counts " + std::string{name_of(quantity)} + " just as " +
                                    configuration_of(place->second).name +
                                    " does: the same strategy with the same parameters; leave one of them out");
      }
    }
  }

  /// A strategy whose input nobody in the file counts for any problem is a mistake of the file.
  void check_that_file_could_feed(std::size_t draft, Quantity need) {
    if (is_wired(draft, need)) return;
    const Problem& problem = drafts_.drafts()[draft].problem;
    const bool could_be_fed =
        !experiment_.given.empty() || std::ranges::any_of(experiment_.configurations, [&](const Configuration& other) {
          return &other != &configuration_of(draft) &&
                 !exact_sources(other, requested_quantities(other), need, problem).empty();
        });
    if (could_be_fed) return;
    complain(configuration_of(draft), "needs " + std::string{name_of(need)} +
                                          ", which no configuration counts exactly; add a strategy that does");
  }

  /// The drafts that could feed `need` to the draft; at most two, since two are too many already.
  std::vector<std::size_t> candidates(std::size_t draft, Quantity need) const {
    const Problem& problem = drafts_.drafts()[draft].problem;
    const auto found = suppliers_.find({problem, reduction(need, problem).base});
    if (found == suppliers_.end()) return {};
    const auto wired = configuration_of(draft).wiring.find(need);
    std::vector<std::size_t> candidates;
    for (const auto supplier : found->second) {
      const bool is_wanted =
          wired == configuration_of(draft).wiring.end() || configuration_of(supplier).name == wired->second;
      if (supplier != draft && is_alive_[supplier] && is_wanted) candidates.push_back(supplier);
      if (candidates.size() == 2) break;
    }
    return candidates;
  }

  bool is_wired(std::size_t draft, Quantity need) const { return configuration_of(draft).wiring.contains(need); }

  bool is_fed(std::size_t draft, Quantity need) const {
    if (!is_wired(draft, need) && given_value(experiment_, drafts_.drafts()[draft].problem, need)) return true;
    return !candidates(draft, need).empty();
  }

  void connect(std::size_t draft, Quantity need) {
    if (!is_wired(draft, need)) {
      if (auto value = given_value(experiment_, drafts_.drafts()[draft].problem, need)) {
        sources_[draft].emplace(need, std::move(*value));
        return;
      }
    }
    const auto found = candidates(draft, need);
    if (found.size() == 1) {
      sources_[draft].emplace(need, found.front());
      return;
    }
    complain(configuration_of(draft), "needs " + std::string{name_of(need)} + ", which " +
                                          configuration_of(found[0]).name + " and " + configuration_of(found[1]).name +
                                          " both count exactly; name one of them: inputs: {" +
                                          std::string{name_of(need)} + ": " + configuration_of(found[0]).name + "}");
  }

  std::string missing_reason(std::size_t draft, Quantity need) const {
    const Problem& problem = drafts_.drafts()[draft].problem;
    const auto wired = configuration_of(draft).wiring.find(need);
    if (wired != configuration_of(draft).wiring.end()) {
      const auto place = places_.find(wired->second);
      const auto why = place == places_.end() ? "" : why_not(place->second, problem, need);
      return "needs " + of_problem(need, problem) + " from " + wired->second + ", which does not count it" +
             (why.empty() ? "" : " (" + why + ")");
    }
    std::string reasons;
    std::size_t named = 0;
    for (std::size_t i = 0; i < experiment_.configurations.size() && named < most_named; ++i) {
      const Configuration& other = experiment_.configurations[i];
      const bool could = i != drafts_.drafts()[draft].configuration &&
                         !exact_sources(other, requested_quantities(other), need, problem).empty();
      if (!could) continue;
      reasons += (named++ == 0 ? " (" : "; ") + other.name + ": " + why_not(i, problem, need);
    }
    return "needs " + of_problem(need, problem) + ", which no configuration counts exactly" +
           (reasons.empty() ? "" : reasons + ")");
  }

  std::string why_not(std::size_t configuration, const Problem& problem, Quantity need) const {
    const auto& only = experiment_.configurations[configuration].only;
    if (!only.empty() && !only.contains(problem)) return "not used on " + to_string(problem);
    const auto refusal = drafts_.refusal(configuration, problem, need);
    return refusal.empty() ? "lacks an input itself" : refusal;
  }

  /// `missing`: the drafts with sources that never came are those in a circle, and those behind one.
  void report_circles(const std::vector<std::size_t>& missing) {
    std::vector<bool> is_seen(missing.size());
    for (std::size_t start = 0; start < missing.size(); ++start) {
      if (missing[start] == 0 || is_seen[start]) continue;
      std::vector<std::size_t> path;
      std::size_t at = start;
      while (!is_seen[at]) {
        is_seen[at] = true;
        path.push_back(at);
        at = blocked_source(at, missing).second;
      }
      const auto begin = std::ranges::find(path, at);
      if (begin != path.end()) report_circle({begin, path.end()}, missing);
    }
  }

  std::pair<Quantity, std::size_t> blocked_source(std::size_t draft, const std::vector<std::size_t>& missing) const {
    for (const auto& [need, source] : sources_[draft]) {
      const auto* const place = std::get_if<std::size_t>(&source);
      if (place != nullptr && missing[*place] > 0) return {need, *place};
    }
    throw std::logic_error{"a run waits for nothing"};
  }

  void report_circle(std::vector<std::size_t> circle, const std::vector<std::size_t>& missing) {
    std::rotate(circle.begin(), std::ranges::min_element(circle), circle.end());
    std::string text;
    for (const auto draft : circle) {
      const auto [need, source] = blocked_source(draft, missing);
      text += (text.empty() ? "" : ", ") + configuration_of(draft).name + " needs " + std::string{name_of(need)} +
              " from " + configuration_of(source).name;
    }
    complain(configuration_of(circle.front()), "the inputs go in a circle: " + text);
  }

  const Experiment& experiment_;
  const Drafts& drafts_;
  std::vector<Diagnostic>& diagnostics_;
  std::vector<bool> is_alive_;
  std::vector<std::map<Quantity, Source>> sources_;
  std::map<std::pair<Problem, Quantity>, std::vector<std::size_t>> suppliers_;  ///< by problem and base quantity
  std::map<std::string, std::size_t> places_;                                   ///< of the configurations, by name
  std::set<std::pair<std::string, std::string>> complaints_;
};

void throw_if_any(std::vector<Diagnostic> diagnostics) {
  if (!diagnostics.empty()) throw BadInput{in_order(std::move(diagnostics))};
}

}  // namespace

Plan make_plan(const Experiment& experiment) {
  std::vector<Diagnostic> diagnostics;
  const Drafts drafts{experiment, diagnostics};
  Wiring wiring{experiment, drafts, diagnostics};
  Plan plan;
  plan.not_applicable = drafts.refusals();
  std::ranges::move(wiring.remove_starved(), std::back_inserter(plan.not_applicable));
  wiring.connect();
  // Sources that are missing since they are ambiguous would look like no sources.
  throw_if_any(diagnostics);
  const auto order = wiring.in_order();
  throw_if_any(std::move(diagnostics));

  std::vector<std::size_t> number_of(drafts.drafts().size());
  for (const auto place : order) {
    const Draft& draft = drafts.drafts()[place];
    Run& run = plan.runs.emplace_back();
    run.number = plan.runs.size() - 1;
    run.configuration = &experiment.configurations[draft.configuration];
    run.problem = draft.problem;
    run.quantities = draft.quantities;
    run.strategy = drafts.strategy(draft.configuration);
    run.forecast = draft.forecast;
    run.stream = stream_of(run.configuration->name, run.problem);
    for (const auto& [need, source] : wiring.sources(place)) {
      const auto* const producer = std::get_if<std::size_t>(&source);
      run.sources.emplace(need, producer == nullptr ? source : Source{number_of[*producer]});
    }
    number_of[place] = run.number;
  }
  return plan;
}

std::optional<Integer> derive(Quantity wanted, const Outcomes& from, const Problem& problem) {
  const auto value_of = [](const Outcome& outcome) -> std::optional<Integer> {
    const auto* const exact = std::get_if<Exact>(&outcome);
    return exact == nullptr ? std::nullopt : std::optional{exact->value};
  };
  if (const auto found = from.find(wanted); found != from.end()) {
    if (auto value = value_of(found->second)) return value;
  }
  const Reduction target = reduction(wanted, problem);
  for (const auto& [quantity, outcome] : from) {
    const Reduction source = reduction(quantity, problem);
    const auto value = value_of(outcome);
    if (source.base != target.base || !value) continue;
    const Integer base = *value * source.divisor;
    if (base % target.divisor == 0) return Integer{base / target.divisor};
  }
  return std::nullopt;
}

std::string identity_of(const Run& run, const Inputs& inputs, std::uint64_t seed) {
  const Plugin& plugin = *run.configuration->plugin;
  Json identity;
  identity["strategy"] = plugin.about.id;
  identity["version"] = plugin.about.version;
  identity["plugin"] = plugin.sha256;
  identity["parameters"] = gridcensus::identity_of(plugin.parameters, run.configuration->parameters);
  identity["problem"] = {{"shape", to_string(run.problem.shape)}, {"rules", name_of(run.problem.rules)}};
  identity["quantities"] = Json::array();
  for (const auto quantity : run.quantities) identity["quantities"].push_back(name_of(quantity));
  identity["inputs"] = Json::object();
  for (const auto& [quantity, value] : inputs) identity["inputs"][std::string{name_of(quantity)}] = to_decimal(value);
  if (run.is_sampled()) {
    // As text: 64-bit numbers do not survive every reader of JSON.
    identity["seed"] = std::to_string(seed);
    identity["stream"] = std::to_string(run.stream);
  }
  return identity.dump();
}

}  // namespace gridcensus::host
