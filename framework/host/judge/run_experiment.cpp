#include "host/base/errors.hpp"
#include "host/graph/provenance.hpp"
#include "host/isolation/isolate.hpp"
#include "host/judge/judge.hpp"

#include <memory>
#include <utility>

namespace gridcensus::host {

namespace {

/// Stores the document. If that fails, the document reports it.
void store(ResultsDocument& document, Ledger& ledger) {
  try {
    std::string text;
    write_json(document, -1, [&text](const std::string& piece) { text += piece; });
    ledger.store_document(std::move(text));
  } catch (const StorageError& error) {
    document.storage_error = printable(error.what());
    document.exit = ExitCode::storage;
  }
}

}  // namespace

PublishedValues published_values_for(const Experiment& experiment) {
  auto published = read_published_values(published_values_folder(), experiment.problems);
  for (const auto& file : experiment.published) add_published_values(file, published);
  return published;
}

ExperimentResult run_experiment(const Experiment& experiment, Plan plan,
                                const std::optional<std::filesystem::path>& ledger, ExecuteOptions options,
                                const std::function<void(const std::string&)>& note) {
  isolate(plan, experiment, {.threads = options.threads, .note = note});
  const PublishedValues published = published_values_for(experiment);
  const Session session = session_of(experiment, options.part, options.threads);
  const auto open = ledger ? std::make_unique<Ledger>(*ledger, session) : nullptr;
  options.ledger = open.get();
  ExperimentResult result{execute(experiment, plan, options), {}};
  result.document = judged(experiment, plan, result, &published, session);
  result.document.produced.date = now_in_utc();
  if (open && options.part.is_whole() && result.document.storage_error.empty()) store(result.document, *open);
  return result;
}

}  // namespace gridcensus::host
