#pragma once

#include "gridcensus/findings.hpp"
#include "gridcensus/outcome.hpp"
#include "gridcensus/strategy.hpp"
#include "gridcensus/tally.hpp"
#include "host/fields/fields.hpp"

#include <stdexcept>
#include <type_traits>

/// The members of the values that strategies give: outcomes, findings, tallies.
namespace gridcensus::host::encoding {

template <>
inline constexpr Naming naming<Estimate>{"estimate", "A sampled value."};
template <>
inline constexpr Naming naming<Checkpoint>{"checkpoint", "An estimate after some of the units."};
template <>
inline constexpr Naming naming<Tail>{
    "tail", "Of an estimate: how far the spread of its samples can be trusted, if the strategy watches it."};
template <>
inline constexpr Naming naming<Table>{"table", "Whole numbers in named columns."};
template <>
inline constexpr Naming naming<Finding>{"finding_of_run", "Another result of a run, beside its outcomes."};
template <>
inline constexpr Naming naming<Report>{"report", "What a strategy concludes."};
template <>
inline constexpr Naming naming<Moments>{"moments", "The moments of samples.", Members::in_order};
template <>
inline constexpr Naming naming<Tally>{"tally", "a tally", Members::closed};

template <>
inline std::string_view kind_name<Table>() {
  return "table";
}

void fields(auto& v, Is<Exact> auto& exact) { v.always("value", "The number, with all its digits.", exact.value); }

void fields(auto& v, Is<LowerBound> auto& bound) { v.always("value", "The number, with all its digits.", bound.value); }

void fields(auto& v, Is<UpperBound> auto& bound) { v.always("value", "The number, with all its digits.", bound.value); }

void fields(auto& v, Is<Approximation> auto& approximation) {
  v.always("value", "The number, such as 6.67e+21.", Decimal{approximation.value});
}

void fields(auto& v, Is<Unfinished> auto& unfinished) {
  v.always("reason", "The reason why there is no value.", unfinished.reason);
}

void fields(auto& v, Is<Checkpoint> auto& checkpoint) {
  v.always("samples", "The number of independent draws so far.", checkpoint.samples);
  v.always("value", "The estimate from them.", Decimal{checkpoint.value});
  v.always("standard_error", "Its standard error.", checkpoint.standard_error);
}

void fields(auto& v, Is<Tail> auto& tail) {
  v.always("effective_samples",
           "The number of equal samples that would be worth as much: (sum of samples)^2 / sum of squares.",
           tail.effective_samples);
  v.always("largest_share", "The share of the farthest sample in the sum of squared deviations.", tail.largest_share);
  v.always("half_gap", "The distance of the means of two halves of the samples, in standard errors.", tail.half_gap);
  v.always("spread_samples",
           "The number of samples that carry the spread: (sum of squared deviations)^2 / sum of their squares.",
           tail.spread_samples);
}

void fields(auto& v, Is<Estimate> auto& estimate) {
  v.always("value", "The estimate, such as 6.67e+21.", Decimal{estimate.value});
  v.always("standard_error", "Of an estimate: its standard error.", estimate.standard_error);
  v.always("low", "Of an estimate: the lower end of its interval.", estimate.low);
  v.always("high", "Of an estimate: the upper end of its interval.", estimate.high);
  v.always("confidence", "Of an estimate: the claimed probability that such an interval covers the truth.",
           estimate.confidence, level);
  v.always("samples", "Of an estimate: the number of independent draws.", estimate.samples);
  v.if_any(
      "convergence",
      "Of an estimate: the estimate after the first 1, 2, 3, ... units; later checkpoints are about a fifth apart.",
      estimate.convergence);
  v.if_any("tail", naming<Tail>.description, estimate.tail);
  v.if_any("degrees_of_freedom",
           "Of an estimate: those of the Student distribution of its interval; samples - 1 if it is missing.",
           estimate.degrees_of_freedom, positive);
}

void fields(auto& v, Is<Table> auto& table) {
  v.always("key", "Of a table: the meaning of the names of its rows.", table.key);
  v.always("columns", "Of a table: the names of its numbers.", table.columns);
  v.always("rows", "Of a table: the numbers of each row, by its name.", table.rows);
  if constexpr (is_filled<decltype(table)>) {
    for (const auto& [name, row] : table.rows) {
      if (row.size() != table.columns.size())
        throw std::invalid_argument{"row " + name + " does not have one number per column"};
    }
  }
}

void fields(auto& v, Is<Moments> auto& moments) {
  v.always("count", "The number of samples.", moments.count);
  v.always("mean", "Their mean.", moments.mean);
  v.always("squares", "The sum of (sample - mean)^2.", moments.squares);
  v.always("cubes", "The sum of (sample - mean)^3.", moments.cubes);
  v.always("fourths", "The sum of (sample - mean)^4.", moments.fourths);
  v.always("smallest", "The smallest sample.", moments.min);
  v.always("largest", "The largest sample.", moments.max);
}

void fields(auto& v, Is<Tally> auto& tally) {
  const auto part = [&](const char* name, const char* description, const auto& entries) {
    if constexpr (is_filled<decltype(tally)>) {
      std::decay_t<decltype(entries)> read;
      v.if_any(name, description, read);
      for (const auto& [entry, value] : read) tally.add(entry, value);
    } else {
      v.if_any(name, description, entries);
    }
  };
  part("moments", "The moments of samples, by their name.", tally.all_moments());
  part("sums", "Whole numbers by name.", tally.sums());
  part("tables", "Tables by name.", tally.tables());
}

void fields(auto& v, Is<Finding> auto& finding) {
  v.always("value", "A number, an estimate, a bound or a table.", finding.value);
  v.always("help", "Its definition, in one line.", finding.help);
  v.if_any("same_when_transposed", "Whether the transposed problem has the same finding.",
           finding.same_when_transposed);
  v.if_any("rests_on_no_input", "Whether it depends on no input of the run.", Not{finding.rests_on_inputs});
  v.if_any("lacks_rows", "Of a table: whether it has only some of its rows.", finding.lacks_rows);
  v.if_any("quantity", "The quantity that it is the value of.", finding.quantity);
}

void fields(auto& v, Is<Report> auto& report) {
  v.always("outcomes", "The outcome of each quantity.", report.outcomes);
  v.later("findings", "Other results, by name.", report.findings);
}

}  // namespace gridcensus::host::encoding
