#include "host/experiment/experiment.hpp"
#include "host/experiment/experiment_form.hpp"

#include <algorithm>

namespace gridcensus::host {

namespace {

constexpr const char* introduction = R"(# The experiment file

<!-- Written by `gridcensus schema --markdown` from the declarations that check the files. Do not edit. -->

An experiment is one YAML file: one question. It names problems and strategies; the program runs every strategy on every
problem that it takes, and compares all answers with one another.

```yaml
title: Do the exact strategies agree with each other?
problems:
  - {shape: 2x3}
  - {shape: [2x2, 3x2], rules: classic}   # a list stands for each of its values
  - {box_rows: 1, box_cols: [1, 2, 3]}    # several lists for every combination
strategies:
  enumeration: {}                         # a name that is the id of a strategy means that strategy
  band_classes: {orientation: auto}       # parameters stand inline
  turned:                                 # a further configuration of a strategy has a name of its own
    strategy: band_classes
    orientation: transposed
    quantities: [grids]
    only: [2x3, 3x2]
    budget: {seconds: 600, memory: 8 GiB}
seed: 1
compare: {confidence: 0.99}
expect:
  - {shape: 2x2, quantity: grids, value: 288, source: OEIS A107739}
ledger: agreement.ledger
```

Put this line on top, and an editor with a YAML language server completes and checks while you type:

```yaml
# yaml-language-server: $schema=experiment.schema.json
```

where `gridcensus schema > experiment.schema.json` has written the schema. `gridcensus check FILE` reports every mistake
at once, each with its line and column, before anything runs.

## What of YAML is accepted

Maps, lists and scalars, in block or flow style, with comments: the part that nobody misreads. Anchors, aliases, tags,
merge keys (`<<`), duplicate keys and further documents are refused. Integers are plain decimal digits: `010`, `0x10`,
`1e3`, `1_000` and `+1` are refused, since readers of YAML disagree on what they mean. Only `true` and `false` are
booleans. A number in quotes is text, and refused where a number is expected, except for the `value` of a known answer.
A file has at most 1 MiB, is UTF-8, and is nested at most 32 levels deep.
)";

std::string cell(std::string text) {
  for (std::size_t at = text.find('|'); at != std::string::npos; at = text.find('|', at + 2)) text.insert(at, "\\");
  return text;
}

std::string code(const std::string& text) { return text.empty() ? "" : "`" + cell(text) + "`"; }

/// The fields that a value of this form has, whether it is a map itself or holds maps.
const Form* nested_map(const Form& form) {
  if (form.kind == Form::Kind::map) return &form;
  if (form.element.empty()) return nullptr;
  return nested_map(form.element.front());
}

std::string accepted_values(const Form& form) {
  const auto* const nested = nested_map(form);
  if (form.kind == Form::Kind::list) return "a list of maps";
  if (nested != nullptr && form.kind == Form::Kind::dictionary) return "a map of names to maps";
  if (form.kind == Form::Kind::dictionary) return "a map of names to names";
  return expectation(form);
}

void append_section(std::string& text, const std::string& heading, const Form& form) {
  text += "\n## " + heading + "\n\n| key | accepts | default | meaning | example |\n|---|---|---|---|---|\n";
  for (const auto& field : form.fields) {
    const auto preset = field.is_required ? "**required**" : cell(field.preset);
    text += "| " + code(field.key) + " | " + cell(accepted_values(field.form)) + " | " + preset + " | " +
            cell(field.help) + " | " + code(field.example) + " |\n";
  }
  for (const auto& group : form.either_or) {
    text += (&group == &form.either_or.front() ? "\nEither " : " or ");
    for (const auto& key : group) text += (&key == &group.front() ? "" : " and ") + code(key);
  }
  if (!form.either_or.empty()) text += " must be there.\n";
  for (const auto& field : form.fields) {
    const auto* const nested = nested_map(field.form);
    if (nested != nullptr)
      append_section(text, heading == "The file" ? field.key : heading + ": " + field.key, *nested);
  }
}

}  // namespace

std::string experiment_reference() {
  std::string text = introduction;
  append_section(text, "The file", experiment_form(Catalog{}));
  return text;
}

std::string parameter_table(const std::vector<ParameterSpec>& parameters) {
  if (parameters.empty()) return "No parameters.\n";
  std::string text = "| parameter | accepts | unit | default | meaning |\n|---|---|---|---|---|\n";
  for (const auto& spec : parameters) {
    const std::string note = spec.speed_only         ? " Cannot change the answer."
                             : spec.part_of_question ? " Part of the question."
                                                     : "";
    text += "| " + code(spec.name) + " | " + cell(expectation(spec)) + " | " + cell(spec.unit) + " | " +
            code(gridcensus::to_string(spec.default_value)) + " | " + cell(spec.help) + note + " |\n";
  }
  return text;
}

}  // namespace gridcensus::host
