#pragma once

#include "gridcensus/problem.hpp"
#include "sdk/cell_graph.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gridcensus {

// Of no concern to plugins.
#pragma GCC visibility push(hidden)

/// What rules are on one shape, beside their canonical text. `different` decides all else; further kinds of constraints
/// would be layers beside it, each with words of its own in the text.
struct RulesRecord {
  CellGraph different;               ///< all pairs that must differ, those of rows and columns included
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
