#include "app/command_line.hpp"
#include "app/session.hpp"
#include "host/base/sha256.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

namespace gridcensus::app {

namespace po = boost::program_options;
using host::BadInput;
using host::Diagnostic;

namespace {

/// Collects the mistakes of a command line, so that all are shown at once.
class Mistakes {
 public:
  void add(const std::string& path, const std::string& message, std::optional<std::string> nearest = std::nullopt) {
    diagnostics_.push_back(host::on_command_line(path, message, std::move(nearest)));
  }
  void throw_if_any() const {
    if (!diagnostics_.empty()) throw BadInput{diagnostics_};
  }

 private:
  std::vector<Diagnostic> diagnostics_;
};

std::pair<std::string, std::string> split(const std::string& text, char separator) {
  const auto place = text.find(separator);
  if (place == std::string::npos) return {text, ""};
  return {text.substr(0, place), text.substr(place + 1)};
}

std::vector<std::string> quantity_names() {
  std::vector<std::string> names;
  for (const auto& entry : all_quantities()) names.emplace_back(entry.name);
  return names;
}

std::optional<Quantity> read_quantity(const std::string& option, const std::string& name, Mistakes& mistakes) {
  const auto quantity = find_quantity(name);
  if (!quantity) {
    mistakes.add(option, fmt::format("unknown quantity {}; known: {}", name, fmt::join(quantity_names(), ", ")),
                 host::nearest_name(name, quantity_names()));
  }
  return quantity;
}

Problem read_problem(const Arguments& arguments, Mistakes& mistakes) {
  Problem problem;
  const std::string shape = arguments.required("SHAPE");
  try {
    problem.shape = parse_shape(shape);
  } catch (const InvalidShape& error) {
    mistakes.add("SHAPE", fmt::format("{}: {}", shape, error.what()));
  }
  if (const auto name = arguments.text("rules")) {
    const auto found = std::ranges::find(all_rules(), *name, [](Rules rules) { return name_of(rules); });
    if (found == all_rules().end())
      mistakes.add("--rules", fmt::format("unknown rules {}; known: classic", *name));
    else
      problem.rules = *found;
  }
  return problem;
}

/// The strategies of --with, without their parameters.
std::vector<host::Configuration> read_strategies(const Arguments& arguments, const host::Catalog& catalog,
                                                 Mistakes& mistakes) {
  std::vector<host::Configuration> configurations;
  const auto names = arguments.texts("with");
  if (names.empty()) {
    mistakes.add("--with", fmt::format("expected a strategy; known: {}", fmt::join(catalog.ids(), ", ")));
  }
  for (const auto& name : names) {
    const auto* plugin = catalog.find(name);
    if (plugin == nullptr) {
      mistakes.add("--with", fmt::format("unknown strategy {}; known: {}", name, fmt::join(catalog.ids(), ", ")),
                   host::nearest_name(name, catalog.ids()));
    } else if (std::ranges::find(configurations, name, &host::Configuration::name) != configurations.end()) {
      mistakes.add("--with",
                   fmt::format("{} is given twice; an experiment file can hold several configurations", name));
    } else {
      host::Configuration configuration;
      configuration.name = name;
      configuration.plugin = plugin;
      configuration.where.file = "command line";
      configurations.push_back(std::move(configuration));
    }
  }
  return configurations;
}

/// --param k=v for the only strategy, --param STRATEGY.k=v for one of several.
void read_parameters(const Arguments& arguments, std::vector<host::Configuration>& configurations, Mistakes& mistakes) {
  for (const auto& text : arguments.texts("param")) {
    const auto path = "--param " + text;
    const auto equals = text.find('=');
    if (equals == std::string::npos || equals == 0) {
      mistakes.add(path, "expected NAME=VALUE");
      continue;
    }
    std::string name = text.substr(0, equals);
    auto configuration = configurations.begin();
    if (const auto dot = name.find('.'); dot != std::string::npos) {
      configuration = std::ranges::find(configurations, name.substr(0, dot), &host::Configuration::name);
      name = name.substr(dot + 1);
    } else if (configurations.size() > 1) {
      mistakes.add(path, "with several strategies, expected STRATEGY.NAME=VALUE");
      continue;
    }
    if (configuration == configurations.end()) {
      if (!configurations.empty()) mistakes.add(path, "this strategy is not among those of --with");
      continue;
    }
    const auto& specs = configuration->plugin->parameters;
    const auto spec = std::ranges::find(specs, name, &ParameterSpec::name);
    if (spec == specs.end()) {
      std::vector<std::string> known;
      for (const auto& entry : specs) known.push_back(entry.name);
      mistakes.add(path,
                   fmt::format("{} has no parameter {}; {}", configuration->name, name,
                               known.empty() ? "it has none" : fmt::format("known: {}", fmt::join(known, ", "))),
                   host::nearest_name(name, known));
      continue;
    }
    if (configuration->parameters.contains(name)) {
      mistakes.add(path, fmt::format("parameter {} is given twice", name));
      continue;
    }
    try {
      configuration->parameters[name] = parse_parameter(*spec, text.substr(equals + 1));
    } catch (const InvalidParameter& error) {
      mistakes.add(path, error.what());
    }
  }
  for (auto& configuration : configurations) {
    configuration.parameters = with_defaults(configuration.plugin->parameters, configuration.parameters);
  }
}

void read_quantities(const Arguments& arguments, std::vector<host::Configuration>& configurations, Mistakes& mistakes) {
  for (const auto& name : arguments.texts("quantity")) {
    const auto quantity = read_quantity("--quantity", name, mistakes);
    if (!quantity) continue;
    for (auto& configuration : configurations) {
      const auto& yields = configuration.plugin->about.yields;
      if (std::ranges::find(yields, *quantity, &About::Yield::quantity) == yields.end()) {
        std::vector<std::string> known;
        for (const auto& yield : yields) known.emplace_back(name_of(yield.quantity));
        mistakes.add("--quantity", fmt::format("{} does not yield {}; it yields: {}", configuration.name, name,
                                               fmt::join(known, ", ")));
      }
      configuration.quantities.insert(*quantity);
    }
  }
}

Inputs read_inputs(const Arguments& arguments, Mistakes& mistakes) {
  Inputs inputs;
  for (const auto& text : arguments.texts("input")) {
    const auto [name, value_text] = split(text, '=');
    const auto quantity = read_quantity("--input", name, mistakes);
    const auto value = parse_integer(value_text);
    if (!value || *value < 0) mistakes.add("--input " + text, "expected QUANTITY=INTEGER, not below 0");
    if (quantity && value && !inputs.emplace(*quantity, *value).second) {
      mistakes.add("--input " + text, fmt::format("{} is given twice", name));
    }
  }
  return inputs;
}

/// What was asked, without how it was asked: the same for any number of threads and any place of the results.
std::string question(const host::Experiment& experiment) {
  std::string text = fmt::format("seed {}\n", experiment.seed);
  for (const auto& problem : experiment.problems) text += fmt::format("{}\n", to_string(problem));
  for (const auto& configuration : experiment.configurations) {
    text += configuration.name;
    for (const auto& [name, value] : configuration.parameters) {
      text += fmt::format(" {}={}", name, gridcensus::to_string(value));
    }
    for (const auto quantity : configuration.quantities) text += fmt::format(" {}", name_of(quantity));
    text += '\n';
  }
  for (const auto& [problem, inputs] : experiment.given) {
    for (const auto& [quantity, value] : inputs) text += fmt::format("{}={}\n", name_of(quantity), to_decimal(value));
  }
  return text;
}

/// A value that nobody takes is a misunderstanding, not something to pass over.
void refuse_unused_inputs(const host::Plan& plan, const Inputs& inputs) {
  Mistakes mistakes;
  for (const auto& input : inputs) {
    const Quantity quantity = input.first;
    const bool is_used =
        std::ranges::any_of(plan.runs, [&](const host::Run& run) { return run.sources.contains(quantity); });
    if (!is_used) mistakes.add("--input", fmt::format("no strategy of this count takes {}", name_of(quantity)));
  }
  mistakes.throw_if_any();
}

/// A strategy that was asked for by name and refuses everything is an answer that the user must not miss.
void refuse_empty_count(const host::Plan& plan) {
  Mistakes mistakes;
  for (const auto& refused : plan.not_applicable) {
    const bool does_run = std::ranges::any_of(
        plan.runs, [&](const host::Run& run) { return run.configuration == refused.configuration; });
    if (!does_run) {
      std::vector<std::string_view> quantities;
      for (const auto quantity : refused.quantities) quantities.push_back(name_of(quantity));
      mistakes.add("--with", fmt::format("{} cannot count {} ({}): {}", refused.configuration->name,
                                         to_string(refused.problem), fmt::join(quantities, ", "), refused.reason));
    }
  }
  mistakes.throw_if_any();
}

host::ExitCode run(const std::vector<std::string>& given) {
  options::options_description options;
  options.add_options()                                                                                   //
      ("with", po::value<std::vector<std::string>>()->value_name("STRATEGY"),                             //
       "How to count. May be repeated, and the answers are compared.")                                    //
      ("quantity", po::value<std::vector<std::string>>()->value_name("Q"),                                //
       "What to count; all that the strategy yields by default. May be repeated.")                        //
      ("param", po::value<std::vector<std::string>>()->value_name("K=V"),                                 //
       "A parameter of the strategy (see describe); STRATEGY.K=V with several. May be repeated.")         //
      ("input", po::value<std::vector<std::string>>()->value_name("Q=VALUE"),                             //
       "The value of a quantity that the strategy takes as input; counted first where it is not given.")  //
      ("rules", po::value<std::string>()->value_name("RULES"), "classic (the default).")                  //
      ("ledger", po::value<std::string>()->value_name("FILE"),                                            //
       "Keep finished units and results in this file, so that the count can be resumed.");                //
  options::add_execution(options);
  options::add_catalog(options);
  const Arguments arguments{count_command(), options, "SHAPE", given};
  if (arguments.is_help()) return host::ExitCode::all_agree;

  Mistakes mistakes;
  const Problem problem = read_problem(arguments, mistakes);
  const auto catalog = load_catalog(arguments);
  host::Experiment experiment;
  experiment.file = "command line";
  experiment.configurations = read_strategies(arguments, catalog, mistakes);
  read_parameters(arguments, experiment.configurations, mistakes);
  read_quantities(arguments, experiment.configurations, mistakes);
  const Inputs inputs = read_inputs(arguments, mistakes);
  mistakes.throw_if_any();
  experiment.problems = {problem};
  if (!inputs.empty()) experiment.given[problem] = inputs;
  apply_overrides(experiment, arguments);
  experiment.sha256 = host::sha256_of(question(experiment));
  for (const auto& line : host::add_missing_producers(experiment, catalog)) note(line);
  const auto plan = host::make_plan(experiment);
  refuse_empty_count(plan);
  refuse_unused_inputs(plan, inputs);
  return execute_and_report(experiment, plan, arguments, arguments.text("ledger"));
}

}  // namespace

const Command& count_command() {
  static const Command command{.name = "count",
                               .summary = "Count one shape without a file.",
                               .usage = "SHAPE --with STRATEGY [options]",
                               .examples =
                                   "  gridcensus count 3x3 --with band_classes\n"
                                   "  gridcensus count 2x3 --with enumeration --with band_classes --quantity grids\n"
                                   "  gridcensus count 3x3 --with band_classes --json - > result.json\n"
                                   "  gridcensus count 1x7 --with enumeration --param max_side=7 --ledger 1x7.ledger\n",
                               .run = run};
  return command;
}

}  // namespace gridcensus::app
