#include "app/commands.hpp"
#include "gridcensus/build_id.hpp"
#include "gridcensus/rules.hpp"
#include "host/base/quantities.hpp"
#include "host/catalog/catalog.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace gridcensus::app {

namespace {

using host::Json;

Json declaration_of(const Command& command) {
  Json options = Json::array();
  for (const auto& option : command.options) {
    options.push_back({{"name", option.name},
                       {"value_name", option.value_name},
                       {"help", option.help},
                       {"letter", option.letter},
                       {"often", option.given == Given::often}});
  }
  return {{"name", command.name},   {"brief", command.brief},       {"summary", command.summary},
          {"usage", command.usage}, {"examples", command.examples}, {"options", std::move(options)}};
}

/// Returns the folders of plugins, and those that are named behind --plugin-dir, except those that cannot be read.
host::CatalogOptions places(const std::vector<std::string>& words) {
  host::CatalogOptions options;
  options.on_demand = plugin_folders();
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if (words[i] == "--plugin-dir") options.on_demand.emplace_back(words[i + 1]);
  }
  std::erase_if(options.on_demand, [](const std::filesystem::path& folder) {
    std::error_code unreadable;
    const std::filesystem::directory_iterator entries{folder, unreadable};
    return !folder.is_absolute() || unreadable;
  });
  return options;
}

}  // namespace

std::string declarations(const std::vector<std::string>& words) {
  Json json{{"version", GRIDCENSUS_VERSION},
            {"groups", Json::array()},
            {"others", own_commands()},
            {"commands", Json::array()},
            {"environment", environment_options()},
            {"exit_codes", exit_codes()},
            {"quantities", host::quantity_names()},
            {"rules", Json::array()},
            {"strategies", host::Catalog{places(words)}.found_ids()}};
  for (const auto& group : command_groups()) {
    Json names = Json::array();
    for (const auto* const command : group.commands) {
      names.push_back(command->name);
      json["commands"].push_back(declaration_of(*command));
    }
    for (const auto& view : group.views) names.push_back(view.name);
    json["groups"].push_back({{"title", group.title}, {"names", std::move(names)}});
  }
  for (const RuleFamily& family : all_rule_families()) json["rules"].push_back(family.name);
  return json.dump(1) + "\n";
}

}  // namespace gridcensus::app
