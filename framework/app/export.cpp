#include "app/command_line.hpp"
#include "app/output_file.hpp"
#include "app/results_source.hpp"
#include "app/selection.hpp"
#include "host/compare/published.hpp"
#include "host/report/exported.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

namespace gridcensus::app {

namespace {

const std::vector<std::string> formats{"csv", "jsonl", "latex", "markdown", "bfile"};

std::string format_of(const Arguments& arguments) {
  const auto format = arguments.text("format");
  const std::string expected = fmt::format("expected --format with one of: {}", fmt::join(formats, ", "));
  if (!format) throw host::BadInput{host::on_command_line("", expected)};
  if (std::ranges::find(formats, *format) == formats.end()) {
    throw host::BadInput{host::on_command_line("--format " + *format, expected, host::nearest_name(*format, formats))};
  }
  return *format;
}

std::string table_text(const std::vector<host::ResultsDocument>& documents, const host::Selection& selection,
                       const std::string& format) {
  if (format == "csv") return to_csv(data_table(documents, selection));
  if (format == "jsonl") return to_jsonl(data_table(documents, selection));
  std::string text;
  for (const auto& table : paper_tables(documents, selection)) {
    text += text.empty() ? "" : "\n";
    text += format == "latex" ? to_latex(table) : to_markdown(table);
  }
  return text;
}

/// @throws BadInput  two options contradict each other.
void check_selection(const Arguments& arguments, bool is_sequence) {
  std::vector<std::string> forms;
  for (const std::string option : {"finding", "totals", "sweep"}) {
    if (arguments.has(option)) forms.push_back("--" + option);
  }
  if (is_sequence && (arguments.has("shape") || !forms.empty())) {
    throw host::BadInput{
        "a bfile lists a quantity over shapes: it cannot be combined with --finding, --shape, --totals or --sweep"};
  }
  if (forms.size() > 1) {
    throw host::BadInput{fmt::format("{} contradict each other, because each replaces the outcomes; give only one",
                                     fmt::join(forms, " and "))};
  }
  if (arguments.has("totals") && arguments.has("shape"))
    throw host::BadInput{"--totals and --shape contradict each other, because totals belong to lists of layouts"};
  if (arguments.has("finding") && arguments.has("quantity"))
    throw host::BadInput{"--finding and --quantity contradict each other"};
}

host::ExitCode run_export(const Arguments& arguments) {
  const std::string format = format_of(arguments);
  const bool is_sequence = format == "bfile";
  const auto sequence = arguments.text("sequence");
  if (sequence && !is_sequence) throw host::BadInput{"--sequence needs --format bfile"};
  check_selection(arguments, is_sequence);

  const auto files = arguments.all_required("FILE");
  const auto output = arguments.text("output");
  refuse_input("-o", output, files);
  auto documents = open_all_results(files);
  keep_only(documents, arguments.texts("with"));
  const auto [quantity, shape] = selection_of(arguments);
  const host::Selection selection{arguments.texts("finding"), quantity, shape, arguments.has("totals"),
                                  arguments.has("sweep")};
  std::string text;
  if (is_sequence) {
    const auto known = host::read_published_values(host::published_values_folder()).sequences;
    const auto file = sequence_file(documents, known, sequence, quantity);
    if (!file.disagreement.empty()) {
      print_error("error: " + file.disagreement);
      return host::ExitCode::disagreement;
    }
    text = file.text;
  } else {
    text = table_text(documents, selection, format);
  }
  OutputFile{output.value_or("-")}.commit(text);
  return host::ExitCode::all_agree;
}

}  // namespace

const Command export_command{
    .name = "export",
    .brief = "write tables or data",
    .summary = "Write results as a table for a paper, a spreadsheet or a program.",
    .usage = "FILE... --format FORMAT [options]",
    .argument = "FILE...",
    .examples =
        "  gridcensus export cross_validation.ledger --format csv -o outcomes.csv\n"
        "  gridcensus export results.json --format latex --quantity grids\n"
        "  gridcensus export x.ledger --format markdown --finding signature_class_table\n"
        "  gridcensus export sweep.ledger --format csv --sweep --with mc\n"
        "  gridcensus export two_by_n.ledger --format bfile --sequence A291187\n",
    .options = joined(
        {{{"format", "csv|jsonl|latex|markdown|bfile",
           "csv or jsonl (all data), latex or markdown (a table to read), or bfile (for the OEIS)."},
          {"with", "CONFIGURATION|STRATEGY", "Only runs of this configuration or strategy; mc also means mc@seed=1.",
           "", Given::often},
          {"finding", "NAME",
           "Findings of this name instead of outcomes. Tables with the same rows are joined side by side, "
           "tables with the same columns one below the other.",
           "", Given::often},
          {"sweep", "",
           "Only runs of a sweep, over values of a parameter or seeds: columns for these, the value, its error, its "
           "deviation, the time, and error^2 * time."},
          {"totals", "", "Totals of lists of layouts instead of outcomes."},
          {"sequence", "A-NUMBER", "OEIS sequence of the bfile, if several are possible."},
          {"output", "FILE", "Write to this file; - is stdout, the default.", "o"}},
         selection_options()}),
    .run = run_export};

}  // namespace gridcensus::app
