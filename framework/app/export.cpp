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
        "a bfile is made of a quantity along shapes: --finding, --shape, --totals and --sweep have no place in it"};
  }
  if (forms.size() > 1) {
    throw host::BadInput{fmt::format("{} contradict each other: each is in place of outcomes; leave all but one out",
                                     fmt::join(forms, " and "))};
  }
  if (arguments.has("totals") && arguments.has("shape"))
    throw host::BadInput{"--totals are those of lists: --shape has no place beside it"};
  if (arguments.has("finding") && arguments.has("quantity"))
    throw host::BadInput{"--finding and --quantity contradict each other"};
}

host::ExitCode run_export(const Arguments& arguments) {
  const std::string format = format_of(arguments);
  const bool is_sequence = format == "bfile";
  const auto sequence = arguments.text("sequence");
  if (sequence && !is_sequence) throw host::BadInput{"--sequence is for --format bfile"};
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
      complain("error: " + file.disagreement);
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
    .brief = "as a table or data",
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
           "csv or jsonl (everything that is known), latex or markdown (a table to read), or bfile (of the OEIS)."},
          {"with", "CONFIGURATION|STRATEGY",
           "Only the runs of this configuration or strategy; mc stands for mc@seed=1, too.", "", Given::often},
          {"finding", "NAME",
           "Findings of this name in place of outcomes. Tables of the same rows are put side by side, "
           "and those with the same columns below each other.",
           "", Given::often},
          {"sweep", "",
           "Only what has several values of a parameter or several seeds: each of these is a column, beside the value, "
           "its error, how far it is off, the time, and error^2 * time."},
          {"totals", "", "The totals of lists of layouts in place of outcomes."},
          {"sequence", "A-NUMBER", "The sequence of a bfile, if several could be meant."},
          {"output", "FILE", "Write to this file; - is stdout, as without it.", "o"}},
         selection_options()}),
    .run = run_export};

}  // namespace gridcensus::app
