#include "host/report/problem_listing.hpp"

#include "gridcensus/symmetries.hpp"
#include "host/base/text.hpp"
#include "host/formats/problem_json.hpp"
#include "host/programs/program_entry.hpp"
#include "host/report/asked_strategy.hpp"
#include "host/report/text_pictures.hpp"
#include "host/report/text_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <iterator>
#include <map>
#include <set>
#include <utility>

namespace gridcensus::host {

namespace {

/// A strategy that counts a quantity of a problem.
struct Ability {
  std::string strategy;
  Quantity quantity{};
  Kind kind{};
  std::set<Quantity> inputs;
};

/// A strategy that refuses a quantity of a problem.
struct Inability {
  std::string strategy;
  Quantity quantity{};
  std::string reason;
  bool refuses_all = false;
};

struct Abilities {
  std::vector<Ability> can;
  std::vector<Inability> cannot;
  std::vector<std::string> not_installed;  ///< programs
};

Abilities abilities_of(const std::vector<AskedStrategy>& strategies, const Problem& problem) {
  Abilities abilities;
  for (const auto& asked : strategies) {
    const Plugin& plugin = asked.plugin;
    const std::string& id = plugin.about.id;
    if (plugin.program != nullptr && plugin.program->installed().why_missing()) {
      abilities.not_installed.push_back(id);
      continue;
    }
    const Offer offer = asked.offer(problem);
    const bool refuses_all = std::ranges::all_of(plugin.answers, [&](const Answer& answer) {
      return offer.refused.contains(plugin.counted_for(answer.quantity));
    });
    for (const auto& answer : plugin.answers) {
      const Quantity counted = plugin.counted_for(answer.quantity);
      if (const auto refused = offer.refused.find(counted); refused != offer.refused.end()) {
        abilities.cannot.push_back({id, answer.quantity, refused->second, refuses_all});
        continue;
      }
      const auto inputs = offer.inputs.find(counted);
      abilities.can.push_back({id, answer.quantity, offer.kinds.at(counted),
                               inputs == offer.inputs.end() ? std::set<Quantity>{} : inputs->second});
    }
  }
  return abilities;
}

/// Quantities that the same strategies count in the same way.
struct AbilityRow {
  std::vector<std::string_view> quantities;
  Kind kind{};
  std::string strategies;  ///< each with its inputs
};

std::vector<AbilityRow> rows_of(const std::vector<Ability>& abilities) {
  std::map<std::pair<Quantity, Kind>, std::vector<std::string>> strategies;
  for (const auto& [strategy, quantity, kind, inputs] : abilities) {
    strategies[{quantity, kind}].push_back(
        strategy + (inputs.empty() ? "" : fmt::format(" (needs {})", joined(names_of(inputs)))));
  }
  std::vector<AbilityRow> rows;
  for (const auto& entry : strategies) {
    const auto& [key, names] = entry;
    const Quantity quantity = key.first;
    const Kind kind = key.second;
    const std::string text = fmt::format("{}", fmt::join(names, ", "));
    const auto same =
        std::ranges::find_if(rows, [&](const AbilityRow& row) { return row.kind == kind && row.strategies == text; });
    if (same == rows.end())
      rows.push_back({{name_of(quantity)}, kind, text});
    else
      same->quantities.push_back(name_of(quantity));
  }
  return rows;
}

Json abilities_json(const std::vector<Ability>& abilities) {
  Json json = Json::array();
  for (const auto& [strategy, quantity, kind, inputs] : abilities) {
    json.push_back({{"strategy", strategy},
                    {"quantity", name_of(quantity)},
                    {"kind", name_of(kind)},
                    {"inputs", names_of(inputs)}});
  }
  return json;
}

/// Returns a reason without its explanation.
std::string short_reason(const std::string& reason) {
  std::string text = reason.substr(0, reason.find_first_of(";("));
  while (text.ends_with(' ')) text.pop_back();
  return text;
}

/// Returns one line per reason, with the strategies that have it.
std::string refusals_text(const Abilities& abilities) {
  // The quantities by strategy and reason; then the strategies by reason.
  std::map<std::pair<std::string, std::string>, std::set<Quantity>> quantities;
  std::set<std::string> refusing_all;
  for (const auto& refusal : abilities.cannot) {
    // One reason is enough if a strategy refuses everything.
    if (refusing_all.contains(refusal.strategy)) continue;
    quantities[{refusal.strategy, refusal.reason}].insert(refusal.quantity);
    if (refusal.refuses_all) refusing_all.insert(refusal.strategy);
  }
  std::vector<std::pair<std::string, std::vector<std::string>>> by_reason;
  for (const auto& [key, refused] : quantities) {
    const auto& [strategy, reason] = key;
    const std::string text = short_reason(reason);
    auto found = std::ranges::find(by_reason, text, &std::pair<std::string, std::vector<std::string>>::first);
    if (found == by_reason.end()) found = by_reason.insert(by_reason.end(), {text, {}});
    found->second.push_back(
        refusing_all.contains(strategy) ? strategy : fmt::format("{} ({})", strategy, joined(names_of(refused))));
  }
  std::string text;
  for (const auto& [reason, strategies] : by_reason)
    text += fmt::format("  {}: {}\n", fmt::join(strategies, ", "), reason);
  if (!abilities.not_installed.empty())
    text += fmt::format("  {}: the program is not installed\n", fmt::join(abilities.not_installed, ", "));
  return text;
}

/// Returns blocks of lines side by side, as many in a row as fit the width, each row after an empty line. The first
/// line of a block has its full width.
std::string in_rows(const std::vector<TextPicture>& blocks, std::size_t blanks, std::size_t width) {
  std::string text;
  for (std::size_t begin = 0; begin < blocks.size();) {
    std::vector<TextPicture> row;
    for (std::size_t used = 0; begin < blocks.size(); ++begin) {
      used += blocks[begin].lines.front().size() + (row.empty() ? 0 : blanks);
      if (!row.empty() && used > width) break;
      row.push_back(blocks[begin]);
    }
    text += "\n";
    for (auto line : side_by_side(row, blanks)) {
      line.resize(line.find_last_not_of(' ') + 1);
      text += line + "\n";
    }
  }
  return text;
}

/// Returns the pictures of a problem with their titles.
std::string pictures_text(const Problem& problem, const RuleSpec& rules, std::size_t width) {
  auto pictures = pictures_of(problem, rules);
  for (auto& [title, lines] : pictures) lines.insert(lines.begin(), padded(title, lines.front().size()));
  return in_rows(pictures, 4, width);
}

/// Returns the rules in words: the definition of each name.
std::string rules_text(const std::set<std::string, std::less<>>& families) {
  std::string text;
  for (const auto& [name, definition] : all_rule_families()) {
    const bool is_named = families.contains(name) || (families.empty() && name == "classic");
    if (is_named) text += fmt::format("  {}: {}\n", name, definition);
  }
  return text;
}

/// Returns "6 rows and columns, 36 cells, boxes of 2 rows and 3 columns".
std::string cells_text(Shape shape, const RuleSpec& rules) {
  std::string boxes = "no boxes";
  if (!rules.layout.empty()) {
    boxes = "jigsaw boxes";
  } else if (layout_of(shape, rules)) {
    boxes = fmt::format("boxes of {} and {}", pluralise(static_cast<std::size_t>(shape.box_rows), "row"),
                        pluralise(static_cast<std::size_t>(shape.box_cols), "column"));
  }
  return fmt::format("{} rows and columns, {} cells, {}", shape.side(), shape.cells(), boxes);
}

}  // namespace

Rendering describe_problem(Shape shape, const RuleSpec& rules, const Catalog& catalog, std::size_t width) {
  // Computing the group takes long for the largest grids.
  constexpr int max_side_of_group = 25;
  const Problem problem = make_problem(shape, rules);
  const std::string words = to_string(shape, rules);
  const auto abilities = abilities_of(asked_strategies(catalog), problem);
  const bool has_group = shape.side() <= max_side_of_group;
  const auto order = has_group ? std::optional{symmetry_group(problem).order()} : std::nullopt;
  const Integer relabelled = relabellings(problem);

  std::string rules_lines = "Rules: " + problem.rules.text() + "\n";
  if (words != problem.rules.text()) rules_lines += "  given as " + words + "\n";
  rules_lines += rules_text(rules.families) + fmt::format("Symmetries: {} of the cells, {} of the symbols alone\n",
                                                          order ? to_decimal(*order) : "(too many cells to count)",
                                                          to_decimal(relabelled));
  std::string text = wrapped_lines(fmt::format("{}: {}\n", to_string(problem), cells_text(shape, rules)), width, 4) +
                     pictures_text(problem, rules, width) + "\n" + wrapped_lines(rules_lines, width, 4) + "\n";
  if (abilities.can.empty()) {
    text += "No strategy counts this problem with its default parameters.\n";
  } else {
    TextTable table{{{"what can be counted"}, {"as"}, {"by"}}};
    for (const auto& row : rows_of(abilities.can)) {
      table.add({joined(row.quantities), std::string{name_of(row.kind)}, row.strategies});
    }
    text += table.text(width);
  }
  if (const auto refusals = refusals_text(abilities); !refusals.empty())
    text += "\nRefused with default parameters (`describe STRATEGY` has more):\n" + wrapped_lines(refusals, width, 4);

  text += "\n" + wrapped_lines(
                     "`gridcensus count` with the same words counts it; `--format FORMAT` here writes it for other "
                     "programs.\n",
                     width);
  Json refused = Json::array();
  for (const auto& refusal : abilities.cannot) {
    refused.push_back(
        {{"strategy", refusal.strategy}, {"quantity", name_of(refusal.quantity)}, {"reason", refusal.reason}});
  }
  return {.text = std::move(text),
          .json = {{"shape", to_string(shape)},
                   {"side", shape.side()},
                   {"rules", problem.rules.text()},
                   {"asked", words},
                   {"symmetries", order ? Json(to_decimal(*order)) : Json()},
                   {"relabellings", to_decimal(relabelled)},
                   {"counted_by", abilities_json(abilities.can)},
                   {"refused", std::move(refused)},
                   {"not_installed", abilities.not_installed}}};
}

Rendering list_shapes_of_side(int side, const Catalog& catalog, std::size_t width) {
  const auto strategies = asked_strategies(catalog);
  Rendering listing{.text = {}, .json = Json::array()};
  TextTable table{{{"shape"}, {"what can be counted"}, {"as"}, {"by"}}};
  std::vector<std::string> names;
  for (int rows = 1; rows <= side; ++rows) {
    if (side % rows != 0) continue;
    const Shape shape{rows, side / rows};
    names.push_back(to_string(shape));
    const auto abilities = abilities_of(strategies, {.shape = shape});
    std::string name = names.back();
    for (const auto& row : rows_of(abilities.can)) {
      table.add({std::exchange(name, ""), joined(row.quantities), std::string{name_of(row.kind)}, row.strategies});
    }
    if (abilities.can.empty()) table.add({name, "nothing", "", ""});
    listing.json.push_back({{"shape", names.back()}, {"side", side}, {"counted_by", abilities_json(abilities.can)}});
  }
  listing.text =
      wrapped_lines(fmt::format("Shapes of side {}: {}. What strategies count of their classic grids with default "
                                "parameters; `describe {}` draws one, and has the reasons of the others.\n",
                                side, fmt::join(names, ", "), names[names.size() / 2]),
                    width) +
      "\n" + table.text(width);
  return listing;
}

namespace {

/// Rules on a small grid, for a picture.
struct Example {
  Shape shape;
  RuleSpec rules;
};

/// Returns rules on the first of a few shapes that have them, without boxes if these are not part of the rules.
Example example_of(const RuleFamily& family) {
  const std::string name{family.name};
  Example example;
  for (const Shape shape : {Shape{2, 3}, Shape{3, 3}, Shape{1, 5}}) {
    if (family_mistake(shape, name)) continue;
    example.shape = shape;
    example.rules.families = {name};
    break;
  }
  auto without_boxes = example.rules.families;
  without_boxes.insert("latin");
  if (!combination_mistake(without_boxes)) example.rules.families = without_boxes;
  return example;
}

/// Returns the name, picture and definition of rules in a block of this width.
TextPicture rule_block(const RuleFamily& family, std::size_t width) {
  constexpr std::size_t blanks = 2;
  constexpr std::size_t min_text_width = 18;
  const auto [shape, rules] = example_of(family);
  TextPicture block{.title = {}, .lines = side_by_side(pictures_of(make_problem(shape, rules), rules), blanks)};
  const std::size_t used = block.lines.front().size() + blanks;
  if (used + min_text_width <= width) {
    block.lines = side_by_side({block, {.title = {}, .lines = wrapped(family.definition, width - used)}}, blanks);
  } else {
    std::ranges::move(wrapped(family.definition, width), std::back_inserter(block.lines));
  }
  block.lines.insert(block.lines.begin(), padded(fmt::format("{} ({})", family.name, to_string(shape)), width));
  return block;
}

}  // namespace

Rendering list_rules(std::size_t width) {
  Rendering listing{.text = {}, .json = Json::array()};
  constexpr std::size_t block_width = 39;
  std::vector<TextPicture> blocks;
  for (const auto& family : all_rule_families()) {
    blocks.push_back(rule_block(family, std::min(block_width, width)));
    listing.json.push_back({{"rules", family.name}, {"definition", family.definition}});
  }
  listing.text =
      wrapped_lines(
          "Rules with a name, each drawn without boxes on a small grid. Cells with one letter differ, and cells marked "
          "o differ from x, or are related to it. `--rules A,B` combines them, and an experiment can have rules of its "
          "own: layout, regions, different, givens, relations. `describe STRATEGY` says which rules it takes.\n",
          width) +
      in_rows(blocks, 2, width);
  return listing;
}

namespace {

/// Moves the cells that have one symbol from a description to a text of givens, and returns that text; empty if there
/// are none, or if a symbol has no character.
std::string take_givens(Shape shape, RuleSpec& rules) {
  std::string text(static_cast<std::size_t>(shape.cells()), '.');
  const auto is_given = [](const auto& cell) { return std::popcount(cell.second) == 1; };
  if (std::ranges::none_of(rules.allowed, is_given) || !symbol_character(shape.side() - 1)) return {};
  for (const auto& [cell, symbols] : rules.allowed) {
    if (std::popcount(symbols) == 1)
      text[static_cast<std::size_t>(cell)] = *symbol_character(std::countr_zero(symbols));
  }
  std::erase_if(rules.allowed, is_given);
  return text;
}

std::vector<std::string> words_of(std::string_view rules) {
  std::vector<std::string> words;
  for (std::size_t begin = 0; begin < rules.size();) {
    const auto end = std::min(rules.find(',', begin), rules.size());
    words.emplace_back(rules.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

/// Returns the letters of the boxes of R x C cells, and of C x R cells.
Json boxes_json(Shape shape, const RuleSpec& rules) {
  const auto [rows, columns] = shape;
  Json boxes = Json::array();
  // Boxes that are rows or columns are no rules of their own.
  if (rows == 1 || columns == 1 || !rules.layout.empty() || rules.families.contains("latin")) return boxes;
  boxes.push_back(*layout_of(shape, {}));
  if (rules.families.contains("both_boxes") && rows != columns) boxes.push_back(*layout_of({columns, rows}, {}));
  return boxes;
}

/// Returns the relations of values, each with its cells. The first of two cells has the first value.
Json related_json(const Problem& problem) {
  Json related = Json::array();
  for (const std::string& word : words_of(problem.rules.text())) {
    RuleSpec spec;
    add_rule(problem.shape, word, spec);
    if (spec.related.empty()) continue;
    const std::string rule = word.substr(0, word.rfind(':'));
    const auto relation = std::ranges::find(all_relations(), rule.substr(0, rule.find(':')), &Relation::name);
    Json cells = Json::array();
    for (const auto& [pair, goes_with] : spec.related) {
      // The lower number is first in the description. If the smallest symbol has no partner, its value is the larger.
      const bool is_turned = rule == "less" && goes_with.front() == 0;
      cells.push_back(is_turned ? CellPair{pair.second, pair.first} : pair);
    }
    related.push_back({{"rule", rule},
                       {"definition", relation == all_relations().end() ? "" : relation->definition},
                       {"cells", std::move(cells)}});
  }
  return related;
}

}  // namespace

Json described_json(const Problem& problem) {
  const Shape shape = problem.shape;
  RuleSpec rules;
  add_rules(shape, problem.rules.text(), rules);
  Json json = problem_json(problem);
  json["families"] = Json::object();
  RuleSpec moves;
  moves.families = {"latin"};
  moves.offsets = rules.offsets;
  for (const auto& [name, definition] : all_rule_families()) {
    if (!rules.families.contains(name)) continue;
    json["families"][std::string{name}] = definition;
    if (name.find("anti_") != std::string_view::npos) moves.families.emplace(name);
  }
  if (!rules.layout.empty()) json["layout"] = rules.layout;
  json["boxes"] = boxes_json(shape, rules);
  json["further_regions"] = rules.regions;
  json["different"] = rules.different;
  json["offsets"] = Json::array();
  for (const auto& [down, right, wraps] : rules.offsets)
    json["offsets"].push_back({{"down", down}, {"right", right}, {"wraps", wraps}});
  json["moves"] = make_problem(shape, moves).pairs();
  json["relabellings"] = to_decimal(relabellings(problem));
  json["related"] = related_json(problem);
  return json;
}

std::string problem_yaml(Shape shape, RuleSpec rules) {
  const auto givens = take_givens(shape, rules);
  std::string text = fmt::format("problems:\n  - shape: {}\n", to_string(shape));
  const std::string words = to_string(shape, rules);
  std::string names;
  for (const std::string& word : words_of(words)) {
    if (!word.starts_with("layout:")) names += fmt::format("      - \"{}\"\n", word);
  }
  // Without a name, "classic" means that there are no other rules.
  const bool has_names = words != Rules{}.text() || rules.families.contains(words);
  if (has_names && !names.empty()) text += "    rules:\n" + names;
  if (!rules.layout.empty())
    text += fmt::format("    layout:\n      - \"{}\"\n", fmt::join(rules.layout, "\"\n      - \""));
  if (!givens.empty()) text += fmt::format("    givens: \"{}\"\n", givens);
  return text;
}

}  // namespace gridcensus::host
