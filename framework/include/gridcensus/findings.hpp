#pragma once

#include "gridcensus/integer.hpp"
#include "gridcensus/outcome.hpp"

#include <map>
#include <string>
#include <variant>
#include <vector>

namespace gridcensus {

/// Exact integers in named columns, one row per key. Adding two tables adds row by row.
struct Table {
  std::string key;                   ///< what a row's name is ("class")
  std::vector<std::string> columns;  ///< what its numbers are ("size", "completions")
  std::map<std::string, std::vector<Integer>> rows;

  /// Adds the values to the row, which begins at zero.
  ///
  /// @throws std::invalid_argument  the number of values is not the number of columns.
  void add(const std::string& row, const std::vector<Integer>& values);

  /// @throws std::invalid_argument  key or columns differ.
  void add(const Table& other);

  bool operator==(const Table&) const = default;
};

/// Something that a strategy learned on its way, worth comparing: a number, an estimate, a table.
using FindingValue = std::variant<Exact, Estimate, Table>;

struct Finding {
  FindingValue value;
  std::string help;  ///< one line for readers; not compared
};

/// By name. Two runs on one problem that report the same name mean the same thing and are compared.
using Findings = std::map<std::string, Finding>;

}  // namespace gridcensus
