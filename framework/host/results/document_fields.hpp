#pragma once

#include "host/fields/value_fields.hpp"
#include "host/results/results_document.hpp"
#include "host/results/values.hpp"

#include <string_view>

/// The members of the results document.
namespace gridcensus::host::encoding {

using Document = ResultsDocument;

template <>
inline constexpr Naming naming<Document>{
    "document", "The document that `gridcensus run --json` and `gridcensus count --json` write."};
template <>
inline constexpr Naming naming<Document::Produced>{
    "produced", "The origin of the document: who made it, and when. The numbers do not depend on it."};
template <>
inline constexpr Naming naming<QuantityInfo>{"quantity_definition", "A quantity."};
template <>
inline constexpr Naming naming<Document::AskedProblem>{"asked_problem", "A problem of the experiment."};
template <>
inline constexpr Naming naming<Document::LayoutList>{"layout_list", "A list of layouts of the experiment."};
template <>
inline constexpr Naming naming<Document::TotalEntry>{
    "total", "The total of a configuration over all layouts of a list: the sum of layouts * value."};
template <>
inline constexpr Naming naming<Document::Run>{"run", "One configuration on one problem."};
template <>
inline constexpr Naming naming<UnitSeconds>{
    "unit_seconds",
    "The times of its units, each measured on its thread: those of this session, and those that the ledger has."};
template <>
inline constexpr Naming naming<Document::OutcomeEntry>{"outcome", "The answer of one run for one quantity."};
template <>
inline constexpr Naming naming<Witness>{"dependencies", "The dependencies of an answer beside its strategy."};
template <>
inline constexpr Naming naming<Witness::Input>{"input", "An input of an answer, with the dependencies of that input."};
template <>
inline constexpr Naming naming<Document::FindingEntry>{"finding", "Another result of a run, beside its outcomes."};
template <>
inline constexpr Naming naming<Document::Value>{
    "value", "What the outcomes say of one quantity of one problem, or of problems with the same number."};
template <>
inline constexpr Naming naming<Document::Answer>{"answer", "The answer to the question of the experiment."};
template <>
inline constexpr Naming naming<Document::Deviation>{"deviation", "The distance of an approximation from one value."};
template <>
inline constexpr Naming naming<Document::VerdictEntry>{"verdict",
                                                       "The result of comparing two values, or one with an invariant."};
template <>
inline constexpr Naming naming<Document::Side>{"side", "One side of a comparison."};
template <>
inline constexpr Naming naming<Shared>{"shared",
                                       "Something that both sides depend on. Their agreement is not evidence for it."};
template <>
inline constexpr Naming naming<Document::Refusal>{"not_applicable",
                                                  "The quantities that a strategy refuses. Not a failure."};

template <>
inline std::string_view kind_name<Document::Deviations>() {
  return "deviation";
}

void fields(auto& v, Is<Document::Deviation> auto& deviation) {
  v.always("from", "The origin of that value: a configuration, or published data.", deviation.from);
  v.always("problem", "The problem of that value.", deviation.problem);
  v.always("relative", "approximation / value - 1.", deviation.relative);
  v.always("standard_error", "Of an estimate: its error, relative to its value; 0 beside an exact value.",
           deviation.standard_error, not_negative);
}

void fields(auto& v, Is<Document::Deviations> auto& deviations) {
  v.always("deviations", "Of an approximation: its distance from each better known value.", deviations.list);
}

void fields(auto& v, Is<Document::Produced> auto& produced) {
  v.later("host", "The name of the machine.", produced.host);
  v.later("cpu", "Its processor, and the number of threads that the processor has.", produced.cpu);
  v.later("threads", "The number of threads that the program used.", produced.threads, at_least_one);
  v.always("date", "When the document was made, in UTC.", produced.date, is_date);
  v.later("compiler", "The build tag: compiler and standard library.", produced.compiler);
  v.later("version", "The version of the program.", produced.version);
  v.later("part", "The part of the units that was counted: 2/8; 1/1 is all.", produced.part, is_part);
}

void fields(auto& v, Is<QuantityInfo> auto& info) {
  v.always("name", "Its name everywhere in the document.", info.name);
  v.always("definition", "One sentence.", info.definition);
  v.always("unit", "What it counts: grids, classes.", info.unit);
  v.if_any(
      "relabelling_classes_of",
      "The quantity that, divided by the number of relabellings, is this one: N! unless rules distinguish symbols; "
      "missing if it follows from no other.",
      info.relabelling_classes_of);
  v.always("under_maps",
           "What a map of cells must preserve for the quantity to be the same on both sides; nothing: only the same "
           "problem is the same question.",
           info.under_maps);
  if constexpr (is_filled<decltype(info)>) Quantity{info};  // before the entries that use it are read
}

void fields(auto& v, Is<Document::AskedProblem> auto& asked) {
  v.inline_problem(asked.problem);
  v.if_any("asked", "The rules as the experiment words them, if these are not the canonical ones.", asked.asked);
  v.if_any("layouts", "Of lists of layouts, by name: the number of layouts that this problem represents.",
           asked.layouts);
  v.if_any("classes",
           "Of rules that list cells, by what maps of cells preserve (`grids`, `symmetries`): a text that two problems "
           "share exactly if such a map takes one to the other.",
           asked.classes);
}

void fields(auto& v, Is<Document::LayoutList> auto& list) {
  v.always("name", "Its name in totals and problems.", list.name);
  v.always("common", "The rules that apply in addition to each layout.", list.common);
  v.if_any("sha256", "Of its file; missing if these are all layouts.", list.sha256, is_sha256);
  v.always("layouts", "The number of its layouts.", list.layouts);
  v.always("problems", "The number of distinct problems among them.", list.problems);
}

/// The members that name the run in every entry.
void run_id_fields(auto& v, auto& run_id) {
  v.always("problem", "The problem.", run_id.problem);
  v.always("strategy", "The id of the strategy.", run_id.strategy);
  v.always("configuration", "The name of the configuration: the strategy with its parameters.", run_id.configuration);
}

void fields(auto& v, Is<UnitSeconds> auto& seconds) {
  v.always("counted", "The number of timed units.", seconds.counted, at_least_one);
  v.always("total", "The sum of their times.", seconds.total, not_negative);
  v.always("quantiles",
           "The smallest time, the times that 10 %, 20 %, ..., 90 % of the units did not exceed, and the largest; with "
           "more than 4096 units, those in between are of a random sample.",
           seconds.quantiles, not_negative);
}

inline constexpr const char* about_seconds = "Wall clock in which a thread worked for the run, over all sessions.";

void fields(auto& v, Is<Document::Run> auto& run) {
  run_id_fields(v, run.run_id);
  v.always("version", "The version of the strategy.", run.version);
  v.always("plugin_sha256", "Of the plugin file; of a program, of all that identifies its results.", run.plugin_sha256,
           is_sha256);
  v.if_any("program", "If the strategy is a program and not a library: its author, and the source of its method.",
           run.program);
  v.always("parameters", "The value of each parameter, as text.", run.parameters);
  v.if_any("question",
           "The parameters that are part of the question: only answers with the same ones are compared. Missing if "
           "unknown.",
           run.question);
  v.always("inputs",
           "The origin of each input, by quantity: the configuration that counted it, or the value that was given.",
           run.inputs);
  v.if_any("seed", "The seed of its random numbers, if it uses them.", run.seed);
  v.if_any("base_configuration", "Of a configuration with several seeds: its name without the seed.",
           run.base_configuration);
  v.always("state", "The state of the run at its end; only parts (--part) have `part_done` and `deferred`.", run.state);
  v.if_any("message", "The reason why it did not conclude.", run.message);
  v.always("units", "The number of units in the sum.", run.units);
  v.if_any("units_total", "The number of units in total, if the run did not conclude and the number is fixed.",
           run.units_total, at_least_one);
  v.always("reused", "Whether the ledger had the whole run.", run.reused);
  v.always("seconds", about_seconds, run.seconds, not_negative);
  v.if_any("unit_seconds", naming<UnitSeconds>.description, run.unit_seconds);
}

void fields(auto& v, Is<Witness> auto& witness) {
  v.if_any("mathematics", "Counting libraries that other strategies may use, too.", witness.mathematics);
  v.if_any("inputs", "The values that it was computed from.", witness.inputs);
}

void fields(auto& v, Is<Witness::Input> auto& input) {
  v.always("quantity", "The quantity.", input.quantity);
  v.if_any("given", "The value, if the user gave it.", input.source.given);
  v.if_any("configuration", "The run that counted it.", input.source.configuration);
  v.if_any("strategy", "The id of that run's strategy.", input.source.strategy);
  fields(v, input.source);
}

void fields(auto& v, Is<Document::OutcomeEntry> auto& entry) {
  run_id_fields(v, entry.run_id);
  v.always("quantity", "The quantity that was counted, by its name in `gridcensus list quantities`.", entry.quantity);
  v.one_of(entry.outcome);
  v.if_any("interim", "Of a sampling run that did not end: its interim estimate. It is not a value and was not judged.",
           entry.interim);
  v.always("standing", "The strength of the evidence for the value.", entry.standing);
  v.always(
      "witnesses",
      "The number of independent strategies that reached the value, the run's own included; 0 if there is no value.",
      entry.witnesses);
  v.always("recounted_units",
           "The number of units of the run that were recounted in another session, with the same result.",
           entry.recounted_units);
  v.if_any("follows_from", "The quantity of the same run from which the host derived this one.", entry.follows_from);
  v.if_any("rests_on", naming<Witness>.description, entry.rests_on);
  v.always("seconds", about_seconds, entry.seconds, not_negative);
}

void fields(auto& v, Is<Document::TotalEntry> auto& entry) {
  v.always("list", "The name of the list.", entry.list);
  v.always("strategy", "The id of the strategy.", entry.strategy);
  v.always("configuration", "The name of the configuration.", entry.configuration);
  v.always("quantity", "The quantity that was counted.", entry.quantity);
  v.one_of(entry.outcome);
  v.always("witnesses", "Of an exact total: the smallest number of witnesses among its outcomes.", entry.witnesses);
}

void fields(auto& v, Is<Document::FindingEntry> auto& entry) {
  run_id_fields(v, entry.run_id);
  v.always("name", "Its name. Equal names have the same meaning.", entry.name);
  v.always("help", "Its definition, in one line.", entry.help);
  v.if_any("same_when_transposed", "Whether the transposed problem has the same finding; then the two are compared.",
           entry.same_when_transposed);
  v.if_any("quantity", "The quantity that it is the value of; then it is compared with outcomes, too.", entry.quantity);
  v.one_of(entry.value, entry.deviations);
  v.if_any("internal", "Whether it checks the method, and only readers of its source will understand it.",
           entry.is_internal);
  v.later("confirmation", "Whether something independent found the same.", entry.confirmation);
  v.if_any("row_names", "Of a table: the names that its source gives to rows, by their names here.", entry.row_names);
}

void fields(auto& v, Is<Document::Value> auto& value) {
  v.always("outcomes",
           "The positions of its outcomes, the strongest first: exact ones, then estimates, bounds, approximations.",
           value.outcomes);
  v.always("problems", "The positions, in `experiment.problems`, of the problems that have this value.",
           value.problems);
  v.if_any("follows_from",
           "Another quantity of the same run, from which it follows; its evidence includes that of the other one.",
           value.follows_from);
  v.always("witnesses", "The number of independent strategies that found the exact value; 0 if there is none.",
           value.witnesses);
  v.if_any("largest_z", "The largest distance of an estimate from another value, in standard errors.", value.largest_z);
  v.always("known", "Its relation to a published or expected value.", value.known);
  v.if_any("disputed", "Whether a comparison disagrees, or an invariant is broken.", value.is_disputed);
  v.if_any("given", "Inputs that no strategy counted, if each run with this value depends on one.", value.given);
}

void fields(auto& v, Is<Document::Answer> auto& answer) {
  v.always("word", "YES, NO, FAILED, NOT YET; without comparisons COUNTED, ESTIMATED, APPROXIMATED, BOUNDED.",
           answer.word);
  v.always("reason", "The reason, in a sentence.", answer.reason);
  v.always("severity", "Whether all that was compared agrees, something is missing, or something disagrees or failed.",
           answer.severity);
  v.if_any("question", "The title of the experiment or, if it has none, what its runs ask.", answer.question);
}

void fields(auto& v, Is<Document::Side> auto& side) {
  v.always("kind", "The origin of the value.", side.kind);
  v.always("name", "The configuration, `given`, `expected`, `published`, or the invariant.", side.name);
  v.always("problem", "The problem of the value.", side.problem);
  v.if_any("quantity", "The quantity; missing for a finding.", side.quantity);
  v.if_any("strategy", "Of a run: the id of its strategy.", side.witness.strategy);
  v.if_any("source", "Of a value that was not counted here: its source.", side.source);
  v.if_any("contested_by", "Of a published value that is believed to be wrong: the evidence.", side.contested_by);
  v.always("value", "The value as it was compared, after conversion, for people.", side.value);
}

void fields(auto& v, Is<Shared> auto& shared) {
  v.later("kind", "Its kind.", shared.kind);
  v.later("name", "Its id or name; of a given value, its quantity.", shared.name);
  v.always("text", "For people.", shared.text);
}

void fields(auto& v, Is<Document::VerdictEntry> auto& entry) {
  v.always("subject", "The subject of the comparison: `grids of 3x3`, `finding NAME of 3x3`.", entry.subject);
  v.always("verdict", "The result of the comparison; of an invariant, `holds` or `broken`.", entry.verdict);
  v.always("left", "One side.", entry.left);
  v.always("right", "The other side.", entry.right);
  v.if_any("shared", "The dependencies that both sides have in common.", entry.shared);
  v.if_any("z", "Of estimates: the difference in standard errors.", entry.z);
  v.if_any("p_value", "Of estimates: two-sided, before the correction for many comparisons.", entry.p_value,
           probability);
  v.if_any("relative_error", "Of an approximation: approximation / value - 1.", entry.relative_error);
  v.if_any("relative_error_uncertainty", "The standard error of `relative_error`.", entry.relative_error_uncertainty,
           not_negative);
  v.if_any("note",
           "The conversion that was made, the reason why the values cannot be compared, or the first row that differs.",
           entry.note);
}

void fields(auto& v, Is<Document::Refusal> auto& refusal) {
  run_id_fields(v, refusal.run_id);
  v.later("quantities", "The quantities that it refuses.", refusal.quantities);
  v.later("by_name", "Whether the experiment names these quantities, instead of asking for all.", refusal.is_by_name);
  v.always("reason", "The reason.", refusal.reason);
  v.if_any(
      "counted_as",
      "The shape whose classic grids the configuration counts instead, because a map of cells takes one problem to "
      "the other; missing if it counts nothing instead.",
      refusal.counted_as);
}

void fields(auto& v, Is<Document> auto& document) {
  v.always("gridcensus", "The version of the program.", document.version);
  v.constant("format_version",
             "The format of the document. It grows when keys are added. From format 7 (version 1.0) on, keys are not "
             "removed and keep their meaning.",
             document_format);
  v.always("produced", naming<Document::Produced>.description, document.produced);
  v.group("experiment", "The question: problems, seeds and settings.", [&](auto& inner) {
    inner.always("title", "The title of the experiment; empty if it has none.", document.title);
    inner.always("file", "The experiment file; for `count`, the text `command line`.", document.file);
    inner.always("sha256", "Of the file; for `count`, of the question that was asked.", document.sha256, is_sha256);
    inner.always("seed", "The first seed of the random numbers; usually the only one.", document.seed);
    inner.later("seeds", "All seeds: every sampling run is done once with each.", document.seeds);
    inner.always("confidence", "The level at which estimates are judged, all tests of the experiment together.",
                 document.confidence, level);
    inner.later("problems", "The problems to be counted, in the order in which they were asked.", document.problems);
    inner.if_any("layout_lists", "The lists of layouts among the problems to be counted.", document.layout_lists);
    inner.if_any("overrides", "The values of the file that --set replaced, as typed: \"strategies.mc.samples=1000\".",
                 document.overrides);
  });
  v.if_any("quantities",
           "The definitions of the quantities of the runs; in format 7, only of those that plugins declare.",
           document.quantities);
  v.always("runs", "Every configuration on every problem that it accepts.", document.runs);
  v.always("outcomes", "One for each quantity of each run.", document.outcomes);
  v.if_any("totals", "One for each list of layouts, configuration and quantity; missing without a list.",
           document.totals);
  v.always("findings", "Other results of the runs, beside the outcomes.", document.findings);
  v.always("verdicts", "Every comparison that was made.", document.verdicts);
  v.always("not_applicable", "The refusals of strategies.", document.not_applicable);
  v.if_any("assembled",
           "Only if the document was assembled from the rows of a ledger, because the process that counted them did "
           "not end: nothing was compared, and values that follow from another quantity are missing.",
           document.assembled);
  v.if_any("storage_error", "The error of the ledger; results that are not in the ledger are lost.",
           document.storage_error);
  v.later("values", "One for each quantity and question, with the evidence for it.", document.values);
  v.later("answer", naming<Document::Answer>.description, document.answer);
  v.later(
      "evidence",
      "The strength of the evidence, in at most five lines, as every view prints them: the answer, and the evidence "
      "for it.",
      document.evidence);
  v.always(
      "exit",
      "The exit code: 0 everything agrees, 1 a run failed, 3 a disagreement or a broken invariant, 4 incomplete, 6 "
      "storage.",
      document.exit);
}

}  // namespace gridcensus::host::encoding
