#include "app/command_line.hpp"
#include "app/results_source.hpp"
#include "app/view.hpp"
#include "host/report/views.hpp"

#include <fmt/format.h>

#include <filesystem>
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
  const auto documents = open_all_results(named.files);
  // Make only what was asked for: a view that fails must not cost the document.
  const bool is_answered = arguments.has("json") && answer_as_json(arguments, json_of(documents, named.finding));
  if (!is_answered) print(text_of(documents, named.finding, arguments));
  return host::ExitCode::all_agree;
}

}  // namespace

const Command show_command{.name = "show",
                           .brief = "on the terminal",
                           .summary = "Show the results in ledgers or JSON documents, without running anything.",
                           .usage = "LEDGER|FILE.json... [FINDING] [options]",
                           .argument = "LEDGER|FILE.json...",
                           .examples =
                               "  gridcensus show results.json\n"
                               "  gridcensus show results.json --full\n"
                               "  gridcensus show results.json signature_class_table:3x3\n",
                           .options = joined({view_options(), json_options()}),
                           .run = run_show};

}  // namespace gridcensus::app
