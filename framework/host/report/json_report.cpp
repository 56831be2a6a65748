#include "gridcensus/build_id.hpp"
#include "host/graph/voices.hpp"
#include "host/report/comparison_index.hpp"
#include "host/report/report.hpp"
#include "host/report/standing.hpp"
#include "host/results/values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

namespace gridcensus::host {

namespace {

std::string_view name_of(VoiceKind kind) {
  static constexpr std::array<std::string_view, 5> names{"run", "given", "expected", "published", "invariant"};
  return names.at(static_cast<std::size_t>(kind));
}

/// By whom and when the document was made: the one member that says nothing of the numbers.
Json produced_json(const Results& results) {
  const Session& session = results.session;
  return {{"host", printable(session.host)},
          {"cpu", printable(session.cpu)},
          {"threads", session.threads},
          {"date", results.date},
          {"compiler", session.compiler},
          {"version", session.version},
          {"part", session.part}};
}

/// The members by which a run is named wherever it appears.
Json run_members(const Run& run) {
  return {{"problem", to_json(run.problem)},
          {"strategy", run.configuration->plugin->about.id},
          {"configuration", run.configuration->name}};
}

Json run_json(const Results& results, const Run& run) {
  const RunResult& result = results.result.runs[run.number];
  const Plugin& plugin = *run.configuration->plugin;
  Json json = run_members(run);
  json["version"] = plugin.about.version;
  json["plugin_sha256"] = plugin.sha256;
  json["parameters"] = Json::object();
  for (const auto& [name, value] : run.configuration->parameters) {
    json["parameters"][name] = gridcensus::to_string(value);
  }
  json["question"] = run.question();
  json["inputs"] = Json::object();
  for (const auto& [quantity, source] : run.sources) {
    const auto* number = std::get_if<std::size_t>(&source);
    json["inputs"][std::string{name_of(quantity)}] =
        number != nullptr ? results.plan.runs[*number].configuration->name : to_decimal(std::get<Given>(source).value);
  }
  if (run.is_sampled()) json["seed"] = run.seed;
  if (!run.configuration->repeats.empty()) json["repeats"] = run.configuration->repeats;
  json["state"] = name_of(result.state);
  if (!result.message.empty()) json["message"] = printable(result.message);
  json["units"] = result.units;
  if (result.units_of) json["units_of"] = *result.units_of;
  json["reused"] = result.reused;
  json["seconds"] = result.seconds;
  if (const auto& times = result.unit_seconds) {
    json["unit_seconds"] = {{"counted", times->counted}, {"total", times->total}, {"quantiles", times->quantiles}};
  }
  return json;
}

/// What an outcome rests on beside its strategy: counting mathematics that others use, too, and inputs, with what these
/// rest on.
Json grounds_json(const Witness& witness) {
  Json json = Json::object();
  if (!witness.mathematics.empty()) json["mathematics"] = witness.mathematics;
  for (const auto& [quantity, source] : witness.inputs) {
    Json input{{"quantity", name_of(quantity)}};
    if (source.given) {
      input["given"] = to_decimal(*source.given);
    } else {
      input["configuration"] = source.configuration;
      input["strategy"] = source.strategy;
    }
    input.update(grounds_json(source));
    json["inputs"].push_back(std::move(input));
  }
  return json;
}

Json side_json(const Side& side) {
  Json json{{"kind", name_of(side.voice.kind)}, {"name", side.voice.name}, {"problem", to_json(side.voice.problem)}};
  if (side.quantity) json["quantity"] = name_of(*side.quantity);
  if (!side.voice.witness.strategy.empty()) json["strategy"] = side.voice.witness.strategy;
  if (!side.voice.source.empty()) json["source"] = printable(side.voice.source);
  if (!side.voice.contested_by.empty()) json["contested_by"] = printable(side.voice.contested_by);
  json["value"] = side.value;
  return json;
}

Json verdict_json(const Comparison& comparison) {
  Json json{{"subject", comparison.subject},
            {"verdict", name_of(comparison.verdict)},
            {"left", side_json(comparison.left)},
            {"right", side_json(comparison.right)}};
  for (const auto& [kind, name, text] : comparison.shared) {
    json["shared"].push_back({{"kind", name_of(kind)}, {"name", name}, {"text", text}});
  }
  if (comparison.z) json["z"] = *comparison.z;
  if (comparison.p_value) json["p_value"] = *comparison.p_value;
  if (comparison.deviation) {
    json["relative_error"] = comparison.deviation->relative;
    json["relative_error_uncertainty"] = comparison.deviation->standard_error;
  }
  if (!comparison.note.empty()) json["note"] = printable(comparison.note);
  return json;
}

Json not_applicable_json(const NotApplicable& refused) {
  Json json{{"problem", to_json(refused.problem)},
            {"strategy", refused.configuration->plugin->about.id},
            {"configuration", refused.configuration->name},
            {"quantities", Json::array()},
            {"reason", printable(refused.reason)}};
  for (const auto quantity : refused.quantities) json["quantities"].push_back(name_of(quantity));
  return json;
}

/// What published tables call the rows of a finding; nullptr where nobody has a name for them.
const std::map<std::string, std::string>* row_names(const Results& results, const Problem& problem,
                                                    const std::string& finding) {
  if (results.published == nullptr) return nullptr;
  for (const FindingVoice& published : results.published->findings) {
    const bool is_same = published.name == finding && published.voice.problem == problem;
    if (is_same && !published.row_names.empty()) return &published.row_names;
  }
  return nullptr;
}

/// By how much an approximation misses each value that is known better, as a finding of its run; null where it stands
/// alone, or is none.
Json deviation_finding(const ComparisonIndex& index, const Run& run, Quantity quantity, const Outcome& outcome) {
  if (!std::holds_alternative<Approximation>(outcome)) return {};
  Json deviations = Json::array();
  for (const auto& [comparison, own, other] : index.of(run, quantity)) {
    if (!comparison->deviation) continue;
    deviations.push_back({{"from", other->voice.name},
                          {"problem", to_json(other->voice.problem)},
                          {"relative", comparison->deviation->relative},
                          {"standard_error", comparison->deviation->standard_error}});
  }
  if (deviations.empty()) return {};
  Json entry = run_members(run);
  entry["name"] = fmt::format("deviation_of_{}", name_of(quantity));
  entry["help"] = "approximation / value - 1, for each value that is exact or has an error bar";
  entry["kind"] = "deviation";
  entry["deviations"] = std::move(deviations);
  return entry;
}

/// The definitions of the quantities that are not built in.
Json quantities_json(const Plan& plan) {
  std::set<Quantity> declared;
  for (const auto& run : plan.runs) declared.insert(run.quantities.begin(), run.quantities.end());
  for (const auto quantity : built_in_quantities()) declared.erase(quantity);
  Json list = Json::array();
  for (const auto quantity : declared) list.push_back(to_json(quantity.info()));
  return list;
}

}  // namespace

Json json_report(const Results& results) {
  const Experiment& experiment = results.experiment;
  const ComparisonIndex index{results.result};
  Json json;
  json["gridcensus"] = GRIDCENSUS_VERSION;
  json["format_version"] = document_format;
  json["produced"] = produced_json(results);
  json["experiment"] = {{"title", printable(experiment.title)},
                        {"file", printable(experiment.file)},
                        {"sha256", experiment.sha256},
                        {"seed", experiment.seeds.front()},
                        {"seeds", experiment.seeds},
                        {"confidence", experiment.confidence},
                        {"problems", Json::array()}};
  for (const auto& problem : experiment.problems) {
    Json entry = to_json(problem);
    if (const auto words = experiment.words.find(problem); words != experiment.words.end())
      entry["asked"] = words->second;
    json["experiment"]["problems"].push_back(std::move(entry));
  }
  if (!experiment.overrides.empty()) {
    for (const auto& each : experiment.overrides) json["experiment"]["overrides"].push_back(printable(each));
  }
  Json quantities = quantities_json(results.plan);
  if (!quantities.empty()) json["quantities"] = std::move(quantities);
  for (const auto* member : {"runs", "outcomes", "findings", "verdicts", "not_applicable"})
    json[member] = Json::array();
  for (const auto& run : results.plan.runs) {
    const RunResult& result = results.result.runs[run.number];
    json["runs"].push_back(run_json(results, run));
    for (const auto& [quantity, outcome] : result.outcomes) {
      Json entry = run_members(run);
      entry["quantity"] = name_of(quantity);
      entry.update(to_json(outcome));
      if (const auto so_far = result.so_far.find(quantity); so_far != result.so_far.end()) {
        entry["so_far"] = to_json(Outcome{so_far->second});
        entry["so_far"].erase("kind");
      }
      const Evidence evidence = evidence_for(results.result, index, run, quantity);
      entry["standing"] = name_of(evidence.standing);
      entry["witnesses"] = evidence.witnesses;
      entry["recounted_units"] = result.recounted_units;
      const auto base = run.follows_from(quantity);
      if (base) entry["follows_from"] = name_of(*base);
      Json grounds = grounds_json(witness_of(results.plan, run, base.value_or(quantity)));
      if (!grounds.empty()) entry["rests_on"] = std::move(grounds);
      entry["seconds"] = result.seconds;
      json["outcomes"].push_back(std::move(entry));
    }
    for (const auto& [name, finding] : result.findings) {
      Json entry = run_members(run);
      entry["name"] = name;
      entry["help"] = printable(finding.help);
      if (finding.same_when_transposed) entry["same_when_transposed"] = true;
      if (finding.quantity) entry["quantity"] = name_of(*finding.quantity);
      entry.update(to_json(finding.value));
      if (const auto* names = row_names(results, run.problem, name)) entry["row_names"] = *names;
      json["findings"].push_back(std::move(entry));
    }
    for (const auto& [quantity, outcome] : result.outcomes) {
      Json entry = deviation_finding(index, run, quantity, outcome);
      if (!entry.is_null()) json["findings"].push_back(std::move(entry));
    }
  }
  for (const auto& comparison : results.result.comparisons) json["verdicts"].push_back(verdict_json(comparison));
  for (const auto& refused : results.plan.not_applicable) {
    json["not_applicable"].push_back(not_applicable_json(refused));
  }
  if (!results.result.storage_error.empty()) json["storage_error"] = printable(results.result.storage_error);
  json["exit"] = static_cast<int>(results.result.exit_code());
  return json;
}

}  // namespace gridcensus::host
