#include "host/document/form.hpp"
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
  - {shape: [2x2, 3x2]}                   # a list stands for each of its values
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
  largest:                                # two configurations: largest@max_side=4 and largest@max_side=5
    strategy: enumeration
    max_side: [4, 5]
    quantities: grids
    only: 2x2
seed: 1                                   # [1, 2, 3] samples with each of them
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
merge keys (`<<`), duplicate keys and further documents are refused. A text with a colon and a blank in it needs quotes:
`title: "Sudoku: how many?"`. Integers are decimal digits: `010`, `0x10` and `+1` are refused, since readers of YAML
disagree on what they mean. A separator may be before every three digits: `28_200_960`, and in block style or in quotes
`28,200,960`. Between braces and brackets a comma ends the value, and the message on such a number shows how to write it.
An integer may have an exponent: `1e6` is 1000000, and `1.5e3` is 1500. Some readers of YAML take `1e6` for a text, and
others for a number with a fraction; here it is an integer if its value is whole, and `1e-3` is refused. The `value` of a
known answer has no exponent, because a number in this notation is seldom exact. Only `true` and `false` are booleans. A
number in quotes is text, and refused if a number is expected, except for the `value` of a known answer. A file has at
most 1 MiB, is UTF-8, and is nested at most 32 levels deep.

## Sweeps

A list in the place of a parameter's value, and a list under `sweep`, mean the same: a configuration for each value, and
of several lists for every combination. No parameter is a list itself. Such a configuration is called after the values,
in the order in which `gridcensus describe STRATEGY` has the parameters, whatever the order of the file:

```yaml
strategies:
  mc:
    strategy: band_monte_carlo
    sweep: {samples: [1_000, 10_000], mode: [source, sharp]}
# mc@mode=source@samples=1000, mc@mode=source@samples=10000, mc@mode=sharp@samples=1000, mc@mode=sharp@samples=10000
```

The names need no quotes in a shell, in YAML or as names of files. A text that would, or of more than 24 characters, is
called by its place in the list: `value_2`. In `inputs` one of these names stands for one configuration; the name
without values stands for none. `only`, `quantities`, `budget` and the other keys hold for all of them.

Random numbers follow the name of a configuration. So `samples: [1000, 10000]` draws two samples that are independent of
each other, and neither is the one that `samples: 1000` draws. Exact results have no random numbers: a ledger that has
them gives them to any configuration that does the same work.

## Seeds

With `seed: [1, 2, 3]` each configuration that estimates something does so with each seed, and is called `mc@seed=1` and
so on after its values; what is exact is counted once. The seed is no part of the name that the random numbers follow:
`mc@seed=2` has those of `mc` with `seed: 2`, and a ledger that has the one has the other. Of what such a configuration
feeds, the first seed counts, unless `inputs` names another.

Estimates that differ in the seed alone share their strategy, so that their agreement founds nothing. Whether they lie
apart as their errors claim is tested for all seeds at once, and is one more verdict (`spread of grids of 3x3 by mc over
3 seeds`): the sum of the squared distances from the weighted mean, in standard errors, is held against the chi-squared
distribution, or where the errors rest on few samples against Welch's F, at the level that is corrected for all tests of
the experiment. Each estimate is compared with the mean of another configuration's over the same seeds.

## Values over those of the file

`run`, `plan`, `check` and `slurm` take `--set PATH=VALUE`, as often as you like: `--set strategies.mc.samples=1000`,
`--set compare.confidence=0.999`, `--set problems[0].shape=3x3`. The value goes into the tree before anything is
checked, so that a mistake is told as one of the file would be, and located at the option. It is taken as it was typed;
one that begins with a bracket, a brace or a quote is read as YAML: `--set 'seed=[1, 2]'`. Keys that are missing are
added; a configuration must be there. `--seed` and `--threads` are short for `--set seed=` and `--set threads=`.

The results document has what was set under `experiment.overrides`. Its `sha256` is that of the file, as it lies there:
ledgers know a result by its parameters, not by the file.
)";

}  // namespace

std::string experiment_schema(const Catalog& catalog) {
  Json schema = {{"$schema", "http://json-schema.org/draft-07/schema#"}, {"title", "gridcensus experiment"}};
  schema.update(schema_of(experiment_form(catalog)));
  for (const auto& [id, plugin] : catalog.plugins()) schema["definitions"][id]["description"] = plugin.about.summary;
  return schema.dump(2) + "\n";
}

std::string experiment_reference() { return introduction + reference_of("The file", experiment_form(Catalog{})); }

}  // namespace gridcensus::host
