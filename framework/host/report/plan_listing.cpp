#include "host/base/text.hpp"
#include "host/report/listing.hpp"
#include "host/report/text_table.hpp"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <vector>

namespace gridcensus::host {

namespace {

/// What the ledger has of one run.
struct Kept {
  std::string state;  ///< "reused", "resumed", "new", "unknown"
  std::string why;
  std::optional<Outcomes> outcomes;  ///< of a concluded run
};

/// The members in which two identities differ, in words: "the plugin, the parameters".
std::string difference(const std::string& here, const std::string& there) {
  const Json left = Json::parse(here);
  const Json right = Json::parse(there, nullptr, false);
  std::string names;
  for (const auto& [key, value] : left.items()) {
    if (right.is_object() && right.contains(key) && right[key] == value) continue;
    names.append(names.empty() ? "" : ", ").append(key);
  }
  return names.empty() ? "its identity" : names;
}

Kept look_up(const Experiment& experiment, const Run& run, const std::vector<Kept>& earlier, Ledger* ledger) {
  if (ledger == nullptr) return {"new", "there is no ledger", {}};
  Inputs inputs;
  for (const auto& [quantity, source] : run.sources) {
    if (const auto* given = std::get_if<Integer>(&source)) {
      inputs.emplace(quantity, *given);
      continue;
    }
    const auto& outcomes = earlier[std::get<std::size_t>(source)].outcomes;
    const auto value = outcomes ? derive(quantity, *outcomes, run.problem) : std::nullopt;
    if (!value) return {"unknown", fmt::format("depends on its input {}", name_of(quantity)), {}};
    inputs.emplace(quantity, *value);
  }
  const std::string identity = identity_of(run, inputs, experiment.seed);
  if (const auto key = ledger->find_run(identity)) {
    if (const auto conclusion = ledger->conclusion(*key)) return {"reused", "the ledger has it", conclusion->outcomes};
    const auto units = ledger->unit_count(*key);
    if (units > 0) return {"resumed", fmt::format("the ledger has {} of its units", units), {}};
  }
  for (const auto& other : ledger->identities(run.configuration->name, to_string(run.problem))) {
    if (other != identity) return {"new", "the ledger has it, but with different " + difference(identity, other), {}};
  }
  return {"new", "the ledger does not have it", {}};
}

std::string memory_text(const std::optional<std::uint64_t>& bytes) { return bytes ? bytes_text(*bytes) : "?"; }

}  // namespace

Listing describe_plan(const Experiment& experiment, const Plan& plan, Ledger* ledger) {
  Listing listing{.text = {}, .json = {{"runs", Json::array()}, {"not_applicable", Json::array()}}};
  using enum TextTable::Align;
  TextTable table{{{"problem"}, {"strategy"}, {"quantities"}, {"units", right}, {"memory", right}, {"state"}, {"why"}}};
  std::vector<Kept> kept;
  for (const auto& run : plan.runs) {
    kept.push_back(look_up(experiment, run, kept, ledger));
    std::string quantities;
    Json quantity_names = Json::array();
    for (const auto quantity : run.quantities) {
      quantities.append(quantities.empty() ? "" : ", ").append(name_of(quantity));
      quantity_names.push_back(name_of(quantity));
    }
    const auto& units = run.forecast.units;
    table.add({to_string(run.problem), run.configuration->name, quantities, units ? std::to_string(*units) : "?",
               memory_text(run.forecast.memory_bytes), kept.back().state, kept.back().why});
    Json entry{{"problem", to_json(run.problem)},
               {"strategy", run.configuration->plugin->about.id},
               {"configuration", run.configuration->name},
               {"quantities", quantity_names},
               {"units", units ? Json(*units) : Json()},
               {"memory_bytes", run.forecast.memory_bytes ? Json(*run.forecast.memory_bytes) : Json()},
               {"state", kept.back().state},
               {"why", kept.back().why}};
    listing.json["runs"].push_back(std::move(entry));
  }
  listing.text = table.text();
  for (const auto& refused : plan.not_applicable) {
    listing.text += printable(fmt::format("Not applicable: {} on {}: {}", refused.configuration->name,
                                          to_string(refused.problem), refused.reason)) +
                    "\n";
    listing.json["not_applicable"].push_back({{"problem", to_json(refused.problem)},
                                              {"configuration", refused.configuration->name},
                                              {"reason", refused.reason}});
  }
  return listing;
}

}  // namespace gridcensus::host
