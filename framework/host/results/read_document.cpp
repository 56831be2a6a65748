#include "host/base/errors.hpp"
#include "host/results/results_document.hpp"
#include "host/results/values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <fstream>
#include <functional>
#include <set>
#include <sstream>
#include <utility>

namespace gridcensus::host {

namespace {

/// The oldest format that is read.
constexpr int oldest_format = 1;

using Document = ResultsDocument;

std::string text_or_nothing(const Json& json, const char* member) {
  return json.contains(member) ? json.at(member).get<std::string>() : std::string{};
}

std::map<std::string, std::string> texts_or_nothing(const Json& json, const char* member) {
  using Texts = std::map<std::string, std::string>;
  return json.contains(member) ? json.at(member).get<Texts>() : Texts{};
}

std::optional<double> number_or_nothing(const Json& json, const char* member) {
  return json.contains(member) ? std::optional{json.at(member).get<double>()} : std::nullopt;
}

Quantity quantity_from(const Json& json) {
  const auto& name = json.get_ref<const std::string&>();
  const auto quantity = find_quantity(name);
  if (!quantity) throw std::runtime_error{"unknown quantity " + name};
  return *quantity;
}

Document::Who who_from(const Json& json) {
  return {problem_from(json.at("problem")), json.at("strategy").get<std::string>(),
          json.at("configuration").get<std::string>()};
}

Document::Run run_from(const Json& json) {
  std::optional<std::map<std::string, std::string>> question;
  std::optional<std::uint64_t> units_of;
  if (json.contains("units_of")) units_of = json.at("units_of").get<std::uint64_t>();
  if (json.contains("question")) question = json.at("question").get<std::map<std::string, std::string>>();
  return {.who = who_from(json),
          .version = json.at("version").get<std::string>(),
          .plugin_sha256 = json.at("plugin_sha256").get<std::string>(),
          .parameters = json.at("parameters").get<std::map<std::string, std::string>>(),
          .question = std::move(question),
          .inputs = json.at("inputs").get<std::map<std::string, std::string>>(),
          .repeats = text_or_nothing(json, "repeats"),
          .state = json.at("state").get<std::string>(),
          .message = text_or_nothing(json, "message"),
          .units = json.at("units").get<std::uint64_t>(),
          .units_of = units_of,
          .reused = json.at("reused").get<bool>(),
          .seconds = json.at("seconds").get<double>(),
          .json = &json};
}

Document::OutcomeEntry outcome_entry_from(const Json& json) {
  Document::OutcomeEntry entry{.who = who_from(json),
                               .quantity = quantity_from(json.at("quantity")),
                               .outcome = outcome_from(json),
                               .so_far = {},
                               .standing = json.at("standing").get<std::string>(),
                               .witnesses = json.at("witnesses").get<std::size_t>(),
                               .recounted_units = json.at("recounted_units").get<std::uint64_t>(),
                               .follows_from = {},
                               .seconds = json.at("seconds").get<double>(),
                               .json = &json};
  if (json.contains("so_far")) entry.so_far = estimate_from(json.at("so_far"));
  if (json.contains("follows_from")) entry.follows_from = quantity_from(json.at("follows_from"));
  if (json.contains("rests_on")) entry.rests_on = json.at("rests_on");
  return entry;
}

Document::FindingEntry finding_entry_from(const Json& json) {
  Document::FindingEntry entry{.who = who_from(json),
                               .name = json.at("name").get<std::string>(),
                               .help = json.at("help").get<std::string>(),
                               .value = {},
                               .row_names = texts_or_nothing(json, "row_names"),
                               .same_when_transposed = json.value("same_when_transposed", false),
                               .quantity = {},
                               .json = &json};
  if (json.at("kind") != "deviation") entry.value = finding_value_from(json);
  if (json.contains("quantity")) entry.quantity = quantity_from(json.at("quantity"));
  return entry;
}

Document::Side side_from(const Json& json) {
  Document::Side side{.kind = json.at("kind").get<std::string>(),
                      .name = json.at("name").get<std::string>(),
                      .problem = problem_from(json.at("problem")),
                      .quantity = {},
                      .strategy = text_or_nothing(json, "strategy"),
                      .source = text_or_nothing(json, "source"),
                      .contested_by = text_or_nothing(json, "contested_by"),
                      .value = json.at("value").get<std::string>()};
  if (json.contains("quantity")) side.quantity = quantity_from(json.at("quantity"));
  return side;
}

Document::VerdictEntry verdict_from(const Json& json) {
  Document::VerdictEntry entry{.subject = json.at("subject").get<std::string>(),
                               .verdict = json.at("verdict").get<std::string>(),
                               .left = side_from(json.at("left")),
                               .right = side_from(json.at("right")),
                               .shared = {},
                               .z = number_or_nothing(json, "z"),
                               .p_value = number_or_nothing(json, "p_value"),
                               .relative_error = number_or_nothing(json, "relative_error"),
                               .relative_error_uncertainty = number_or_nothing(json, "relative_error_uncertainty"),
                               .note = text_or_nothing(json, "note")};
  if (json.contains("shared")) {
    for (const Json& shared : json.at("shared")) entry.shared.push_back(shared.at("text").get<std::string>());
  }
  return entry;
}

Document::Refusal refusal_from(const Json& json) { return {who_from(json), json.at("reason").get<std::string>()}; }

/// A document of an older program does not list its problems: then they come in the order of its runs.
void complete_problems(Document& document) {
  std::set<Problem> known{document.problems.begin(), document.problems.end()};
  const auto add = [&](const Problem& problem) {
    if (known.insert(problem).second) document.problems.push_back(problem);
  };
  for (const auto& run : document.runs) add(run.who.problem);
  for (const auto& refusal : document.not_applicable) add(refusal.who.problem);
}

BadInput not_a_document(const std::string& origin, const std::string& place, const std::string& what) {
  return BadInput{Diagnostic{.where = {.file = origin},
                             .path = place,
                             .message = what + "; expected a ledger or a document that --json wrote",
                             .nearest = {}}};
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
  document.version = json.at("gridcensus").get<std::string>();
  document.date = json.at("produced").at("date").get<std::string>();
  const Json& experiment = json.at("experiment");
  document.title = experiment.at("title").get<std::string>();
  document.file = experiment.at("file").get<std::string>();
  document.sha256 = experiment.at("sha256").get<std::string>();
  document.seed = experiment.at("seed").get<std::uint64_t>();
  document.confidence = experiment.at("confidence").get<double>();
  document.assembled = text_or_nothing(json, "assembled");
  document.storage_error = text_or_nothing(json, "storage_error");
  document.exit = json.at("exit").get<int>();
  if (experiment.contains("problems")) {
    for (const Json& json_problem : experiment.at("problems")) {
      const Problem problem = problem_from(json_problem);
      document.problems.push_back(problem);
      if (json_problem.contains("asked")) document.words.emplace(problem, json_problem.at("asked").get<std::string>());
    }
  }
  for (const auto* member : {"runs", "outcomes", "findings", "verdicts", "not_applicable"}) {
    if (!json.at(member).is_array()) throw std::runtime_error{fmt::format("{} is no list", member)};
  }
}

}  // namespace

const ResultsDocument::Run* ResultsDocument::run_of(const Who& who) const {
  const auto found = std::ranges::find(runs, who, &Run::who);
  return found == runs.end() ? nullptr : &*found;
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
  read_list(document, "runs", run_from, document.runs);
  read_list(document, "outcomes", outcome_entry_from, document.outcomes);
  read_list(document, "findings", finding_entry_from, document.findings);
  read_list(document, "verdicts", verdict_from, document.verdicts);
  read_list(document, "not_applicable", refusal_from, document.not_applicable);
  complete_problems(document);
  return document;
}

ResultsDocument read_results_file(const std::filesystem::path& file) {
  std::ifstream in{file, std::ios::binary};
  std::ostringstream text;
  if (in) text << in.rdbuf();
  if (!in || !text) {
    throw BadInput{Diagnostic{
        {.file = file.string()}, "", "cannot be read; expected a ledger or a document that --json wrote", {}}};
  }
  Json json = Json::parse(text.str(), nullptr, false);
  if (json.is_discarded()) throw not_a_document(file.string(), "", "it is no JSON");
  return read_results_document(std::move(json), file.string());
}

}  // namespace gridcensus::host
