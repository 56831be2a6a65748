#include "host/plan/plan.hpp"

#include "host/base/sha256.hpp"
#include "host/base/text.hpp"
#include "host/document/document.hpp"
#include "host/plan/candidates.hpp"
#include "host/plan/suppliers.hpp"

#include <algorithm>
#include <utility>

namespace gridcensus::host {

namespace {

/// The first 64 bits of a hash that is the same on every machine.
std::uint64_t stream_of(const std::string& configuration, const Problem& problem) {
  return std::stoull(sha256_of(configuration + "\n" + to_string(problem)).substr(0, 16), nullptr, 16);
}

void throw_if_any(std::vector<Diagnostic> diagnostics) {
  if (!diagnostics.empty()) throw BadInput{in_order(std::move(diagnostics))};
}

}  // namespace

Plan make_plan(const Experiment& experiment) {
  std::vector<Diagnostic> diagnostics;
  const Candidates candidates{experiment, diagnostics};
  Suppliers suppliers{experiment, candidates, diagnostics};
  Plan plan;
  plan.not_applicable = candidates.refusals();
  std::ranges::move(suppliers.remove_starved(), std::back_inserter(plan.not_applicable));
  suppliers.connect();
  // Sources that are missing since they are ambiguous would look like no sources.
  throw_if_any(diagnostics);
  const auto order = suppliers.in_order();
  throw_if_any(std::move(diagnostics));

  std::vector<std::size_t> number_of(candidates.all().size());
  for (const auto place : order) {
    const Candidate& candidate = candidates.all()[place];
    Run& run = plan.runs.emplace_back();
    run.number = plan.runs.size() - 1;
    run.configuration = &experiment.configurations[candidate.configuration];
    run.problem = candidate.problem;
    run.quantities = candidate.quantities;
    run.counted = candidate.counted;
    run.strategy = candidates.strategy(candidate.configuration);
    run.offer = candidate.offer;
    run.seed = run.configuration->seed;
    run.stream = stream_of(seedless_name(*run.configuration), run.problem);
    for (const auto& [need, source] : suppliers.sources(place)) {
      if (const auto* const supplier = std::get_if<std::size_t>(&source))
        run.sources.emplace(need, number_of[*supplier]);
      else
        run.sources.emplace(need, std::get<Given>(source));
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

std::variant<Inputs, Quantity> inputs_of(const Run& run,
                                         const std::function<const Outcomes*(std::size_t)>& outcomes_of) {
  Inputs inputs;
  for (const auto& [quantity, source] : run.sources) {
    if (const auto* given = std::get_if<Given>(&source)) {
      inputs.emplace(quantity, given->value);
      continue;
    }
    const Outcomes* const outcomes = outcomes_of(std::get<std::size_t>(source));
    const auto value = outcomes == nullptr ? std::nullopt : derive(quantity, *outcomes, run.problem);
    if (!value) return quantity;
    inputs.emplace(quantity, *value);
  }
  return inputs;
}

std::optional<std::string> above_memory_budget(const Run& run, const Experiment& experiment) {
  const auto& memory = run.offer.memory_bytes;
  for (const auto& budget : {run.configuration->budget.memory_bytes, experiment.budget.memory_bytes}) {
    if (!memory || !budget || *memory <= *budget) continue;
    return "needs " + bytes_text(*memory) + " of memory, the budget is " + bytes_text(*budget);
  }
  return std::nullopt;
}

}  // namespace gridcensus::host
