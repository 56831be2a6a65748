#include "gridcensus/rules.hpp"
#include "gridcensus/symmetries.hpp"
#include "host/base/sha256.hpp"
#include "host/base/text.hpp"
#include "host/document/document.hpp"
#include "host/experiment/experiment.hpp"
#include "host/experiment/experiment_form.hpp"
#include "host/experiment/layout_list.hpp"
#include "host/experiment/rules_reader.hpp"
#include "host/experiment/sweep.hpp"
#include "layouts/layouts.hpp"

#include <algorithm>
#include <utility>

namespace gridcensus::host {

namespace {

/// Returns the nodes of a value that may also be a list of values.
std::vector<const Node*> values_of(const Node& node) {
  if (node.kind != Node::Kind::sequence) return {&node};
  std::vector<const Node*> nodes;
  for (const auto& item : node.items) nodes.push_back(&item);
  return nodes;
}

std::uint64_t number_of_values(const Node* node) {
  return node != nullptr && node->kind == Node::Kind::sequence ? node->items.size() : 1;
}

/// Returns the kinds of outcome that the configuration plans for some of its quantities on those of these problems for
/// which it is used. If the strategy fails, returns the declared kinds: the plan will report the failure.
std::set<Kind> kinds_of(const Configuration& configuration, const std::set<Quantity>& quantities,
                        const std::vector<Problem>& problems) {
  const Plugin& plugin = *configuration.plugin;
  const auto counted = counted_quantities(configuration, requested_quantities(configuration));
  std::set<Kind> kinds;
  try {
    const auto strategy = plugin.create(configuration.parameters, configuration.name);
    for (const Problem& problem : problems) {
      if (strategy == nullptr || !(configuration.only.empty() || configuration.only.contains(problem))) continue;
      const Offer offer = plugin.offer(*strategy, configuration.parameters, problem, counted);
      for (const auto quantity : quantities) kinds.insert(offer.kinds.at(plugin.counted_for(quantity)));
    }
  } catch (...) {
    kinds.clear();
  }
  if (kinds.empty()) {
    for (const auto quantity : quantities) kinds.insert(plugin.find_answer(quantity)->kind);
  }
  return kinds;
}

/// Returns "in line 3, column 13", or "by --set problems[0].shape=2x3".
std::string place_text(const Location& where) {
  if (!where.option.empty()) return "by " + where.option;
  return "in line " + std::to_string(where.line) + ", column " + std::to_string(where.column);
}

/// Converts a checked tree into an experiment. Checks the conditions that involve several places of the file, which the
/// form cannot check.
class Reader {
 public:
  Reader(const Catalog& catalog, std::string file, std::vector<Diagnostic>& diagnostics)
      : catalog_{catalog}, diagnostics_{diagnostics} {
    experiment_.file = std::move(file);
  }

  Experiment read(Node root) {
    check_form(root, experiment_form(catalog_), "", diagnostics_);
    read_settings(root);
    if (const auto* node = root.find_accepted("problems")) read_problems(*node);
    if (const auto* node = root.find_accepted("strategies"))
      read_strategies(*node);
    else
      knows_configurations_ = false;
    if (const auto* node = root.find_accepted("expect")) read_expectations(*node);
    return std::move(experiment_);
  }

 private:
  void reject(const Location& where, std::string path, std::string message, std::optional<std::string> nearest = {}) {
    diagnostics_.push_back({where, std::move(path), std::move(message), std::move(nearest)});
  }

  void note_givens(const std::vector<std::string>& notes) {
    for (const auto& note : notes) experiment_.notes.insert("givens: " + note);
  }

  void read_settings(const Node& root) {
    const auto name = std::filesystem::path{experiment_.file}.filename().string();
    experiment_.title = name;
    if (const auto* node = root.find_accepted("title")) experiment_.title = node->scalar;
    if (const auto* node = root.find_accepted("seed")) read_seeds(*node);
    if (const auto* node = root.find_accepted("threads")) experiment_.threads = integer_of(*node)->convert_to<int>();
    if (const auto* node = root.find_accepted("ledger")) experiment_.ledger = node->scalar;
    if (const auto* node = root.find_accepted("published")) {
      const auto folder = std::filesystem::path{experiment_.file}.parent_path();
      for (const auto* const file : values_of(*node)) experiment_.published.push_back(folder / file->scalar);
    }
    if (const auto* node = root.find_accepted("budget")) experiment_.budget = read_budget(*node);
    if (const auto* node = root.find_accepted("isolate")) experiment_.isolation = read_isolation(*node);
    if (const auto* compare = root.find_accepted("compare")) {
      if (const auto* node = compare->find_accepted("confidence"))
        experiment_.confidence = *parse_plain_real(node->scalar);
    }
  }

  void read_seeds(const Node& node) {
    std::vector<std::uint64_t> seeds;
    for (const auto* const value : values_of(node)) {
      if (value->is_refused()) continue;
      const auto seed = integer_of(*value)->convert_to<std::uint64_t>();
      if (std::ranges::find(seeds, seed) != seeds.end()) {
        reject(value->where, "seed", std::to_string(seed) + " is repeated in this list");
      } else {
        seeds.push_back(seed);
      }
    }
    if (!seeds.empty()) experiment_.seeds = std::move(seeds);
  }

  static Budget read_budget(const Node& node) {
    Budget budget;
    if (const auto* seconds = node.find_accepted("seconds")) budget.seconds = parse_plain_real(seconds->scalar);
    if (const auto* memory = node.find_accepted("memory")) budget.memory_bytes = parse_memory(memory->scalar);
    return budget;
  }

  static Isolation read_isolation(const Node& node) {
    Isolation isolation;
    isolation.is_wanted = node.kind == Node::Kind::map || node.scalar == "process";
    if (const auto* memory = node.find_accepted("memory")) isolation.memory_bytes = parse_memory(memory->scalar);
    if (const auto* seconds = node.find_accepted("unit_seconds"))
      isolation.unit_seconds = parse_plain_real(seconds->scalar);
    return isolation;
  }

  // Problems

  void read_problems(const Node& node) {
    // Only the sizes of the lists enter: a file with too many problems is never expanded.
    std::uint64_t total = 0;
    for (const auto& entry : node.items) total += number_of_values(entry.find("shape"));
    if (total > max_problems) {
      reject(node.where, "problems",
             "has " + pluralise(total, "problem") + "; expected at most " + std::to_string(max_problems));
      return;
    }
    knows_problems_ = true;
    number_of_problems_ = total;
    for (std::size_t i = 0; i < node.items.size(); ++i)
      read_problem(node.items[i], "problems[" + std::to_string(i) + "]");
    if (listed_problems_ > max_listed_problems) {
      reject(node.where, "problems",
             "the lists of layouts have " + pluralise(listed_problems_, "problem") + "; expected at most " +
                 std::to_string(max_listed_problems));
    }
    number_of_problems_ += listed_problems_;
  }

  void read_problem(const Node& entry, const std::string& path) {
    if (entry.is_refused()) {
      knows_problems_ = false;
      return;
    }
    const Node& shapes = *entry.find("shape");
    for (const auto* const shape : values_of(shapes)) {
      if (!shape->is_refused() && !shapes.is_refused())
        add_problem(entry, shape->scalar, shape->where, path);
      else
        knows_problems_ = false;
    }
  }

  void add_problem(const Node& entry, const std::string& shape, const Location& where, const std::string& path) {
    auto asked = read_rules(entry, shape, path, diagnostics_);
    const auto* const layouts = entry.find("layouts");
    if (asked && layouts != nullptr && !asked->rules.layout.empty()) {
      reject(layouts->where, path + ".layouts", "contradicts `layout`; give only one of the two");
      asked.reset();
    }
    if (!asked || (layouts != nullptr && layouts->is_refused())) {
      knows_problems_ = false;
      return;
    }
    note_givens(asked->notes);
    if (layouts != nullptr) return add_layouts(*asked, *layouts, where, path);
    const Problem problem = make_problem(asked->shape, asked->rules);
    const Asked now{to_string(asked->shape, asked->rules), where};
    const Asked* const first = add(problem, now);
    if (first == nullptr) return;
    if (first->words == now.words) {
      reject(where, path, "problem " + to_string(problem) + " is repeated; first given " + place_text(first->where));
    } else {
      experiment_.notes.insert(to_string(problem) + " " + place_text(where) + " is the same problem as " +
                               place_text(first->where) + ", written differently; it is counted once");
    }
  }

  /// A request for a problem.
  struct Asked {
    std::string words;
    Location where;
    bool is_listed = false;  ///< only in a list of layouts
  };

  /// Adds a problem if it is new.
  ///
  /// @return  the earlier request for the same problem, unless one of the two is in a list of layouts; else nullptr
  const Asked* add(const Problem& problem, const Asked& asked) {
    const auto [first, is_new] = first_asked_.emplace(problem, asked);
    if (!is_new) return asked.is_listed || std::exchange(first->second.is_listed, false) ? nullptr : &first->second;
    experiment_.problems.push_back(problem);
    if (asked.words != problem.rules.text()) experiment_.words.emplace(problem, asked.words);
    return nullptr;
  }

  const LayoutList* find_list(const std::string& name) const {
    const auto found = std::ranges::find(experiment_.layout_lists, name, &LayoutList::name);
    return found == experiment_.layout_lists.end() ? nullptr : &*found;
  }

  void add_layouts(const AskedRules& asked, const Node& layouts, const Location& where, const std::string& path) {
    const Shape shape = asked.shape;
    LayoutList list = requested_list(shape, asked.rules, layouts.scalar);
    list.where = where;
    if (const auto* const known = find_list(list.name))
      return reject(where, path, list.name + " is repeated; first given " + place_text(known->where));
    const auto mistakes = diagnostics_.size();
    const Layouts found = read_layouts(layouts, asked.rules, path + ".layouts", list);
    knows_problems_ = knows_problems_ && diagnostics_.size() == mistakes;
    listed_problems_ += found.size();
    if (listed_problems_ > max_listed_problems) {
      knows_problems_ = false;
      return;
    }
    RuleSpec rules = asked.rules;
    for (const auto& [letters, number] : found) {
      rules.layout = lines_of_layout(shape, {letters});
      const Problem problem = make_problem(shape, rules);
      list.weights[problem] += number;
      add(problem, {to_string(shape, rules), where, true});
    }
    experiment_.layout_lists.push_back(std::move(list));
  }

  Layouts read_layouts(const Node& node, const RuleSpec& rules, const std::string& path, LayoutList& list) {
    if (node.scalar == "all" && list.common.shape.side() <= mathematics::max_side_of_all_layouts)
      return all_layouts(rules, list);
    if (node.scalar == "all") {
      reject(node.where, path,
             "`all` is available up to side " + std::to_string(mathematics::max_side_of_all_layouts) + "; for " +
                 to_string(list.common.shape) + " expected a file of layouts");
      return {};
    }
    try {
      return read_layout_file(std::filesystem::path{experiment_.file}.parent_path() / node.scalar, list, diagnostics_);
    } catch (const BadInput& error) {
      for (const auto& mistake : error.diagnostics())
        reject(node.where, path, "expected `all` or a file of layouts; " + to_string(mistake));
    }
    return {};
  }

  // Strategies

  void read_strategies(const Node& node) {
    // Only the sizes of the lists enter: a file with too many runs is never expanded. Seeds repeat only sampling runs,
    // which are not known yet, so all runs are assumed to sample.
    bool is_cut = false;  // the number for one name, so the numbers below stay short
    Integer without_seeds = 0;
    for (const auto& member : node.members) {
      const auto variants = number_of_variants(member.value, max_runs + 1);
      is_cut = is_cut || variants > max_runs;
      without_seeds += variants;
    }
    const Integer configurations = without_seeds * experiment_.seeds.size();
    const Integer runs = configurations * number_of_problems_;
    if (runs > max_runs) {
      reject(node.where, "strategies",
             "has " + std::string{is_cut ? "at least " : ""} + to_decimal(runs) + " runs (" +
                 pluralise(number_of_problems_, "problem") + ", " + to_decimal(configurations) + " configurations" +
                 (experiment_.seeds.size() > 1 ? ", each with every seed" : "") + "); expected at most " +
                 std::to_string(max_runs));
      knows_configurations_ = false;
      return;
    }
    std::vector<std::size_t> ends;
    for (const auto& member : node.members) {
      read_configurations(member);
      ends.push_back(experiment_.configurations.size());
    }
    // Inputs may come from later configurations, so all names must be known first.
    for (std::size_t i = 0; i < node.members.size(); ++i) {
      read_supplies(node.members[i], i == 0 ? 0 : ends[i - 1], ends[i]);
    }
    const auto is_known = [](const auto& member) { return !member.value.is_refused(); };
    knows_configurations_ = knows_configurations_ && std::ranges::all_of(node.members, is_known);
  }

  /// Reads the configurations of one name in the file: one for each combination of a sweep and, if it samples, for each
  /// seed.
  void read_configurations(const Node::Member& member) {
    const Configuration single = read_configuration(member);
    ParameterValues given;
    std::vector<Axis> axes;
    if (single.plugin != nullptr) {
      given = read_parameters(member.value, single.plugin->parameters);
      axes = read_axes(member, single.plugin->parameters);
    }
    for (const auto& [values, suffix] : variants_of(axes)) {
      Configuration variant = single;
      variant.name += suffix;
      if (single.plugin != nullptr) {
        ParameterValues all = given;
        all.insert(values.begin(), values.end());
        variant.parameters = with_defaults(single.plugin->parameters, all);
      }
      add_with_seeds(std::move(variant));
    }
  }

  /// Checks whether an outcome is an estimate, so another seed yields another one.
  bool samples(const Configuration& configuration) const {
    return kinds_of(configuration, requested_quantities(configuration), experiment_.problems).contains(Kind::estimate);
  }

  void add_with_seeds(Configuration configuration) {
    configuration.seed = experiment_.seeds.front();
    if (experiment_.seeds.size() == 1 || configuration.plugin == nullptr || !samples(configuration)) {
      experiment_.configurations.push_back(std::move(configuration));
      return;
    }
    configuration.base_configuration = configuration.name;
    for (const auto seed : experiment_.seeds) {
      configuration.name = configuration.base_configuration + "@seed=" + std::to_string(seed);
      configuration.is_first_seed = seed == experiment_.seeds.front();
      configuration.seed = seed;
      experiment_.configurations.push_back(configuration);
    }
  }

  std::vector<Axis> read_axes(const Node::Member& member, const std::vector<ParameterSpec>& specs) {
    auto axes = axes_of(member.value, specs, "strategies." + excerpt(member.key), diagnostics_);
    // If a value is bad, the name of a configuration is missing that another place may use.
    if (!std::ranges::all_of(axes, &Axis::is_whole)) incomplete_names_.insert(member.key);
    std::erase_if(axes, [](const Axis& axis) { return axis.values.empty(); });
    return axes;
  }

  Configuration read_configuration(const Node::Member& member) {
    const auto path = "strategies." + excerpt(member.key);
    const Node& node = member.value;
    const auto* const strategy = node.find("strategy");
    Configuration configuration;
    configuration.name = member.key;
    configuration.where = member.where;
    configuration.plugin = catalog_.find(strategy == nullptr ? member.key : strategy->scalar);
    if (configuration.plugin != nullptr && configuration.plugin->about.id != member.key &&
        catalog_.find(member.key) != nullptr) {
      reject(member.where, path,
             member.key + " is itself a strategy; a configuration of " + configuration.plugin->about.id +
                 " needs another name");
    }
    if (member.key == "published" || member.key == "expected") {
      reject(member.where, path, member.key + " is reserved for the known answers; choose another name");
    }
    read_quantities(node, configuration);
    if (const auto* only = node.find_accepted("only")) read_only(*only, configuration, path + ".only");
    if (const auto* budget = node.find_accepted("budget")) configuration.budget = read_budget(*budget);
    if (const auto* isolate = node.find_accepted("isolate")) configuration.isolation = read_isolation(*isolate);
    return configuration;
  }

  static ParameterValues read_parameters(const Node& node, const std::vector<ParameterSpec>& specs) {
    ParameterValues given;
    for (const auto& spec : specs) {
      const auto* const value = node.find_accepted(spec.name);
      if (value != nullptr && value->kind == Node::Kind::scalar) given.emplace(spec.name, parameter_of(spec, *value));
    }
    return given;
  }

  void read_quantities(const Node& node, Configuration& configuration) {
    const auto* const quantities = node.find_accepted("quantities");
    if (quantities == nullptr) return;
    const auto values = values_of(*quantities);
    if (!std::ranges::all_of(values, [](const Node* value) { return !value->is_refused(); })) {
      // The intended quantities are unknown, so do not report the configuration for missing ones.
      knows_configurations_ = false;
      return;
    }
    for (const auto* const value : values) configuration.quantities.insert(*find_quantity(value->scalar));
  }

  void read_only(const Node& node, Configuration& configuration, const std::string& path) {
    for (const auto* const value : values_of(node)) {
      if (value->is_refused()) continue;
      bool is_known = false;
      for (const auto& problem : experiment_.problems) {
        if (!is_of_shape(problem, value->scalar)) continue;
        is_known = true;
        configuration.only.insert(problem);
      }
      if (!is_known) reject_unknown_problem(*value, path);
    }
  }

  /// Checks whether the text is the shape of a problem: for a square 7, or 1x7, which a square has, too.
  static bool is_of_shape(const Problem& problem, const std::string& text) {
    RuleSpec rules;
    return problem.shape == add_shape(text, rules) && (rules.families.empty() || problem.is_square());
  }

  void reject_unknown_problem(const Node& shape, const std::string& path) {
    // A problem that could not be read may be the one.
    if (!knows_problems_) return;
    reject(shape.where, path, excerpt(shape.scalar) + " is not among the problems");
  }

  /// Reads the input sources of the configurations from `begin` to `end`, which have one name in the file.
  void read_supplies(const Node::Member& member, std::size_t begin, std::size_t end) {
    const auto* const inputs = member.value.find_accepted("inputs");
    if (inputs == nullptr) return;
    for (const auto& input : inputs->members) {
      if (input.value.is_refused()) continue;
      const Quantity quantity = *find_quantity(input.key);
      if (input.value.kind == Node::Kind::map) {
        const auto* const value = input.value.find_accepted("value");
        const auto* const source = input.value.find_accepted("source");
        if (value == nullptr || source == nullptr) continue;
        for (auto i = begin; i < end; ++i) {
          experiment_.configurations[i].input_sources.emplace(quantity, Given{*integer_of(*value), source->scalar});
        }
        continue;
      }
      read_producer(input, quantity, "strategies." + excerpt(member.key) + ".inputs." + input.key, begin, end);
    }
  }

  void read_producer(const Node::Member& input, Quantity quantity, const std::string& path, std::size_t begin,
                     std::size_t end) {
    const std::string& producer = input.value.scalar;
    auto& configurations = experiment_.configurations;
    // For a configuration with several seeds, the name without a seed means the first.
    const auto found = std::ranges::find_if(configurations, [&](const Configuration& configuration) {
      return configuration.name == producer ||
             (configuration.base_configuration == producer && configuration.is_first_seed);
    });
    const Configuration* const known = found == configurations.end() ? nullptr : &*found;
    bool is_reported = known == nullptr && incomplete_names_.contains(producer.substr(0, producer.find('@')));
    for (auto i = begin; i < end; ++i) {
      auto& consumer = configurations[i];
      if (!is_reported)
        is_reported = reject_producer({input.value.where, path, "", {}}, consumer, quantity, producer, known);
      consumer.input_sources.emplace(quantity, known == nullptr ? producer : known->name);
    }
  }

  /// Reports why an input cannot be taken from a configuration.
  ///
  /// @param mistake  has the place
  /// @param found    the producer; nullptr if there is none of this name
  /// @return         true if there is a mistake
  bool reject_producer(Diagnostic mistake, const Configuration& consumer, Quantity input, const std::string& producer,
                       const Configuration* found) {
    std::vector<std::string> others;
    std::vector<std::string> variants;
    for (const auto& configuration : experiment_.configurations) {
      if (configuration.name != consumer.name) others.push_back(configuration.name);
      if (configuration.name.starts_with(producer + "@")) variants.push_back(configuration.name);
    }
    if (producer == consumer.name) {
      mistake.message = "a configuration cannot be its own input";
    } else if (found == nullptr && !variants.empty()) {
      mistake.message = producer + " is a sweep; name one of its configurations: " + joined(variants);
    } else if (found == nullptr) {
      const bool is_typed = !consumer.where.option.empty();
      mistake.message =
          std::string{is_typed ? "expected another strategy of --with (" : "expected a configuration of this file ("} +
          joined(others) + "); got " + excerpt(producer);
      mistake.nearest = nearest_name(producer, others);
    } else if (found->plugin != nullptr && !counts_exactly(*found, input)) {
      mistake.message = producer + " does not count " + std::string{name_of(input)} + " exactly";
    }
    if (!mistake.message.empty()) diagnostics_.push_back(mistake);
    return !mistake.message.empty();
  }

  /// Checks whether the input follows from an exact count of the configuration, on any problem.
  bool counts_exactly(const Configuration& configuration, Quantity input) const {
    // Whether quantities follow from one another does not depend on the problem; a conversion factor may.
    const Problem any{{1, 1}, {}};
    auto sources = requested_quantities(configuration);
    std::erase_if(sources, [&](Quantity quantity) { return !share_base(quantity, input, any); });
    return kinds_of(configuration, sources, experiment_.problems).contains(Kind::exact);
  }

  // Known answers

  void read_expectations(const Node& node) {
    for (std::size_t i = 0; i < node.items.size(); ++i)
      read_expectation(node.items[i], "expect[" + std::to_string(i) + "]");
  }

  void read_expectation(const Node& entry, const std::string& path) {
    const auto* const shape = entry.find_accepted("shape");
    const auto* const quantity = entry.find_accepted("quantity");
    const auto* const value = entry.find_accepted("value");
    const auto* const source = entry.find_accepted("source");
    const auto* const layouts = entry.find("layouts");
    const bool is_readable = shape != nullptr && (layouts == nullptr || !layouts->is_refused());
    const auto asked = is_readable ? read_rules(entry, shape->scalar, path, diagnostics_) : std::nullopt;
    Problem problem;
    std::string list;
    if (asked && layouts != nullptr) {
      const LayoutList requested = requested_list(asked->shape, asked->rules, layouts->scalar);
      problem = requested.common;
      list = requested.name;
      if (find_list(list) == nullptr && knows_problems_)
        reject(layouts->where, path + ".layouts", excerpt(list) + " is not among the problems");
    } else if (asked) {
      problem = make_problem(asked->shape, asked->rules);
      if (!is_counted(problem, quantity)) reject_unknown_problem(*shape, path + ".shape");
    }
    if (quantity != nullptr) check_is_counted(*quantity, path + ".quantity");
    if (!asked || quantity == nullptr || value == nullptr || source == nullptr) return;
    experiment_.expectations.push_back(
        {problem, *find_quantity(quantity->scalar), *integer_of(*value), source->scalar, entry.where, list});
  }

  /// Checks whether the problem is in the file, or is the image of one in the file under a map of cells.
  bool is_counted(const Problem& expected, const Node* quantity) const {
    return std::ranges::any_of(experiment_.problems, [&](const Problem& problem) {
      return is_carried_over(quantity == nullptr ? Quantity::grids : *find_quantity(quantity->scalar), problem,
                             expected);
    });
  }

  /// Reports a known answer that nothing is compared with, because it would promise a check that is never made.
  void check_is_counted(const Node& node, const std::string& path) {
    if (!knows_configurations_) return;
    const Quantity wanted = *find_quantity(node.scalar);
    const Problem any{{1, 1}, {}};
    const bool is_counted = std::ranges::any_of(experiment_.configurations, [&](const Configuration& configuration) {
      return std::ranges::any_of(requested_quantities(configuration),
                                 [&](Quantity quantity) { return share_base(quantity, wanted, any); });
    });
    if (!is_counted) reject(node.where, path, "no configuration of this file counts " + node.scalar);
  }

  const Catalog& catalog_;
  std::vector<Diagnostic>& diagnostics_;
  Experiment experiment_;
  std::map<Problem, Asked> first_asked_;
  std::uint64_t number_of_problems_ = 0;
  std::uint64_t listed_problems_ = 0;
  std::set<std::string> incomplete_names_;  ///< names with further configurations that could not be read
  bool knows_problems_ = false;             ///< every problem of the file could be read
  bool knows_configurations_ = true;        ///< the quantities of every configuration are known
};

}  // namespace

Experiment read_experiment(const ExperimentText& text, const Catalog& catalog) {
  std::vector<Diagnostic> diagnostics = text.diagnostics;
  Experiment experiment;
  if (text.root.kind == Node::Kind::map) experiment = Reader{catalog, text.file, diagnostics}.read(text.root);
  throw_if_any(std::move(diagnostics));
  experiment.sha256 = text.sha256;
  experiment.overrides = text.overrides;
  return experiment;
}

ExperimentText parse_experiment_text(const std::string& text, const std::string& file) {
  ExperimentText parsed{.root = {}, .file = file, .sha256 = sha256_of(text), .diagnostics = {}};
  parsed.root = parse_document(text, file, parsed.diagnostics);
  return parsed;
}

ExperimentText read_experiment_text(const std::filesystem::path& file) {
  return parse_experiment_text(read_text_file(file), file.string());
}

std::vector<std::string> strategies_of(const ExperimentText& text) {
  std::vector<std::string> ids;
  const Node* const strategies = text.root.find("strategies");
  if (strategies == nullptr) return ids;
  for (const auto& member : strategies->members) {
    const Node* const strategy = member.value.find("strategy");
    ids.push_back(strategy != nullptr ? strategy->scalar : member.key);
  }
  return ids;
}

std::vector<std::string> quantities_of(const ExperimentText& text) {
  std::vector<std::string> names;
  const auto add = [&names](const Node* node) {
    if (node == nullptr) return;
    if (node->kind == Node::Kind::scalar) names.push_back(node->scalar);
    for (const auto& item : node->items) names.push_back(item.scalar);
    for (const auto& member : node->members) names.push_back(member.key);
  };
  if (const Node* const strategies = text.root.find("strategies")) {
    for (const auto& member : strategies->members) {
      add(member.value.find("quantities"));
      add(member.value.find("inputs"));
    }
  }
  if (const Node* const answers = text.root.find("expect")) {
    for (const auto& answer : answers->items) add(answer.find("quantity"));
  }
  return names;
}

}  // namespace gridcensus::host
