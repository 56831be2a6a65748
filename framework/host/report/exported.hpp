#pragma once

#include "gridcensus/outcome.hpp"
#include "gridcensus/quantity.hpp"
#include "gridcensus/shape.hpp"
#include "host/base/json.hpp"
#include "host/compare/published.hpp"
#include "host/results/results_document.hpp"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace gridcensus::host {

/// Selects which entries of results to export.
struct Selection {
  std::vector<std::string> findings;  ///< by name; empty: outcomes
  std::optional<Quantity> quantity;
  std::optional<Shape> shape;
  bool are_totals = false;  ///< of lists of layouts, instead of outcomes
  bool is_sweep = false;    ///< only outcomes of sweeps, with their axes as columns
};

/// A table for programs: all known fields, every number with all its digits.
struct DataTable {
  std::vector<std::string> columns;
  std::vector<std::vector<Json>> rows;  ///< one value per column: text, number or null
};

/// A table for readers: a few columns, numbers to be typeset.
struct PaperTable {
  struct Column {
    std::string name;
    bool is_number = false;
  };
  using Cell = std::variant<std::string, Shape, Outcome>;
  std::vector<Column> columns;
  std::vector<std::vector<Cell>> rows;
  std::vector<std::string> notes = {};     ///< sentences below the table
  std::vector<std::string> evidence = {};  ///< the strength of the evidence, as lines
};

/// Removes the entries of all runs but those of these configurations and strategies.
///
/// @param names      a configuration of a sweep or of several seeds may be named without its values: mc for mc@seed=1
/// @throws BadInput  no run has one of the names; the message has the nearest known one.
void keep_only(std::vector<ResultsDocument>& documents, const std::vector<std::string>& names);

/// Returns the rows that a selection takes from documents, in their order. A finding of several runs comes once, with
/// all of them in its column `by`; its other columns have what these runs have in common.
///
/// @throws BadInput  nothing is selected, or the findings do not fit into one table; the message lists what there is.
DataTable data_table(const std::vector<ResultsDocument>& documents, const Selection& selection);
/// Returns the same for readers. Findings that do not fit into one table make several. The last one has the evidence of
/// the documents.
///
/// @throws BadInput  nothing is selected.
std::vector<PaperTable> paper_tables(const std::vector<ResultsDocument>& documents, const Selection& selection);

/// Returns comma-separated values. Lines end in CR LF; a field with a comma, a quote or a line break is quoted.
///
/// @source  RFC 4180.
std::string to_csv(const DataTable& table);
/// Returns one JSON object per row.
std::string to_jsonl(const DataTable& table);
/// Returns a table of GitHub's markdown, with its notes and the evidence below it. The heading of a column with
/// estimates names the error.
std::string to_markdown(const PaperTable& table);
/// Returns the same as a tabular of booktabs, or as a longtable if its rows do not fit a page. Comments at its head
/// name the packages that it needs, and have the evidence.
std::string to_latex(const PaperTable& table);

/// An estimate in the usual notation: both numbers end at the second digit of the error, and share one power of ten.
struct RoundedEstimate {
  std::string value;
  std::string error;
  int exponent = 0;
};
RoundedEstimate rounded(const Estimate& estimate);

/// The result of searching documents for the terms of a sequence.
struct SequenceFile {
  std::string text;          ///< a b-file of the OEIS: "n a(n)", one per line
  std::string disagreement;  ///< not empty: two exact values of one term differ, and there is no text
};

/// Returns the terms of a sequence that documents have as exact values, from the first without a gap.
///
/// @param name       the A-number; nullopt: the only sequence of the selected quantity that has terms
/// @throws BadInput  there is no such sequence, none or several match, or a term before the last one is missing.
SequenceFile sequence_file(const std::vector<ResultsDocument>& documents, const std::vector<Sequence>& sequences,
                           const std::optional<std::string>& name, std::optional<Quantity> quantity);

}  // namespace gridcensus::host
