#include "gridcensus/rules.hpp"

#include "sdk/implied_regions.hpp"
#include "sdk/rule_words.hpp"
#include "sdk/rules_table.hpp"

#include <algorithm>
#include <array>
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
               "(R-1)(R-1) further boxes, one cell from the border and from each other (Windoku); only where R = C."},
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
};

bool is_family(std::string_view name) { return std::ranges::find(families, name, &RuleFamily::name) != families.end(); }

/// Which rule on values somebody may have in mind; the count of such rules needs other mathematics.
bool is_on_values(std::string_view name) {
  constexpr std::array<std::string_view, 20> words{"consecutive", "magic",  "killer",  "miracle",  "thermo",
                                                   "arrow",       "kropki", "renban",  "whisper",  "greater",
                                                   "less_than",   "even",   "odd",     "sum",      "division",
                                                   "conjugate",   "3doku",  "little_", "sandwich", "palindrome"};
  return std::ranges::any_of(words, [&](std::string_view word) { return name.find(word) != std::string_view::npos; });
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
  if (is_family(name)) return std::nullopt;
  if (is_on_values(name)) {
    return "rules on the values of symbols are not counted: exchanging symbols keeps what holds for cells alone, and "
           "everything here rests on that; expected rules that say which cells differ";
  }
  return "expected one of: " + [] {
    std::string names;
    for (const RuleFamily& family : families) names += (names.empty() ? "" : ", ") + std::string{family.name};
    return names;
  }();
}

std::optional<std::string> combination_mistake(const std::set<std::string, std::less<>>& names) {
  if (!names.contains(latin_rules)) return std::nullopt;
  for (const std::string_view with_boxes : {classic_rules, std::string_view{"both_boxes"}}) {
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
    if (!seen.insert(cell).second) return cell_name(shape, cell) + " is in this region already";
  }
  if (std::ssize(cells) == shape.side()) return std::nullopt;
  return "a region of " + to_string(shape) + " has " + std::to_string(shape.side()) +
         " cells, one for each symbol; got " + std::to_string(cells.size()) +
         "; fewer cells that must differ are given as pairs, in `different`";
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

Rules rules_of(Shape shape, CellGraph different) {
  const RuleSpec spec = canonical_spec(shape, different);
  std::string text = to_string(shape, spec);
  if (text == classic_rules) return {};
  if (const auto known = RulesTable::find(shape, text)) return *known;
  RulesRecord record{.different = std::move(different), .regions = regions_of(shape, spec)};
  CellGraph in_no_region = record.different;
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
                            spec.offsets.empty() &&
                            std::ranges::all_of(spec.families, [](const auto& name) { return name == classic_rules; });
  if (says_nothing) return {shape, {}};
  return {shape, rules_of(shape, graph_of(shape, spec))};
}

void add_rule(Shape shape, std::string_view word, RuleSpec& spec) {
  const auto colon = word.find(':');
  const std::string_view kind = word.substr(0, colon);
  const std::string_view rest = colon == std::string_view::npos ? "" : word.substr(colon + 1);
  const auto cells = [&] {
    Region region;
    for (const std::string& name : parts_of(rest, '.')) {
      const auto cell = parse_cell(shape, name);
      if (!cell) throw InvalidRules{"expected a cell of " + to_string(shape) + ", such as r1c1; got " + name};
      region.push_back(*cell);
    }
    return region;
  };
  if (colon == std::string_view::npos) {
    if (const auto mistake = family_mistake(shape, word)) throw InvalidRules{*mistake};
    spec.families.emplace(word);
  } else if (kind == "layout") {
    spec.layout = parts_of(rest, '/');
    const auto mistakes = layout_mistakes(shape, spec.layout);
    if (!mistakes.empty()) {
      throw InvalidRules{"line " + std::to_string(mistakes.front().line + 1) +
                         " of the layout: " + mistakes.front().message};
    }
  } else if (kind == "region") {
    Region region = cells();
    if (const auto mistake = region_mistake(shape, region)) throw InvalidRules{*mistake};
    spec.regions.push_back(std::move(region));
  } else if (kind == "different") {
    const Region pair = cells();
    if (pair.size() != 2 || pair[0] == pair[1]) throw InvalidRules{"expected two cells, such as different:r1c1.r2c3"};
    spec.different.emplace_back(pair[0], pair[1]);
  } else if (kind == "offset" || kind == "wrapped_offset") {
    Offset offset{.down = 0, .right = 0, .wraps = kind == "wrapped_offset"};
    const auto parts = parts_of(rest, '.');
    const auto read = [](const std::string& text, int& value) {
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
      return error == std::errc{} && end == text.data() + text.size();
    };
    if (parts.size() != 2 || !read(parts[0], offset.down) || !read(parts[1], offset.right)) {
      throw InvalidRules{"expected rows and columns, such as offset:1.2"};
    }
    if (const auto mistake = offset_mistake(shape, offset)) throw InvalidRules{*mistake};
    spec.offsets.push_back(offset);
  } else {
    throw InvalidRules{"expected the name of rules, or one of: layout:, region:, different:, offset:, wrapped_offset:"};
  }
}

std::string to_string(Shape shape, const RuleSpec& spec) {
  std::string text;
  const auto add_word = [&](std::string_view word) {
    if (!text.empty()) text += ',';
    text += word;
  };
  if (!spec.layout.empty() && spec.families.contains(classic_rules)) add_word(classic_rules);
  for (const std::string_view name : family_order) {
    if (spec.families.contains(name)) add_word(name);
  }
  for (const auto& [down, right, wraps] : spec.offsets) {
    add_word((wraps ? "wrapped_offset:" : "offset:") + std::to_string(down) + "." + std::to_string(right));
  }
  if (!spec.layout.empty()) add_word("layout:" + joined(spec.layout, '/'));
  std::vector<std::string> names;
  for (int cell = 0; cell < shape.cells(); ++cell) names.push_back(cell_name(shape, cell));
  for (const Region& region : spec.regions) {
    char separator = ':';
    add_word("region");
    for (const int cell : region)
      text.append(1, std::exchange(separator, '.')) += names[static_cast<std::size_t>(cell)];
  }
  for (const auto& [one, other] : spec.different) {
    add_word("different:");
    text.append(names[static_cast<std::size_t>(one)]).append(1, '.').append(names[static_cast<std::size_t>(other)]);
  }
  return text.empty() ? std::string{classic_rules} : text;
}

Problem parse_problem(Shape shape, std::string_view rules) {
  if (const auto known = RulesTable::find(shape, rules)) return {shape, *known};
  RuleSpec spec;
  for (const std::string& word : parts_of(rules, ',')) add_rule(shape, word, spec);
  return make_problem(shape, spec);
}

Problem with_implied_regions(const Problem& problem) {
  // Nothing follows from rows, columns and boxes.
  if (problem.rules.are_classic()) return problem;
  // A strategy asks whenever it is asked about a problem.
  static std::mutex mutex;
  static std::map<Problem, Problem> known;
  {
    const std::scoped_lock lock{mutex};
    if (const auto found = known.find(problem); found != known.end()) return found->second;
  }
  const RulesRecord& record = RulesTable::record(problem);
  CellGraph different = record.different;
  for (const Region& region : implied_regions(problem.shape, record.regions)) different.add(region);
  const Problem stronger{problem.shape, rules_of(problem.shape, std::move(different))};
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
  // FNV-1a. Two sets of rules with one number would look the same to a reader; the identity of a result has the text.
  std::uint64_t hash = 0xCBF29CE484222325;
  for (const char c : given) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3;
  constexpr std::string_view digits = "0123456789abcdef";
  std::string number;
  for (unsigned shift = 64; shift > 32; shift -= 4) number += digits[(hash ^ hash << 32U) >> (shift - 4) & 15U];
  const std::string kind = kinds.size() > 1 ? "given" : *kinds.begin() == "different" ? "pairs" : *kinds.begin();
  return text + (names.empty() ? " " : names + ",") + kind + "#" + number;
}

}  // namespace gridcensus
