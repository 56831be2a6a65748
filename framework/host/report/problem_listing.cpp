#include "host/report/problem_listing.hpp"

#include "gridcensus/symmetries.hpp"
#include "host/base/text.hpp"
#include "host/formats/problem_json.hpp"
#include "host/programs/program_entry.hpp"
#include "host/report/asked_strategy.hpp"
#include "host/report/text_layout.hpp"
#include "host/report/text_pictures.hpp"
#include "host/report/value_texts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
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

/// Adds what strategies count, one row for quantities that the same ones count in the same way.
void add_abilities(TextTable& table, std::string shape, const std::vector<Ability>& abilities) {
  std::map<std::pair<Quantity, Kind>, std::vector<std::string>> strategies;
  for (const auto& [strategy, quantity, kind, inputs] : abilities) {
    strategies[{quantity, kind}].push_back(strategy +
                                           (inputs.empty() ? "" : fmt::format(" (needs {})", join(names_of(inputs)))));
  }
  std::vector<std::pair<std::pair<Kind, std::vector<std::string>>, std::vector<std::string_view>>> rows;
  for (const auto& [key, names] : strategies) {
    const std::pair same{key.second, names};
    auto row = std::ranges::find_if(rows, [&](const auto& each) { return each.first == same; });
    if (row == rows.end()) row = rows.insert(row, {same, {}});
    row->second.push_back(name_of(key.first));
  }
  for (const auto& [by, quantities] : rows) {
    table.add({std::exchange(shape, ""), join(quantities), std::string{name_of(by.first)},
               fmt::format("{}", fmt::join(by.second, ", "))});
  }
  if (rows.empty()) table.add({std::move(shape), "nothing", "", ""});
}

/// Returns an empty table for `add_abilities`.
TextTable table_of_abilities() { return TextTable{{{"shape"}, {"what can be counted"}, {"as"}, {"by"}}}; }

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

/// Returns a row for each reason of a refusal, with the strategies that have it.
TextTable table_of_refusals(const Abilities& abilities) {
  std::vector<std::pair<std::string, std::set<std::string>>> by_reason;
  const auto add = [&](const std::string& reason, const std::string& strategy) {
    auto found = std::ranges::find(by_reason, reason, &std::pair<std::string, std::set<std::string>>::first);
    if (found == by_reason.end()) found = by_reason.insert(found, {reason, {}});
    found->second.insert(strategy);
  };
  std::set<std::string> refusing_all;  // the first reason is enough
  for (const auto& [strategy, quantity, reason, refuses_all] : abilities.cannot) {
    if (refuses_all && !refusing_all.insert(strategy).second) continue;
    add(short_reason(reason), refuses_all ? strategy : fmt::format("{} ({})", strategy, name_of(quantity)));
  }
  for (const auto& strategy : abilities.not_installed) add("the program is not installed", strategy);
  TextTable table{{{"refused by"}, {"because, with default parameters"}}};
  for (const auto& [reason, strategies] : by_reason) table.add({join(strategies), reason});
  return table;
}

/// Adds the pictures of a problem with their titles, as many side by side as fit the width.
void add_pictures(Lines& lines, const Problem& problem, const RuleSpec& rules) {
  constexpr std::size_t blanks = 4;
  auto pictures = pictures_of(problem, rules);
  for (auto& [title, rows] : pictures) rows.insert(rows.begin(), padded(title, rows.front().size()));
  for (auto begin = pictures.begin(); begin != pictures.end();) {
    auto end = begin;
    for (std::size_t used = 0; end != pictures.end(); ++end) {
      used += end->lines.front().size() + blanks;
      if (end != begin && used > lines.width() + blanks) break;
    }
    lines.add();
    for (const auto& line : side_by_side({begin, end}, blanks)) lines.add_wrapped(line, 0);
    begin = end;
  }
  lines.add();
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

  Lines lines{width};
  lines.add_wrapped(fmt::format("{}: {}", to_string(problem), cells_text(shape, rules)), 4);
  add_pictures(lines, problem, rules);
  lines.add_wrapped("Rules: " + problem.rules.text(), 4);
  if (words != problem.rules.text()) lines.add_wrapped("  given as " + words, 6);
  for (const auto& [name, definition] : all_rule_families()) {
    const bool is_named = rules.families.contains(name) || (rules.families.empty() && name == "classic");
    if (is_named) lines.add_wrapped(fmt::format("  {}: {}", name, definition), 6);
  }
  lines.add_wrapped(fmt::format("Symmetries: {} of the cells, {} of the symbols alone",
                                order ? to_decimal(*order) : "(too many cells to count)", to_decimal(relabelled)),
                    4);
  lines.add();
  auto counted = table_of_abilities();
  add_abilities(counted, "", abilities.can);
  lines.add(counted);
  lines.add();
  lines.add(table_of_refusals(abilities));
  lines.add();
  lines.add_wrapped(
      "`gridcensus count` with the same words counts it; `--format FORMAT` here writes it for other programs.", 0);
  Json refused = Json::array();
  for (const auto& refusal : abilities.cannot) {
    refused.push_back(
        {{"strategy", refusal.strategy}, {"quantity", name_of(refusal.quantity)}, {"reason", refusal.reason}});
  }
  return {.text = lines.text(),
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
  Json json = Json::array();
  auto table = table_of_abilities();
  std::vector<std::string> names;
  for (int rows = 1; rows <= side; ++rows) {
    if (side % rows != 0) continue;
    const Shape shape{rows, side / rows};
    names.push_back(to_string(shape));
    const auto abilities = abilities_of(strategies, {.shape = shape});
    add_abilities(table, names.back(), abilities.can);
    json.push_back({{"shape", names.back()}, {"side", side}, {"counted_by", abilities_json(abilities.can)}});
  }
  Lines lines{width};
  lines.add_wrapped(
      fmt::format("Shapes of side {}: {}. What strategies count of their classic grids with default parameters; "
                  "`describe {}` draws one, and has the reasons of the others.",
                  side, fmt::join(names, ", "), names[names.size() / 2]),
      0);
  lines.add();
  lines.add(table);
  return {.text = lines.text(), .json = std::move(json)};
}

Rendering list_rules(std::size_t width) {
  Json json = Json::array();
  TextTable table{{{"rule"}, {"definition"}}};
  for (const auto& [name, definition] : all_rule_families()) {
    table.add({std::string{name}, std::string{definition}});
    json.push_back({{"rules", name}, {"definition", definition}});
  }
  Lines lines{width};
  lines.add(table);
  lines.add();
  lines.add_wrapped(
      "`--rules A,B` combines them, and an experiment can have rules of its own: layout, regions, different, givens, "
      "relations. `describe 2x3 --rules A,B` draws them; `describe STRATEGY` says which rules it takes.",
      0);
  return {.text = lines.text(), .json = std::move(json)};
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
  // Boxes that are rows or columns add no rules.
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
