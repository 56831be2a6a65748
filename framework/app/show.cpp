#include "app/command_line.hpp"
#include "app/results_source.hpp"
#include "gridcensus/integer.hpp"
#include "host/base/text.hpp"
#include "host/report/views.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <utility>

namespace gridcensus::app {

namespace {

/// The arguments: files, and optionally a finding after them.
struct Named {
  std::vector<std::string> files;
  std::optional<std::string> finding;
};

/// Takes a last argument that is not a file as a finding, unless it can only be a file name.
Named read_names(std::vector<std::string> names) {
  Named named;
  const bool is_path = names.back().find_first_of("./") != std::string::npos;
  std::error_code ignored;
  if (names.size() > 1 && !is_path && !std::filesystem::exists(names.back(), ignored)) {
    named.finding = std::move(names.back());
    names.pop_back();
  }
  named.files = std::move(names);
  return named;
}

/// Returns the results in a file. Of several in a ledger, only those that --experiment names are shown: by default the
/// newest, with a note, or in JSON all.
std::vector<host::ResultsDocument> chosen_in(const std::string& file, const Arguments& arguments) {
  auto documents = open_results(file);
  const auto asked = arguments.text("experiment");
  const bool is_single = !asked && documents.size() == 1;
  if (is_single || asked == "all" || (!asked && arguments.has("json"))) return documents;
  std::ranges::reverse(documents);
  const auto number = parse_integer(asked.value_or("1"));
  if (!number || *number < 1 || *number > documents.size()) {
    std::string known;
    for (std::size_t i = 0; i < documents.size(); ++i) {
      const auto& each = documents[i];
      known += fmt::format("; {}: {}, seed {}, {}", i + 1, each.title.empty() ? each.file : each.title,
                           fmt::join(each.seeds, ", "), each.produced.date);
    }
    throw host::BadInput{
        host::on_command_line("--experiment", fmt::format("{}: expected all, or one of {}{}", *asked, file, known))};
  }
  if (!asked) {
    arguments.print_note(
        fmt::format("{} also has {} of other experiments or seeds: --experiment 2 shows the next older, all shows all",
                    file, host::pluralise(documents.size() - 1, "older result")));
  }
  return {documents[number->convert_to<std::size_t>() - 1]};
}

/// Returns the documents, or the entries of a finding in them; a list if there are several.
host::Json json_of(const std::vector<host::ResultsDocument>& documents, const std::optional<std::string>& finding) {
  host::Json json = host::Json::array();
  for (const auto& document : documents) {
    if (!finding) json.push_back(host::to_json(document));
    if (finding) json.push_back(host::finding_as_json(document, *finding));
  }
  return json.size() == 1 ? json.front() : json;
}

std::string text_of(const std::vector<host::ResultsDocument>& documents, const std::optional<std::string>& finding,
                    const Arguments& arguments) {
  std::string text;
  for (const auto& document : documents) {
    if (documents.size() > 1) {
      text += fmt::format("{}{} ({}):\n\n", text.empty() ? "" : "\n", host::printable(document.file),
                          host::printable(document.origin));
    }
    text += finding ? host::finding_in_full(document, *finding, answer_width()) : view_of(document, arguments);
  }
  return text;
}

host::ExitCode run_show(const Arguments& arguments) {
  const Named named = read_names(arguments.all_required("LEDGER|FILE.json"));
  refuse_input("--json", arguments.text("json"), named.files);
  std::vector<host::ResultsDocument> documents;
  for (const auto& file : named.files) std::ranges::move(chosen_in(file, arguments), std::back_inserter(documents));
  // Make only what was asked for: a view that fails must not cost the document.
  const bool is_answered = arguments.has("json") && answer_as_json(arguments, json_of(documents, named.finding));
  if (!is_answered) print(text_of(documents, named.finding, arguments));
  return host::ExitCode::all_agree;
}

}  // namespace

const Command show_command{
    .name = "show",
    .brief = "on the terminal",
    .summary = "Show the results in ledgers or JSON documents, without running anything.",
    .usage = "LEDGER|FILE.json... [FINDING] [options]",
    .argument = "LEDGER|FILE.json...",
    .examples =
        "  gridcensus show results.json\n"
        "  gridcensus show results.json --full\n"
        "  gridcensus show results.json signature_class_table:3x3\n",
    .options = joined({{{"experiment", "N",
                         "Show the Nth of the experiments or seeds in a ledger, counted from the newest, or `all`. By "
                         "default the newest; with --json, all."}},
                       view_options(),
                       json_options()}),
    .run = run_show};

}  // namespace gridcensus::app
