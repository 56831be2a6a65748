#include "host/report/sweep_tables.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace gridcensus::host {

namespace {

using Document = ResultsDocument;

/// Returns the parameters and the seed of a name such as "mc@samples=1000@seed=2", in its order.
std::vector<std::pair<std::string, std::string>> swept_values(const Document::Run& run) {
  std::vector<std::pair<std::string, std::string>> values;
  const std::string& name = run.run_id.configuration;
  for (auto at = name.find('@'); at != std::string::npos;) {
    const auto next = name.find('@', at + 1);
    const std::string pair = name.substr(at + 1, next == std::string::npos ? next : next - at - 1);
    const auto equals = pair.find('=');
    const std::string parameter = pair.substr(0, equals);
    std::string value = equals == std::string::npos ? "" : pair.substr(equals + 1);
    // A name has "value_2" for a value that is too long; the parameters have the complete value.
    if (const auto known = run.parameters.find(parameter); known != run.parameters.end()) value = known->second;
    values.emplace_back(parameter, std::move(value));
    at = next;
  }
  return values;
}

/// Adds the axes on which the runs differ, and the position of each run on them.
void add_axes(SweepTable& table) {
  std::vector<std::string> names;
  std::vector<std::map<std::string, std::string>> values_of;
  for (const auto& point : table.points) {
    auto& values = values_of.emplace_back();
    for (auto& [name, value] : swept_values(*point.run)) {
      if (std::ranges::find(names, name) == names.end()) names.push_back(name);
      values.emplace(name, std::move(value));
    }
  }
  std::stable_partition(names.begin(), names.end(), [](const std::string& name) { return name != seed_axis; });
  for (const auto& name : names) {
    SweepAxis axis{.name = name, .values = {}};
    std::vector<std::size_t> places;
    for (auto& values : values_of) {
      const std::string& value = values[name];
      const auto found = std::ranges::find(axis.values, value);
      places.push_back(static_cast<std::size_t>(found - axis.values.begin()));
      if (found == axis.values.end()) axis.values.push_back(value);
    }
    if (axis.values.size() < 2) continue;
    table.axes.push_back(std::move(axis));
    for (std::size_t i = 0; i < places.size(); ++i) table.points[i].at.push_back(places[i]);
  }
}

/// Returns whether an earlier quantity of the same run has an estimate of which this one is a constant multiple.
bool is_restated(const Document& document, const Document::OutcomeEntry& entry) {
  if (entry.follows_from) return true;
  const auto* const own = std::get_if<Estimate>(&entry.outcome);
  if (own == nullptr) return false;
  for (const auto* other : document.outcomes_of(entry.run_id)) {
    if (other == &entry) return false;
    const auto* const estimate = std::get_if<Estimate>(&other->outcome);
    if (estimate != nullptr && is_constant_multiple(*estimate, *own)) return true;
  }
  return false;
}

}  // namespace

std::vector<SweepTable> sweep_tables(const Document& document) {
  std::map<const Document::OutcomeEntry*, Score> scores;
  for (Score& score : scores_of(document)) {
    const auto* const outcome = score.outcome;
    scores.emplace(outcome, std::move(score));
  }
  using Key = std::tuple<std::string, std::string, Problem, Quantity>;
  std::map<Key, std::size_t> index_of;
  std::vector<SweepTable> tables;
  for (const auto& entry : document.outcomes) {
    const auto* const run = document.run_of(entry.run_id);
    const std::string base = base_of(entry.run_id.configuration);
    if (run == nullptr || base == entry.run_id.configuration || is_restated(document, entry)) continue;
    const auto [place, is_new] =
        index_of.try_emplace({base, entry.run_id.strategy, entry.run_id.problem, entry.quantity}, tables.size());
    if (is_new) tables.push_back({base, entry.run_id.strategy, entry.run_id.problem, entry.quantity, {}, {}});
    SweepPoint point{.at = {}, .outcome = &entry, .run = run};
    if (const auto score = scores.find(&entry); score != scores.end()) point.score = score->second;
    tables[place->second].points.push_back(std::move(point));
  }
  for (auto& table : tables) add_axes(table);
  std::erase_if(tables, [](const SweepTable& table) { return table.axes.empty(); });
  return tables;
}

std::vector<SweepSummary> summaries_of(const SweepTable& table) {
  struct Sums {
    Real squared_errors = 0;
    double squared_z = 0;
    std::size_t scores = 0;
    std::vector<Real> estimates;
  };
  const std::size_t axes = table.axes.size() - (table.has_seeds() ? 1 : 0);
  std::map<std::vector<std::size_t>, std::size_t> index_of;
  std::vector<SweepSummary> summaries;
  std::vector<Sums> sums;
  for (const auto& point : table.points) {
    const std::vector<std::size_t> key{point.at.begin(), point.at.begin() + static_cast<std::ptrdiff_t>(axes)};
    const auto [place, is_new] = index_of.try_emplace(key, summaries.size());
    if (is_new) {
      summaries.emplace_back();
      sums.emplace_back();
      for (std::size_t axis = 0; axis < axes; ++axis) summaries.back().values.push_back(table.value_at(point, axis));
    }
    SweepSummary& summary = summaries[place->second];
    Sums& sum = sums[place->second];
    ++summary.runs;
    summary.seconds += point.run->seconds;
    if (point.score) {
      sum.squared_z += point.score->z * point.score->z;
      ++sum.scores;
    }
    if (const auto* const estimate = point.estimate()) {
      sum.estimates.push_back(estimate->value);
      sum.squared_errors += estimate->standard_error * estimate->standard_error;
      summary.samples += static_cast<double>(estimate->samples);
    }
  }
  for (std::size_t i = 0; i < summaries.size(); ++i) {
    SweepSummary& summary = summaries[i];
    const Sums& sum = sums[i];
    summary.seconds /= static_cast<double>(summary.runs);
    summary.estimates = sum.estimates.size();
    if (sum.scores > 0) summary.rms_z = std::sqrt(sum.squared_z / static_cast<double>(sum.scores));
    if (sum.estimates.empty()) continue;
    const auto count = static_cast<Real>(sum.estimates.size());
    for (const Real value : sum.estimates) summary.mean += value / count;
    summary.standard_error = std::sqrt(sum.squared_errors / count);
    summary.samples /= static_cast<double>(sum.estimates.size());
    if (sum.estimates.size() < 2) continue;
    Real squares = 0;
    for (const Real value : sum.estimates) squares += (value - summary.mean) * (value - summary.mean);
    summary.spread = std::sqrt(squares / (count - 1));
  }
  return summaries;
}

std::optional<double> inefficiency(Real value, Real standard_error, double seconds) {
  if (value == 0 || !(standard_error > 0) || !(seconds > 0)) return std::nullopt;
  const Real relative = standard_error / value;
  return static_cast<double>(relative * relative) * seconds;
}

}  // namespace gridcensus::host
