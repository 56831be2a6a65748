#pragma once

#include "host/compare/published.hpp"
#include "host/experiment/experiment.hpp"
#include "host/graph/engine.hpp"
#include "host/ledger/contents.hpp"
#include "host/ledger/ledger.hpp"
#include "host/plan/plan.hpp"
#include "host/results/results_document.hpp"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

/// The only library that reaches a verdict: it compares the answers of executed runs, states the evidence for each
/// value, and makes the document that reports them.
namespace gridcensus::host {

/// The runs of an experiment, executed, and the document that reports them.
struct ExperimentResult : ExecutedRuns {
  ResultsDocument document;
};

/// Returns the comparisons of all runs, in the order of the report. The verdicts on estimates stay open until
/// `Comparer::judge`.
///
/// @param runs       by run number; all have ended
/// @param published  nullptr: none
/// @param totals     of lists of layouts
std::vector<Comparison> compare_answers(const Experiment& experiment, const Plan& plan,
                                        const std::vector<RunResult>& runs, const PublishedValues* published,
                                        const std::vector<AttributedOutcome>& totals = {});

/// Compares the answers of an executed plan, and makes the results document. Except for `produced`, the members
/// `seconds` and `reused`, and the entries that recounting adds, the document of a completed run depends only on the
/// experiment, the plugins and the seed.
///
/// @param published  nullptr: nothing is compared with them, and rows of tables have only their own names
/// @param session    that executed the plan
ResultsDocument judged(const Experiment& experiment, const Plan& plan, const ExecutedRuns& executed,
                       const PublishedValues* published = nullptr, const Session& session = {});

/// Returns the published values that the answers of an experiment are compared with: those of the program, and those of
/// the experiment's own files.
///
/// @throws BadInput  every mistake in one of the files, located.
PublishedValues published_values_for(const Experiment& experiment);

/// Takes an experiment from its plan to its document: opens the ledger, executes the plan, compares, and stores the
/// document, unless only a part was executed. An error of the ledger after it was opened is reported in the document.
///
/// @param ledger   nullopt: nothing is stored
/// @param options  except `ledger`
/// @param note     takes notes on lost workers; from any thread
/// @throws BadInput, StorageError  the published values or the ledger cannot be read, so nothing was executed.
ExperimentResult run_experiment(const Experiment& experiment, Plan plan,
                                const std::optional<std::filesystem::path>& ledger, ExecuteOptions options,
                                const std::function<void(const std::string&)>& note);

/// Returns the results documents of a ledger, the oldest first: one for each experiment and seed. A document whose runs
/// are all in a later one with the same seeds is left out: its experiment was edited or extended, and run again.
///
/// If nothing has been counted since a document was reported, it is that document. Otherwise it is assembled from the
/// rows: outcomes and findings of concluded runs, the others unfinished, with the stored standings and no verdict. Such
/// a document has `assembled` set, and its `exit` is 4.
///
/// @throws BadInput, StorageError  a stored document or text cannot be read.
std::vector<ResultsDocument> ledger_documents(const LedgerContents& contents);

}  // namespace gridcensus::host
