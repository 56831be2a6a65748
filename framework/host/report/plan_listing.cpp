#include "host/base/text.hpp"
#include "host/graph/measurement.hpp"
#include "host/graph/share.hpp"
#include "host/plan/candidates.hpp"
#include "host/report/listing.hpp"
#include "host/report/progress.hpp"
#include "host/report/text_layout.hpp"
#include "host/report/value_texts.hpp"
#include "host/results/values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

namespace gridcensus::host {

namespace {

/// The ledger's record of one run.
struct LedgerState {
  std::string state;  ///< "reused", "resumed", "new", "unknown"
  std::string why;
  std::optional<Outcomes> outcomes;  ///< of a concluded run
};

/// Returns the members in which two identities differ, in words: "the plugin, the parameters".
std::string difference(const std::string& here, const std::string& there) {
  const Json left = parse_json(here);
  Json right;
  try {
    right = parse_json(there);
  } catch (const InvalidJson&) {
    // Then everything differs.
  }
  std::string names;
  for (const auto& [key, value] : left.items()) {
    if (right.is_object() && right.contains(key) && right[key] == value) continue;
    names.append(names.empty() ? "" : ", ").append(key);
  }
  return names.empty() ? "its identity" : names;
}

/// The contents of a ledger, indexed by what a plan asks for, because both may have very many runs.
class StoredRuns {
 public:
  /// @param ledger  nullptr if there is none
  explicit StoredRuns(const LedgerContents* ledger) : has_ledger_{ledger != nullptr} {
    if (ledger == nullptr) return;
    for (const auto& stored : ledger->runs) {
      by_identity_.emplace(stored.row.identity, &stored);
      by_name_[{stored.row.configuration, stored.row.problem}] = &stored;
    }
  }

  LedgerState look_up(const Run& run, const std::variant<Inputs, Quantity>& known) const {
    if (!has_ledger_) return {"new", "there is no ledger", {}};
    if (const auto* missing = std::get_if<Quantity>(&known)) {
      return {"unknown", fmt::format("depends on its input {}", name_of(*missing)), {}};
    }
    const std::string identity = identity_of(run, std::get<Inputs>(known));
    if (const auto found = by_identity_.find(identity); found != by_identity_.end()) {
      const auto& stored = *found->second;
      if (stored.conclusion) return {"reused", "the ledger has it", stored.conclusion->outcomes};
      if (!stored.done.empty()) {
        return {"resumed", "the ledger has " + pluralise(stored.done.size(), "unit") + " of it", {}};
      }
    }
    const auto other = by_name_.find({run.configuration->name, to_string(run.problem)});
    if (other == by_name_.end() || other->second->row.identity == identity)
      return {"new", "the ledger does not have it", {}};
    return {"new", "the ledger has it, but with different " + difference(identity, other->second->row.identity), {}};
  }

 private:
  bool has_ledger_;
  std::unordered_map<std::string_view, const LedgerContents::Run*> by_identity_;
  std::map<std::pair<std::string_view, std::string_view>, const LedgerContents::Run*> by_name_;  ///< the newest
};

/// Returns "3 of 12", or "3, needs about 12" if a target error ends the run.
std::string measured_text(const std::optional<Measurement>& measurement) {
  if (!measurement) return "-";
  std::string text = std::to_string(measurement->measured);
  if (measurement->target_units) return fmt::format("{}, needs about {:.0f}", text, *measurement->target_units);
  return measurement->units ? fmt::format("{} of {}", text, *measurement->units) : text;
}

/// Returns the interval of the time of all units, if more than one was measured.
std::optional<std::pair<double, double>> likely(const Measurement& measurement) {
  if (!measurement.unit_seconds || !measurement.standard_error || measurement.draws < 2) return std::nullopt;
  return confidence_interval_of_seconds(*measurement.unit_seconds, *measurement.standard_error, measurement.draws);
}

/// Returns the cost without a limit in seconds: "3 h 20 min +- 4 %"; if the error is large, or few units were measured,
/// with the interval: "44 min (9 min to 4 h)".
std::string unlimited_cost_text(const Measurement& measurement) {
  const double seconds = measurement.prepare_seconds + *measurement.unit_seconds;
  std::string text = seconds_text(seconds);
  if (!measurement.standard_error) return text + ", by one unit";
  const double share = *measurement.standard_error / seconds;
  if (share <= 0) return text;
  const auto interval = likely(measurement);
  if (interval && measurement.prepare_seconds + interval->second > max_ratio_shown_as_value * seconds) {
    return fmt::format("{} ({} to {})", text, seconds_text(measurement.prepare_seconds + interval->first),
                       seconds_text(measurement.prepare_seconds + interval->second));
  }
  return fmt::format("{} +- {:.2g} %", text, 100 * share);
}

/// Returns the cost in processor time; a limit in seconds applies to each thread.
std::string cost_text(const std::optional<Measurement>& measurement) {
  if (!measurement) return "?";
  const auto& limit = measurement->seconds_limit;
  const std::string limit_text = limit ? seconds_text(*limit) + " a thread" : "";
  if (!measurement->unit_seconds) return limit ? limit_text : "?";
  const std::string text = unlimited_cost_text(*measurement);
  return limit ? text + ", at most " + limit_text : text;
}

/// The distribution of a run's units over parts.
struct Sharing {
  std::optional<Split> split;
  std::string text;
};

Sharing share_out(const Plan& plan, const Run& run, const std::variant<Inputs, Quantity>& known, std::uint64_t parts) {
  if (const auto reason = why_not_split(run)) return {std::nullopt, *reason};
  if (const auto* missing = std::get_if<Quantity>(&known)) {
    return {std::nullopt, why_not_split(plan, run, *missing)};
  }
  const auto job = run.strategy->prepare({run.problem, run.counted, std::get<Inputs>(known), {}});
  if (const auto reason = why_not_split(*job)) return {std::nullopt, *reason};
  const Split split = split_of(*job, parts);
  return {split,
          fmt::format("at most {}, {:.3g} % of the work", pluralise(split.max_units, "unit"), 100 * split.max_weight)};
}

/// Returns the inputs as in the results document: by quantity, the run that counts it, or the given value.
Json inputs_json(const Plan& plan, const Run& run) {
  Json json = Json::object();
  for (const auto& [quantity, source] : run.sources) {
    const auto* const number = std::get_if<std::size_t>(&source);
    json[std::string{name_of(quantity)}] =
        number != nullptr ? plan.runs[*number].configuration->name : to_decimal(std::get<Given>(source).value);
  }
  return json;
}

/// Returns "grids from band_classes".
std::string inputs_text(const Json& inputs) {
  std::string text;
  for (const auto& [quantity, source] : inputs.items())
    text += fmt::format("{}{} from {}", text.empty() ? "" : ", ", quantity, source.get<std::string>());
  return text;
}

Json sharing_json(const Sharing& sharing) {
  Json json{{"is_split", sharing.split.has_value()}, {"text", sharing.text}};
  if (sharing.split) {
    json["units"] = sharing.split->units;
    json["max_units"] = sharing.split->max_units;
    json["max_weight"] = sharing.split->max_weight;
  }
  return json;
}

Json measurement_json(const std::optional<Measurement>& measurement) {
  if (!measurement) return {};
  const auto number = [](const auto& value) { return value ? Json(*value) : Json(); };
  const auto interval = likely(*measurement);
  return {{"units", number(measurement->units)},
          {"target_units", number(measurement->target_units)},
          {"seconds_limit", number(measurement->seconds_limit)},
          {"measured_units", measurement->measured},
          {"prepare_seconds", measurement->prepare_seconds},
          {"unit_seconds", number(measurement->unit_seconds)},
          {"standard_error", number(measurement->standard_error)},
          {"low", interval ? Json(interval->first) : Json()},
          {"high", interval ? Json(interval->second) : Json()}};
}

}  // namespace

Rendering describe_plan(const Plan& plan, const LedgerContents* ledger, std::optional<double> measure_seconds,
                        std::optional<std::uint64_t> parts, std::size_t width, bool is_quiet) {
  Json json{{"runs", Json::array()}, {"not_applicable", Json::array()}};
  using enum TextTable::Align;
  TextTable table{{{"problem"},
                   {"strategy"},
                   {"quantities"},
                   {"takes"},
                   {"units", right},
                   {"memory", right},
                   {"measured", right},
                   {"processor time", right},
                   {"each of " + pluralise(parts.value_or(0), "part")},
                   {"state"}}};
  const StoredRuns stored{ledger};
  std::vector<LedgerState> kept;
  std::vector<std::vector<std::string>> rows;
  bool is_unknown = false;
  std::vector<std::string> remarks;
  std::atomic<std::size_t> current = 0;
  const ProgressNote progress{[&] {
                                const std::size_t number = current;
                                return fmt::format("run {} of {}: {}: {}", number + 1, plan.runs.size(),
                                                   plan.runs[number].name(),
                                                   measure_seconds ? "measuring" : "preparing");
                              },
                              is_quiet || (!measure_seconds && !parts) || plan.runs.empty()};
  for (const auto& run : plan.runs) {
    current = run.number;
    const auto inputs = inputs_of(run, [&kept](std::size_t number) {
      const auto& outcomes = kept[number].outcomes;
      return outcomes ? &*outcomes : nullptr;
    });
    LedgerState& state = kept.emplace_back(stored.look_up(run, inputs));
    auto units = run.offer.units;
    std::optional<Measurement> measured;
    if (measure_seconds && state.state != "reused" && std::holds_alternative<Inputs>(inputs)) {
      try {
        measured = measure(run, std::get<Inputs>(inputs), *measure_seconds);
        if (measured->units) units = measured->units;
      } catch (const std::exception& error) {
        state.why += fmt::format("; cannot be measured: {}", error.what());
      }
    }
    std::optional<Sharing> sharing;
    if (parts) {
      try {
        sharing = share_out(plan, run, inputs, *parts);
        if (sharing->split) units = sharing->split->units;
      } catch (const std::exception& error) {
        sharing = Sharing{std::nullopt, fmt::format("cannot be prepared: {}", error.what())};
      }
    }
    if (sharing && !sharing->split) {
      remarks.push_back(
          fmt::format("Not split, but counted by the run with all parts: {}: {}", run.name(), sharing->text));
    }
    is_unknown = is_unknown || !units;
    Json entry{{"problem", to_json(run.problem)},
               {"strategy", run.configuration->plugin->about.id},
               {"configuration", run.configuration->name},
               {"quantities", names_of(run.quantities)},
               {"inputs", inputs_json(plan, run)},
               {"units", units ? Json(*units) : Json()},
               {"memory_bytes", run.offer.memory_bytes ? Json(*run.offer.memory_bytes) : Json()},
               {"state", state.state},
               {"why", state.why}};
    if (measure_seconds) entry["measurement"] = measurement_json(measured);
    if (sharing) entry["parts"] = sharing_json(*sharing);
    // A reader of costs needs fewer columns: `measured` says "3 of 12", and problem and configuration name a run.
    const std::string units_text = units ? std::to_string(*units) : "?";
    rows.push_back({to_string(run.problem), run.configuration->name,
                    measure_seconds ? "" : join(names_of(run.quantities)), inputs_text(entry["inputs"]),
                    measure_seconds ? "" : units_text,
                    run.offer.memory_bytes ? bytes_text(*run.offer.memory_bytes) : "?",
                    measure_seconds ? measured_text(measured) : "", measure_seconds ? cost_text(measured) : "",
                    sharing && sharing->split ? sharing->text : "", state.state + ": " + state.why});
    json["runs"].push_back(std::move(entry));
  }
  if (is_unknown && !measure_seconds && !parts) {
    remarks.emplace_back(
        "Units marked ? are known once a run is prepared: --measure SECONDS prepares it, counts some of them and "
        "estimates the cost of all.");
  }
  for (const auto& refused : plan.not_applicable) {
    remarks.push_back(refusal_text(refused.configuration->name, refused.problem, refused.quantities, refused.reason));
    json["not_applicable"].push_back({{"problem", to_json(refused.problem)},
                                      {"configuration", refused.configuration->name},
                                      {"reason", refused.reason}});
  }
  const bool is_same = std::ranges::all_of(rows, [&](const auto& row) { return row.back() == rows.front().back(); });
  if (is_same && !rows.empty()) remarks.insert(remarks.begin(), fmt::format("Every run is {}.", rows.front().back()));
  for (auto& row : rows) {
    if (is_same) row.back().clear();
    table.add(row);
  }
  Lines lines{width};
  lines.add(table);
  for (const auto& remark : remarks) lines.add_wrapped(remark, 4);
  return {.text = lines.text(), .json = std::move(json)};
}

std::vector<Diagnostic> gaps_of(const Experiment& experiment, const Plan& plan) {
  constexpr std::size_t max_reasons = 3;
  std::set<const Configuration*> at_work;
  for (const auto& run : plan.runs) at_work.insert(run.configuration);
  std::vector<Diagnostic> gaps;
  for (const auto& configuration : experiment.configurations) {
    if (at_work.contains(&configuration) || !configuration.is_first_seed) continue;
    std::vector<std::pair<std::string, std::vector<std::string>>> problems_by_reason;
    std::set<Problem> named;  // for the first of its quantities
    for (const auto& refused : plan.not_applicable) {
      if (refused.configuration != &configuration || !named.insert(refused.problem).second) continue;
      auto found = std::ranges::find(problems_by_reason, refused.reason, [](const auto& each) { return each.first; });
      if (found == problems_by_reason.end()) found = problems_by_reason.insert(found, {refused.reason, {}});
      found->second.push_back(to_string(refused.problem));
    }
    std::string reasons;
    for (std::size_t i = 0; i < std::min(max_reasons, problems_by_reason.size()); ++i) {
      const auto& [reason, problems] = problems_by_reason[i];
      reasons += (i == 0 ? ": " : "; ") + first_names(problems) + ": " + reason;
    }
    if (problems_by_reason.size() > max_reasons) reasons += "; ...";
    gaps.push_back(configuration_error(configuration, "takes none of the problems" + reasons));
  }
  std::vector<std::string> names;
  for (const auto& problem : unanswered_problems(experiment, plan)) names.push_back(to_string(problem));
  if (!names.empty()) {
    gaps.push_back({{.file = experiment.file}, "problems", "no strategy takes " + first_names(names), {}});
  }
  return gaps;
}

}  // namespace gridcensus::host
