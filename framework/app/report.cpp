#include "app/command_line.hpp"
#include "app/output_file.hpp"
#include "app/results_source.hpp"
#include "host/base/text.hpp"
#include "host/document/document.hpp"
#include "host/publish/page.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gridcensus::app {

namespace publish = host::publish;

namespace {

host::ExitCode run_report(const Arguments& arguments) {
  const auto output = arguments.text("output");
  if (!output) throw host::BadInput{host::on_command_line("-o", "name the page to write: -o report.html")};
  const auto folder = arguments.text("figures");
  const auto files = arguments.all_required("FILE");
  refuse_input("-o", output, files);
  const auto documents = open_all_results(files);
  OutputFile file{*output};

  publish::Report report{documents, host::read_text_file(host::data_file("report.html")),
                         publish::read_published_times(host::data_file("published_times.yaml"))};
  const auto missing = publish::draw(report.figures());
  if (missing) arguments.print_note("note: " + *missing + "; the report has tables instead of figures");
  const std::size_t kept = folder ? publish::export_figures(report.figures(), *folder) : 0;
  const std::string page = report.html(missing);
  file.commit(page);
  if (file.is_stdout()) return host::ExitCode::all_agree;
  const auto drawn = std::ranges::count_if(report.figures(), [](const auto& figure) { return !figure.svg.empty(); });
  print(fmt::format("{}: {}, {}, {}\n", host::printable(*output), host::counted(documents.size(), "document"),
                    host::counted(static_cast<std::size_t>(drawn), "figure"), host::bytes_text(page.size())));
  if (folder) print(fmt::format("{}: {}\n", host::printable(*folder), host::counted(kept, "file")));
  return host::ExitCode::all_agree;
}

}  // namespace

const Command report_command{.name = "report",
                             .brief = "write a web page",
                             .summary = "Write a web page of results: verdict, figures, tables, provenance.",
                             .usage = "LEDGER|FILE.json... -o report.html [options]",
                             .argument = "FILE...",
                             .examples =
                                 "  gridcensus report results.json -o report.html\n"
                                 "  gridcensus report cross_validation.ledger -o report.html --figures figures\n",
                             .options = {{"output", "FILE", "Page to write; - is stdout.", "o"},
                                         {"figures", "DIR",
                                          "Also write each figure as SVG and PDF, with its data and script. Never "
                                          "replaces files that gridcensus did not "
                                          "write."}},
                             .run = run_report};

}  // namespace gridcensus::app
