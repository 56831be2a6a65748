#include "host/graph/share.hpp"

#include "host/graph/progress_board.hpp"
#include "host/graph/unit_weights.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <queue>
#include <utility>
#include <variant>

namespace gridcensus::host {

namespace {

constexpr auto no_end = "the number of samples is not fixed, so a part would never end (set `samples`)";
constexpr auto ends_by_time =
    "it ends by a limit of seconds, which is the machine's and no part's (leave `seconds` out)";

/// Calls `deal(unit, part)` for each unit, with parts from 0.
template <class Deal>
void deal_out(const UnitWeights& weights, std::uint64_t units, std::uint64_t parts, const Deal& deal) {
  std::vector<double> weight(units);
  for (std::uint64_t unit = 0; unit < units; ++unit) weight[unit] = weights.of(unit);
  std::vector<std::uint64_t> heaviest_first(units);
  std::iota(heaviest_first.begin(), heaviest_first.end(), std::uint64_t{0});
  std::ranges::stable_sort(heaviest_first, std::greater{}, [&](std::uint64_t unit) { return weight[unit]; });
  using Load = std::pair<double, std::uint64_t>;  // weight so far, part
  std::priority_queue<Load, std::vector<Load>, std::greater<>> loads;
  for (std::uint64_t part = 0; part < std::min(parts, units); ++part) loads.emplace(0, part);
  for (const auto unit : heaviest_first) {
    const auto [load, lightest] = loads.top();
    loads.pop();
    deal(unit, lightest);
    loads.emplace(load + weight[unit], lightest);
  }
}

}  // namespace

Share::Share(const Job& job, const Part& part, std::uint64_t turn)
    : first_{(part.number - 1 + part.count - turn % part.count) % part.count}, parts_{part.count}, units_{job.units()} {
  const UnitWeights weights{job, units_};
  if (!weights.are_individual()) {
    size_ = units_ > first_ ? (units_ - first_ - 1) / parts_ + 1 : 0;
    weight_ = static_cast<double>(size_);
    return;
  }
  deal_out(weights, units_, parts_, [&](std::uint64_t unit, std::uint64_t owner) {
    if (owner != first_) return;
    chosen_.push_back(unit);
    weight_ += weights.of(unit);
  });
  std::ranges::sort(chosen_);
  size_ = chosen_.size();
}

Split split_of(const Job& job, std::uint64_t parts) {
  const std::uint64_t units = job.units();
  const UnitWeights weights{job, units};
  if (!weights.are_individual()) return {units, (units - 1) / parts + 1, 1 / static_cast<double>(parts)};
  std::vector<std::uint64_t> sizes(std::min(parts, units));
  std::vector<double> loads(sizes.size());
  deal_out(weights, units, parts, [&](std::uint64_t unit, std::uint64_t owner) {
    ++sizes[owner];
    loads[owner] += weights.of(unit);
  });
  if (sizes.empty()) return {};
  return {units, *std::ranges::max_element(sizes), *std::ranges::max_element(loads) / weights.total()};
}

std::uint64_t Share::at(std::uint64_t place) const {
  return chosen_.empty() ? first_ + place * parts_ : chosen_[place];
}

bool Share::contains(std::uint64_t unit) const {
  if (size_ == 0) return false;
  if (!chosen_.empty()) return std::ranges::binary_search(chosen_, unit);
  return unit < units_ && unit % parts_ == first_;
}

bool has_sampling_limit(const Run& run, std::string_view name) {
  return std::ranges::any_of(run.configuration->plugin->parameters,
                             [&](const ParameterSpec& spec) { return spec.ends_sampling && spec.name == name; });
}

std::optional<double> sampling_limit(const Run& run, std::string_view name) {
  const auto& values = run.configuration->parameters;
  const auto found = values.find(std::string{name});
  if (!run.is_sampled() || !has_sampling_limit(run, name) || found == values.end()) return std::nullopt;
  if (const auto* const real = std::get_if<double>(&found->second)) return *real;
  if (const auto* const integer = std::get_if<std::int64_t>(&found->second)) return static_cast<double>(*integer);
  return std::nullopt;
}

std::optional<std::string> why_not_split(const Run& run) {
  if (!run.is_sampled()) return std::nullopt;
  if (has_sampling_limit(run, limit_of_samples) && !sampling_limit(run, limit_of_samples)) return no_end;
  if (sampling_limit(run, limit_of_seconds)) return ends_by_time;
  return std::nullopt;
}

std::optional<std::string> why_not_split(const Job& job) {
  if (job.units() > ProgressBoard::endless_units) return no_end;
  if (job.seconds_limit()) return ends_by_time;
  return std::nullopt;
}

std::string why_not_split(const Plan& plan, const Run& run, Quantity missing_input) {
  const auto source = std::get<std::size_t>(run.sources.at(missing_input));
  return "it needs " + std::string{name_of(missing_input)} + " from " + plan.runs.at(source).name();
}

std::optional<std::string> why_not_split(const Plan& plan, const Run& run) {
  auto reason = why_not_split(run);
  for (const auto& [quantity, source] : run.sources) {
    if (!reason && std::holds_alternative<std::size_t>(source)) reason = why_not_split(plan, run, quantity);
  }
  return reason;
}

}  // namespace gridcensus::host
