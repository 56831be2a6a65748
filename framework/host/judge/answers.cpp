#include "host/judge/answers.hpp"

#include "host/base/text.hpp"
#include "host/catalog/catalog.hpp"
#include "host/compare/pool.hpp"

#include <fmt/format.h>

#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace gridcensus::host {

namespace {

Witness witness_of(const Given& given, const Problem& problem) {
  return {.problem = problem, .inputs = {}, .given = given.value};
}

Side origin_of(const Run& run, std::string name, Witness witness) {
  return {.kind = OriginKind::run,
          .name = std::move(name),
          .problem = run.problem,
          .witness = std::move(witness),
          .question = run.question()};
}

/// Returns the quantity that a source run counts for an input: the input itself, or one it follows from.
std::optional<Quantity> counted_for(const Run& source, Quantity input) {
  for (const auto counted : source.counted) {
    if (reduction(counted, source.problem).base == reduction(input, source.problem).base) return counted;
  }
  return std::nullopt;
}

using Terms = std::vector<std::pair<std::uint64_t, const Outcome*>>;

Outcome total_of(const LayoutList& list, Quantity quantity, Terms terms) {
  if (!list.adds_up(quantity)) {
    return Unfinished{fmt::format(
        "{} may differ between layouts that are alike by a rotation or a reflection; give all layouts in a file",
        name_of(quantity))};
  }
  std::erase_if(terms, [](const auto& term) { return std::holds_alternative<Unfinished>(*term.second); });
  if (terms.size() == list.weights.size()) return sum_of(terms);
  std::uint64_t missing = list.layouts();
  for (const auto& [weight, outcome] : terms) missing -= weight;
  return Unfinished{fmt::format("{} of {} missing, {} of {}", list.weights.size() - terms.size(),
                                pluralise(list.weights.size(), "problem"), missing,
                                pluralise(list.layouts(), "layout"))};
}

}  // namespace

Witness witness_of(const Plan& plan, const Run& run, std::optional<Quantity> counted, bool inputs) {
  const Plugin& plugin = *run.configuration->plugin;
  Witness witness{
      .configuration = run.configuration->name, .strategy = plugin.about.id, .problem = run.problem, .inputs = {}};
  std::set<std::string> mathematics;
  for (const auto quantity : run.counted) {
    if (!counted || quantity == *counted) mathematics.merge(plugin.mathematics_of(quantity));
  }
  witness.mathematics.assign(mathematics.begin(), mathematics.end());
  for (const auto& [quantity, source] : run.sources) {
    const auto rests_on = [&, input = quantity](Quantity of) {
      const auto found = run.offer.inputs.find(of);
      return found != run.offer.inputs.end() && found->second.contains(input);
    };
    if (!inputs || (counted && !rests_on(*counted))) continue;
    const auto* const number = std::get_if<std::size_t>(&source);
    witness.inputs.push_back({quantity, number == nullptr ? witness_of(std::get<Given>(source), run.problem)
                                                          : witness_of(plan, plan.runs[*number],
                                                                       counted_for(plan.runs[*number], quantity))});
  }
  return witness;
}

std::string name_as_quantity(const std::string& configuration, const std::string& finding) {
  return configuration + " (" + finding + ")";
}

RunValues answers_of(const Plan& plan, const Run& run, const RunResult& result) {
  RunValues answers;
  const std::string& name = run.configuration->name;
  for (const auto& [quantity, outcome] : result.outcomes) {
    const auto base = run.follows_from(quantity);
    answers.outcomes.push_back(
        {origin_of(run, name, witness_of(plan, run, base.value_or(quantity))), quantity, outcome, base.has_value()});
  }
  for (const auto& [finding_name, finding] : result.findings) {
    const Witness witness = witness_of(plan, run, std::nullopt, finding.rests_on_inputs);
    answers.findings.push_back({.origin = origin_of(run, name, witness),
                                .name = finding_name,
                                .value = finding.value,
                                .same_when_transposed = finding.same_when_transposed,
                                .lacks_rows = finding.lacks_rows});
    if (!finding.quantity || std::holds_alternative<Table>(finding.value)) continue;
    AttributedOutcome found{origin_of(run, name_as_quantity(name, finding_name), witness), *finding.quantity,
                            as_outcome(finding.value)};
    found.origin.problem = subject_of(finding_name, run.problem, false).problem;
    answers.quantities_found.push_back(std::move(found));
  }
  return answers;
}

std::vector<AttributedOutcome> known_values(const Experiment& experiment, const Plan& plan) {
  std::vector<AttributedOutcome> known;
  for (const auto& expectation : experiment.expectations) {
    const Side origin{.kind = OriginKind::expected,
                      .name = "expected",
                      .source = expectation.source,
                      .problem = expectation.problem,
                      .list = expectation.list};
    known.push_back({origin, expectation.quantity, Exact{expectation.value}});
  }
  std::set<std::tuple<Quantity, Problem, Integer>> listed;
  for (const auto& run : plan.runs) {
    for (const auto& [quantity, source] : run.sources) {
      const auto* const given = std::get_if<Given>(&source);
      if (given == nullptr) continue;
      const Side said{.kind = OriginKind::given,
                      .name = "given",
                      .source = given->source,
                      .problem = run.problem,
                      .witness = witness_of(*given, run.problem)};
      // If several runs take the same value, it is listed once.
      if (listed.emplace(quantity, run.problem, given->value).second)
        known.push_back({said, quantity, Exact{given->value}});
    }
  }
  return known;
}

std::vector<AttributedOutcome> totals_of(const Experiment& experiment, const Plan& plan,
                                         const std::vector<RunResult>& runs) {
  std::vector<AttributedOutcome> totals;
  for (const LayoutList& list : experiment.layout_lists) {
    std::map<std::pair<const Configuration*, Quantity>, Terms> terms;  // configurations are in one vector
    for (const Run& run : plan.runs) {
      const auto weight = list.weights.find(run.problem);
      if (weight == list.weights.end()) continue;
      for (const auto& [quantity, outcome] : runs[run.number].outcomes)
        terms[{run.configuration, quantity}].emplace_back(weight->second, &outcome);
    }
    for (const auto& [key, of_key] : terms) {
      const auto& [configuration, quantity] = key;
      Side origin{
          .name = ResultsDocument::name_of_total(configuration->name), .problem = list.common, .list = list.name};
      origin.witness.configuration = configuration->name;
      origin.witness.strategy = configuration->plugin->about.id;
      totals.push_back({origin, quantity, total_of(list, quantity, of_key)});
    }
  }
  return totals;
}

}  // namespace gridcensus::host
