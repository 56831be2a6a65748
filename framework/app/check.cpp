#include "app/execution.hpp"
#include "host/base/text.hpp"
#include "host/experiment/rules_reader.hpp"
#include "host/judge/judge.hpp"
#include "host/plan/plan.hpp"

#include <fmt/format.h>

namespace gridcensus::app {

namespace {

host::ExitCode run_check(const Arguments& arguments) {
  const std::string file = arguments.required("FILE.yaml");
  const auto text = read_experiment_text(file, arguments);
  const auto catalog = open_catalog(arguments, text);
  const auto experiment = host::read_experiment(text, catalog);
  const auto plan = host::make_plan(experiment);
  host::published_values_for(experiment);
  std::string answer = fmt::format("{}: correct; {}, {}, {}, {} not applicable\n", host::printable(experiment.file),
                                   host::pluralise(experiment.problems.size(), "problem"),
                                   host::pluralise(experiment.configurations.size(), "configuration"),
                                   host::pluralise(plan.runs.size(), "run"), plan.not_applicable.size());
  for (const auto& list : experiment.layout_lists) {
    answer += fmt::format("  {}: {}, {}\n", host::printable(list.name), host::pluralise(list.layouts(), "layout"),
                          host::pluralise(list.weights.size(), "problem"));
  }
  for (const auto& problem : experiment.problems) {
    if (experiment.is_listed(problem)) continue;
    const std::string name = host::other_name(problem, experiment.words);
    if (!name.empty()) answer += "  " + name + "\n";
  }
  print(host::wrapped_lines(answer, answer_width(), 4));
  print_notes(experiment, arguments);
  warn_of_gaps(experiment, plan);
  return host::ExitCode::all_agree;
}

}  // namespace

const Command check_command{.name = "check",
                            .brief = "check an experiment file",
                            .summary = "Check an experiment file without running it; reports all mistakes at once.",
                            .usage = "FILE.yaml [options]",
                            .argument = "FILE.yaml",
                            .examples = "  gridcensus check experiments/cross_validation.yaml\n",
                            .options = joined({override_options(), catalog_options()}),
                            .run = run_check};

}  // namespace gridcensus::app
