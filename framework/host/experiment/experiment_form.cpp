#include "host/experiment/experiment_form.hpp"

#include "gridcensus/quantity.hpp"
#include "gridcensus/rules.hpp"
#include "gridcensus/shape.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace gridcensus::host {

namespace {

// The building blocks.

Form scalar(Form::Kind kind) { return {.kind = kind}; }

Form choice(std::vector<std::string> choices) { return {.kind = Form::Kind::choice, .choices = std::move(choices)}; }

Form integer(std::uint64_t low, std::uint64_t high) { return {.kind = Form::Kind::integer, .low = low, .high = high}; }

Form real(Form::Range range) { return {.kind = Form::Kind::real, .range = range}; }

Form map(std::vector<Field> fields) { return {.kind = Form::Kind::map, .fields = std::move(fields)}; }

Form list(Form element, const std::string& entry_noun, bool needs_entry) {
  return {
      .kind = Form::Kind::list, .element = {std::move(element)}, .entry_noun = entry_noun, .needs_entry = needs_entry};
}

Form dictionary(Form element, const std::string& entry_noun) {
  return {.kind = Form::Kind::dictionary, .element = {std::move(element)}, .entry_noun = entry_noun};
}

Form or_list(Form form) {
  form.or_list = true;
  form.entry_noun = "value";
  return form;
}

Field required(std::string key, Form form, std::string help, std::string example) {
  return {std::move(key), std::move(form), std::move(help), "", std::move(example), true};
}

Field optional(std::string key, Form form, std::string help, std::string default_text, std::string example) {
  return {std::move(key), std::move(form), std::move(help), std::move(default_text), std::move(example), false};
}

/// Returns a choice of the known quantities; the descriptions of quantities of plugins name the plugin.
Form quantity_form(const Catalog& catalog) {
  Form form = scalar(Form::Kind::choice);
  for (const auto quantity : catalog.quantities()) {
    const std::string name{name_of(quantity)};
    form.choices.push_back(name);
    if (const auto id = catalog.declared_by(quantity); !id.empty())
      form.notes_on_choices[name] = "which " + id + " declares";
  }
  return form;
}

// The experiment file.

Form budget_form() {
  constexpr double max_seconds = 1e9;
  return map({
      optional("seconds", real({0, max_seconds, true, false}),
               "Wall-clock seconds after which no further unit starts. Finished units are kept, and the rest can be "
               "resumed.",
               "no limit", "3600"),
      optional("memory", scalar(Form::Kind::memory),
               "A run with a higher forecast does not start. A whole number of KiB, MiB, GiB or TiB.", "no limit",
               "8 GiB"),
  });
}

Form isolation_form() {
  constexpr double max_seconds = 1e9;
  Form form = choice({"process", "none"});
  form.map_instead.push_back(map({
      optional("memory", scalar(Form::Kind::memory),
               "Memory limit of one process. A whole number of KiB, MiB, GiB or TiB.",
               "memory of the machine divided by the threads", "4 GiB"),
      optional("unit_seconds", real({0, max_seconds, true, false}),
               "Wall-clock seconds after which an unfinished unit, `prepare` or `conclude` is aborted.", "no limit",
               "600"),
  }));
  return form;
}

Field offset_field() {
  return required("offset", list(scalar(Form::Kind::text), "number", true),
                  "Rows down and columns to the right; may be negative.", "[1, 2]");
}

Field wrap_field() {
  return optional("wrap", scalar(Form::Kind::boolean), "If true, the grid is closed to a torus.", "false", "true");
}

/// Returns the field for the part of the grid to which an offset is limited.
Field within_field() {
  Form lines = map({
      optional("rows", scalar(Form::Kind::text), "One row, or the first and the last of several.", "all", "1-3"),
      optional("columns", scalar(Form::Kind::text), "The same for columns.", "all", "4-6"),
  });
  lines.needs_entry = true;
  lines.entry_noun = "key";
  Form cells = list(scalar(Form::Kind::text), "cell", true);
  cells.map_instead.push_back(std::move(lines));
  return optional("within", std::move(cells),
                  "Only pairs whose two cells lie in this part of the grid: rows and columns, or a list of cells.",
                  "the whole grid", "{rows: 1-3, columns: 1-9}");
}

Form allowed_form() {
  return map({
      required("cells", or_list(scalar(Form::Kind::text)), "The cells, in any number.", "[r1c1, r2c2]"),
      required("symbols", or_list(scalar(Form::Kind::text)),
               "The symbols that they may have; `odd` and `even` mean all such symbols.", "[1, 3]"),
  });
}

/// Returns the form of a relation between the values of cells: one key for the cells, and one for the relation.
Form relation_form() {
  constexpr std::uint64_t max_value = std::uint64_t{2} * max_side;
  Field offset = offset_field();
  offset.is_required = false;
  Form form = map({
      optional("cells", list(scalar(Form::Kind::text), "cell", true),
               "Two cells, or more cells of which every two are related, in this order; `sum` takes two.", "",
               "[r1c1, r1c2]"),
      std::move(offset),
      wrap_field(),
      within_field(),
  });
  for (const Relation& relation : all_relations()) {
    form.fields.push_back(optional(std::string{relation.name},
                                   relation.takes_number ? integer(1, max_value) : choice({"always"}),
                                   std::string{relation.definition}, "", relation.takes_number ? "2" : "always"));
  }
  form.fields.push_back(optional("table", list(list(scalar(Form::Kind::text), "symbol", true), "pair", true),
                                 "The pairs of symbols that the two may have.", "", "[[1, 2], [2, 1]]"));
  form.either_or = {{"cells"}, {"offset"}};
  return form;
}

/// Returns the keys for the rules of a problem; `read_rules` reads them.
std::vector<Field> rules_fields() {
  const Form text = scalar(Form::Kind::text);
  Form pair = list(text, "cell", true);
  pair.map_instead.push_back(map({offset_field(), wrap_field(), within_field()}));
  Form givens = or_list(text);
  givens.element.push_back(or_list(text));
  givens.map_instead.push_back(dictionary(text, "cell"));
  return {
      optional("rules", or_list(scalar(Form::Kind::rules)),
               "Rules beyond rows and columns: a name, or several that apply together (docs/rules.md).", "classic",
               "[diagonals, anti_knight]"),
      optional("layout", or_list(text),
               "Jigsaw boxes instead of boxes: N lines of N letters, or one line of N^2, one letter per box.", "none",
               "[aabb, aabb, ccdd, ccdd]"),
      optional("regions", list(list(text, "cell", true), "region", true),
               "Further sets of cells that differ: a set of N cells has every symbol once.", "none",
               "[[r1c1, r2c2, r3c3, r4c4]]"),
      optional("different", list(std::move(pair), "pair", true),
               "Pairs of cells that differ, or an offset: all pairs of cells with this offset.", "none",
               "[[r1c1, r4c4], {offset: [1, 2], wrap: true}, {offset: [1, 1], within: {rows: 1-2}}]"),
      optional(
          "givens", std::move(givens),
          "Given symbols: a puzzle in any usual form (docs/grids.md), such as N^2 characters with `.` for a blank; "
          "rows in a list; or a map of cells.",
          "none", "{r1c1: 4, r2c3: 1}"),
      optional("allowed", list(allowed_form(), "restriction", true), "Cells that may have only some of the symbols.",
               "none", "[{cells: [r1c1, r2c2], symbols: [1, 3]}]"),
      optional("less", list(list(text, "cell", true), "chain", true),
               "Cells of which each has a smaller value than the next: pairs, or thermometers.", "none",
               "[[r1c1, r1c2, r2c3]]"),
      optional("consecutive", choice({"never"}),
               "`never`: values of cells that share a side do not differ by 1; the same as `rules: non_consecutive`.",
               "no rule", "never"),
      optional("relations", list(relation_form(), "relation", true),
               "Relations between the values of two cells: every two of some cells, or all pairs with an offset.",
               "none", "[{cells: [r1c1, r1c2], difference: 2}, {offset: [0, 1], table: [[1, 3], [2, 4]]}]"),
  };
}

/// Adds these keys to a form, and the reasons why some rules do not have a key.
void add_rules_fields(Form& form) {
  std::ranges::move(rules_fields(), std::back_inserter(form.fields));
  for (const std::string key : {"cage", "cages", "killer", "sum", "sums"})
    form.notes_on_choices.emplace(key, *family_mistake({2, 2}, key));
}

/// Returns the key that makes a problem, or an answer, that of each layout of a list.
Field layouts_field() {
  return optional("layouts", scalar(Form::Kind::text),
                  "Instead of `layout`, every layout of a list, and their total (docs/rules.md): `all`, or a file "
                  "of layouts, relative to the folder of this file.",
                  "none", "all");
}

Form problem_form() {
  Form form = map({
      required("shape", or_list(scalar(Form::Kind::square)),
               "Box rows x box columns: 2x3 is the 6x6 grid whose boxes have 2 rows and 3 columns. Or the side of a "
               "square without boxes, which is 1xN with `rules: square`.",
               "[2x2, 2x3]"),
  });
  add_rules_fields(form);
  form.fields.push_back(layouts_field());
  return form;
}

Form expectation_form(const Form& quantity) {
  Form form = map({
      required("shape", scalar(Form::Kind::square), "One shape, among the problems or the transpose of one.", "2x2"),
      required("quantity", quantity, "The quantity; some configuration must yield it.", "grids"),
      required("value", scalar(Form::Kind::count),
               "The known answer, in digits; 28_200_960 and \"28,200,960\" are accepted. Quotes are optional.", "288"),
      required("source", scalar(Form::Kind::text), "Who found it, and where it is published.", "OEIS A107739"),
  });
  add_rules_fields(form);
  form.fields.push_back(layouts_field());
  return form;
}

/// Returns the keys that every configuration may have besides the parameters of its strategy.
///
/// @param known  the choice of all known quantities
std::vector<Field> configuration_fields(Form strategy, Form quantity, const Form& known, Form sweep) {
  Form supply = scalar(Form::Kind::configured);
  supply.map_instead.push_back(map({
      required("value", scalar(Form::Kind::count),
               "The value, in digits, for the one problem that the configuration is used on.",
               "6670903752021072936960"),
      required("source", scalar(Form::Kind::text), "Who found it, and where it is published.", "OEIS A107739"),
  }));
  Form inputs = dictionary(std::move(supply), "input");
  inputs.choices = known.choices;
  inputs.notes_on_choices = known.notes_on_choices;
  return {
      optional("strategy", std::move(strategy),
               "The id of the strategy. Required if the configuration has another name, as every further "
               "configuration of a strategy does.",
               "the name of the configuration", "band_classes"),
      optional("sweep", std::move(sweep),
               "Lists of parameter values. Each combination is a separate configuration, named after "
               "it: `mc@mode=sharp@samples=1000`. A list instead of a parameter's value has the same effect.",
               "one configuration", "{samples: [1000, 10000], mode: [source, sharp]}"),
      optional("quantities", or_list(std::move(quantity)), "The quantities to count.", "all that the strategy yields",
               "[grids]"),
      optional("only", or_list(scalar(Form::Kind::square)),
               "The shapes on which it is used; each must be among the problems.", "all problems", "[3x3]"),
      optional(
          "inputs", std::move(inputs),
          "For each quantity that the strategy takes as an input, the configuration that counts it, or a value with "
          "its source. Results that depend on such a value are marked, and the value is compared like an answer.",
          "the only configuration that counts it exactly", "{grids: band_classes}"),
      optional("budget", budget_form(), "Limits for each run of this configuration.", "no limit",
               "{seconds: 600, memory: 8 GiB}"),
      optional("isolate", isolation_form(), "The same as for the whole experiment, for the runs of this configuration.",
               "as the experiment's", "process"),
  };
}

Form configuration_form(std::vector<Field> fields) {
  Form form = map(std::move(fields));
  form.or_null = true;
  form.key_noun = "parameter";
  return form;
}

Form configuration_form(const Plugin& plugin, const Form& known) {
  std::vector<std::string> yields;
  for (const auto& answer : plugin.answers) yields.emplace_back(name_of(answer.quantity));
  Form quantity = choice(yields);
  quantity.misplaced_choices = known.choices;
  quantity.notes_on_choices = known.notes_on_choices;
  quantity.misplaced_reason = "is not yielded by " + plugin.about.id;

  std::vector<Field> fields;
  std::vector<Field> lists;
  for (const auto& spec : plugin.parameters) {
    Form form = scalar(Form::Kind::parameter);
    form.parameter = spec;
    const auto help = spec.help + (spec.unit.empty() ? "" : " [" + spec.unit + "]");
    const auto default_text = gridcensus::to_string(spec.default_value);
    lists.push_back(optional(spec.name, list(form, "value", true), help, default_text, ""));
    fields.push_back(optional(spec.name, or_list(std::move(form)), help, default_text, ""));
  }
  Form sweep = map(std::move(lists));
  sweep.key_noun = sweep.entry_noun = "parameter";
  sweep.needs_entry = true;
  std::ranges::move(configuration_fields(choice({plugin.about.id}), std::move(quantity), known, std::move(sweep)),
                    std::back_inserter(fields));
  return configuration_form(std::move(fields));
}

Form strategies_form(const Catalog& catalog) {
  Form sweep = dictionary(list(scalar(Form::Kind::text), "value", true), "parameter");
  sweep.needs_entry = true;
  const Form known = quantity_form(catalog);
  Form common = configuration_form(configuration_fields(scalar(Form::Kind::name), known, known, std::move(sweep)));
  common.accepts_unknown_keys = true;
  Form form = dictionary(std::move(common), "strategy");
  form.needs_entry = true;
  form.variant_key = "strategy";
  form.variant_noun = "strategy";
  form.variant_places = catalog.searched_folders();
  for (const auto& [id, plugin] : catalog.plugins()) form.variants.emplace(id, configuration_form(plugin, known));
  return form;
}

}  // namespace

Form experiment_form(const Catalog& catalog) {
  return map({
      optional("title", scalar(Form::Kind::text), "The question that the experiment asks.", "the name of the file",
               "Do the exact strategies agree?"),
      required("problems", list(problem_form(), "problem", true),
               "The problems to count. A list in an entry means each of its values, at most " +
                   std::to_string(max_problems) + " problems, each counted once; lists of layouts may add " +
                   std::to_string(max_listed_problems) + ".",
               "[{shape: 2x3}, {shape: [1x1, 1x2, 1x3]}]"),
      required("strategies", strategies_form(catalog),
               "The configurations by name, each with the parameters of its strategy (see `gridcensus "
               "describe STRATEGY`). A name that is the id of a strategy selects that strategy.",
               "{enumeration: {}, transposed: {strategy: band_classes, orientation: transposed}}"),
      optional("seed", or_list(integer(0, std::numeric_limits<std::uint64_t>::max())),
               "Random seed. The same seed gives the same estimates for any number of threads. With a list, every "
               "sampling configuration is repeated with each seed (`mc@seed=1`), and the spread of the results is "
               "tested.",
               "1", "[1, 2, 3]"),
      optional("threads", integer(1, 1024), "Number of threads.", "one per core", "2"),
      optional("compare",
               map({
                   optional("confidence", real({0.5, 1, false, true}),
                            "Probability that an experiment without errors reports no disagreement, corrected for the "
                            "number of tests.",
                            "0.99", "0.99"),
               }),
               "Settings of the comparison.", "as below", "{confidence: 0.999}"),
      optional("expect", list(expectation_form(quantity_form(catalog)), "answer", false),
               "Known answers. Each is compared with the results, but never used as an input.", "none",
               "[{shape: 2x2, quantity: grids, value: 288, source: OEIS A107739}]"),
      optional("published", or_list(scalar(Form::Kind::text)),
               "Files of further published values, in the form of those that come with the program "
               "(share/gridcensus/published_values); relative to the folder of this file. Each value is compared with "
               "the results, but never used as an input.",
               "none", "my_values.yaml"),
      optional("budget", budget_form(), "Limits for the whole experiment.", "no limit",
               "{seconds: 3600, memory: 16 GiB}"),
      optional("isolate", isolation_form(),
               "`process`, or a map of limits: runs work in separate processes, so a strategy that crashes, hangs or "
               "uses too much memory ends only its own run. `none`: in this process.",
               "none", "process"),
      optional("ledger", scalar(Form::Kind::text),
               "The file that stores finished units and outcomes, relative to the current directory.",
               "NAME.ledger for NAME.yaml", "cross_validation.ledger"),
  });
}

std::string experiment_schema(const Catalog& catalog) {
  Json schema = {{"$schema", "http://json-schema.org/draft-07/schema#"}, {"title", "gridcensus experiment"}};
  schema.update(schema_of(experiment_form(catalog)));
  for (const auto& [id, plugin] : catalog.plugins()) schema["definitions"][id]["description"] = plugin.about.summary;
  return schema.dump(2) + "\n";
}

}  // namespace gridcensus::host
