#include "app/command_line.hpp"
#include "app/session.hpp"
#include "host/report/listing.hpp"

namespace gridcensus::app {

namespace po = boost::program_options;

namespace {

host::ExitCode run(const std::vector<std::string>& given) {
  options::options_description options;
  options.add_options()                                                      //
      ("threads", po::value<std::string>()->value_name("N"), "As for run.")  //
      ("seed", po::value<std::string>()->value_name("S"), "As for run.");    //
  options::add_json(options);
  add_ledger_options(options);
  options::add_catalog(options);
  const Arguments arguments{plan_command(), options, "FILE.yaml", given};
  if (arguments.is_help()) return host::ExitCode::all_agree;

  const std::string file = arguments.required("FILE.yaml");
  const auto catalog = load_catalog(arguments);
  auto experiment = host::read_experiment(file, catalog);
  apply_overrides(experiment, arguments);
  const auto plan = host::make_plan(experiment);
  const auto kept_in = ledger_file(experiment, arguments);
  const auto ledger = kept_in ? host::Ledger::open_existing(*kept_in) : nullptr;
  answer(arguments, host::describe_plan(experiment, plan, ledger.get()));
  return host::ExitCode::all_agree;
}

}  // namespace

const Command& plan_command() {
  static const Command command{.name = "plan",
                               .summary = "Show what an experiment would run, and what the ledger already has.",
                               .usage = "FILE.yaml [options]",
                               .examples = "  gridcensus plan experiments/cross_validation.yaml\n",
                               .run = run};
  return command;
}

}  // namespace gridcensus::app
