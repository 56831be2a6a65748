#include "host/plan/candidates.hpp"
#include "host/plan/plan.hpp"

#include <algorithm>
#include <exception>
#include <iterator>
#include <utility>

namespace gridcensus::host {

namespace {

bool is_yielded(const Candidates& candidates, const Run& consumer, Quantity wanted) {
  return std::ranges::any_of(candidates.runs(), [&](const Run& other) {
    return other.problem == consumer.problem && other.configuration != consumer.configuration &&
           candidates.gives_exactly(*other.configuration, other.quantities, wanted, consumer.problem);
  });
}

/// The contribution of a strategy, with its defaults, to a missing quantity.
struct Contribution {
  std::optional<Quantity> quantity;  ///< the quantity that it would count
  std::string refusal;               ///< or why it counts nothing useful
};

Contribution contribution_of(const Configuration& candidate, Quantity wanted, const Problem& problem) {
  try {
    const Plugin& plugin = *candidate.plugin;
    const auto strategy = plugin.create(candidate.parameters);
    std::vector<Quantity> sources;
    for (const auto& answer : plugin.answers) {
      if (share_base(answer.quantity, wanted, problem)) sources.push_back(answer.quantity);
    }
    // Prefer the quantity itself to one from which it follows.
    std::stable_partition(sources.begin(), sources.end(), [wanted](Quantity quantity) { return quantity == wanted; });
    std::string refusal;
    for (const auto quantity : sources) {
      const Quantity counted = plugin.counted_for(quantity);
      const Offer offer = plugin.offer(*strategy, candidate.parameters, problem, {counted});
      if (offer.kinds.at(counted) != Kind::exact) continue;
      if (offer.refused.contains(counted))
        refusal = offer.refused.at(counted);
      else if (offer.inputs.contains(counted))
        refusal = "itself needs an input";
      else
        return {quantity, ""};
    }
    return {std::nullopt, refusal};
  } catch (const std::exception& error) {
    return {std::nullopt, error.what()};
  }
}

/// The chosen strategies, as future configurations.
class MissingProducers {
 public:
  explicit MissingProducers(const Experiment& experiment) : experiment_{experiment} {}

  /// Chooses a strategy for `wanted`.
  ///
  /// @return  a diagnostic if there is none.
  std::optional<Diagnostic> add(const Catalog& catalog, const Configuration& consumer, const Problem& problem,
                                Quantity wanted) {
    const std::string what = std::string{name_of(wanted)} + " of " + to_string(problem);
    std::string refusals;
    for (const auto& [id, plugin] : catalog.plugins()) {
      // A program is started only if the user names it.
      if (plugin.program != nullptr) continue;
      Configuration candidate;
      candidate.plugin = &plugin;
      candidate.parameters = with_defaults(plugin.parameters, {});
      const Contribution contribution = contribution_of(candidate, wanted, problem);
      if (contribution.quantity) {
        Configuration& chosen = chosen_.try_emplace(id, std::move(candidate)).first->second;
        chosen.name = unused_name(id);
        chosen.where = consumer.where;
        chosen.quantities.insert(*contribution.quantity);
        chosen.only.insert(problem);
        lines_.push_back(what + " is counted first, by " + id + ", because " + consumer.name + " needs it");
        return std::nullopt;
      }
      if (!contribution.refusal.empty())
        refusals += (refusals.empty() ? " (" : "; ") + id + ": " + contribution.refusal;
    }
    return configuration_error(consumer, "needs " + what +
                                             ", which no strategy counts exactly without an input of its own" +
                                             (refusals.empty() ? "" : refusals + ")") + "; give it: --input " +
                                             std::string{name_of(wanted)} + "=VALUE");
  }

  std::vector<Configuration> configurations() {
    std::vector<Configuration> all;
    for (auto& [id, configuration] : chosen_) all.push_back(std::move(configuration));
    return all;
  }

  const std::vector<std::string>& lines() const { return lines_; }

 private:
  std::string unused_name(std::string name) const {
    while (std::ranges::find(experiment_.configurations, name, &Configuration::name) !=
           experiment_.configurations.end()) {
      name += "_input";
    }
    return name;
  }

  const Experiment& experiment_;
  std::map<std::string, Configuration> chosen_;
  std::vector<std::string> lines_;
};

/// "grids, essentially_different"
std::string names_of(const std::vector<Quantity>& quantities) {
  std::string names;
  for (const auto quantity : quantities) names += std::string{names.empty() ? "" : ", "}.append(name_of(quantity));
  return names;
}

}  // namespace

std::map<Quantity, std::string> supply_given(Experiment& experiment, const Inputs& values, const std::string& source) {
  std::vector<Diagnostic> diagnostics;
  const Candidates candidates{experiment, diagnostics};
  throw_if_any(std::move(diagnostics));
  std::string refusals;
  for (const auto& refused : candidates.refusals()) {
    refusals += std::string{refusals.empty() ? "" : "; "} + refused.configuration->name + " refuses " +
                names_of(refused.quantities) + " of " + to_string(refused.problem) + ": " + refused.reason;
  }
  Outcomes given;
  std::map<Quantity, std::string> unused;
  for (const auto& [quantity, value] : values) {
    given.emplace(quantity, Exact{value});
    unused.emplace(quantity, refusals);
  }
  for (const auto& candidate : candidates.runs()) {
    const auto place = candidate.configuration - experiment.configurations.data();
    Configuration& configuration = experiment.configurations[static_cast<std::size_t>(place)];
    for (const auto need : candidate.needs()) {
      const auto value = derive(need, given, candidate.problem);
      if (!value) continue;
      const auto& supply = configuration.input_sources.emplace(need, Given{*value, source}).first->second;
      const auto* const producer = std::get_if<std::string>(&supply);
      for (auto entry = unused.begin(); entry != unused.end();) {
        const bool is_it = share_base(entry->first, need, candidate.problem);
        if (is_it && producer != nullptr) entry->second = configuration.name + " takes it from " + *producer;
        entry = is_it && producer == nullptr ? unused.erase(entry) : std::next(entry);
      }
    }
  }
  return unused;
}

std::vector<std::string> add_missing_producers(Experiment& experiment,
                                               const std::function<const Catalog&()>& whole_catalog) {
  std::vector<Diagnostic> diagnostics;
  const Candidates candidates{experiment, diagnostics};
  MissingProducers producers{experiment};
  std::set<std::pair<Problem, Quantity>> settled;  // one producer serves all consumers
  for (const auto& candidate : candidates.runs()) {
    const Configuration& consumer = *candidate.configuration;
    for (const auto need : candidate.needs()) {
      const bool is_known = consumer.input_sources.contains(need) || is_yielded(candidates, candidate, need);
      if (is_known || !settled.emplace(candidate.problem, reduction(need, candidate.problem).base).second) continue;
      if (auto mistake = producers.add(whole_catalog(), consumer, candidate.problem, need))
        diagnostics.push_back(std::move(*mistake));
    }
  }
  throw_if_any(std::move(diagnostics));
  auto added = producers.configurations();
  experiment.configurations.insert(experiment.configurations.begin(), std::make_move_iterator(added.begin()),
                                   std::make_move_iterator(added.end()));
  return producers.lines();
}

}  // namespace gridcensus::host
