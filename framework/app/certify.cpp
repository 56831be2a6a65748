#include "app/command_line.hpp"
#include "app/output_file.hpp"
#include "host/base/text.hpp"
#include "host/verify/certificate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace gridcensus::app {

namespace {

host::ExitCode run_certify(const Arguments& arguments) {
  const auto output = arguments.text("output");
  if (!output) throw host::BadInput{host::on_command_line("-o", "name the certificate to write: -o FILE")};
  const host::verify::Tables tables{arguments.required("LEDGER")};
  OutputFile file{*output};
  const auto catalog = open_catalog(arguments, strategies_of(tables));
  const auto published = host::read_published_values(host::published_values_folder());
  const auto verified = host::verify::verify(tables, &catalog, published);
  if (!verified.checks.all_hold()) {
    print_error(to_string(verified.checks, false, answer_width()));
    print_error("error: the ledger failed these checks; no certificate was written");
    return host::ExitCode::disagreement;
  }
  const bool is_complete =
      std::ranges::all_of(tables.runs(), [](const auto& run) { return run.row("conclusions") != nullptr; });
  if (!is_complete || tables.runs().empty()) {
    print_error("error: the ledger has unfinished runs, or none; run its experiment to the end first");
    return host::ExitCode::incomplete;
  }
  file.commit(certificate(tables, verified));
  if (file.is_stdout()) return host::ExitCode::all_agree;
  const auto checker = host::published_values_folder().parent_path() / "check_certificate.py";
  print(fmt::format("{}: {}; to check it with Python: python3 {} {}\n", host::printable(*output),
                    host::counted(verified.runs.size(), "run"), host::printable(checker.string()),
                    host::printable(*output)));
  return host::ExitCode::all_agree;
}

}  // namespace

const Command certify_command{
    .name = "certify",
    .brief = "write a certificate",
    .summary = "Write a certificate of the results in a ledger, which others can check without gridcensus.",
    .usage = "LEDGER -o FILE [options]",
    .argument = "LEDGER",
    .examples = "  gridcensus certify cross_validation.ledger -o certificate.json\n",
    .options = joined({{{"output", "FILE", "Certificate to write; - is stdout.", "o"}}, catalog_options()}),
    .run = run_certify};

}  // namespace gridcensus::app
