#include "host/base/errors.hpp"
#include "host/base/limits.hpp"
#include "host/base/quantities.hpp"
#include "host/base/text.hpp"
#include "host/results/members.hpp"
#include "host/results/results_document.hpp"
#include "host/results/values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <exception>
#include <fstream>
#include <set>
#include <system_error>
#include <utility>

namespace gridcensus::host {

namespace {

/// The oldest format that is read.
constexpr int oldest_format = 1;
constexpr std::uint64_t most_exit_code = 255;
constexpr auto expected_document = "; expected a ledger or a document that --json wrote";

using Document = ResultsDocument;

std::string text_or_nothing(const Json& json, const char* name) {
  return optional_in(json, name, text_in).value_or(std::string{});
}

Quantity quantity_in(const Member& member) {
  const auto& name = text_in(member);
  const auto quantity = stored_quantity(name);
  if (!quantity) throw std::runtime_error{"expected the name of a quantity, not " + name};
  return *quantity;
}

Quantity declared_quantity_from(const Json& json) { return Quantity{quantity_info_from(json)}; }

Problem problem_in(const Member& member) { return problem_from(member.json); }

Document::Who who_from(const Json& json) {
  return {problem_in(member_of(json, "problem")), text_in(member_of(json, "strategy")),
          text_in(member_of(json, "configuration"))};
}

Document::Run run_from(const Json& json) {
  const auto quantiles = [](const Member& times) { return numbers_in(member_of(times.json, "quantiles")); };
  return {.who = who_from(json),
          .version = text_in(member_of(json, "version")),
          .plugin_sha256 = text_in(member_of(json, "plugin_sha256")),
          .parameters = named_texts_in(member_of(json, "parameters")),
          .question = optional_in(json, "question", named_texts_in),
          .inputs = named_texts_in(member_of(json, "inputs")),
          .repeats = text_or_nothing(json, "repeats"),
          .seed = optional_in(json, "seed", count_in),
          .state = text_in(member_of(json, "state")),
          .message = text_or_nothing(json, "message"),
          .units = count_in(member_of(json, "units")),
          .units_of = optional_in(json, "units_of", count_in),
          .reused = truth_in(member_of(json, "reused")),
          .seconds = number_in(member_of(json, "seconds")),
          .unit_quantiles = optional_in(json, "unit_seconds", quantiles).value_or(std::vector<double>{})};
}

/// The inputs that were given and not counted, of what an answer rests on.
void collect_given(const Json& grounds, std::set<Quantity>& given) {
  for (const Member& input : optional_in(grounds, "inputs", list_in).value_or(std::vector<Member>{})) {
    const Quantity quantity = quantity_in(member_of(input.json, "quantity"));
    if (input.json.contains("given")) given.insert(quantity);
    collect_given(input.json, given);
  }
}

Document::OutcomeEntry outcome_entry_from(const Json& json) {
  Document::OutcomeEntry entry{
      .who = who_from(json),
      .quantity = quantity_in(member_of(json, "quantity")),
      .outcome = outcome_from(json),
      .so_far = optional_in(json, "so_far", [](const Member& member) { return estimate_from(member.json); }),
      .standing = text_in(member_of(json, "standing")),
      .witnesses = count_in(member_of(json, "witnesses")),
      .recounted_units = count_in(member_of(json, "recounted_units")),
      .follows_from = optional_in(json, "follows_from", quantity_in),
      .given = {},
      .seconds = number_in(member_of(json, "seconds")),
      .json = &json};
  if (json.contains("rests_on")) collect_given(json.at("rests_on"), entry.given);
  return entry;
}

Document::Deviation deviation_from(const Json& json) {
  return {.from = text_in(member_of(json, "from")),
          .problem = problem_in(member_of(json, "problem")),
          .relative = number_in(member_of(json, "relative")),
          .standard_error = number_in(member_of(json, "standard_error"))};
}

Document::FindingEntry finding_entry_from(const Json& json) {
  using Texts = std::map<std::string, std::string>;
  Document::FindingEntry entry{
      .who = who_from(json),
      .name = text_in(member_of(json, "name")),
      .help = text_in(member_of(json, "help")),
      .value = {},
      .deviations = {},
      .row_names = optional_in(json, "row_names", named_texts_in).value_or(Texts{}),
      .same_when_transposed = optional_in(json, "same_when_transposed", truth_in).value_or(false),
      .quantity = optional_in(json, "quantity", quantity_in),
      .json = &json};
  if (text_in(member_of(json, "kind")) != "deviation") {
    entry.value = finding_value_from(json);
    return entry;
  }
  for (const Member& deviation : list_in(member_of(json, "deviations"))) {
    entry.deviations.push_back(deviation_from(deviation.json));
  }
  return entry;
}

Document::Side side_in(const Member& member) {
  const Json& json = member.json;
  return {.kind = text_in(member_of(json, "kind")),
          .name = text_in(member_of(json, "name")),
          .problem = problem_in(member_of(json, "problem")),
          .quantity = optional_in(json, "quantity", quantity_in),
          .strategy = text_or_nothing(json, "strategy"),
          .source = text_or_nothing(json, "source"),
          .contested_by = text_or_nothing(json, "contested_by"),
          .value = text_in(member_of(json, "value"))};
}

Document::VerdictEntry verdict_from(const Json& json) {
  Document::VerdictEntry entry{.subject = text_in(member_of(json, "subject")),
                               .verdict = text_in(member_of(json, "verdict")),
                               .left = side_in(member_of(json, "left")),
                               .right = side_in(member_of(json, "right")),
                               .shared = {},
                               .z = optional_in(json, "z", number_in),
                               .p_value = optional_in(json, "p_value", number_in),
                               .relative_error = optional_in(json, "relative_error", number_in),
                               .relative_error_uncertainty = optional_in(json, "relative_error_uncertainty", number_in),
                               .note = text_or_nothing(json, "note")};
  for (const Member& shared : optional_in(json, "shared", list_in).value_or(std::vector<Member>{})) {
    entry.shared.push_back(text_in(member_of(shared.json, "text")));
  }
  return entry;
}

Document::Refusal refusal_from(const Json& json) { return {who_from(json), text_in(member_of(json, "reason"))}; }

/// A document of an older program does not list its problems: then they come in the order of its runs.
void complete_problems(Document& document) {
  std::set<Problem> known{document.problems.begin(), document.problems.end()};
  const auto add = [&](const Problem& problem) {
    if (known.insert(problem).second) document.problems.push_back(problem);
  };
  for (const auto& run : document.runs) add(run.who.problem);
  for (const auto& refusal : document.not_applicable) add(refusal.who.problem);
}

void find_places(Document& document) {
  for (std::size_t i = 0; i < document.runs.size(); ++i) {
    auto& place = document.places[document.runs[i].who].run;
    if (!place) place = i;
  }
  for (std::size_t i = 0; i < document.outcomes.size(); ++i) {
    document.places[document.outcomes[i].who].outcomes.push_back(i);
  }
  for (std::size_t i = 0; i < document.findings.size(); ++i) {
    document.places[document.findings[i].who].findings.push_back(i);
  }
}

BadInput not_a_document(const std::string& origin, const std::string& place, const std::string& what) {
  return BadInput{
      Diagnostic{.where = {.file = origin}, .path = place, .message = what + expected_document, .nearest = {}}};
}

/// Reads every entry of a list, and says which one is wrong.
template <class Entry>
void read_list(const Document& document, const char* member, Entry (*read)(const Json&), std::vector<Entry>& entries) {
  std::size_t number = 0;
  for (const Json& json : document.json.at(member)) {
    try {
      entries.push_back(read(json));
    } catch (const std::exception& error) {
      throw not_a_document(document.origin, fmt::format("{}[{}]", member, number), error.what());
    }
    ++number;
  }
}

void read_head(Document& document) {
  const Json& json = document.json;
  if (!json.is_object() || !json.contains("format_version")) throw std::runtime_error{"it has no format_version"};
  const Json& format = json.at("format_version");
  if (!format.is_number_integer() || format < oldest_format || format > document_format) {
    throw std::runtime_error{fmt::format("it has format_version {}, and this program reads {} to {}", format.dump(),
                                         oldest_format, document_format)};
  }
  document.version = text_in(member_of(json, "gridcensus"));
  const Member produced = member_of(json, "produced");
  document.date = text_in(member_of(produced.json, "date"));
  for (const auto& [name, value] : produced.json.items()) {
    // A number is kept as it is written; what a later program adds may be anything.
    if (value.is_number()) document.produced.emplace_back(name, value.dump());
    if (value.is_string()) document.produced.emplace_back(name, text_in({value, "produced." + name}));
  }
  const Json& experiment = member_of(json, "experiment").json;
  document.title = text_in(member_of(experiment, "title"));
  document.file = text_in(member_of(experiment, "file"));
  document.sha256 = text_in(member_of(experiment, "sha256"));
  document.seed = count_in(member_of(experiment, "seed"));
  document.seeds = {document.seed};
  if (const auto seeds = optional_in(experiment, "seeds", list_in)) {
    document.seeds.clear();
    for (const Member& seed : *seeds) document.seeds.push_back(count_in(seed));
  }
  document.overrides = optional_in(experiment, "overrides", texts_in).value_or(std::vector<std::string>{});
  document.confidence = number_in(member_of(experiment, "confidence"));
  document.assembled = text_or_nothing(json, "assembled");
  document.storage_error = text_or_nothing(json, "storage_error");
  document.exit = static_cast<int>(std::min<std::uint64_t>(count_in(member_of(json, "exit")), most_exit_code));
  for (const Member& member : optional_in(experiment, "problems", list_in).value_or(std::vector<Member>{})) {
    const Problem problem = problem_in(member);
    document.problems.push_back(problem);
    if (const auto words = text_or_nothing(member.json, "asked"); !words.empty())
      document.words.emplace(problem, words);
  }
  for (const auto* name : {"runs", "outcomes", "findings", "verdicts", "not_applicable"}) {
    const Member list = member_of(json, name);
    if (!list.json.is_array()) list.reject("a list");
  }
}

/// The text of a regular file that is not too long.
std::string text_of_file(const std::filesystem::path& file) {
  const auto refuse = [&](const std::string& what) {
    return BadInput{Diagnostic{{.file = file.string()}, "", what + expected_document, {}}};
  };
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error)) throw refuse(error ? "cannot be read" : "is no regular file");
  std::ifstream in{file, std::ios::binary};
  // The size that the file claims is not trusted: files of /proc claim 0.
  std::string text;
  std::array<char, 65536> buffer{};
  while (in && text.size() <= longest_document) {
    in.read(buffer.data(), buffer.size());
    text.append(buffer.data(), static_cast<std::size_t>(in.gcount()));
  }
  if (!in.eof() && text.size() <= longest_document) throw refuse("cannot be read");
  if (text.size() > longest_document) throw refuse("is larger than " + bytes_text(longest_document));
  return text;
}

}  // namespace

const ResultsDocument::Run* ResultsDocument::run_of(const Who& who) const {
  const auto found = places.find(who);
  return found == places.end() || !found->second.run ? nullptr : &runs[*found->second.run];
}

std::vector<const ResultsDocument::OutcomeEntry*> ResultsDocument::outcomes_of(const Who& who) const {
  std::vector<const OutcomeEntry*> entries;
  if (const auto found = places.find(who); found != places.end()) {
    for (const auto place : found->second.outcomes) entries.push_back(&outcomes[place]);
  }
  return entries;
}

std::vector<const ResultsDocument::FindingEntry*> ResultsDocument::findings_of(const Who& who) const {
  std::vector<const FindingEntry*> entries;
  if (const auto found = places.find(who); found != places.end()) {
    for (const auto place : found->second.findings) entries.push_back(&findings[place]);
  }
  return entries;
}

std::string ResultsDocument::produced_text(std::string_view name) const {
  const auto found = std::ranges::find(produced, name, &std::pair<std::string, std::string>::first);
  return found == produced.end() ? std::string{} : found->second;
}

ResultsDocument read_results_document(Json json, const std::string& origin) {
  ResultsDocument document;
  document.origin = origin;
  document.json = std::move(json);
  try {
    read_head(document);
  } catch (const std::exception& error) {
    throw not_a_document(origin, "", error.what());
  }
  // Before all that speaks of them.
  std::vector<Quantity> quantities;
  if (document.json.contains("quantities")) read_list(document, "quantities", declared_quantity_from, quantities);
  read_list(document, "runs", run_from, document.runs);
  read_list(document, "outcomes", outcome_entry_from, document.outcomes);
  read_list(document, "findings", finding_entry_from, document.findings);
  read_list(document, "verdicts", verdict_from, document.verdicts);
  read_list(document, "not_applicable", refusal_from, document.not_applicable);
  complete_problems(document);
  find_places(document);
  return document;
}

ResultsDocument read_results_file(const std::filesystem::path& file) {
  const std::string text = text_of_file(file);
  try {
    return read_results_document(parse_json(text), file.string());
  } catch (const NotJson& error) {
    throw BadInput{Diagnostic{.where = {.file = file.string(), .line = error.line, .column = error.column},
                              .path = "",
                              .message = error.what() + std::string{expected_document},
                              .nearest = {}}};
  }
}

}  // namespace gridcensus::host
