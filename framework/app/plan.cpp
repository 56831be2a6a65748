#include "app/command_line.hpp"
#include "app/execution.hpp"
#include "host/graph/part.hpp"
#include "host/graph/share.hpp"
#include "host/ledger/contents.hpp"
#include "host/report/listing.hpp"

namespace gridcensus::app {

namespace {

constexpr std::uint64_t max_measure_seconds = 86'400;

host::ExitCode run_plan(const Arguments& arguments) {
  const std::string file = arguments.required("FILE.yaml");
  std::optional<double> seconds;
  if (const auto given_seconds = arguments.integer("measure", 0, max_measure_seconds)) {
    seconds = static_cast<double>(*given_seconds);
  }
  const auto text = read_experiment_text(file, arguments);
  const auto catalog = open_catalog(arguments, text);
  const auto experiment = host::read_experiment(text, catalog);
  const auto plan = host::make_plan(experiment);
  const auto kept_in = ledger_file(experiment, arguments);
  const auto ledger = kept_in ? host::find_ledger(*kept_in) : std::nullopt;
  auto listing =
      host::describe_plan(plan, ledger ? &*ledger : nullptr, seconds, arguments.integer("parts", 1, host::max_parts),
                          answer_width(), arguments.has("quiet"));
  listing.json["threads"] = experiment.threads ? host::Json(*experiment.threads) : host::Json();
  for (const auto& run : plan.runs) {
    const auto reason = host::why_not_split(plan, run);
    listing.json["runs"][run.number]["why_not_split"] = reason ? host::Json(*reason) : host::Json();
  }
  answer(arguments, listing);
  warn_of_gaps(experiment, plan);
  return host::ExitCode::all_agree;
}

}  // namespace

const Command plan_command{
    .name = "plan",
    .brief = "preview runs and cost",
    .summary = "Show the runs of an experiment, and which of them the ledger has.",
    .usage = "FILE.yaml [options]",
    .argument = "FILE.yaml",
    .examples =
        "  gridcensus plan experiments/cross_validation.yaml\n"
        "  gridcensus plan experiments/long/two_by_six.yaml --measure 60\n",
    .options =
        joined({override_options(),
                {{"measure", "SECONDS", "Count units of every run for this time, and estimate the total cost."},
                 {"parts", "N", "Prepare every run, and print how N parts (run --part) would divide its units."}},
                json_options(),
                ledger_options(),
                catalog_options()}),
    .run = run_plan};

}  // namespace gridcensus::app
