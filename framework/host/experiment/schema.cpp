#include "host/document/form_reference.hpp"
#include "host/document/form_schema.hpp"
#include "host/experiment/experiment.hpp"
#include "host/experiment/experiment_form.hpp"

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
  transposed:                             # a further configuration of a strategy has a name of its own
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

}  // namespace

std::string experiment_schema(const Catalog& catalog) {
  const auto [body, definitions] = schema_of(experiment_form(catalog));
  Json schema = {{"$schema", "http://json-schema.org/draft-07/schema#"}, {"title", "gridcensus experiment"}};
  schema.update(body);
  schema["definitions"] = definitions;
  for (const auto& [id, plugin] : catalog.plugins()) schema["definitions"][id]["description"] = plugin.about.summary;
  return schema.dump(2) + "\n";
}

std::string experiment_reference() { return introduction + reference_of("The file", experiment_form(Catalog{})); }

}  // namespace gridcensus::host
