#include "host/document/form.hpp"
#include "host/experiment/experiment.hpp"
#include "host/experiment/experiment_form.hpp"

namespace gridcensus::host {

namespace {

constexpr const char* introduction = R"(# The experiment file

<!-- Written by `gridcensus schema --markdown` from the declarations that check the files. Do not edit. -->

An experiment is one YAML file that asks one question. It names problems and strategies; the program runs every strategy
on every problem that it accepts, and compares all answers with each other.

```yaml
title: Do the exact strategies agree with each other?
problems:
  - {shape: 2x3}
  - {shape: [2x2, 3x2]}                   # a list means each of its values
  - {box_rows: 1, box_cols: [1, 2, 3]}    # several lists mean every combination
strategies:
  enumeration: {}                         # a name that is the id of a strategy selects it
  band_classes: {orientation: auto}       # parameters are given here
  transposed:                             # a further configuration of a strategy needs another name
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
seed: 1                                   # [1, 2, 3] repeats sampling runs with each seed
compare: {confidence: 0.99}
expect:
  - {shape: 2x2, quantity: grids, value: 288, source: OEIS A107739}
ledger: agreement.ledger
```

With this first line, an editor with a YAML language server completes and checks while you type:

```yaml
# yaml-language-server: $schema=experiment.schema.json
```

Write the schema with `gridcensus schema > experiment.schema.json`. `gridcensus check FILE` reports all mistakes at
once, each with its line and column, before anything runs.

## Accepted YAML

Maps, lists and scalars, in block or flow style, with comments: the unambiguous part of YAML. Anchors, aliases, tags,
merge keys (`<<`), duplicate keys and further documents are refused. A text that contains a colon and a blank needs
quotes: `title: "Sudoku: how many?"`. Integers are decimal digits: `010`, `0x10` and `+1` are refused, because YAML
readers interpret them differently. A separator may precede every three digits: `28_200_960`, and in block style or in
quotes `28,200,960`. Between braces and brackets a comma ends the value; the error message for such a number shows how
to write it. An integer may have an exponent: `1e6` is 1000000, and `1.5e3` is 1500. Some YAML readers take `1e6` as
text, others as a number with a fraction; here it is an integer if its value is whole, and `1e-3` is refused. The
`value` of a known answer has no exponent, because a number in this notation is seldom exact. Only `true` and `false`
are booleans. A number in quotes is text, and refused if a number is expected, except for the `value` of a known answer.
A file has at most 1 MiB, is UTF-8, and is nested at most 32 levels deep.

## Sweeps

A list instead of a parameter's value, or a list under `sweep`, gives one configuration for each value, and several
lists give one for every combination. No parameter is a list itself. Such a configuration is named after the values, in
the order of the parameters in `gridcensus describe STRATEGY`, independent of the order in the file:

```yaml
strategies:
  mc:
    strategy: band_monte_carlo
    sweep: {samples: [1_000, 10_000], mode: [source, sharp]}
# mc@mode=source@samples=1000, mc@mode=source@samples=10000, mc@mode=sharp@samples=1000, mc@mode=sharp@samples=10000
```

The names need no quotes in a shell, in YAML or as file names. A text that would need them, or of more than 24
characters, is replaced by its place in the list: `value_2`. In `inputs` one of these names means one configuration; the
name without values means none. `only`, `quantities`, `budget` and the other keys apply to all of them.

Random numbers follow the name of a configuration. Therefore `samples: [1000, 10000]` draws two samples that are
independent of each other and of the one that `samples: 1000` draws. Exact results use no random numbers, so any
configuration that does the same work reuses them from a ledger.

## Seeds

With `seed: [1, 2, 3]` each configuration that estimates something is repeated with each seed, and named `mc@seed=1` and
so on after its values; exact configurations run once. The seed is not part of the name that the random numbers follow:
`mc@seed=2` uses those of `mc` with `seed: 2`, and a ledger that has one result has the other. If such a configuration
is an input of another, its first seed is used, unless `inputs` names another.

Estimates that differ only in the seed share their strategy, so their agreement is not evidence. One test for all seeds
checks whether their spread matches their errors, and is one more verdict (`spread of grids of 3x3 by mc over 3 seeds`):
the sum of the squared distances from the weighted mean, in standard errors, is compared with the chi-squared
distribution, or with Welch's F if the errors are based on few samples, at the level corrected for all tests of the
experiment. Each estimate is compared with the mean of another configuration over the same seeds.

## Overriding values of the file

`run`, `plan`, `check` and `slurm` accept any number of `--set PATH=VALUE`: `--set strategies.mc.samples=1000`,
`--set compare.confidence=0.999`, `--set problems[0].shape=3x3`. The value is inserted before the file is checked, so a
mistake is reported like one in the file, with the option as its place. The value is taken literally; one that begins
with a bracket, a brace or a quote is read as YAML: `--set 'seed=[1, 2]'`. Missing keys are added, but a configuration
must exist. `--seed` and `--threads` are short for `--set seed=` and `--set threads=`.

The results document lists the overrides under `experiment.overrides`. Its `sha256` is that of the unchanged file,
because ledgers identify a result by its parameters, not by the file.
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
