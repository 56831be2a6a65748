#include "host/report/ledger_documents.hpp"

#include "host/base/errors.hpp"
#include "host/experiment/experiment.hpp"
#include "host/results/values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string>
#include <utility>

namespace gridcensus::host {

namespace {

using LedgerRun = LedgerContents::Run;
/// SHA-256 of the experiment, and the seed.
using ExperimentAndSeed = std::pair<std::string, std::string>;

std::uint64_t number_from(const std::string& text) {
  std::uint64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

Json members_of(const LedgerRun& run, const Json& identity) {
  return {
      {"problem", identity.at("problem")}, {"strategy", run.row.strategy}, {"configuration", run.row.configuration}};
}

std::string message_of(const LedgerRun& run) {
  if (!run.failed.empty()) return run.message;
  if (!run.job_units) return "not begun";
  return fmt::format("stopped: {} of {} units are in the ledger", run.units, *run.job_units);
}

Json run_entry(const LedgerRun& run, const Json& identity) {
  Json entry = members_of(run, identity);
  entry["version"] = run.row.strategy_version;
  entry["plugin_sha256"] = run.row.plugin_sha256;
  entry["parameters"] = parse_json(run.row.parameters);
  entry["inputs"] = identity.at("inputs");
  if (identity.contains("seed")) entry["seed"] = number_from(identity.at("seed").get_ref<const std::string&>());
  entry["state"] = run.conclusion ? "concluded" : run.failed.empty() ? "stopped" : run.failed;
  if (!run.conclusion) entry["message"] = printable(message_of(run));
  entry["units"] = run.conclusion ? run.conclusion->units : run.units;
  entry["reused"] = run.conclusion.has_value();
  entry["seconds"] = run.conclusion ? run.conclusion->seconds : run.seconds;
  return entry;
}

/// How a value stands that no comparison of this ledger has judged.
std::string_view own_standing(const Outcome& outcome, const LedgerRun& run) {
  switch (kind_of(outcome)) {
    case Kind::unfinished: return "unfinished";
    case Kind::estimate: return "estimated";
    case Kind::approximation: return "approximated";
    case Kind::exact: return run.recounts > 0 ? "recounted" : "computed";
    case Kind::lower_bound:
    case Kind::upper_bound: break;
  }
  return "computed";
}

Json outcome_entry(const LedgerRun& run, const Json& identity, const std::string& quantity, const Outcome& outcome) {
  Json entry = members_of(run, identity);
  entry["quantity"] = quantity;
  entry.update(to_json(outcome));
  const auto stored = std::ranges::find(run.standings, quantity, &StandingRecord::quantity);
  const bool is_stored = run.conclusion && stored != run.standings.end();
  entry["standing"] = is_stored ? stored->standing : own_standing(outcome, run);
  entry["witnesses"] = is_stored ? stored->witnesses : std::holds_alternative<Unfinished>(outcome) ? 0 : 1;
  entry["recounted_units"] = run.recounts;
  entry["seconds"] = run.conclusion ? run.conclusion->seconds : run.seconds;
  return entry;
}

void add_run(Json& document, const LedgerRun& run) {
  const Json identity = parse_json(run.row.identity);
  document["runs"].push_back(run_entry(run, identity));
  if (!run.conclusion) {
    for (const Json& quantity : identity.at("quantities")) {
      document["outcomes"].push_back(
          outcome_entry(run, identity, quantity.get<std::string>(), Unfinished{message_of(run)}));
    }
    return;
  }
  for (const auto& [quantity, outcome] : run.conclusion->outcomes) {
    document["outcomes"].push_back(outcome_entry(run, identity, std::string{name_of(quantity)}, outcome));
  }
  for (const auto& [name, finding] : run.conclusion->findings) {
    Json entry = members_of(run, identity);
    entry["name"] = name;
    entry["help"] = printable(finding.help);
    entry.update(to_json(finding.value));
    document["findings"].push_back(std::move(entry));
  }
}

/// What is known of one experiment with one seed.
struct Experimented {
  std::vector<std::int64_t> sessions;
  const DocumentRow* document = nullptr;
};

bool has_any_of(const LedgerRun& run, const std::vector<std::int64_t>& sessions) {
  return std::ranges::any_of(run.sessions, [&](auto id) { return std::ranges::find(sessions, id) != sessions.end(); });
}

/// Whether a run has become what it is since the document was recorded.
bool is_newer(const LedgerContents& contents, const LedgerRun& run, const Experimented& experimented) {
  return std::ranges::any_of(run.sessions, [&](const std::int64_t id) {
    const auto own = std::ranges::find(experimented.sessions, id);
    return own != experimented.sessions.end() && contents.sessions.at(id).started > experimented.document->recorded;
  });
}

Json assembled(const LedgerContents& contents, const Experimented& experimented, bool is_only_one) {
  const auto last = std::ranges::max(experimented.sessions, {}, [&](const std::int64_t id) {
    return std::pair{contents.sessions.at(id).started, id};
  });
  const SessionRow& session = contents.sessions.at(last);
  // Its title and level are those of the file, which is the same.
  Json earlier;
  if (experimented.document != nullptr) earlier = parse_json(experimented.document->document).at("experiment");
  Json document{{"gridcensus", session.version},
                {"format_version", document_format},
                {"produced",
                 {{"host", printable(session.host)},
                  {"cpu", printable(session.cpu)},
                  {"threads", number_from(session.threads)},
                  {"date", contents.last_writes.at(last)},
                  {"compiler", session.compiler},
                  {"version", session.version},
                  {"part", session.part}}},
                {"experiment",
                 {{"title", earlier.is_null() ? Json("") : earlier.at("title")},
                  {"file", printable(session.experiment)},
                  {"sha256", session.experiment_sha256},
                  {"seed", number_from(session.seed)},
                  {"confidence", earlier.is_null() ? Json(Experiment{}.confidence) : earlier.at("confidence")}}}};
  for (const auto* member : {"runs", "outcomes", "findings", "verdicts", "not_applicable"}) {
    document[member] = Json::array();
  }
  for (const LedgerRun& run : contents.runs) {
    // A run for which nothing was stored yet names no session.
    if (is_only_one || has_any_of(run, experimented.sessions)) add_run(document, run);
  }
  document["assembled"] =
      "from the rows of the ledger: what counted them has not ended, or was a part; "
      "`gridcensus run` with this ledger goes on";
  document["exit"] = static_cast<int>(ExitCode::incomplete);
  return document;
}

std::vector<Json> read_or_assemble(const LedgerContents& contents) {
  std::map<ExperimentAndSeed, Experimented> all;
  for (const auto& [id, session] : contents.sessions) {
    all[{session.experiment_sha256, session.seed}].sessions.push_back(id);
  }
  for (const DocumentRow& row : contents.documents) all[{row.experiment_sha256, row.seed}].document = &row;
  std::vector<std::pair<std::string, Json>> dated;
  for (const auto& entry : all) {
    const Experimented& experimented = entry.second;
    const auto newer = [&](const LedgerRun& run) { return is_newer(contents, run, experimented); };
    const bool is_reported = experimented.document != nullptr && std::ranges::none_of(contents.runs, newer);
    Json document =
        is_reported ? parse_json(experimented.document->document) : assembled(contents, experimented, all.size() == 1);
    if (document.at("runs").empty() && !is_reported) continue;
    dated.emplace_back(document.at("produced").at("date").get<std::string>(), std::move(document));
  }
  std::ranges::stable_sort(dated, {}, [](const auto& entry) -> const std::string& { return entry.first; });
  std::vector<Json> documents;
  for (auto& [date, document] : dated) documents.push_back(std::move(document));
  return documents;
}

}  // namespace

std::vector<Json> ledger_documents(const LedgerContents& contents) {
  const auto damaged = [&](const std::exception& error) {
    return StorageError{fmt::format("ledger {} is damaged: a text in it cannot be read ({})",
                                    printable(contents.file.string()), printable(error.what()))};
  };
  try {
    return read_or_assemble(contents);
  } catch (const Json::exception& error) {
    throw damaged(error);
  } catch (const NotJson& error) {
    throw damaged(error);
  }
}

}  // namespace gridcensus::host
