#include "host/report/sweep_tables.hpp"

#include "gridcensus/integer.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

namespace gridcensus::host {

namespace {

using Document = ResultsDocument;

/// A run of a sweep, with its parameters and seed.
struct Point {
  const Document::OutcomeEntry* outcome = nullptr;
  const Document::Run* run = nullptr;
  std::vector<std::pair<std::string, std::string>> values;  ///< by parameter, in the order of the name

  std::string value_of(const std::string& parameter) const {
    const auto found = std::ranges::find(values, parameter, &std::pair<std::string, std::string>::first);
    return found == values.end() ? "" : found->second;
  }
};

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

/// Returns the parameters on which the runs differ, without the seed.
std::vector<std::string> axes_of(const std::vector<Point>& points) {
  std::vector<std::string> axes;
  for (const Point& point : points) {
    for (const auto& [name, value] : point.values) {
      if (name != "seed" && std::ranges::find(axes, name) == axes.end()) axes.push_back(name);
    }
  }
  std::erase_if(axes, [&](const std::string& name) {
    return std::ranges::all_of(
        points, [&](const Point& point) { return point.value_of(name) == points.front().value_of(name); });
  });
  return axes;
}

/// Returns whether two estimates of one run are constant multiples of each other, as those of grids and of relabelling
/// classes: then their relative errors are equal but for rounding.
bool is_constant_multiple(const Estimate& one, const Estimate& other) {
  if (one.value == 0 || other.value == 0 || other.standard_error == 0) return false;
  constexpr Real rounding = 1e-9L;
  const Real relative = other.standard_error / other.value;
  return std::fabs(one.standard_error / one.value - relative) <= rounding * std::fabs(relative);
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

/// Returns the largest distance of an estimate from an exact value of its quantity [standard errors], with its sign.
std::optional<double> distance_of(const Document& document, const Document::OutcomeEntry& entry) {
  std::optional<double> largest;
  for (const auto& [verdict, own, other] : document.verdicts_on(entry)) {
    if (!verdict->z || !parse_integer(other->value) || other->quantity != entry.quantity) continue;
    const double z = own == &verdict->left ? *verdict->z : -*verdict->z;
    if (!largest || std::fabs(z) > std::fabs(*largest)) largest = z;
  }
  return largest;
}

SweepRow row_of(const Document& document, std::vector<std::string> values, const std::vector<const Point*>& points) {
  SweepRow row{.values = std::move(values), .first = points.front()->outcome, .runs = points.size()};
  std::vector<Real> estimates;
  std::vector<double> distances;
  Real squared_errors = 0;
  double squared_distances = 0;
  for (const Point* const point : points) {
    row.seconds += point->run->seconds / static_cast<double>(points.size());
    const auto* const estimate = std::get_if<Estimate>(&point->outcome->outcome);
    if (estimate == nullptr) continue;
    estimates.push_back(estimate->value);
    squared_errors += estimate->standard_error * estimate->standard_error;
    if (const auto distance = distance_of(document, *point->outcome)) {
      distances.push_back(*distance);
      squared_distances += *distance * *distance;
    }
  }
  row.estimates = estimates.size();
  if (estimates.empty()) return row;
  const auto count = static_cast<Real>(estimates.size());
  for (const Real value : estimates) row.mean += value / count;
  row.standard_error = std::sqrt(squared_errors / count);
  if (!distances.empty()) {
    const double rms = std::sqrt(squared_distances / static_cast<double>(distances.size()));
    row.distance = row.runs == 1 ? distances.front() : rms;
  }
  if (estimates.size() < 2) return row;
  Real squares = 0;
  for (const Real value : estimates) squares += (value - row.mean) * (value - row.mean);
  row.spread = std::sqrt(squares / (count - 1));
  return row;
}

}  // namespace

bool SweepTable::has_seeds() const {
  return std::ranges::any_of(rows, [](const SweepRow& row) { return row.runs > 1; });
}

std::vector<SweepTable> sweep_tables(const Document& document) {
  using Key = std::tuple<std::string, std::string, Problem, Quantity>;
  std::map<Key, std::size_t> index_of;
  std::vector<SweepTable> tables;
  std::vector<std::vector<Point>> points_of;
  for (const auto& entry : document.outcomes) {
    const auto* const run = document.run_of(entry.run_id);
    const auto& [problem, strategy, configuration] = entry.run_id;
    const std::string base = configuration.substr(0, configuration.find('@'));
    if (run == nullptr || base == configuration || is_restated(document, entry)) continue;
    const auto [place, is_new] = index_of.try_emplace({base, strategy, problem, entry.quantity}, tables.size());
    if (is_new) {
      tables.push_back({base, problem, entry.quantity});
      points_of.emplace_back();
    }
    points_of[place->second].push_back({&entry, run, swept_values(*run)});
  }
  for (std::size_t i = 0; i < tables.size(); ++i) {
    SweepTable& table = tables[i];
    table.axes = axes_of(points_of[i]);
    std::vector<std::pair<std::vector<std::string>, std::vector<const Point*>>> groups;
    for (const Point& point : points_of[i]) {
      std::vector<std::string> values;
      for (const auto& axis : table.axes) values.push_back(point.value_of(axis));
      auto group = std::ranges::find_if(groups, [&](const auto& each) { return each.first == values; });
      if (group == groups.end()) group = groups.emplace(groups.end(), std::move(values), std::vector<const Point*>{});
      group->second.push_back(&point);
    }
    for (auto& [values, points] : groups) table.rows.push_back(row_of(document, std::move(values), points));
  }
  std::erase_if(tables, [](const SweepTable& table) { return table.axes.empty() && !table.has_seeds(); });
  return tables;
}

}  // namespace gridcensus::host
