#include "app/command_line.hpp"
#include "app/execution.hpp"
#include "host/graph/part.hpp"
#include "host/graph/share.hpp"

namespace gridcensus::app {

namespace {

/// Checks that at least one run can be split. Otherwise a part would count nothing, and processes would wait for it.
///
/// @throws BadInput  no run can be split; the message has the reason of every run.
void refuse_part_of_nothing(const host::Plan& plan) {
  std::string reasons;
  for (const auto& run : plan.runs) {
    const auto reason = host::why_not_split(plan, run);
    if (!reason) return;
    reasons += "; " + run.name() + ": " + *reason;
  }
  throw host::BadInput{
      host::on_command_line("--part", "no run of this experiment can be split; leave out --part" + reasons)};
}

host::ExitCode run_run(const Arguments& arguments) {
  const std::string file = arguments.required("FILE.yaml");
  const auto text = read_experiment_text(file, arguments);
  const auto catalog = open_catalog(arguments, text);
  auto experiment = host::read_experiment(text, catalog);
  apply_isolation(experiment, arguments);
  const auto typed_part = arguments.text("part");
  const host::Part part = typed_part ? host::read_part(*typed_part) : host::Part{};
  const auto plan = host::make_plan(experiment);
  refuse_empty_plan(experiment, plan);
  if (!part.is_whole()) refuse_part_of_nothing(plan);
  return execute_and_report(experiment, plan, arguments, ledger_file(experiment, arguments, part), part);
}

}  // namespace

const Command run_command{.name = "run",
                          .brief = "an experiment file",
                          .summary = "Run an experiment file and compare all answers with each other.",
                          .usage = "FILE.yaml [options]",
                          .argument = "FILE.yaml",
                          .examples =
                              "  gridcensus run experiments/cross_validation.yaml\n"
                              "  gridcensus run experiments/cross_validation.yaml --json results.json --quiet\n"
                              "  gridcensus run experiments/cross_validation.yaml --recount --threads 1\n"
                              "  gridcensus run experiments/long/two_by_six.yaml --part 3/8\n",
                          .options = joined({execution_options(),
                                             ledger_options(),
                                             {{"part", "I/N", "Count part I of N of the units, in a separate ledger."}},
                                             catalog_options()}),
                          .run = run_run};

}  // namespace gridcensus::app
