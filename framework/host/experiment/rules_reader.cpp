#include "host/experiment/rules_reader.hpp"

#include "gridcensus/rules.hpp"
#include "host/formats/grid_reader.hpp"

#include <algorithm>
#include <charconv>
#include <set>
#include <sstream>
#include <utility>

namespace gridcensus::host {

namespace {

std::optional<int> small_number(const std::string& text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// Reads the rules of one entry for one shape, and collects the mistakes in them.
class RulesReader {
 public:
  RulesReader(const std::string& shape, const std::string& path, std::vector<Diagnostic>& diagnostics)
      : path_{path}, diagnostics_{diagnostics}, shape_{add_shape(shape, spec_)} {}

  std::optional<AskedRules> read(const Node& entry) {
    if (const auto* node = good(entry, "rules")) read_names(*node);
    if (const auto* node = good(entry, "layout")) read_layout(*node);
    if (const auto* node = good(entry, "regions")) read_regions(*node);
    if (const auto* node = good(entry, "different")) read_different(*node);
    if (const auto* node = good(entry, "givens")) read_givens(*node);
    if (const auto* node = good(entry, "allowed")) read_allowed(*node);
    if (const auto* node = good(entry, "less")) read_less(*node);
    if (good(entry, "consecutive") != nullptr) add_rule(shape_, "non_consecutive", spec_);
    if (const auto* node = good(entry, "relations")) read_relations(*node);
    if (!is_sound_) return std::nullopt;
    return AskedRules{shape_, std::move(spec_), std::move(notes_)};
  }

 private:
  const Node* good(const Node& entry, std::string_view key) {
    const Node* const node = entry.find_accepted(key);
    is_sound_ = is_sound_ && node == entry.find(key);
    return node;
  }

  void reject(const Location& where, const std::string& key, const std::string& message) {
    is_sound_ = false;
    // An entry with several shapes is read for each of them.
    const bool is_known = std::ranges::any_of(
        diagnostics_, [&](const Diagnostic& known) { return known.where == where && known.message == message; });
    if (!is_known) diagnostics_.push_back({where, path_ + "." + key, message, std::nullopt});
  }

  /// Returns the values of a node that is one value or a list of them, except those that were refused.
  std::vector<const Node*> good_values(const Node& node) {
    std::vector<const Node*> values;
    if (node.kind != Node::Kind::sequence) return {&node};
    for (const Node& item : node.items) {
      is_sound_ = is_sound_ && !item.is_refused();
      if (!item.is_refused()) values.push_back(&item);
    }
    return values;
  }

  void read_names(const Node& node) {
    std::set<std::string> named;
    for (const Node* const word : good_values(node)) {
      const std::string& name = word->scalar;
      if (name.find(':') == std::string::npos && !named.insert(name).second) {
        reject(word->where, "rules", name + " is repeated in this list");
        continue;
      }
      try {
        add_rule(shape_, name, spec_);
      } catch (const InvalidRules& error) {
        reject(word->where, "rules", name + " on " + to_string(shape_) + ": " + error.what());
      }
    }
    if (const auto mistake = combination_mistake(spec_.families)) reject(node.where, "rules", *mistake);
  }

  void read_layout(const Node& node) {
    if (!spec_.layout.empty()) {
      reject(node.where, "layout", "`rules` has a layout, too; give its regions as `regions`");
      return;
    }
    std::string text = node.scalar;
    for (const Node& line : node.items) {
      text += line.scalar + "\n";
      is_sound_ = is_sound_ && !line.is_refused();
    }
    std::vector<Location> places;
    std::istringstream lines{text};
    int number = 0;
    for (std::string line; std::getline(lines, line);) {
      ++number;
      if (line.empty() && node.items.empty()) continue;
      spec_.layout.push_back(line);
      places.push_back(place_in(node, number));
    }
    const std::size_t given = spec_.layout.size();
    spec_.layout = lines_of_layout(shape_, std::move(spec_.layout));
    if (spec_.layout.size() != given) places.assign(spec_.layout.size(), places.front());
    for (const auto& [line, message] : layout_mistakes(shape_, spec_.layout)) {
      reject(line < places.size() ? places[line] : node.where, "layout", message);
    }
  }

  std::optional<int> read_cell(const Node& node, const std::string& key) {
    return accepted(node, key, parse_cell(shape_, node.scalar),
                    "a cell of " + to_string(shape_) + ", r1c1 to " + cell_name(shape_, shape_.cells() - 1));
  }

  std::optional<int> read_symbol(const Node& node, const std::string& key) {
    return accepted(node, key, parse_symbol(shape_.side(), node.scalar),
                    "a symbol of " + to_string(shape_) + ", 1 to " + std::to_string(shape_.side()));
  }

  /// Returns the number that the text of a node was parsed to; nullopt after a mistake.
  std::optional<int> accepted(const Node& node, const std::string& key, std::optional<int> number,
                              const std::string& expected) {
    is_sound_ = is_sound_ && !node.is_refused();
    if (node.is_refused()) return std::nullopt;
    if (!number) reject(node.where, key, "expected " + expected + "; got " + excerpt(node.scalar));
    return number;
  }

  /// Returns the cells of a list, each once, or nullopt after a mistake.
  std::optional<std::vector<int>> cells_of(const Node& list, const std::string& key) {
    std::vector<int> cells;
    bool is_whole = true;
    for (const Node& name : list.items) {
      const auto cell = read_cell(name, key);
      const bool is_new = cell && std::ranges::find(cells, *cell) == cells.end();
      if (cell && !is_new) reject(name.where, key, name.scalar + " is repeated in this list");
      is_whole = is_whole && is_new;
      if (is_new) cells.push_back(*cell);
    }
    return is_whole ? std::optional{std::move(cells)} : std::nullopt;
  }

  void read_regions(const Node& node) {
    for (const Node* const item : good_values(node)) {
      auto region = cells_of(*item, "regions");
      if (!region) continue;
      if (const auto mistake = region_mistake(shape_, *region)) reject(item->where, "regions", *mistake);
      spec_.regions.push_back(*std::move(region));
    }
  }

  void read_different(const Node& node) {
    for (const Node* const item : good_values(node)) {
      if (item->kind == Node::Kind::map)
        read_offset(*item);
      else
        read_pair(*item);
    }
  }

  void read_pair(const Node& item) {
    if (item.items.size() != 2) {
      reject(item.where, "different",
             "expected two cells, such as [r1c1, r2c3]; got " + std::to_string(item.items.size()));
      return;
    }
    const auto one = read_cell(item.items[0], "different");
    const auto other = read_cell(item.items[1], "different");
    if (!one || !other) return;
    if (*one == *other) reject(item.items[1].where, "different", "a cell cannot differ from itself");
    spec_.different.emplace_back(*one, *other);
  }

  void read_offset(const Node& item) {
    const auto offset = offset_of(item, "different");
    if (!offset) return;
    if (item.find("within") == nullptr) {
      spec_.offsets.push_back(*offset);
      return;
    }
    for (const auto& pair : pairs_within(item, *offset, "different")) spec_.different.push_back(pair);
  }

  /// Returns the pairs of cells at this offset, in the part of the grid that `within` names if it is there; none after
  /// a mistake.
  std::vector<CellPair> pairs_within(const Node& item, const Offset& offset, const std::string& key) {
    auto pairs = pairs_at(shape_, offset);
    if (item.find("within") == nullptr) return pairs;
    const Node* const part = good(item, "within");
    const auto cells = part == nullptr ? std::nullopt : cells_of_part(*part, key);
    if (!cells) return {};
    const auto has = [&](int cell) { return std::ranges::find(*cells, cell) != cells->end(); };
    std::erase_if(pairs, [&](const CellPair& pair) { return !has(pair.first) || !has(pair.second); });
    if (pairs.empty()) reject(part->where, key, "no two cells of this part have this offset");
    return pairs;
  }

  /// Returns the cells that `within` names, or nullopt after a mistake.
  std::optional<std::vector<int>> cells_of_part(const Node& part, const std::string& key) {
    if (part.kind == Node::Kind::sequence) return cells_of(part, key);
    std::vector<int> cells;
    const auto rows = lines_of_part(part, "rows", key);
    const auto columns = lines_of_part(part, "columns", key);
    if (!rows || !columns) return std::nullopt;
    for (int row = rows->first; row <= rows->second; ++row) {
      for (int column = columns->first; column <= columns->second; ++column)
        cells.push_back(row * shape_.side() + column);
    }
    return cells;
  }

  /// Returns the first and the last row or column, from 0, of "2" or "1-3"; all if there is none; nullopt after a
  /// mistake.
  std::optional<std::pair<int, int>> lines_of_part(const Node& part, const std::string& name, const std::string& key) {
    if (part.find(name) == nullptr) return std::pair{0, shape_.side() - 1};
    const Node* const lines = good(part, name);
    if (lines == nullptr) return std::nullopt;
    const std::string& text = lines->scalar;
    const auto dash = text.find('-');
    const auto first = small_number(text.substr(0, dash));
    const auto last = dash == std::string::npos ? first : small_number(text.substr(dash + 1));
    if (first && last && *first >= 1 && *first <= *last && *last <= shape_.side())
      return std::pair{*first - 1, *last - 1};
    reject(lines->where, key,
           "expected " + name + " from 1 to " + std::to_string(shape_.side()) + ", such as 2 or 1-3; got " +
               excerpt(text));
    return std::nullopt;
  }

  /// Returns the offset of a map, or nullopt after a mistake.
  std::optional<Offset> offset_of(const Node& item, const std::string& key) {
    const Node* const steps = good(item, "offset");
    const Node* const wrap = good(item, "wrap");
    if (steps == nullptr) return std::nullopt;
    std::vector<int> numbers;
    for (const Node& step : steps->items) {
      const auto number = !step.is_refused() ? small_number(step.scalar) : std::nullopt;
      if (number)
        numbers.push_back(*number);
      else
        reject(step.where, key, "expected a whole number of rows or columns; got " + excerpt(step.scalar));
    }
    if (numbers.size() != steps->items.size()) return std::nullopt;
    if (numbers.size() != 2) {
      reject(steps->where, key, "expected rows down and columns to the right, such as [1, 2]");
      return std::nullopt;
    }
    const Offset offset{numbers[0], numbers[1], wrap != nullptr && wrap->scalar == "true"};
    if (const auto mistake = offset_mistake(shape_, offset)) reject(steps->where, key, *mistake);
    return offset;
  }

  static SymbolBits bit(int symbol) { return SymbolBits{1} << static_cast<unsigned>(symbol); }

  void read_givens(const Node& node) {
    if (node.kind == Node::Kind::map) {
      for (const auto& [name, where, value] : node.members) {
        const Node cell_name{.kind = Node::Kind::scalar, .scalar = name, .where = where};
        const auto cell = read_cell(cell_name, "givens");
        const auto symbol = read_symbol(value, "givens");
        if (cell && symbol) restrict_cell(shape_, *cell, bit(*symbol), spec_);
      }
      return;
    }
    std::string text = node.scalar;
    for (const Node& row : node.items) {
      is_sound_ = is_sound_ && !row.is_refused();
      for (const Node* const part : good_values(row)) text += part->scalar + " ";
      text += "\n";
    }
    if (!is_sound_) return;
    try {
      Puzzle puzzle = read_puzzle(text, node.where.file, shape_);
      add_givens(shape_, puzzle.givens, spec_);
      notes_ = std::move(puzzle.notes);
    } catch (const BadInput& error) {
      const Diagnostic& mistake = error.diagnostics().front();
      reject(place_in(node, mistake.where.line), "givens", mistake.message);
    }
  }

  /// Returns the place of a line, from 1, of a text in several lines, or of a list of lines.
  static Location place_in(const Node& node, int line) {
    Location where = node.where;
    if (line > 0 && line <= std::ssize(node.items)) where = node.items[static_cast<std::size_t>(line) - 1].where;
    // In a block of text, the lines follow the line of the key.
    if (node.items.empty() && node.scalar.find('\n') != std::string::npos) where.line += line;
    return where;
  }

  void read_allowed(const Node& node) {
    for (const Node* const item : good_values(node)) {
      const Node* const cells = good(*item, "cells");
      const Node* const symbols = good(*item, "symbols");
      if (cells == nullptr || symbols == nullptr) continue;
      SymbolBits allowed = 0;
      for (const Node* const name : good_values(*symbols)) {
        constexpr SymbolBits odd_values = 0x5555555555555555;
        if (name->scalar == "odd" || name->scalar == "even") {
          allowed |= name->scalar == "odd" ? odd_values : ~odd_values;
        } else if (const auto symbol = read_symbol(*name, "allowed")) {
          allowed |= bit(*symbol);
        }
      }
      for (const Node* const name : good_values(*cells)) {
        if (const auto cell = read_cell(*name, "allowed")) restrict_cell(shape_, *cell, allowed, spec_);
      }
    }
  }

  /// Returns the cells of a list, each once, at least two; none after a mistake.
  std::vector<int> related_cells(const Node& node, const std::string& key) {
    auto cells = cells_of(node, key);
    if (cells && cells->size() >= 2) return *std::move(cells);
    if (cells) reject(node.where, key, "expected at least two cells, such as [r1c1, r1c2]");
    return {};
  }

  void read_less(const Node& node) {
    const SymbolTable table = table_of(shape_.side(), [](int one, int other) { return one < other; });
    for (const Node* const item : good_values(node)) {
      const auto chain = related_cells(*item, "less");
      for (std::size_t i = 1; i < chain.size(); ++i) relate(chain[i - 1], chain[i], table, spec_);
    }
  }

  /// Returns the pairs of values that a relation allows, or nullopt after a mistake.
  std::optional<SymbolTable> table_of_relation(const Node& item) {
    const bool was_sound = std::exchange(is_sound_, true);
    std::vector<SymbolTable> tables;
    std::string names;
    for (const Relation& relation : all_relations()) {
      names += std::string{relation.name} + ", ";
      const Node* const value = good(item, relation.name);
      if (value == nullptr) continue;
      const int number = relation.takes_number ? integer_of(*value)->convert_to<int>() : 0;
      tables.push_back(table_of(shape_.side(), [&](int one, int other) { return relation.holds(one, other, number); }));
    }
    if (const Node* const pairs = good(item, "table")) {
      SymbolTable& table = tables.emplace_back(static_cast<std::size_t>(shape_.side()), SymbolBits{0});
      for (const Node* const pair : good_values(*pairs)) {
        if (pair->items.size() != 2) {
          reject(pair->where, "relations", "expected two symbols, such as [1, 2]");
          continue;
        }
        const auto one = read_symbol(pair->items[0], "relations");
        const auto other = read_symbol(pair->items[1], "relations");
        if (one && other) table[static_cast<std::size_t>(*one)] |= bit(*other);
      }
    }
    const bool is_item_sound = std::exchange(is_sound_, is_sound_ && was_sound);
    if (tables.size() == 1) return tables.front();
    // A key that is refused has been reported.
    if (is_item_sound) {
      reject(item.where, "relations",
             "expected one of: " + names + "table; got " +
                 (tables.empty() ? "none" : std::to_string(tables.size()) + " of them; give each an entry of its own"));
    }
    return std::nullopt;
  }

  void read_relations(const Node& node) {
    for (const Node* const each : good_values(node)) {
      const Node& item = *each;
      const auto table = table_of_relation(item);
      if (!table) continue;
      std::vector<CellPair> pairs;
      if (const Node* const cells = good(item, "cells")) {
        const auto related = related_cells(*cells, "relations");
        if (related.size() > 2 && item.find("sum") != nullptr)
          reject(cells->where, "relations", *family_mistake(shape_, "sum"));
        for (std::size_t i = 0; i < related.size(); ++i) {
          for (std::size_t j = i + 1; j < related.size(); ++j) pairs.emplace_back(related[i], related[j]);
        }
        if (const Node* const part = item.find("within"))
          reject(part->where, "relations", "`within` limits an offset; the cells are listed here");
      } else if (const auto offset = offset_of(item, "relations"); offset && is_sound_) {
        pairs = pairs_within(item, *offset, "relations");
      }
      for (const auto& [one, other] : pairs) relate(one, other, *table, spec_);
    }
  }

  const std::string& path_;
  std::vector<Diagnostic>& diagnostics_;
  RuleSpec spec_;
  Shape shape_;
  std::vector<std::string> notes_;
  bool is_sound_ = true;
};

}  // namespace

std::optional<AskedRules> read_rules(const Node& entry, const std::string& shape, const std::string& path,
                                     std::vector<Diagnostic>& diagnostics) {
  return RulesReader{shape, path, diagnostics}.read(entry);
}

std::vector<std::string> lines_of_layout(Shape shape, std::vector<std::string> lines) {
  const auto side = static_cast<std::size_t>(shape.side());
  if (side == 1 || lines.size() != 1 || lines.front().size() != side * side) return lines;
  const std::string letters = std::move(lines.front());
  lines.clear();
  for (std::size_t row = 0; row < side; ++row) lines.push_back(letters.substr(row * side, side));
  return lines;
}

std::string other_name(const Problem& problem, const std::map<Problem, std::string>& asked_words) {
  const auto own = asked_words.find(problem);
  const std::string& words = own == asked_words.end() ? problem.rules.text() : own->second;
  const std::string name = to_string(problem);
  const std::string asked = to_string(problem.shape) + (words == Rules{}.text() ? "" : " " + words);
  return name == asked ? "" : name + ": given as " + words;
}

}  // namespace gridcensus::host
