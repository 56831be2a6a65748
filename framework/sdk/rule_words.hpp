#pragma once

#include "gridcensus/rules.hpp"
#include "sdk/rules_table.hpp"

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// The meaning of rules on a shape, cell by cell.
namespace gridcensus {

// Internal to the SDK; not for plugins.
#pragma GCC visibility push(hidden)

inline constexpr std::string_view classic_rules = "classic";
inline constexpr std::string_view latin_rules = "latin";
/// The rules that have the boxes among their regions, so that a layout does not replace them.
inline constexpr std::array<std::string_view, 2> rules_with_boxes{classic_rules, "both_boxes"};
inline constexpr std::string_view givens_word = "givens";
inline constexpr std::string_view allowed_word = "allowed";
inline constexpr std::string_view no_symbols = "none";
inline constexpr std::string_view less_word = "less";
inline constexpr std::string_view sum_word = "sum";
inline constexpr std::string_view table_word = "table";
inline constexpr std::string_view square_rules = "square";
inline constexpr std::string_view non_consecutive_rules = "non_consecutive";

/// The order of families of pairs in the canonical form. A family precedes those that it contains.
inline constexpr std::array<std::string_view, 12> family_order{
    latin_rules, "both_boxes", "all_windows",          "windows",     "disjoint_groups",    "pandiagonal",
    "diagonals", "diagonal",   "toroidal_anti_knight", "anti_knight", "toroidal_anti_king", "anti_king"};

/// Returns the rows, then the columns.
std::vector<Region> lines_of(Shape shape);
std::vector<Region> boxes_of(Shape shape);
/// Returns true if boxes are rows or columns.
bool boxes_are_lines(Shape shape);
/// The regions and offsets that a family adds to rows, columns and boxes.
std::vector<Region> regions_of_family(Shape shape, std::string_view name);
std::vector<Offset> offsets_of_family(std::string_view name);
/// Returns the pairs of adjacent cells, the lower number first.
std::vector<CellPair> neighbours(Shape shape);

constexpr SymbolBits all_symbols(Shape shape) {
  return ~SymbolBits{0} >> static_cast<unsigned>(max_side - shape.side());
}

/// Returns the same relation as seen from the second cell.
SymbolTable transposed(const SymbolTable& table);

/// The words of named relations by their tables, each with its place in the order of preference.
using NamedTables = std::map<SymbolTable, std::pair<std::size_t, std::string>>;
/// Returns the words of all named relations of a side.
///
/// @threads  may be called from many threads.
const NamedTables& named_tables(int side);

/// Returns the regions of a layout, in the order of their first cells.
std::vector<Region> regions_of_layout(const std::vector<std::string>& lines);

/// Returns all regions of a description, each once: rows, columns, boxes that are neither, then the others.
std::vector<Region> regions_of(Shape shape, const RuleSpec& spec);

CellGraph graph_of_regions(Shape shape, const std::vector<Region>& regions);
/// Returns all constraints of a description, those of rows and columns included.
Constraints constraints_of(Shape shape, const RuleSpec& spec);
void add_offsets(Shape shape, const std::vector<Offset>& offsets, CellGraph& graph);

/// Returns a cell of the region that is not connected with its first cell, or nullopt if the region is connected.
std::optional<int> cell_apart(Shape shape, const Region& region);

std::string joined(const std::vector<std::string>& parts, char separator);
std::vector<std::string> parts_of(std::string_view text, char separator);

/// Returns the canonical form of rules, which depends on the shape and the constraints alone.
///
/// @cost  bounded: some 10 ms for any set of pairs of a side of 25
RuleSpec canonical_spec(Shape shape, const Constraints& constraints);

#pragma GCC visibility pop

}  // namespace gridcensus
