#include "host/report/listing.hpp"

#include "host/base/text.hpp"
#include "host/programs/program_entry.hpp"
#include "host/report/asked_strategy.hpp"
#include "host/report/shape_ranges.hpp"
#include "host/report/text_layout.hpp"
#include "host/report/value_texts.hpp"

#include <fmt/format.h>

#include <algorithm>
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
    if (!quantities.empty()) text += " (" + join(names_of(quantities)) + ")";
  }
  return text.empty() ? "none" : text;
}

Json mathematics_json(const Plugin& plugin) {
  Json json = Json::array();
  for (const auto& [library, quantities] : plugin.mathematics)
    json.push_back({{"library", library}, {"quantities", names_of(quantities)}});
  return json;
}

std::string_view note_on(const ParameterSpec& spec) {
  if (spec.speed_only) return " Cannot change the answer.";
  return spec.part_of_question ? " Part of the question." : "";
}

TextTable parameters_table(const std::vector<ParameterSpec>& specs) {
  TextTable table{{{"parameter"}, {"default"}, {"meaning"}}};
  for (const auto& spec : specs) {
    const std::string unit = spec.unit.empty() ? "" : " " + spec.unit;
    table.add({spec.name, gridcensus::to_string(spec.default_value) + unit,
               fmt::format("{}. {}{}", expectation(spec), spec.help, note_on(spec))});
  }
  return table;
}

}  // namespace

Rendering list_strategies(const Catalog& catalog, std::size_t width) {
  Rendering listing{.text = {}, .json = Json::array()};
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

Rendering list_quantities(const Catalog& catalog, std::size_t width) {
  Rendering listing{.text = {}, .json = Json::array()};
  TextTable table{{{"quantity"}, {"unit"}, {"definition"}}};
  for (const auto quantity : catalog.quantities()) {
    const QuantityInfo& info = quantity.info();
    const std::string owner = catalog.declared_by(quantity);
    const std::string relation = gridcensus::relation(quantity);
    table.add({info.name, info.unit,
               fmt::format("{}{}{}", relation.empty() ? "" : "= " + relation + ". ", info.definition,
                           owner.empty() ? "" : " Declared by " + owner + ".")});
    listing.json.push_back({{"quantity", info.name},
                            {"unit", info.unit},
                            {"relation", relation},
                            {"definition", info.definition},
                            {"declared_by", owner.empty() ? Json() : Json(owner)},
                            {"same_when_transposed", info.under_maps != Preserved::nothing}});
  }
  listing.text = table.text(width);
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

/// Adds what a plugin was built against, or which program is run and how.
void add_origin(Lines& lines, const Plugin& plugin) {
  lines.add_wrapped("Plugin: " + plugin.file.string(), 4);
  if (plugin.program == nullptr) {
    lines.add_wrapped("Built against: " + plugin.built_against, 4);
  } else {
    const Description& description = plugin.program->description();
    const InstalledProgram& installed = plugin.program->installed();
    lines.add_wrapped(fmt::format("Program: {}{}",
                                  installed.why_missing() ? *installed.why_missing() : installed.executable().string(),
                                  description.is_untried ? " (untried: not run by this project)" : ""),
                      4);
    lines.add_wrapped(fmt::format("Command: {}{}", fmt::join(description.command, " "),
                                  description.asked ? "" : " (speaks the strategy protocol)"),
                      4);
  }
  lines.add_wrapped("SHA-256: " + plugin.sha256, 4);
}

}  // namespace

Rendering describe_strategy(const Plugin& plugin, std::size_t width) {
  const About& about = plugin.about;
  const AskedStrategy asked = with_default_parameters(plugin);
  // Quantities with the same shapes share a row.
  std::vector<std::pair<std::vector<std::string>, std::vector<std::string_view>>> quantities_by_shapes;
  Json refused = Json::array();
  for (const auto& yield : plugin.answers) {
    std::vector<Shape> accepted;
    std::string why_not;
    for (const auto shape : listed_shapes()) {
      const auto reason = asked.why_not(shape, yield.quantity);
      if (!reason) {
        accepted.push_back(shape);
        continue;
      }
      if (why_not.empty()) why_not = fmt::format("{}: {}", to_string(shape), *reason);
      refused.push_back({{"quantity", name_of(yield.quantity)}, {"shape", to_string(shape)}, {"reason", *reason}});
    }
    const std::vector<std::string> shapes{shape_ranges(accepted), why_not};
    auto same = std::ranges::find_if(quantities_by_shapes, [&](const auto& each) { return each.first == shapes; });
    if (same == quantities_by_shapes.end()) same = quantities_by_shapes.insert(same, {shapes, {}});
    same->second.push_back(name_of(yield.quantity));
  }
  TextTable shapes{{{"quantities"}, {"shapes up to side 25"}, {"not, for example"}}};
  for (const auto& [texts, quantities] : quantities_by_shapes) shapes.add({join(quantities), texts[0], texts[1]});
  Json parameters = Json::array();
  for (const auto& spec : plugin.parameters) parameters.push_back(parameter_json(spec));
  Lines lines{width};
  lines.add_wrapped(about.id + " " + about.version, 4);
  lines.add_wrapped(about.summary, 0);
  lines.add();
  lines.add_wrapped("Source: " + about.source, 4);
  lines.add_wrapped("Yields: " + yields_text(plugin), 4);
  lines.add_wrapped(fmt::format("Rules: {}", name_of(about.rules)), 4);
  lines.add_wrapped((plugin.program != nullptr ? "Independent of all but: " : "Shared mathematics that counts: ") +
                        mathematics_text(plugin),
                    4);
  lines.add();
  lines.add(parameters_table(plugin.parameters));
  if (plugin.parameters.empty()) lines.add_wrapped("No parameters.", 0);
  lines.add();
  lines.add(shapes);
  lines.add();
  add_origin(lines, plugin);
  return {.text = lines.text(),
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
