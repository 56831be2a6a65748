#include "host/plan/suppliers.hpp"

#include "host/base/json.hpp"
#include "host/experiment/inputs.hpp"

#include <algorithm>
#include <stdexcept>

namespace gridcensus::host {

namespace {

/// How many strategies a message names one by one.
constexpr std::size_t most_named = 5;

std::string of_problem(Quantity quantity, const Problem& problem) {
  return std::string{name_of(quantity)} + " of " + to_string(problem);
}

}  // namespace

Suppliers::Suppliers(const Experiment& experiment, const Candidates& candidates, std::vector<Diagnostic>& diagnostics)
    : experiment_{experiment},
      candidates_{candidates},
      diagnostics_{diagnostics},
      is_alive_(candidates.all().size(), true),
      sources_(candidates.all().size()) {
  index_suppliers();
  check_declared();
  check_twins();
}

std::vector<NotApplicable> Suppliers::remove_starved() {
  std::vector<NotApplicable> removed;
  // A removal can only starve others, never feed them, so that the end does not depend on the order.
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (std::size_t place = 0; place < is_alive_.size(); ++place) {
      const Candidate& starved = candidate(place);
      const auto missing =
          std::ranges::find_if(starved.needs, [&](Quantity need) { return is_alive_[place] && !is_fed(place, need); });
      if (missing == starved.needs.end()) continue;
      check_that_file_could_feed(place, *missing);
      is_alive_[place] = false;
      has_changed = true;
      removed.push_back({&configuration_of(place),
                         starved.problem,
                         {starved.quantities.begin(), starved.quantities.end()},
                         missing_reason(place, *missing)});
    }
  }
  return removed;
}

void Suppliers::connect() {
  for (std::size_t place = 0; place < is_alive_.size(); ++place) {
    if (!is_alive_[place]) continue;
    for (const auto need : candidate(place).needs) connect(place, need);
  }
}

std::vector<std::size_t> Suppliers::in_order() {
  std::vector<std::size_t> missing(is_alive_.size());
  std::vector<std::vector<std::size_t>> consumers(is_alive_.size());
  std::set<std::size_t> ready;
  std::size_t alive = 0;
  for (std::size_t place = 0; place < is_alive_.size(); ++place) {
    if (!is_alive_[place]) continue;
    ++alive;
    for (const auto& [need, source] : sources_[place]) {
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
  if (order.size() < alive) report_circles(missing);
  return order;
}

const Supply* Suppliers::declared(std::size_t place, Quantity need) const {
  const auto& supplies = configuration_of(place).supplies;
  const auto found = supplies.find(need);
  return found == supplies.end() ? nullptr : &found->second;
}

/// A complaint that would come up on every problem is made once.
void Suppliers::complain(const Configuration& configuration, const std::string& message,
                         std::optional<std::string> nearest) {
  if (!complaints_.emplace(configuration.name, message).second) return;
  diagnostics_.push_back(complaint(configuration, message));
  diagnostics_.back().nearest = std::move(nearest);
}

void Suppliers::index_suppliers() {
  for (std::size_t place = 0; place < candidates_.all().size(); ++place) {
    const Problem& problem = candidate(place).problem;
    for (const auto quantity : candidate(place).quantities) {
      if (candidates_.kind(candidate(place).configuration, problem, quantity) != Kind::exact) continue;
      auto& suppliers = suppliers_[{problem, reduction(quantity, problem).base}];
      if (suppliers.empty() || suppliers.back() != place) suppliers.push_back(place);
    }
  }
}

/// The file's reader has located these mistakes already; an experiment that was built otherwise comes here first.
void Suppliers::check_declared() {
  std::vector<std::map<Quantity, std::set<Problem>>> needed(experiment_.configurations.size());
  std::vector<bool> is_used(experiment_.configurations.size());
  for (const auto& each : candidates_.all()) {
    for (const auto need : each.needs) needed[each.configuration][need].insert(each.problem);
    is_used[each.configuration] = true;
  }
  for (std::size_t i = 0; i < needed.size(); ++i) {
    const Configuration& configuration = experiment_.configurations[i];
    for (const auto& [quantity, supply] : configuration.supplies) {
      const std::string input = "inputs." + std::string{name_of(quantity)} + ": ";
      const auto* const supplier = std::get_if<std::string>(&supply);
      const auto mistake =
          supplier == nullptr ? std::nullopt : supply_mistake(experiment_, configuration, quantity, *supplier);
      if (mistake) {
        complain(configuration, input + mistake->message, mistake->nearest);
      } else if (is_used[i] && !needed[i].contains(quantity)) {
        complain(configuration, input + "the strategy takes no such input on any of the problems");
      } else if (supplier == nullptr && needed[i][quantity].size() > 1) {
        std::string problems;
        for (const auto& problem : needed[i][quantity]) problems += (problems.empty() ? "" : ", ") + to_string(problem);
        complain(configuration, input + "a given value is that of one problem, and it would be used on " + problems +
                                    "; name one of them with `only`");
      }
    }
  }
}

/// Two configurations that do the same exact work would agree with themselves.
void Suppliers::check_twins() {
  std::map<std::string, std::size_t> first;
  for (std::size_t place = 0; place < candidates_.all().size(); ++place) {
    const Candidate& twin = candidate(place);
    const Configuration& configuration = configuration_of(place);
    // A second sample under another name is worth having: it has random numbers of its own.
    const std::set<Quantity>& counted = twin.counted;
    const auto is_exact = [&](Quantity quantity) { return twin.offer.kinds.at(quantity) == Kind::exact; };
    if (!std::ranges::all_of(counted, is_exact)) continue;
    Json work{configuration.plugin->about.id, to_string(twin.problem),
              identity_of(configuration.plugin->parameters, configuration.parameters)};
    for (const auto& [quantity, supply] : configuration.supplies) {
      const auto* const given = std::get_if<Given>(&supply);
      work.push_back({name_of(quantity), given != nullptr ? to_decimal(given->value) : std::get<std::string>(supply)});
    }
    for (const auto quantity : counted) {
      const auto [other, is_new] = first.try_emplace(work.dump() + std::string{name_of(quantity)}, place);
      if (is_new) continue;
      complain(configuration, "counts " + std::string{name_of(quantity)} + " just as " +
                                  configuration_of(other->second).name +
                                  " does: the same strategy with the same parameters; leave one of them out");
    }
  }
}

/// Whether the configuration gives what the candidate needs, exactly, unless it refuses the problem.
bool Suppliers::could_feed(std::size_t configuration, std::size_t place, Quantity need) const {
  const auto requested = requested_quantities(experiment_.configurations[configuration]);
  return configuration != candidate(place).configuration &&
         !candidates_.exact_sources(configuration, requested, need, candidate(place).problem).empty();
}

/// A strategy whose input nobody in the file counts for any problem is a mistake of the file.
void Suppliers::check_that_file_could_feed(std::size_t place, Quantity need) {
  if (declared(place, need) != nullptr) return;
  for (std::size_t i = 0; i < experiment_.configurations.size(); ++i) {
    if (could_feed(i, place, need)) return;
  }
  complain(configuration_of(place),
           "needs " + std::string{name_of(need)} + ", which no configuration counts exactly; add a strategy that does");
}

/// The candidates that could feed `need` to the candidate; at most two, since two are too many already.
std::vector<std::size_t> Suppliers::choices(std::size_t place, Quantity need) const {
  const Problem& problem = candidate(place).problem;
  const auto found = suppliers_.find({problem, reduction(need, problem).base});
  if (found == suppliers_.end()) return {};
  const Supply* const wanted = declared(place, need);
  std::vector<std::size_t> choices;
  for (const auto supplier : found->second) {
    // What a configuration counts exactly, it counts with each of its seeds: the first one feeds.
    const bool is_wanted = wanted == nullptr ? configuration_of(supplier).is_first_seed
                                             : *wanted == Supply{configuration_of(supplier).name};
    if (supplier != place && is_alive_[supplier] && is_wanted) choices.push_back(supplier);
    if (choices.size() == 2) break;
  }
  return choices;
}

bool Suppliers::is_fed(std::size_t place, Quantity need) const {
  const Supply* const supply = declared(place, need);
  return (supply != nullptr && std::holds_alternative<Given>(*supply)) || !choices(place, need).empty();
}

void Suppliers::connect(std::size_t place, Quantity need) {
  const Supply* const supply = declared(place, need);
  if (supply != nullptr && std::holds_alternative<Given>(*supply)) {
    sources_[place].emplace(need, std::get<Given>(*supply));
    return;
  }
  const auto found = choices(place, need);
  if (found.size() == 1) {
    sources_[place].emplace(need, found.front());
    return;
  }
  const std::string name{name_of(need)};
  complain(configuration_of(place), "needs " + name + ", which " + configuration_of(found[0]).name + " and " +
                                        configuration_of(found[1]).name +
                                        " both count exactly; name one of them: inputs: {" + name + ": " +
                                        configuration_of(found[0]).name + "}");
}

std::string Suppliers::missing_reason(std::size_t place, Quantity need) const {
  const Problem& problem = candidate(place).problem;
  if (const Supply* const supply = declared(place, need)) {
    const auto& supplier = std::get<std::string>(*supply);
    const auto found = std::ranges::find(experiment_.configurations, supplier, &Configuration::name);
    const auto why = found == experiment_.configurations.end()
                         ? ""
                         : why_not(static_cast<std::size_t>(found - experiment_.configurations.begin()), problem, need);
    return "needs " + of_problem(need, problem) + " from " + supplier + ", which does not count it" +
           (why.empty() ? "" : " (" + why + ")");
  }
  std::string reasons;
  std::size_t named = 0;
  for (std::size_t i = 0; i < experiment_.configurations.size() && named < most_named; ++i) {
    if (!could_feed(i, place, need)) continue;
    const auto& name = experiment_.configurations[i].name;
    reasons += (named++ == 0 ? " (" : "; ") + name + ": " + why_not(i, problem, need);
  }
  return "needs " + of_problem(need, problem) + ", which no configuration counts exactly" +
         (reasons.empty() ? "" : reasons + ")");
}

std::string Suppliers::why_not(std::size_t configuration, const Problem& problem, Quantity need) const {
  const auto& only = experiment_.configurations[configuration].only;
  if (!only.empty() && !only.contains(problem)) return "not used on " + to_string(problem);
  const auto refusal = candidates_.refusal(configuration, problem, need);
  return refusal.empty() ? "lacks an input itself" : refusal;
}

/// `missing`: the candidates with sources that never came are those in a circle, and those behind one.
void Suppliers::report_circles(const std::vector<std::size_t>& missing) {
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

std::pair<Quantity, std::size_t> Suppliers::blocked_source(std::size_t place,
                                                           const std::vector<std::size_t>& missing) const {
  for (const auto& [need, source] : sources_[place]) {
    const auto* const supplier = std::get_if<std::size_t>(&source);
    if (supplier != nullptr && missing[*supplier] > 0) return {need, *supplier};
  }
  throw std::logic_error{"a run waits for nothing"};
}

void Suppliers::report_circle(std::vector<std::size_t> circle, const std::vector<std::size_t>& missing) {
  std::rotate(circle.begin(), std::ranges::min_element(circle), circle.end());
  std::string text;
  for (const auto place : circle) {
    const auto [need, source] = blocked_source(place, missing);
    text += (text.empty() ? "" : ", ") + configuration_of(place).name + " needs " + std::string{name_of(need)} +
            " from " + configuration_of(source).name;
  }
  complain(configuration_of(circle.front()), "the inputs go in a circle: " + text);
}

}  // namespace gridcensus::host
