#pragma once

#include "gridcensus/problem.hpp"
#include "sdk/cell_graph.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gridcensus {

// Internal to the SDK; not for plugins.
#pragma GCC visibility push(hidden)

/// The constraints that rules are on one shape.
struct Constraints {
  CellGraph different;                           ///< all pairs that must differ, those of rows and columns included
  std::map<int, SymbolBits> allowed = {};        ///< for each restricted cell, some but not all symbols
  std::map<CellPair, SymbolTable> related = {};  ///< related otherwise than by being different, the lower cell first
  bool is_square = false;                        ///< rows and columns of 1xN or Nx1 may be exchanged
};

/// The data that belong to rules on one shape, besides their canonical text.
struct RulesRecord {
  Constraints constraints;           ///< they decide all else
  std::vector<Region> regions = {};  ///< what the words name, rows first
  std::vector<CellPair> pairs = {};  ///< in no region
};

/// The records of this process. They are never removed.
///
/// @threads  may be called from many threads.
class [[gnu::visibility("hidden")]] RulesTable {
 public:
  /// Returns the rules with this canonical text, or nullopt if none were made so far.
  static std::optional<Rules> find(Shape shape, std::string_view text);

  /// Keeps a record, unless there is one of this shape and text.
  static Rules add(Shape shape, std::string text, RulesRecord record);

  /// Returns the record of a problem whose rules are not classic.
  static const RulesRecord& record(const Problem& problem);
};

#pragma GCC visibility pop

}  // namespace gridcensus
