#include "app/services.hpp"

#include "app/commands.hpp"
#include "gridcensus/build_id.hpp"
#include "gridcensus/rules.hpp"
#include "host/base/quantities.hpp"
#include "host/base/text.hpp"
#include "host/catalog/catalog.hpp"
#include "host/compare/comparer.hpp"
#include "host/fields/values.hpp"
#include "host/graph/provenance.hpp"
#include "host/ledger/ledger.hpp"
#include "host/ledger/repair.hpp"
#include "host/results/values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <system_error>

namespace gridcensus::app {

namespace {

using host::Json;

/// The words of a service.
using Words = std::vector<std::string>;

Json declaration_of(const Command& command) {
  Json options = Json::array();
  for (const auto& option : command.options) {
    options.push_back({{"name", option.name},
                       {"value_name", option.value_name},
                       {"help", option.help},
                       {"letter", option.letter},
                       {"often", option.occurrence == Occurrence::often}});
  }
  return {{"name", command.name},   {"brief", command.brief},       {"summary", command.summary},
          {"usage", command.usage}, {"examples", command.examples}, {"options", std::move(options)}};
}

/// Returns the folders of plugins, and those that are named behind --plugin-dir, except those that cannot be read.
host::CatalogOptions places(const Words& words) {
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

std::string declarations(const Words& words) {
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

Json json_on_stdin() { return host::parse_json(std::string{std::istreambuf_iterator<char>{std::cin}, {}}); }

host::Comparison comparison_of(const Json& pair) {
  const auto origin = [](const Json& side) {
    return host::Side{.name = side.at("name").get<std::string>(), .problem = host::problem_from(side.at("problem"))};
  };
  const Json& left = pair.at("left");
  const Json& right = pair.at("right");
  if (!pair.contains("quantity")) {
    const auto side = [&](const Json& json) {
      return host::AttributedFinding{origin(json), {}, host::finding_value_from(json.at("value"))};
    };
    return compare(side(left), side(right));
  }
  const Quantity quantity = quantity_named(pair.at("quantity").get<std::string>());
  const auto side = [&](const Json& json) {
    return host::AttributedOutcome{origin(json), quantity, host::outcome_from(json.at("value"))};
  };
  return compare(side(left), side(right));
}

std::string comparisons(const Words& /*words*/) {
  const Json asked = json_on_stdin();
  std::vector<host::Comparison> all;
  for (const Json& pair : asked.at("pairs")) all.push_back(comparison_of(pair));
  host::Comparer::judge(all, asked.at("confidence").get<double>());
  Json answers = Json::array();
  for (const auto& comparison : all) {
    Json answer{{"verdict", name_of(comparison.verdict)},
                {"values", {comparison.left.value, comparison.right.value}},
                {"note", host::printable(comparison.note)}};
    if (comparison.z) answer["z"] = *comparison.z;
    if (comparison.p_value) answer["p_value"] = *comparison.p_value;
    answers.push_back(std::move(answer));
  }
  return answers.dump() + "\n";
}

std::string repair_ledger(const Words& words) {
  const std::string& file = words.at(0);
  const auto repaired = host::repair_ledger(file);
  if (repaired.records.empty()) {
    return fmt::format("{}: every record matches its checksum, and no record lacks one that it depends on\n",
                       host::printable(file));
  }
  std::string text;
  for (const auto& record : repaired.records) text += "set aside: " + host::printable(record) + "\n";
  return text + fmt::format("{} removed from {}; the next run recounts them. The unchanged file is {}\n",
                            host::pluralise(repaired.records.size(), "record is", "records are"), host::printable(file),
                            host::printable(repaired.copy.string()));
}

std::string record_recounts(const Words& words) {
  const Json asked = json_on_stdin();
  const auto text = [&](const char* member) { return asked.at("session").at(member).get<std::string>(); };
  host::Experiment experiment;
  experiment.file = text("experiment");
  experiment.sha256 = text("experiment_sha256");
  host::Session session = host::session_of(experiment, {}, asked.at("threads").get<int>());
  session.seed = text("seed");
  session.part = text("part");
  host::Ledger ledger{words.at(0), session};
  ledger.in_transaction([&] {
    for (const Json& unit : asked.at("units")) {
      const auto run = ledger.find_run(unit.at("identity").get<std::string>());
      const host::UnitRecord record{unit.at("unit").get<std::uint64_t>(), host::value_from<Tally>(unit.at("tally")),
                                    unit.at("seconds").get<double>()};
      // The time of a recount does not count towards the time of the run.
      if (run) ledger.store_units(*run, {&record, 1}, 0);
    }
  });
  return {};
}

}  // namespace

const std::map<std::string, Service>& services() {
  static const std::map<std::string, Service> all{{"declarations", declarations},
                                                  {"comparisons", comparisons},
                                                  {"repair-ledger", repair_ledger},
                                                  {"record-recounts", record_recounts}};
  return all;
}

}  // namespace gridcensus::app
