#include "host/report/listing.hpp"

#include "gridcensus/rules.hpp"
#include "host/base/text.hpp"
#include "host/programs/program_entry.hpp"
#include "host/report/asked_strategy.hpp"
#include "host/report/refusal_groups.hpp"
#include "host/report/text_pictures.hpp"
#include "host/report/text_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

namespace gridcensus::host {

namespace {

std::string yields_text(const Plugin& plugin) {
  std::string text;
  for (const auto& yield : plugin.answers) {
    if (!text.empty()) text += ", ";
    text += name_of(yield.quantity);
    if (yield.kind != Kind::exact) text += fmt::format(" ({})", name_of(yield.kind));
  }
  return text;
}

Json yields_json(const Plugin& plugin) {
  Json json = Json::array();
  for (const auto& yield : plugin.answers) {
    json.push_back({{"quantity", name_of(yield.quantity)}, {"kind", name_of(yield.kind)}});
    if (yield.follows_from) json.back()["follows_from"] = name_of(*yield.follows_from);
  }
  return json;
}

Json parameter_json(const ParameterSpec& spec) {
  Json json{{"name", spec.name},
            {"type", name_of(spec.type)},
            {"default", gridcensus::to_string(spec.default_value)},
            {"unit", spec.unit},
            {"expects", expectation(spec)},
            {"help", spec.help},
            {"speed_only", spec.speed_only},
            {"part_of_question", spec.part_of_question}};
  if (!spec.choices.empty()) json["choices"] = spec.choices;
  return json;
}

/// Returns "band_recursion; symmetric_grids_bound (essentially_different)".
std::string mathematics_text(const Plugin& plugin) {
  std::string text;
  for (const auto& [library, quantities] : plugin.mathematics) {
    text += (text.empty() ? "" : "; ") + library;
    std::string only;
    for (const auto quantity : quantities) only.append(only.empty() ? "" : ", ").append(name_of(quantity));
    if (!only.empty()) text += " (" + only + ")";
  }
  return text.empty() ? "none" : text;
}

Json mathematics_json(const Plugin& plugin) {
  Json json = Json::array();
  for (const auto& [library, quantities] : plugin.mathematics) {
    Json only = Json::array();
    for (const auto quantity : quantities) only.push_back(name_of(quantity));
    json.push_back({{"library", library}, {"quantities", std::move(only)}});
  }
  return json;
}

std::string_view note_on(const ParameterSpec& spec) {
  if (spec.speed_only) return " Cannot change the answer.";
  return spec.part_of_question ? " Part of the question." : "";
}

std::string parameters_text(const std::vector<ParameterSpec>& specs) {
  if (specs.empty()) return "  none\n";
  std::string text;
  for (const auto& spec : specs) {
    text += fmt::format("  {} = {}{}\n      {}{}. {}{}\n", spec.name, gridcensus::to_string(spec.default_value),
                        spec.unit.empty() ? "" : " " + spec.unit, expectation(spec),
                        spec.unit.empty() ? "" : " [" + spec.unit + "]", spec.help, note_on(spec));
  }
  return text;
}

}  // namespace

Listing list_strategies(const Catalog& catalog, std::size_t width) {
  Listing listing{.text = {}, .json = Json::array()};
  TextTable table{{{"strategy"}, {"version"}, {"yields"}, {"summary"}}};
  for (const auto& [id, plugin] : catalog.plugins()) {
    table.add({id, plugin.about.version, yields_text(plugin), plugin.about.summary});
    listing.json.push_back({{"strategy", id},
                            {"version", plugin.about.version},
                            {"summary", plugin.about.summary},
                            {"yields", yields_json(plugin)}});
  }
  listing.text = table.text(width);
  return listing;
}

Listing list_quantities(const Catalog& catalog, std::size_t width) {
  Listing listing{.text = {}, .json = Json::array()};
  for (const auto quantity : catalog.quantities()) {
    const QuantityInfo& info = quantity.info();
    const std::string owner = catalog.declared_by(quantity);
    listing.text +=
        fmt::format("{} [{}]{}{}\n", info.name, info.unit, relation(quantity).empty() ? "" : " = " + relation(quantity),
                    owner.empty() ? "" : ", declared by " + owner) +
        wrapped_lines("    " + info.definition, width);
    listing.json.push_back({{"quantity", info.name},
                            {"unit", info.unit},
                            {"relation", relation(quantity)},
                            {"definition", info.definition},
                            {"declared_by", owner.empty() ? Json() : Json(owner)},
                            {"same_when_transposed", info.under_maps != Preserved::nothing}});
  }
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

/// Returns the name, picture and definition of rules in lines of a width.
std::vector<std::string> rule_block(const RuleFamily& family, std::size_t width) {
  constexpr std::size_t min_text_width = 18;
  const auto [shape, rules] = example_of(family);
  const auto pictures = side_by_side(pictures_of(make_problem(shape, rules), rules), 2);
  std::size_t picture_width = 0;
  for (const auto& line : pictures) picture_width = std::max(picture_width, line.size());
  const bool is_beside = picture_width + 2 + min_text_width <= width;
  const std::size_t text_width = is_beside ? width - picture_width - 2 : width;
  auto text = wrapped(family.definition, text_width);
  std::vector<std::string> lines{fmt::format("{} ({})", family.name, to_string(shape))};
  for (std::size_t i = 0; i < std::max(pictures.size(), is_beside ? text.size() : 0); ++i) {
    std::string line = i < pictures.size() ? pictures[i] : "";
    if (is_beside && i < text.size()) line = padded(line, picture_width + 2) + text[i];
    lines.push_back(std::move(line));
  }
  if (!is_beside) lines.insert(lines.end(), text.begin(), text.end());
  return lines;
}

}  // namespace

Listing list_rules(std::size_t width) {
  Listing listing{.text = {}, .json = Json::array()};
  constexpr std::size_t block_width = 39;
  std::vector<std::vector<std::string>> blocks;
  for (const auto& family : all_rule_families()) {
    blocks.push_back(rule_block(family, std::min(block_width, width)));
    listing.json.push_back({{"rules", family.name}, {"definition", family.definition}});
  }
  listing.text = wrapped_lines(
      "Rules with a name, each drawn without boxes on a small grid. Cells with one letter differ, and cells marked o "
      "differ from x, or are related to it. `--rules A,B` combines them, and an experiment can have rules of its own: "
      "layout, regions, different, givens, relations. `describe STRATEGY` says which rules it takes.\n",
      width);
  const std::size_t per_row = std::max<std::size_t>(1, (width + 2) / (block_width + 2));
  for (std::size_t i = 0; i < blocks.size(); i += per_row) {
    std::size_t height = 0;
    for (std::size_t j = i; j < std::min(i + per_row, blocks.size()); ++j) height = std::max(height, blocks[j].size());
    listing.text += "\n";
    for (std::size_t line = 0; line < height; ++line) {
      std::string row;
      for (std::size_t j = i; j < std::min(i + per_row, blocks.size()); ++j) {
        if (line >= blocks[j].size()) continue;
        row = padded(row, (j - i) * (block_width + 2)) + blocks[j][line];
      }
      row.resize(row.find_last_not_of(' ') + 1);
      listing.text += row + "\n";
    }
  }
  return listing;
}

namespace {

/// Returns the program of a description; null for a library.
Json program_json(const Plugin& plugin) {
  if (plugin.program == nullptr) return nullptr;
  const InstalledProgram& installed = plugin.program->installed();
  return {{"executable", installed.executable().string()},
          {"is_installed", !installed.why_missing()},
          {"is_untried", plugin.program->description().is_untried},
          {"command", plugin.program->description().command}};
}

/// Returns what a plugin was built against, or which program is run and how, as lines for people.
std::string origin_text(const Plugin& plugin) {
  if (plugin.program == nullptr) return fmt::format("Built against: {}\n", plugin.built_against);
  const Description& description = plugin.program->description();
  const InstalledProgram& installed = plugin.program->installed();
  return fmt::format("Program: {}{}\nCommand: {}{}\n",
                     installed.why_missing() ? *installed.why_missing() : installed.executable().string(),
                     description.is_untried ? " (untried: not run by this project)" : "",
                     fmt::join(description.command, " "), description.asked ? "" : " (speaks the strategy protocol)");
}

}  // namespace

Listing describe_strategy(const Plugin& plugin, std::size_t width) {
  const About& about = plugin.about;
  const AskedStrategy asked = with_default_parameters(plugin);
  std::vector<std::pair<std::string, std::string>> answers;  // quantities with the same shapes share them
  Json refused = Json::array();
  for (const auto& yield : plugin.answers) {
    std::map<Shape, std::string> reasons;
    std::vector<Shape> accepted;
    for (const auto shape : listed_shapes()) {
      const auto reason = asked.why_not(shape, yield.quantity);
      if (!reason) {
        accepted.push_back(shape);
        continue;
      }
      reasons.emplace(shape, *reason);
      refused.push_back({{"quantity", name_of(yield.quantity)}, {"shape", to_string(shape)}, {"reason", *reason}});
    }
    std::string shapes = fmt::format("    {}\n", shape_ranges(accepted));
    for (const auto& group : grouped_by_reason(reasons))
      shapes += fmt::format("    not {}: {}\n", shape_ranges(group.shapes), group.reason);
    const auto same = std::ranges::find(answers, shapes, &std::pair<std::string, std::string>::second);
    if (same == answers.end())
      answers.emplace_back(name_of(yield.quantity), std::move(shapes));
    else
      same->first += fmt::format(", {}", name_of(yield.quantity));
  }
  std::string refusals;
  for (const auto& [quantities, shapes] : answers) refusals += fmt::format("  {}:\n{}", quantities, shapes);
  Json parameters = Json::array();
  for (const auto& spec : plugin.parameters) parameters.push_back(parameter_json(spec));
  return {
      .text = wrapped_lines(
          fmt::format("{} {}\n{}\n\nSource: {}\nYields: {}\nRules: {}\n{}: "
                      "{}\n\nParameters:\n{}\nShapes up to side 25, with default "
                      "parameters:\n{}\nPlugin: {}\n{}SHA-256: {}\n",
                      about.id, about.version, about.summary, about.source, yields_text(plugin), name_of(about.rules),
                      plugin.program != nullptr ? "As evidence it is" : "Shared mathematics that counts",
                      mathematics_text(plugin), parameters_text(plugin.parameters), refusals, plugin.file.string(),
                      origin_text(plugin), plugin.sha256),
          width, 4),
      .json = {{"strategy", about.id},
               {"version", about.version},
               {"summary", about.summary},
               {"source", about.source},
               {"yields", yields_json(plugin)},
               {"rules", name_of(about.rules)},
               {"mathematics", mathematics_json(plugin)},
               {"parameters", parameters},
               {"refused", refused},
               {"plugin", plugin.file.string()},
               {"built_against", plugin.built_against},
               {"program", program_json(plugin)},
               {"plugin_sha256", plugin.sha256}}};
}

}  // namespace gridcensus::host
