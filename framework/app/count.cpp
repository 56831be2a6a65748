#include "app/asked_problem.hpp"
#include "app/choice.hpp"
#include "app/command_line.hpp"
#include "app/execution.hpp"
#include "host/base/quantities.hpp"
#include "host/base/sha256.hpp"
#include "host/base/text.hpp"
#include "host/document/document.hpp"
#include "host/report/value_texts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace gridcensus::app {

using host::BadInput;
using host::Diagnostic;
using host::Node;

namespace {

/// Returns the quantity of a name.
///
/// @throws BadInput  there is no such quantity.
Quantity known_quantity(const std::string& name) {
  if (const auto quantity = find_quantity(name)) return *quantity;
  throw host::BadInput{host::unknown_quantity(host::at_option("--quantity"), "", name)};
}

constexpr auto typed_here = "command line";

/// The mistakes of a command line, reported together.
using Mistakes = std::vector<Diagnostic>;

void add_mistake(Mistakes& mistakes, const std::string& option, const std::string& message,
                 std::optional<std::string> nearest = std::nullopt) {
  mistakes.push_back(host::on_command_line(option, message, std::move(nearest)));
}

// A count is an experiment of one problem: the command line becomes the document that a file would hold, each value
// with the option in which it was typed, and is read by the same rules.

Node scalar(const std::string& text, const std::string& option) {
  return {.kind = Node::Kind::scalar, .scalar = text, .where = host::at_option(option)};
}

Node collection(Node::Kind kind, const std::string& option) { return {.kind = kind, .where = host::at_option(option)}; }

void add_member(Node& map, const std::string& key, Node value) {
  map.members.push_back({key, value.where, std::move(value)});
}

/// Returns the words of a comma-separated text as a list.
Node words_node(const std::string& text, const std::string& option) {
  Node words = collection(Node::Kind::sequence, option);
  std::string word;
  for (const char c : text + ",") {
    if (c == ',')
      words.items.push_back(scalar(std::exchange(word, {}), option));
    else
      word += c;
  }
  return words;
}

/// Returns the puzzle of --given; nullopt also for a text that is not a shape, which is reported later.
std::optional<host::Puzzle> givens_of(const std::string& shape, const Arguments& arguments) {
  RuleSpec rules;
  try {
    return read_givens(add_shape(shape, rules), arguments);
  } catch (const InvalidShape&) {
    return std::nullopt;
  }
}

Node problems_node(const std::string& shape, const std::optional<host::Puzzle>& puzzle, const Arguments& arguments) {
  Node problem = collection(Node::Kind::map, "SHAPE");
  add_member(problem, "shape", scalar(shape, "SHAPE"));
  if (const auto rules = arguments.text("rules")) add_member(problem, "rules", words_node(*rules, "--rules"));
  if (puzzle) add_member(problem, "givens", scalar(puzzle->givens, "--given"));
  Node problems = collection(Node::Kind::sequence, "SHAPE");
  problems.items.push_back(std::move(problem));
  return problems;
}

/// Adds a parameter of the command line to the node of its strategy: --param k=v for the only strategy, --param
/// STRATEGY.k=v for one of several.
void add_parameter(const std::string& text, const std::vector<std::string>& strategies, Node& node,
                   Mistakes& mistakes) {
  const std::string option = "--param " + text;
  const auto equals = text.find('=');
  if (equals == std::string::npos || equals == 0) return add_mistake(mistakes, option, "expected NAME=VALUE");
  std::string name = text.substr(0, equals);
  std::string strategy = strategies.empty() ? "" : strategies.front();
  if (const auto dot = name.find('.'); dot != std::string::npos) {
    strategy = name.substr(0, dot);
    name = name.substr(dot + 1);
    if (std::ranges::find(strategies, strategy) == strategies.end()) {
      return add_mistake(mistakes, option, "this strategy is not given by --with",
                         host::nearest_name(strategy, strategies));
    }
  } else if (strategies.size() > 1) {
    return add_mistake(mistakes, option, "with several strategies, expected STRATEGY.NAME=VALUE");
  }
  const auto& reserved = host::reserved_parameter_names();
  if (std::ranges::find(reserved, name) != reserved.end()) {
    return add_mistake(mistakes, option,
                       fmt::format("{} is not a parameter; `gridcensus describe {}` lists them", name, strategy));
  }
  Node* const configuration = node.find(strategy);
  if (configuration == nullptr) return;
  if (configuration->find(name) != nullptr)
    add_mistake(mistakes, option, fmt::format("parameter {} is given twice", name));
  else
    add_member(*configuration, name, scalar(text.substr(equals + 1), option));
}

std::vector<std::string> read_strategies(const Arguments& arguments, Mistakes& mistakes) {
  std::vector<std::string> strategies;
  for (const auto& name : arguments.texts("with")) {
    if (std::ranges::find(strategies, name) == strategies.end())
      strategies.push_back(name);
    else
      add_mistake(mistakes, "--with " + name,
                  "given twice; to use a strategy in several configurations, write an experiment file");
  }
  return strategies;
}

Node configuration_node(const std::string& strategy) {
  const std::string option = "--with " + strategy;
  Node configuration = collection(Node::Kind::map, option);
  add_member(configuration, "strategy", scalar(strategy, option));
  return configuration;
}

Node strategies_node(const Arguments& arguments, Mistakes& mistakes) {
  const auto strategies = read_strategies(arguments, mistakes);
  Node node = collection(Node::Kind::map, "--with");
  for (const auto& strategy : strategies) add_member(node, strategy, configuration_node(strategy));
  for (const auto& text : arguments.texts("param")) add_parameter(text, strategies, node, mistakes);
  for (auto& configuration : node.members) {
    const auto quantities = arguments.texts("quantity");
    if (quantities.empty()) continue;
    Node list = collection(Node::Kind::sequence, "--quantity");
    for (const auto& quantity : quantities) list.items.push_back(scalar(quantity, "--quantity " + quantity));
    add_member(configuration.value, "quantities", std::move(list));
  }
  return node;
}

/// Returns the experiment that counts the problem of the command line by these strategies.
host::ExperimentText experiment_of(const Arguments& arguments, const std::optional<host::Puzzle>& puzzle,
                                   Node strategies, Mistakes mistakes = {}) {
  host::ExperimentText text{
      .root = collection(Node::Kind::map, ""), .file = typed_here, .sha256 = {}, .diagnostics = std::move(mistakes)};
  add_member(text.root, "problems", problems_node(arguments.required("SHAPE"), puzzle, arguments));
  add_member(text.root, "strategies", std::move(strategies));
  apply_overrides(text, arguments);
  return text;
}

/// Returns the same by one strategy that was not typed.
host::ExperimentText experiment_by(const Asked& by, const std::optional<host::Puzzle>& puzzle,
                                   const Arguments& arguments) {
  Node configuration = configuration_node(by.strategy);
  for (const auto& [name, value] : by.parameters) add_member(configuration, name, scalar(value, "--param " + name));
  Node strategies = collection(Node::Kind::map, "--with");
  add_member(strategies, by.strategy, std::move(configuration));
  return experiment_of(arguments, puzzle, std::move(strategies));
}

/// Asks each strategy for those of the given quantities that it yields, and removes strategies that yield none. Keeps
/// quantities that no strategy yields, so the reader of the experiment refuses them and lists the known names.
void share_quantities(host::ExperimentText& text, const host::Catalog& catalog, const Arguments& arguments) {
  const auto yields = [&](const std::string& id, const std::string& quantity) {
    const auto* const plugin = catalog.find(id);
    return plugin == nullptr || std::ranges::any_of(plugin->answers, [&](const host::Answer& answer) {
             return name_of(answer.quantity) == quantity;
           });
  };
  auto& members = text.root.find("strategies")->members;
  std::erase_if(members, [&](Node::Member& member) {
    Node* const quantities = member.value.find("quantities");
    if (quantities == nullptr) return false;
    std::vector<std::string> left;
    std::erase_if(quantities->items, [&](const Node& quantity) {
      const bool is_elsewhere =
          std::ranges::any_of(members, [&](const auto& other) { return yields(other.key, quantity.scalar); });
      if (yields(member.key, quantity.scalar) || !is_elsewhere) return false;
      left.push_back(quantity.scalar);
      return true;
    });
    if (left.empty()) return false;
    const bool is_out = quantities->items.empty();
    arguments.print_note(
        fmt::format("{} does not yield {}{}", member.key, fmt::join(left, ", "), is_out ? " and is skipped" : ""));
    return is_out;
  });
}

Inputs read_inputs(const Arguments& arguments) {
  Mistakes mistakes;
  Inputs inputs;
  for (const auto& text : arguments.texts("input")) {
    const std::string option = "--input " + text;
    const auto equals = text.find('=');
    const std::string name = text.substr(0, equals);
    const auto quantity = find_quantity(name);
    const auto value =
        equals == std::string::npos ? std::nullopt : parse_integer(host::ungrouped(text.substr(equals + 1)));
    if (!quantity) mistakes.push_back(host::unknown_quantity(host::at_option(option), "", name));
    if (!value || *value < 0) add_mistake(mistakes, option, "expected QUANTITY=INTEGER, 0 or greater");
    if (quantity && value && !inputs.emplace(*quantity, *value).second) {
      add_mistake(mistakes, option, fmt::format("{} is given twice", name));
    }
  }
  host::throw_if_any(mistakes);
  return inputs;
}

/// Returns the question that the experiment asks, independent of the number of threads and the place of the results.
std::string question(const host::Experiment& experiment) {
  std::string text = fmt::format("seed {}\n", fmt::join(experiment.seeds, ", "));
  for (const auto& problem : experiment.problems) text += fmt::format("{}\n", to_string(problem));
  for (const auto& configuration : experiment.configurations) {
    text += configuration.name;
    for (const auto& [name, value] : configuration.parameters) {
      text += fmt::format(" {}={}", name, gridcensus::to_string(value));
    }
    for (const auto quantity : configuration.quantities) text += fmt::format(" {}", name_of(quantity));
    text += '\n';
  }
  for (const auto& configuration : experiment.configurations) {
    for (const auto& [quantity, supply] : configuration.input_sources) {
      const auto* const given = std::get_if<host::Given>(&supply);
      text += fmt::format("{} {}={}\n", configuration.name, name_of(quantity),
                          given != nullptr ? to_decimal(given->value) : std::get<std::string>(supply));
    }
  }
  return text;
}

/// Fails if a strategy that was given by name refuses everything, so the user cannot miss it.
///
/// @throws BadInput  with the reason of every such strategy.
void refuse_empty_count(const host::Plan& plan) {
  Mistakes mistakes;
  for (const auto& refused : plan.not_applicable) {
    const bool does_run = std::ranges::any_of(
        plan.runs, [&](const host::Run& run) { return run.configuration == refused.configuration; });
    if (!does_run) {
      add_mistake(mistakes, "--with " + refused.configuration->name,
                  fmt::format("{} cannot count {} ({}): {}", refused.configuration->name, to_string(refused.problem),
                              host::join(host::names_of(refused.quantities)), refused.reason));
    }
  }
  host::throw_if_any(mistakes);
}

/// Adds the values of --input to the experiment. A value that no strategy takes is an error, not ignored.
///
/// @throws BadInput  no strategy takes one of the values.
void supply_inputs(host::Experiment& experiment, const Inputs& inputs) {
  Mistakes mistakes;
  for (const auto& [quantity, why] : host::supply_given(experiment, inputs, typed_here)) {
    add_mistake(mistakes, "--input",
                fmt::format("no strategy of this count takes {} as input{}{}", name_of(quantity),
                            why.empty() ? "" : "; ", why));
  }
  host::throw_if_any(mistakes);
}

/// Returns the command line with the strategies that a trial on this machine chooses, and notes which they are.
Arguments with_choice(const Arguments& arguments) {
  if (arguments.has("param")) {
    throw BadInput{host::on_command_line("--param", "a parameter belongs to a strategy; give --with STRATEGY, too")};
  }
  auto catalog = open_whole_catalog(arguments, host::Asking::nothing);
  if (catalog.ids().empty())
    throw BadInput{host::on_command_line("", "no strategy is installed; " + catalog.searched_folders())};
  const auto quantities = arguments.texts("quantity");
  // A program may declare it.
  if (!quantities.empty() && !find_quantity(quantities.front())) catalog.open_all(host::Asking::declarations);
  const Quantity wanted = quantities.empty() ? Quantity::grids : known_quantity(quantities.front());
  const std::string shape = arguments.required("SHAPE");
  const auto puzzle = givens_of(shape, arguments);
  const auto by = [&](const Asked& asked) { return experiment_by(asked, puzzle, arguments); };
  // Report a mistake of the command line once, not for each strategy that is tried.
  const auto experiment = host::read_experiment(by({catalog.ids().front(), {}}), catalog);
  const auto choice = choose_strategies(catalog, wanted, shape, by, thread_count(experiment.threads),
                                        [&](const std::string& line) { arguments.print_note(line); });
  std::vector<std::string> words = arguments.words();
  for (const auto& [strategy, parameters] : choice.strategies) {
    words.insert(words.end(), {"--with", strategy});
    const std::string before = choice.strategies.size() > 1 ? strategy + "." : "";
    for (const auto& [name, value] : parameters)
      words.insert(words.end(), {"--param", fmt::format("{}{}={}", before, name, value)});
  }
  Arguments chosen{count_command, words};
  const Shape boxes = experiment.problems.front().shape;
  arguments.print_note(
      fmt::format("{} (the {}x{} grid): {}", to_string(boxes), boxes.side(), boxes.side(), choice.reason));
  arguments.print_note("  " + chosen.resume_command());
  arguments.print_note(fmt::format(
      "to choose yourself: --with STRATEGY; gridcensus describe {} lists the strategies that count it", shape));
  return chosen;
}

host::ExitCode run_count(const Arguments& arguments) {
  if (!arguments.has("with")) return run_count(with_choice(arguments));
  const auto puzzle = givens_of(arguments.required("SHAPE"), arguments);
  if (puzzle) note_givens(*puzzle, arguments);
  Mistakes mistakes;
  Node strategies = strategies_node(arguments, mistakes);
  auto text = experiment_of(arguments, puzzle, std::move(strategies), std::move(mistakes));
  auto catalog = open_catalog(arguments, text);
  share_quantities(text, catalog, arguments);
  auto experiment = host::read_experiment(text, catalog);
  experiment.title.clear();
  apply_isolation(experiment, arguments);
  supply_inputs(experiment, read_inputs(arguments));
  experiment.sha256 = host::sha256_of(question(experiment));
  const auto whole_catalog = [&catalog]() -> const host::Catalog& {
    catalog.open_all(host::Asking::nothing);
    require_no_refusals(catalog);
    return catalog;
  };
  for (const auto& line : host::add_missing_producers(experiment, whole_catalog)) arguments.print_note(line);
  const auto plan = host::make_plan(experiment);
  refuse_empty_count(plan);
  return execute_and_report(experiment, plan, arguments, arguments.text("ledger"));
}

}  // namespace

const Command count_command{
    .name = "count",
    .brief = "one shape",
    .summary =
        "Count one shape without an experiment file. Without --with, the program chooses the fastest exact strategy "
        "and "
        "an independent one, or samplers if no exact strategy finishes in seconds.",
    .usage = "SHAPE [--with STRATEGY]... [options]",
    .argument = "SHAPE",
    .examples =
        "  gridcensus count 3x3\n"
        "  gridcensus count 3x3 --with band_classes\n"
        "  gridcensus count 2x3 --with enumeration --with band_classes --quantity grids\n"
        "  gridcensus count 3x3 --with band_classes --json - > result.json\n"
        "  gridcensus count 1x7 --with enumeration --param max_side=7 --ledger 1x7.ledger\n",
    .options = joined(
        {{{"with", "STRATEGY",
           "Strategy to count with; by default chosen by a trial. The answers of several are compared.", "",
           Occurrence::often},
          {"quantity", "Q",
           "Quantity to count; by default all that the strategies yield. Strategies that yield none of the given "
           "quantities are skipped.",
           "", Occurrence::often},
          {"param", "K=V", "Parameter of the strategy (see describe); STRATEGY.K=V with several strategies.", "",
           Occurrence::often},
          {"input", "Q=VALUE", "Value of a quantity that the strategy takes as input; by default it is counted first.",
           "", Occurrence::often},
          {"rules", "RULES", "Rules beyond rows and columns, such as diagonals,anti_knight; classic by default."},
          {"given", "TEXT|FILE", given_help},
          {"ledger", "FILE", "Store finished units and results in this file, so the count can be resumed."}},
         execution_options(),
         catalog_options()}),
    .run = run_count};

}  // namespace gridcensus::app
