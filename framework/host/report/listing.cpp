#include "host/report/listing.hpp"

#include "host/base/text.hpp"
#include "host/programs/program_entry.hpp"
#include "host/report/asked_strategy.hpp"
#include "host/report/refusal_groups.hpp"
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
    if (!quantities.empty()) text += " (" + joined(names_of(quantities)) + ")";
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

std::string joined(const std::vector<std::string_view>& names) { return fmt::format("{}", fmt::join(names, ", ")); }

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

Rendering describe_strategy(const Plugin& plugin, std::size_t width) {
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
    for (const auto& [reason, is_of_all, refused_shapes] : grouped_by_reason(reasons)) {
      const std::string example = is_of_all ? "" : ", such as " + to_string(refused_shapes.front());
      shapes += fmt::format("    not {}{}: {}\n", shape_ranges(refused_shapes), example, reason);
    }
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
                      plugin.program != nullptr ? "Independent of all but" : "Shared mathematics that counts",
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
