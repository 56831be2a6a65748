#include "host/base/errors.hpp"
#include "host/experiment/experiment.hpp"
#include "host/judge/evidence.hpp"
#include "host/judge/finding_groups.hpp"
#include "host/judge/judge.hpp"
#include "host/results/values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

namespace gridcensus::host {

namespace {

using Document = ResultsDocument;
using LedgerRun = LedgerContents::Run;
/// SHA-256 of the experiment, and the seed.
using ExperimentAndSeed = std::pair<std::string, std::string>;

/// Returns the numbers of "1, 2, 3".
std::vector<std::uint64_t> numbers_from(const std::string& text) {
  return parse_json("[" + text + "]").get<std::vector<std::uint64_t>>();
}

std::uint64_t number_from(const std::string& text) {
  const auto numbers = numbers_from(text);
  return numbers.empty() ? 0 : numbers.front();
}

std::string message_of(const LedgerRun& run) {
  if (!run.failures.empty()) return run.failures.back().message;
  if (!run.job) return "not begun";
  return fmt::format("stopped: {} of {} units are in the ledger", run.done.size(), run.job->units);
}

Document::Run run_entry(const LedgerRun& run, const Document::RunId& run_id, const Json& identity) {
  Document::Run entry{.run_id = run_id,
                      .version = run.row.strategy_version,
                      .plugin_sha256 = run.row.plugin_sha256,
                      .program = identity.value("program", ""),
                      .parameters = parse_json(run.row.parameters).get<std::map<std::string, std::string>>(),
                      .state = RunState::concluded,
                      .units = run.conclusion ? run.conclusion->units : run.done.size(),
                      .reused = run.conclusion.has_value(),
                      .seconds = run.conclusion ? run.conclusion->seconds : run.seconds};
  for (const auto& [quantity, value] : identity.at("inputs").items()) {
    entry.inputs.emplace(quantity, value.get<std::string>());
  }
  if (identity.contains("seed")) entry.seed = number_from(identity.at("seed").get_ref<const std::string&>());
  if (!run.conclusion) {
    entry.state = RunState::stopped;
    if (!run.failures.empty()) entry.state = find_term<RunState>(run.failures.back().state).value_or(entry.state);
    entry.message = printable(message_of(run));
  }
  return entry;
}

Document::OutcomeEntry outcome_entry(const LedgerRun& run, const Document::RunId& run_id, Quantity quantity,
                                     const Outcome& outcome) {
  const Kind kind = kind_of(outcome);
  return {.run_id = run_id,
          .quantity = quantity,
          .outcome = outcome,
          .standing = standing_alone(kind, run.recounts > 0),
          .witnesses = kind == Kind::unfinished ? 0U : 1U,
          .recounted_units = run.recounts,
          .seconds = run.conclusion ? run.conclusion->seconds : run.seconds};
}

void add_run(Document& document, const LedgerRun& run) {
  const Json identity = parse_json(run.row.identity);
  const Document::RunId run_id{problem_from(identity.at("problem")), run.row.strategy, run.row.configuration};
  document.runs.push_back(run_entry(run, run_id, identity));
  if (!run.conclusion) {
    for (const Json& quantity : identity.at("quantities")) {
      document.outcomes.push_back(
          outcome_entry(run, run_id, quantity_named(quantity.get<std::string>()), Unfinished{message_of(run)}));
    }
    return;
  }
  for (const auto& [quantity, outcome] : run.conclusion->outcomes) {
    document.outcomes.push_back(outcome_entry(run, run_id, quantity, outcome));
  }
  for (const auto& [name, finding] : run.conclusion->findings) {
    document.findings.push_back(finding_entry(run_id, name, finding));
  }
}

/// Everything known of one experiment with one seed.
struct ExperimentRecord {
  std::vector<std::int64_t> sessions;
  const DocumentRow* document = nullptr;
};

bool has_any_of(const LedgerRun& run, const std::vector<std::int64_t>& sessions) {
  return std::ranges::any_of(run.sessions, [&](auto id) { return std::ranges::find(sessions, id) != sessions.end(); });
}

/// Returns whether a run changed after the document was recorded.
bool is_newer(const LedgerContents& contents, const LedgerRun& run, const ExperimentRecord& record) {
  return std::ranges::any_of(run.sessions, [&](const std::int64_t id) {
    const auto own = std::ranges::find(record.sessions, id);
    return own != record.sessions.end() && contents.sessions.at(id).started > record.document->recorded;
  });
}

Document read_stored(const LedgerContents& contents, const DocumentRow& row) {
  Document document = read_results_document(parse_json(row.document), contents.file.string());
  add_missing_evidence(document);
  return document;
}

Document assembled(const LedgerContents& contents, const ExperimentRecord& record, bool is_only_one) {
  const auto last = std::ranges::max(record.sessions, {}, [&](const std::int64_t id) {
    return std::pair{contents.sessions.at(id).started, id};
  });
  const SessionRow& session = contents.sessions.at(last);
  Document document;
  document.origin = contents.file.string();
  document.version = session.version;
  document.produced = {.host = printable(session.host),
                       .cpu = printable(session.cpu),
                       .threads = number_from(session.threads),
                       .date = session.last_write,
                       .compiler = session.compiler,
                       .version = session.version,
                       .part = session.part};
  document.file = printable(session.experiment);
  document.sha256 = session.experiment_sha256;
  document.seeds = numbers_from(session.seed);
  document.seed = document.seeds.empty() ? 0 : document.seeds.front();
  document.confidence = Experiment{}.confidence;
  if (record.document != nullptr) {
    // Title and level are those of the file, which has not changed.
    const Document earlier = read_stored(contents, *record.document);
    document.title = earlier.title;
    document.confidence = earlier.confidence;
  }
  for (const LedgerRun& run : contents.runs) {
    // A run without stored rows names no session.
    if (is_only_one || has_any_of(run, record.sessions)) add_run(document, run);
  }
  document.assembled =
      "from the rows of the ledger: the process that counted them has not ended, or counted a part; "
      "to continue, run `gridcensus run` with this ledger";
  document.exit = ExitCode::incomplete;
  document.build_index();
  add_evidence(document);
  return document;
}

/// Checks whether a later document has all runs of an earlier one with the same seeds. Then an experiment was run again
/// after an edit of its title, of a comment or of a known answer, or was extended.
bool replaces(const Document& later, const Document& earlier) {
  const auto key = [](const Document::Run& run) {
    return std::tie(run.run_id, run.version, run.plugin_sha256, run.program, run.parameters, run.inputs);
  };
  std::set<decltype(key(later.runs.front()))> runs;
  for (const auto& run : later.runs) runs.insert(key(run));
  return later.seeds == earlier.seeds &&
         std::ranges::all_of(earlier.runs, [&](const auto& run) { return runs.contains(key(run)); });
}

std::vector<Document> read_or_assemble(const LedgerContents& contents) {
  std::map<ExperimentAndSeed, ExperimentRecord> all;
  for (const auto& [id, session] : contents.sessions) {
    all[{session.experiment_sha256, session.seed}].sessions.push_back(id);
  }
  for (const DocumentRow& row : contents.documents) all[{row.experiment_sha256, row.seed}].document = &row;
  std::multimap<std::string, Document> by_time;
  for (const auto& entry : all) {
    const ExperimentRecord& record = entry.second;
    const auto newer = [&](const LedgerRun& run) { return is_newer(contents, run, record); };
    const bool is_reported = record.document != nullptr && std::ranges::none_of(contents.runs, newer);
    Document document =
        is_reported ? read_stored(contents, *record.document) : assembled(contents, record, all.size() == 1);
    if (document.runs.empty() && !is_reported) continue;
    by_time.emplace(is_reported ? record.document->recorded : document.produced.date, std::move(document));
  }
  std::vector<Document> documents;
  for (auto& entry : by_time) {
    std::erase_if(documents, [&](const Document& earlier) { return replaces(entry.second, earlier); });
    documents.push_back(std::move(entry.second));
  }
  return documents;
}

}  // namespace

std::vector<ResultsDocument> ledger_documents(const LedgerContents& contents) {
  const auto damaged = [&](const std::exception& error) {
    return StorageError{fmt::format("ledger {} is damaged: a text in it cannot be read ({})",
                                    printable(contents.file.string()), printable(error.what()))};
  };
  try {
    return read_or_assemble(contents);
  } catch (const Json::exception& error) {
    throw damaged(error);
  } catch (const InvalidJson& error) {
    throw damaged(error);
  }
}

}  // namespace gridcensus::host
