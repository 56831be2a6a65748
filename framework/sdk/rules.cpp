#include "gridcensus/rules.hpp"

#include "sdk/implied_regions.hpp"
#include "sdk/rule_words.hpp"
#include "sdk/rules_table.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <mutex>
#include <utility>

namespace gridcensus {

namespace {

constexpr std::array families{
    RuleFamily{classic_rules, "Rows, columns and boxes of R rows and C columns; the default."},
    RuleFamily{latin_rules, "Rows and columns alone, no boxes."},
    RuleFamily{"diagonal", "The diagonal from the upper left to the lower right corner."},
    RuleFamily{"diagonals", "Both long diagonals (Sudoku-X)."},
    RuleFamily{"windows",
               "(R-1)(R-1) further boxes, one cell from the border and from each other (Windoku); only if R = C."},
    RuleFamily{
        "all_windows",
        "The windows, and the regions that follow: all sets of rows that a window, or none, crosses, with all such "
        "sets of columns."},
    RuleFamily{"disjoint_groups", "The cells at the same place of all boxes, for each place."},
    RuleFamily{"anti_knight", "Cells a knight's move apart, (1, 2) or (2, 1), differ."},
    RuleFamily{"anti_king", "Cells that touch at a corner differ."},
    RuleFamily{"toroidal_anti_knight", "The same as anti_knight, over the edges of the grid too."},
    RuleFamily{"toroidal_anti_king", "The same as anti_king, over the edges of the grid too."},
    RuleFamily{"pandiagonal", "All diagonals in both directions, the broken ones too, over the edges of the grid."},
    RuleFamily{"both_boxes", "Boxes of R rows and C columns, and boxes of C rows and R columns (pluperfect)."},
    RuleFamily{
        square_rules,
        "Rows and columns of a Latin square may be exchanged: a symmetry of a square, not of 1xN, whose boxes are "
        "rows; only 1xN and Nx1, and what `shape: N` means."},
    RuleFamily{non_consecutive_rules, "The values of cells that share a side do not differ by 1."},
};

bool is_family(std::string_view name) { return std::ranges::find(families, name, &RuleFamily::name) != families.end(); }

bool has_any_of(std::string_view name, std::span<const std::string_view> words) {
  return std::ranges::any_of(words, [&](std::string_view word) { return name.find(word) != std::string_view::npos; });
}

/// Returns why rules of that kind have no name and how to give them; nullopt for other names.
std::optional<std::string> how_to_give(std::string_view name) {
  constexpr std::array<std::string_view, 9> sums{"magic",    "killer", "arrow", "sum",    "little_",
                                                 "sandwich", "cage",   "3doku", "average"};
  constexpr std::array<std::string_view, 13> pairs{"consecutive", "thermo",     "kropki", "whisper",  "greater",
                                                   "less_than",   "palindrome", "clone",  "division", "ratio",
                                                   "conjugate",   "renban",     "xv"};
  constexpr std::array<std::string_view, 4> cells{"even", "odd", "clue", "given"};
  if (name.find("miracle") != std::string_view::npos) return "expected anti_knight,anti_king,non_consecutive";
  if (has_any_of(name, sums)) {
    return "a sum of three or more cells needs `cages`, which are not available yet; give sums of two cells pair by "
           "pair, in `relations`";
  }
  if (has_any_of(name, pairs)) {
    return "relations of the values of two cells are given cell by cell, in `less` and `relations`, or as "
           "non_consecutive";
  }
  if (has_any_of(name, cells)) return "symbols of cells are given cell by cell, in `givens` and `allowed`";
  return std::nullopt;
}

}  // namespace

std::span<const RuleFamily> all_rule_families() { return families; }

std::string joined(const std::vector<std::string>& parts, char separator) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : std::string(1, separator)) + part;
  return text;
}

std::vector<std::string> parts_of(std::string_view text, char separator) {
  std::vector<std::string> parts{""};
  for (const char c : text) {
    if (c == separator)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

std::optional<std::string> family_mistake(Shape shape, std::string_view name) {
  if (name.ends_with("windows") && is_family(name) && (shape.box_rows != shape.box_cols || shape.box_rows == 1)) {
    return "there are windows only where a box has as many rows as columns, at least 2: elsewhere boxes with one cell "
           "between them and around them do not fill the grid";
  }
  if (name == square_rules && !boxes_are_lines(shape)) {
    return "only 1xN and Nx1 have boxes that are rows or columns; elsewhere `latin` is a square";
  }
  if (is_family(name)) return std::nullopt;
  if (auto how = how_to_give(name)) return how;
  return "expected one of: " + [] {
    std::string names;
    for (const RuleFamily& family : families) names += (names.empty() ? "" : ", ") + std::string{family.name};
    return names;
  }();
}

std::optional<std::string> combination_mistake(const std::set<std::string, std::less<>>& names) {
  if (!names.contains(latin_rules)) return std::nullopt;
  for (const std::string_view with_boxes : rules_with_boxes) {
    if (names.contains(with_boxes)) {
      return "latin leaves the boxes out, and " + std::string{with_boxes} + " has them; expected one of the two";
    }
  }
  return std::nullopt;
}

std::vector<LayoutMistake> layout_mistakes(Shape shape, std::span<const std::string> lines) {
  const auto side = static_cast<std::size_t>(shape.side());
  const std::string expected = "expected " + std::to_string(side);
  std::vector<LayoutMistake> mistakes;
  if (lines.size() != side) {
    const std::size_t where = lines.empty() ? 0 : std::min(lines.size() - 1, side);
    mistakes.push_back({where, expected + " lines, one for each row; got " + std::to_string(lines.size())});
  }
  for (std::size_t row = 0; row < lines.size(); ++row) {
    if (lines[row].size() != side) {
      mistakes.push_back({row, expected + " letters, one for each column; got " + std::to_string(lines[row].size())});
    }
  }
  if (!mistakes.empty()) return mistakes;
  std::map<char, Region> cells_of;
  for (std::size_t cell = 0; cell < side * side; ++cell) {
    cells_of[lines[cell / side][cell % side]].push_back(static_cast<int>(cell));
  }
  for (const auto& [letter, cells] : cells_of) {
    const std::string name(1, letter);
    const auto line_of = [side](int cell) { return static_cast<std::size_t>(cell) / side; };
    if (cells.size() != side) {
      mistakes.push_back(
          {line_of(cells.front()), "region " + name + " has " + std::to_string(cells.size()) + " cells; " + expected});
    } else if (const auto apart = cell_apart(shape, cells)) {
      mistakes.push_back({line_of(*apart), "region " + name + " is not connected: " + cell_name(shape, *apart) +
                                               " lies apart from " + cell_name(shape, cells.front()) +
                                               "; give cells that lie apart as `regions`"});
    }
  }
  std::ranges::sort(mistakes, {}, &LayoutMistake::line);
  return mistakes;
}

std::optional<std::string> region_mistake(Shape shape, const Region& cells) {
  std::set<int> seen;
  for (const int cell : cells) {
    if (!seen.insert(cell).second) return cell_name(shape, cell) + " is repeated in this region";
  }
  if (cells.size() > 1 && std::ssize(cells) <= shape.side()) return std::nullopt;
  return "a region of " + to_string(shape) + " has from 2 to " + std::to_string(shape.side()) +
         " cells, which all differ; got " + std::to_string(cells.size());
}

std::optional<std::string> offset_mistake(Shape shape, const Offset& offset) {
  const int side = shape.side();
  if (std::abs(offset.down) >= side || std::abs(offset.right) >= side) {
    return "expected rows and columns from " + std::to_string(1 - side) + " to " + std::to_string(side - 1);
  }
  if (offset.down == 0 && offset.right == 0) return "a cell cannot differ from itself";
  return std::nullopt;
}

std::optional<int> parse_cell(Shape shape, std::string_view text) {
  const auto read = [&](char mark) -> std::optional<int> {
    int line = 0;
    if (text.empty() || text.front() != mark) return std::nullopt;
    text.remove_prefix(1);
    if (text.empty() || text.front() < '1' || text.front() > '9') return std::nullopt;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), line);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    if (error != std::errc{} || line > shape.side()) return std::nullopt;
    return line - 1;
  };
  const auto row = read('r');
  const auto col = row ? read('c') : std::nullopt;
  if (!col || !text.empty()) return std::nullopt;
  return *row * shape.side() + *col;
}

std::string cell_name(Shape shape, int cell) {
  return "r" + std::to_string(cell / shape.side() + 1) + "c" + std::to_string(cell % shape.side() + 1);
}

namespace {

Rules rules_of(Shape shape, Constraints constraints) {
  const RuleSpec spec = canonical_spec(shape, constraints);
  std::string text = to_string(shape, spec);
  if (text == classic_rules) return {};
  if (const auto known = RulesTable::find(shape, text)) return *known;
  RulesRecord record{.constraints = std::move(constraints), .regions = regions_of(shape, spec)};
  CellGraph in_no_region = record.constraints.different;
  for (const Region& region : record.regions) in_no_region.remove(region);
  in_no_region.for_each_pair([&](int one, int other) { record.pairs.emplace_back(one, other); });
  return RulesTable::add(shape, std::move(text), std::move(record));
}

}  // namespace

Problem make_problem(Shape shape, const RuleSpec& spec) {
  const auto require = [](const std::optional<std::string>& mistake) {
    if (mistake) throw InvalidRules{*mistake};
  };
  for (const std::string& name : spec.families) require(family_mistake(shape, name));
  require(combination_mistake(spec.families));
  if (!spec.layout.empty()) {
    const auto mistakes = layout_mistakes(shape, spec.layout);
    if (!mistakes.empty()) throw InvalidRules{mistakes.front().message};
  }
  for (const Region& region : spec.regions) require(region_mistake(shape, region));
  for (const auto& [one, other] : spec.different) {
    if (one == other) throw InvalidRules{"a cell cannot differ from itself"};
  }
  for (const Offset& offset : spec.offsets) require(offset_mistake(shape, offset));
  const bool says_nothing = spec.layout.empty() && spec.regions.empty() && spec.different.empty() &&
                            spec.offsets.empty() && spec.allowed.empty() && spec.related.empty() &&
                            std::ranges::all_of(spec.families, [](const auto& name) { return name == classic_rules; });
  if (says_nothing) return {shape, {}};
  return {shape, rules_of(shape, constraints_of(shape, spec))};
}

namespace {

/// Returns the cells of a text with dots between their names.
Region parse_cells(Shape shape, std::string_view text) {
  Region region;
  for (const std::string& name : parts_of(text, '.')) {
    const auto cell = parse_cell(shape, name);
    if (!cell) throw InvalidRules{"expected a cell of " + to_string(shape) + ", such as r1c1; got " + name};
    region.push_back(*cell);
  }
  return region;
}

std::optional<int> parse_number(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size() ? std::optional{value} : std::nullopt;
}

void add_layout(Shape shape, std::string_view text, RuleSpec& spec) {
  const auto side = static_cast<std::size_t>(shape.side());
  if (!spec.layout.empty()) throw InvalidRules{"a second layout; give its regions as `regions`"};
  spec.layout = parts_of(text, '/');
  if (side > 1 && text.size() == side * side && spec.layout.size() == 1) {
    spec.layout.clear();
    for (std::size_t row = 0; row < side; ++row) spec.layout.emplace_back(text.substr(row * side, side));
  }
  const auto mistakes = layout_mistakes(shape, spec.layout);
  if (mistakes.empty()) return;
  throw InvalidRules{"line " + std::to_string(mistakes.front().line + 1) +
                     " of the layout: " + mistakes.front().message};
}

Offset parse_offset(Shape shape, std::string_view text, bool wraps) {
  const auto parts = parts_of(text, '.');
  const auto down = parse_number(parts.front());
  const auto right = parse_number(parts.back());
  if (parts.size() != 2 || !down || !right) {
    throw InvalidRules{"expected rows and columns, such as offset:1.2"};
  }
  const Offset offset{*down, *right, wraps};
  if (const auto mistake = offset_mistake(shape, offset)) throw InvalidRules{*mistake};
  return offset;
}

void add_allowed(Shape shape, std::string_view text, RuleSpec& spec) {
  const auto parts = parts_of(text, ':');
  if (parts.size() != 2) throw InvalidRules{"expected symbols, then cells, such as allowed:1.3.5:r1c1.r2c2"};
  SymbolBits symbols = 0;
  if (parts[0] != no_symbols) {
    for (const std::string& name : parts_of(parts[0], '.')) {
      const auto symbol = parse_symbol(shape.side(), name);
      if (!symbol) {
        throw InvalidRules{"expected a symbol from 1 to " + std::to_string(shape.side()) + "; got " + name};
      }
      symbols |= SymbolBits{1} << static_cast<unsigned>(*symbol);
    }
  }
  for (const int cell : parse_cells(shape, parts[1])) restrict_cell(shape, cell, symbols, spec);
}

SymbolTable parse_table(Shape shape, std::string_view text) {
  SymbolTable table;
  for (const std::string& number : parts_of(text, '.')) {
    constexpr int hexadecimal = 16;
    SymbolBits bits = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), bits, hexadecimal);
    if (error != std::errc{} || end != number.data() + number.size() || (bits & ~all_symbols(shape)) != 0)
      table.clear();
    table.push_back(bits);
  }
  if (std::ssize(table) == shape.side()) return table;
  throw InvalidRules{"expected " + std::to_string(shape.side()) +
                     " hexadecimal numbers with dots between, of the symbols that go with each symbol"};
}

/// Adds `less:r1c1.r1c2`, `difference:2:r1c1.r1c2/r1c1.r2c1`, `table:6.5.3:r1c1.r1c2`.
///
/// @return  false if it is not a relation.
bool add_relation(Shape shape, std::string_view kind, std::string_view rest, RuleSpec& spec) {
  const auto relation = std::ranges::find(all_relations(), kind, &Relation::name);
  const bool is_table = kind == table_word;
  if (!is_table && relation == all_relations().end()) return false;
  auto parts = parts_of(rest, ':');
  const bool has_argument = is_table || relation->takes_number;
  if (parts.size() != (has_argument ? 2U : 1U)) {
    throw InvalidRules{"expected pairs of cells with / between" +
                       std::string{has_argument ? ", behind a number or a table and a colon" : ""} + ", such as " +
                       std::string{kind} +
                       (is_table       ? ":6.5.3"
                        : has_argument ? ":2"
                                       : "") +
                       ":r1c1.r1c2/r2c1.r2c2"};
  }
  SymbolTable table;
  if (is_table) {
    table = parse_table(shape, parts[0]);
  } else {
    const auto number = has_argument ? parse_number(parts[0]) : std::optional{1};
    if (!number || *number < 1) throw InvalidRules{"expected a number from 1; got " + parts[0]};
    table = table_of(shape.side(), [&](int one, int other) { return relation->holds(one, other, *number); });
  }
  for (const std::string& chain : parts_of(parts.back(), '/')) {
    const Region cells = parse_cells(shape, chain);
    if (kind == sum_word && cells.size() > 2) throw InvalidRules{*how_to_give(kind) + "; got " + chain};
    if (cells.size() < 2 || (cells.size() > 2 && kind != less_word)) {
      throw InvalidRules{"expected two cells, such as " + std::string{kind} + ":...r1c1.r1c2; got " + chain};
    }
    for (std::size_t i = 1; i < cells.size(); ++i) {
      if (cells[i - 1] == cells[i]) throw InvalidRules{"a cell is not related to itself: " + chain};
      relate(cells[i - 1], cells[i], table, spec);
    }
  }
  return true;
}

}  // namespace

void add_rule(Shape shape, std::string_view word, RuleSpec& spec) {
  const auto colon = word.find(':');
  const std::string_view kind = word.substr(0, colon);
  const std::string_view rest = colon == std::string_view::npos ? "" : word.substr(colon + 1);
  if (colon == std::string_view::npos) {
    if (const auto mistake = family_mistake(shape, word)) throw InvalidRules{*mistake};
    spec.families.emplace(word);
  } else if (kind == "layout") {
    add_layout(shape, rest, spec);
  } else if (kind == "region") {
    Region region = parse_cells(shape, rest);
    if (const auto mistake = region_mistake(shape, region)) throw InvalidRules{*mistake};
    spec.regions.push_back(std::move(region));
  } else if (kind == "different") {
    const Region pair = parse_cells(shape, rest);
    if (pair.size() != 2 || pair[0] == pair[1]) throw InvalidRules{"expected two cells, such as different:r1c1.r2c3"};
    spec.different.emplace_back(pair[0], pair[1]);
  } else if (kind == "offset" || kind == "wrapped_offset") {
    spec.offsets.push_back(parse_offset(shape, rest, kind == "wrapped_offset"));
  } else if (kind == givens_word) {
    add_givens(shape, rest, spec);
  } else if (kind == allowed_word) {
    add_allowed(shape, rest, spec);
  } else if (!add_relation(shape, kind, rest, spec)) {
    std::string relations;
    for (const Relation& relation : all_relations()) relations += ", " + std::string{relation.name} + ":";
    throw InvalidRules{
        "expected the name of rules, or one of: layout:, region:, different:, offset:, wrapped_offset:, givens:, "
        "allowed:" +
        relations + ", table:"};
  }
}

namespace {

/// Writes a description as rules.
class Words {
 public:
  Words(Shape shape, const RuleSpec& spec) : shape_{shape}, spec_{spec} {
    for (int cell = 0; cell < shape.cells(); ++cell) names_.push_back(cell_name(shape, cell));
  }

  std::string text() {
    if (!spec_.layout.empty() && spec_.families.contains(classic_rules)) add(classic_rules);
    const auto add_family = [&](std::string_view name) {
      if (spec_.families.contains(name)) add(name);
    };
    add_family(square_rules);
    std::ranges::for_each(family_order, add_family);
    add_family(non_consecutive_rules);
    for (const auto& [down, right, wraps] : spec_.offsets) {
      add((wraps ? "wrapped_offset:" : "offset:") + std::to_string(down) + "." + std::to_string(right));
    }
    if (!spec_.layout.empty()) add("layout:" + joined(spec_.layout, '/'));
    for (const Region& region : spec_.regions) add("region:" + cells(region));
    for (const auto& [one, other] : spec_.different) add("different:" + cells({one, other}));
    add_allowed();
    add_related();
    return text_.empty() ? std::string{classic_rules} : text_;
  }

 private:
  void add(std::string_view word) {
    if (!text_.empty()) text_ += ',';
    text_ += word;
  }

  std::string cells(const Region& region) const {
    std::string text;
    for (const int cell : region) text += (text.empty() ? "" : ".") + names_[static_cast<std::size_t>(cell)];
    return text;
  }

  /// Writes cells with one symbol as a text of givens if there are at least as many as a row has.
  void add_allowed() {
    std::map<SymbolBits, Region> cells_of;
    for (const auto& [cell, symbols] : spec_.allowed) cells_of[symbols].push_back(cell);
    std::string givens(static_cast<std::size_t>(shape_.cells()), '.');
    std::ptrdiff_t number = 0;
    bool have_characters = true;
    for (const auto& [cell, symbols] : spec_.allowed) {
      if (!std::has_single_bit(symbols)) continue;
      const auto character = symbol_character(std::countr_zero(symbols));
      have_characters = have_characters && character.has_value();
      givens[static_cast<std::size_t>(cell)] = character.value_or('.');
      ++number;
    }
    const bool as_text = have_characters && number >= shape_.side();
    if (as_text) add(std::string{givens_word} + ":" + givens);
    for (const auto& [symbols, restricted] : cells_of) {
      if (as_text && std::has_single_bit(symbols)) continue;
      std::string values;
      for (SymbolBits left = symbols; left != 0; left &= left - 1) {
        values += (values.empty() ? "" : ".") + std::to_string(std::countr_zero(left) + 1);
      }
      add(std::string{allowed_word} + ":" + (values.empty() ? std::string{no_symbols} : values) + ":" +
          cells(restricted));
    }
  }

  static std::string table_text(const SymbolTable& table) {
    std::string text;
    for (const SymbolBits bits : table) {
      constexpr int hexadecimal = 16;
      std::array<char, sizeof(SymbolBits) * 2> number{};
      const auto [end, error] = std::to_chars(number.begin(), number.end(), bits, hexadecimal);
      text += (text.empty() ? "" : ".") + std::string{number.begin(), end};
    }
    return std::string{table_word} + ":" + text + ":";
  }

  /// Writes one rule per relation: those with a name first, then tables.
  void add_related() {
    if (spec_.related.empty()) return;
    const NamedTables& names = named_tables(shape_.side());
    std::map<std::pair<std::size_t, std::string>, std::vector<CellPair>> pairs_of;
    for (const auto& [pair, table] : spec_.related) {
      const CellPair reversed{pair.second, pair.first};
      if (const auto name = names.find(table); name != names.end()) {
        pairs_of[name->second].push_back(pair);
      } else if (const auto other = names.find(transposed(table)); other != names.end()) {
        pairs_of[other->second].push_back(reversed);
      } else {
        pairs_of[{names.size(), table_text(table)}].push_back(pair);
      }
    }
    for (auto& [word, pairs] : pairs_of) {
      std::ranges::sort(pairs);
      std::string text;
      for (const auto& [one, other] : pairs) text += (text.empty() ? "" : "/") + cells({one, other});
      add(word.second + text);
    }
  }

  Shape shape_;
  const RuleSpec& spec_;
  std::vector<std::string> names_;
  std::string text_;
};

}  // namespace

const NamedTables& named_tables(int side) {
  static std::mutex mutex;
  static std::map<int, NamedTables> known;
  const std::scoped_lock lock{mutex};
  NamedTables& tables = known[side];
  if (!tables.empty()) return tables;
  for (const Relation& relation : all_relations()) {
    for (int number = 2; number <= (relation.takes_number ? 2 * side : 2); ++number) {
      const std::string word =
          std::string{relation.name} + (relation.takes_number ? ":" + std::to_string(number) : "") + ":";
      tables.try_emplace(table_of(side, [&](int one, int other) { return relation.holds(one, other, number); }),
                         tables.size(), word);
    }
  }
  return tables;
}

void add_rules(Shape shape, std::string_view words, RuleSpec& spec) {
  for (const std::string& word : parts_of(words, ',')) add_rule(shape, word, spec);
}

std::string to_string(Shape shape, const RuleSpec& spec) { return Words{shape, spec}.text(); }

Shape add_shape(std::string_view text, RuleSpec& spec) {
  const auto side = parse_number(text);
  if (!side) return parse_shape(text);
  const Shape shape = make_shape(1, *side);
  spec.families.emplace(square_rules);
  return shape;
}

Problem parse_problem(Shape shape, std::string_view rules) {
  if (const auto known = RulesTable::find(shape, rules)) return {shape, *known};
  RuleSpec spec;
  add_rules(shape, rules, spec);
  return make_problem(shape, spec);
}

Problem with_implied_regions(const Problem& problem) {
  // Nothing follows from rows, columns and boxes.
  if (problem.rules.are_classic()) return problem;
  // Strategies call this for each offer.
  static std::mutex mutex;
  static std::map<Problem, Problem> known;
  {
    const std::scoped_lock lock{mutex};
    if (const auto found = known.find(problem); found != known.end()) return found->second;
  }
  const RulesRecord& record = RulesTable::record(problem);
  Constraints constraints = record.constraints;
  for (const Region& region : implied_regions(problem.shape, record.regions)) constraints.different.add(region);
  const Problem stronger{problem.shape, rules_of(problem.shape, std::move(constraints))};
  const std::scoped_lock lock{mutex};
  return known.emplace(problem, stronger).first->second;
}

std::string to_string(const Problem& problem) {
  std::string text = to_string(problem.shape);
  if (problem.rules.are_classic()) return text;
  std::string names;
  std::string given;
  std::set<std::string> kinds;
  for (const std::string& word : parts_of(problem.rules.text(), ',')) {
    const auto colon = word.find(':');
    if (colon == std::string::npos || word.find("offset") != std::string::npos) {
      names += (names.empty() ? " " : ",") + word;
    } else {
      kinds.insert(word.substr(0, colon));
      given += "," + word;
    }
  }
  if (given.empty()) return text + names;
  // FNV-1a. Two sets of rules with the same hash would look alike to a reader; the identity of a result has the text.
  std::uint64_t hash = 0xCBF29CE484222325;
  for (const char c : given) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3;
  constexpr std::string_view digits = "0123456789abcdef";
  std::string number;
  for (unsigned shift = 64; shift > 32; shift -= 4) number += digits[(hash ^ hash << 32U) >> (shift - 4) & 15U];
  std::string kind = kinds.size() > 1 ? "given" : *kinds.begin();
  if (kind == "different") kind = "pairs";
  if (kind == table_word) kind = "related";
  return text + (names.empty() ? " " : names + ",") + kind + "#" + number;
}

}  // namespace gridcensus
