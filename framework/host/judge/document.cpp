#include "gridcensus/build_id.hpp"
#include "host/base/errors.hpp"
#include "host/compare/comparer.hpp"
#include "host/judge/answers.hpp"
#include "host/judge/evidence.hpp"
#include "host/judge/finding_groups.hpp"
#include "host/judge/judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <set>
#include <utility>

namespace gridcensus::host {

namespace {

using Document = ResultsDocument;

/// The sources of the entries of a document.
struct Results {
  const Plan& plan;
  const std::vector<RunResult>& runs;
  const PublishedValues* published = nullptr;
};

Document::RunId run_id_of(const Run& run) {
  return {run.problem, run.configuration->plugin->about.id, run.configuration->name};
}

Document::Run run_entry(const Results& results, const Run& run) {
  const RunResult& result = results.runs[run.number];
  const Plugin& plugin = *run.configuration->plugin;
  Document::Run entry{.run_id = run_id_of(run),
                      .version = plugin.about.version,
                      .plugin_sha256 = plugin.sha256,
                      .program = plugin.program != nullptr ? plugin.about.source : "",
                      .question = run.question(),
                      .base_configuration = run.configuration->base_configuration,
                      .state = result.state,
                      .message = printable(result.message),
                      .units = result.units,
                      .units_total = result.units_total,
                      .reused = result.reused,
                      .seconds = result.seconds,
                      .unit_seconds = result.unit_seconds};
  for (const auto& [name, value] : run.configuration->parameters) {
    entry.parameters.emplace(name, gridcensus::to_string(value));
  }
  for (const auto& [quantity, source] : run.sources) {
    const auto* number = std::get_if<std::size_t>(&source);
    entry.inputs.emplace(name_of(quantity), number != nullptr ? results.plan.runs[*number].configuration->name
                                                              : to_decimal(std::get<Given>(source).value));
  }
  if (run.is_sampled()) entry.seed = run.seed;
  return entry;
}

Document::OutcomeEntry outcome_entry(const Results& results, const Run& run, Quantity quantity,
                                     const Outcome& outcome) {
  const RunResult& result = results.runs[run.number];
  const auto base = run.follows_from(quantity);
  Document::OutcomeEntry entry{.run_id = run_id_of(run),
                               .quantity = quantity,
                               .outcome = outcome,
                               .recounted_units = result.recounted_units,
                               .follows_from = base,
                               .rests_on = witness_of(results.plan, run, base.value_or(quantity)),
                               .seconds = result.seconds};
  if (const auto interim = result.interim.find(quantity); interim != result.interim.end())
    entry.interim = interim->second;
  return entry;
}

/// Returns the names that published tables give to the rows of a table. The published name of a class applies in every
/// table of the problem with these rows.
std::map<std::string, std::string> row_names(const Results& results, const Problem& problem,
                                             const FindingValue& value) {
  std::map<std::string, std::string> names;
  const auto* const table = std::get_if<Table>(&value);
  if (results.published == nullptr || table == nullptr) return names;
  for (const AttributedFinding& published : results.published->findings) {
    const auto* const known = std::get_if<Table>(&published.value);
    if (known == nullptr || known->key != table->key || published.origin.problem != problem) continue;
    for (const auto& [row, name] : published.row_names) {
      if (table->rows.contains(row)) names.emplace(row, name);
    }
  }
  return names;
}

/// Returns the deviation of an approximation from each better known value, as a finding of its run; nullopt if there is
/// no such value, or if the outcome is not an approximation.
std::optional<Document::FindingEntry> deviation_entry(const Document& document, const Document::OutcomeEntry& outcome) {
  if (!std::holds_alternative<Approximation>(outcome.outcome)) return std::nullopt;
  Document::FindingEntry entry{.run_id = outcome.run_id,
                               .name = fmt::format("deviation_of_{}", name_of(outcome.quantity)),
                               .help = "approximation / value - 1, for each value that is exact or has an error bar"};
  for (const auto& [verdict, own, other] : document.verdicts_on(outcome)) {
    if (!verdict->relative_error) continue;
    entry.deviations.list.push_back(
        {other->name, other->problem, *verdict->relative_error, verdict->relative_error_uncertainty.value_or(0)});
  }
  if (entry.deviations.list.empty()) return std::nullopt;
  return entry;
}

/// Adds the totals of lists of layouts. Requires the standings.
void add_totals(Document& document, const std::vector<AttributedOutcome>& totals) {
  for (const auto& [origin, quantity, outcome, follows] : totals) {
    const std::string& configuration = origin.witness.configuration;
    const std::string& strategy = origin.witness.strategy;
    auto witnesses = std::holds_alternative<Exact>(outcome) ? std::numeric_limits<std::uint64_t>::max() : 0;
    for (const auto& asked : document.problems) {
      if (!asked.layouts.contains(origin.list)) continue;
      const auto* const part = document.outcome_of({asked.problem, strategy, configuration}, quantity);
      witnesses = std::min(witnesses, part == nullptr ? 0 : part->witnesses);
    }
    document.totals.push_back({origin.list, strategy, configuration, quantity, outcome, witnesses});
  }
}

/// Adds the findings of the runs. Requires the verdicts.
void add_findings(Document& document, const Results& results) {
  for (const auto& run : results.plan.runs) {
    const auto run_id = run_id_of(run);
    for (const auto& [name, finding] : results.runs[run.number].findings) {
      document.findings.push_back(finding_entry(run_id, name, finding));
      document.findings.back().row_names = row_names(results, run.problem, finding.value);
    }
    for (const auto* outcome : document.outcomes_of(run_id)) {
      if (auto entry = deviation_entry(document, *outcome)) document.findings.push_back(*std::move(entry));
    }
  }
}

/// Compares all answers and totals.
std::vector<Document::VerdictEntry> all_verdicts(const Experiment& experiment, const Results& results,
                                                 const std::vector<AttributedOutcome>& totals) {
  auto verdicts = compare_answers(experiment, results.plan, results.runs, results.published, totals);
  Comparer::judge(verdicts, experiment.confidence);
  // Texts of strategies and files.
  for (auto& verdict : verdicts) {
    for (auto* const text : {&verdict.note, &verdict.left.source, &verdict.left.contested_by, &verdict.right.source,
                             &verdict.right.contested_by})
      *text = printable(*text);
  }
  return verdicts;
}

/// Returns the definitions of the quantities of the runs.
std::vector<QuantityInfo> quantities_of(const Plan& plan) {
  std::set<Quantity> all;
  for (const auto& run : plan.runs) all.insert(run.quantities.begin(), run.quantities.end());
  std::vector<QuantityInfo> infos;
  for (const auto quantity : all) infos.push_back(quantity.info());
  return infos;
}

}  // namespace

ResultsDocument judged(const Experiment& experiment, const Plan& plan, const ExecutedRuns& executed,
                       const PublishedValues* published, const Session& session) {
  const Results results{plan, executed.runs, published};
  ResultsDocument document;
  document.version = GRIDCENSUS_VERSION;
  document.produced = {.host = printable(session.host),
                       .cpu = printable(session.cpu),
                       .threads = static_cast<std::uint64_t>(parse_integer(session.threads).value_or(0)),
                       .date = {},
                       .compiler = session.compiler,
                       .version = session.version,
                       .part = session.part};
  document.title = printable(experiment.title);
  document.file = printable(experiment.file);
  document.sha256 = experiment.sha256;
  document.seed = experiment.seeds.front();
  document.seeds = experiment.seeds;
  document.confidence = experiment.confidence;
  for (const auto& problem : experiment.problems) {
    const auto words = experiment.words.find(problem);
    auto& asked = document.problems.emplace_back();
    asked.problem = problem;
    if (words != experiment.words.end()) asked.asked = words->second;
    for (const auto& list : experiment.layout_lists) {
      const auto weight = list.weights.find(problem);
      if (weight != list.weights.end()) asked.layouts.emplace(list.name, weight->second);
    }
  }
  for (const auto& list : experiment.layout_lists)
    document.layout_lists.push_back({list.name, list.common, list.sha256, list.layouts(), list.weights.size()});
  for (const auto& each : experiment.overrides) document.overrides.push_back(printable(each));
  document.quantities = quantities_of(plan);
  for (const auto& run : plan.runs) {
    document.runs.push_back(run_entry(results, run));
    for (const auto& [quantity, outcome] : executed.runs[run.number].outcomes) {
      document.outcomes.push_back(outcome_entry(results, run, quantity, outcome));
    }
  }
  std::vector<AttributedOutcome> totals;
  if (executed.part.is_whole()) {  // a part compares nothing
    totals = totals_of(experiment, plan, executed.runs);
    document.verdicts = all_verdicts(experiment, results, totals);
  }
  for (const auto& refused : plan.not_applicable) {
    document.not_applicable.push_back(
        {.run_id = {refused.problem, refused.configuration->plugin->about.id, refused.configuration->name},
         .quantities = refused.quantities,
         .reason = printable(refused.reason),
         .is_by_name = !refused.configuration->quantities.empty(),
         .counted_as = refused.counted_as ? to_string(*refused.counted_as) : ""});
  }
  document.storage_error = printable(executed.storage_error);
  document.build_index();
  add_standings(document);
  add_totals(document, totals);
  add_findings(document, results);
  document.build_index();
  add_evidence(document);
  document.exit = exit_of(document, executed);
  return document;
}

}  // namespace gridcensus::host
