#include "host/verify/documents.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace gridcensus::host::verify {

namespace {

/// Returns true if an entry of `runs` can be this run of the ledger: it has the same strategy, plugin, problem,
/// parameters that affect results, and seed if it samples. Inputs are compared if they were given as values.
bool can_be(const ResultsDocument::Run& entry, const ConcludedRun& concluded) {
  const RunRow& run = *concluded.run;
  if (entry.who.problem != concluded.problem || entry.who.strategy != run.text("strategy") ||
      entry.version != run.text("strategy_version") || entry.plugin_sha256 != run.text("plugin_sha256")) {
    return false;
  }
  const Text& identity = concluded.identity;
  if (identity.contains("seed") && (!entry.seed || std::to_string(*entry.seed) != identity.at("seed"))) return false;
  const bool has_parameters = std::ranges::all_of(identity.at("parameters").items(), [&](const auto& parameter) {
    const auto found = entry.parameters.find(parameter.key());
    return found != entry.parameters.end() && found->second == parameter.value();
  });
  const bool has_inputs = std::ranges::all_of(entry.inputs, [&](const auto& input) {
    const auto& [quantity, source] = input;
    const auto stored = concluded.inputs.find(quantity);
    if (stored == concluded.inputs.end()) return false;
    const bool is_value = !source.empty() && source.find_first_not_of("0123456789") == std::string::npos;
    return !is_value || integer_from(source) == stored->second;
  });
  return has_parameters && has_inputs;
}

/// The concluded runs, indexed by problem and strategy because there may be very many.
using RunsByProblem = std::map<std::pair<Problem, std::string>, std::vector<const ConcludedRun*>>;

std::vector<const ConcludedRun*> runs_for(const ResultsDocument::Run& entry, const RunsByProblem& all) {
  std::vector<const ConcludedRun*> found;
  const auto candidates = all.find({entry.who.problem, entry.who.strategy});
  if (candidates == all.end()) return found;
  for (const ConcludedRun* const concluded : candidates->second) {
    if (can_be(entry, *concluded)) found.push_back(concluded);
  }
  // Random numbers depend on the name.
  const auto has_name = [&](const ConcludedRun* run) {
    return run->run->text("configuration") == entry.who.configuration;
  };
  if (std::ranges::any_of(found, has_name)) std::erase_if(found, std::not_fn(has_name));
  return found;
}

}  // namespace

RunName name_of(const VerdictSide& side) { return {side.problem, side.strategy, side.name}; }

std::optional<std::string> compared_quantity(const VerdictEntry& verdict) {
  const auto& left = verdict.left.quantity;
  const auto& right = verdict.right.quantity;
  if (!left) return std::nullopt;
  const std::string name{name_of(*left)};
  if (left == right || !right) return name;
  const std::string whole = base_quantity_of_classes(name);
  return whole.empty() ? name : whole;
}

std::string base_quantity_of_classes(const std::string& quantity) {
  const auto known = find_quantity(quantity);
  return known ? known->info().relabelling_classes_of : "";
}

std::string to_string(const RunName& run) { return fmt::format("{} on {}", run.configuration, to_string(run.problem)); }

const RunName* StoredReport::name_of(const ConcludedRun& run) const {
  const auto found = names.find(&run);
  return found == names.end() ? nullptr : found->second;
}

StoredReport read_report(const Row& row, const std::vector<ConcludedRun>& all) {
  StoredReport report{&row, read_results_document(parse_json(row.text("document")), ""), {}, {}, {}};
  const ResultsDocument& document = report.document;
  if (document.sha256 != row.text("experiment_sha256") ||
      fmt::format("{}", fmt::join(document.seeds, ", ")) != row.text("seed")) {
    throw MalformedText{"it is of another experiment or seed than it is kept for"};
  }
  for (std::size_t i = 0; i < document.verdicts.size(); ++i) {
    for (const VerdictSide* const side : {&document.verdicts[i].left, &document.verdicts[i].right}) {
      if (side->kind == OriginKind::run) report.verdicts_on[verify::name_of(*side)].push_back(i);
    }
  }
  RunsByProblem runs_by_problem;
  for (const ConcludedRun& concluded : all)
    runs_by_problem[{concluded.problem, concluded.run->text("strategy")}].push_back(&concluded);
  for (const ResultsDocument::Run& entry : document.runs)
    report.runs.emplace(entry.who, runs_for(entry, runs_by_problem));
  for (const auto& [name, runs] : report.runs) {
    for (const ConcludedRun* const run : runs) report.names.emplace(run, &name);
  }
  return report;
}

}  // namespace gridcensus::host::verify
