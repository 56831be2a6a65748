#include "statistics/alarm_rates.hpp"

#include "gridcensus/rules.hpp"
#include "host/compare/comparer.hpp"
#include "support/loaded_plugin.hpp"
#include "support/places.hpp"

#include <boost/math/distributions/binomial.hpp>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <stdexcept>
#include <variant>
#include <vector>

namespace gridcensus::statistics {

namespace {

using namespace gridcensus::host;

ParameterValues read(const std::string& parameters, const std::vector<ParameterSpec>& specs) {
  ParameterValues values;
  std::istringstream words{parameters};
  for (std::string word; words >> word;) {
    const auto equals = word.find('=');
    const auto spec = std::ranges::find(specs, word.substr(0, equals), &ParameterSpec::name);
    if (spec == specs.end()) throw std::runtime_error{word + ": no such parameter"};
    values[spec->name] = parse_parameter(*spec, word.substr(equals + 1));
  }
  return values;
}

Report report_of(const Job& job, std::uint64_t seed) {
  constexpr std::uint64_t stream = 7;
  Tally total;
  std::uint64_t units = 0;
  while (units < job.units()) {
    const UnitContext context{{seed, stream, units++}};
    total.add(job.run(units - 1, context));
    if (job.is_enough(total, units)) break;
  }
  return job.conclude(total, units);
}

bool is_alarm(const Comparer& comparer, const Setting& setting, const Problem& problem, const Estimate& estimate) {
  constexpr double confidence = 0.99;
  const Side origin{.kind = OriginKind::run, .name = "sampled", .problem = problem};
  auto comparisons = comparer.compare_with_known({.outcomes = {{origin, setting.quantity, estimate}}, .findings = {}});
  Comparer::judge(comparisons, confidence);
  return std::ranges::any_of(comparisons, [](const auto& each) { return each.verdict == Verdict::disagree; });
}

}  // namespace

std::string to_string(const Setting& setting) {
  return to_string(setting.shape) + (setting.rules == "classic" ? "" : " " + setting.rules) + " " + setting.strategy +
         (setting.quantity == Quantity::grids ? "" : " " + std::string{name_of(setting.quantity)}) + " " +
         setting.parameters;
}

AlarmRates measure(const Setting& setting, int seeds) {
  const auto& plugin = gridcensus::testing::load(gridcensus::testing::plugin_file(setting.strategy));
  const auto strategy = gridcensus::testing::create(plugin, read(setting.parameters, plugin.parameters()));
  const Problem problem =
      setting.rules == "classic" ? Problem{setting.shape} : parse_problem(setting.shape, setting.rules);
  auto reason = gridcensus::testing::why_refused(*strategy, problem, setting.quantity);
  if (!reason.empty()) return {.reason = std::move(reason)};
  const auto job = strategy->prepare({.problem = problem, .quantities = {setting.quantity}, .inputs = {}, .poll = {}});
  const Comparer comparer{{{{.kind = OriginKind::expected, .name = "expected", .problem = problem},
                            setting.quantity,
                            Exact{setting.truth}}},
                          nullptr};
  const Real truth = to_real(setting.truth);
  AlarmRates rates;
  rates.seeds = seeds;
  Moments errors;
  Moments samples;
  for (int seed = 1; seed <= seeds; ++seed) {
    const auto report = report_of(*job, static_cast<std::uint64_t>(seed));
    const auto& outcome = report.outcomes.at(setting.quantity);
    const auto* const estimate = std::get_if<Estimate>(&outcome);
    if (estimate == nullptr) {
      rates.reason = std::get<Unfinished>(outcome).reason;
      continue;
    }
    ++rates.shown;
    errors.add(estimate->value / truth - 1);
    samples.add(static_cast<Real>(estimate->samples));
    if (truth > estimate->high) ++rates.missed_above;
    if (truth < estimate->low) ++rates.missed_below;
    if (is_alarm(comparer, setting, problem, *estimate)) ++(estimate->value < truth ? rates.too_low : rates.too_high);
  }
  rates.mean_samples = static_cast<double>(samples.mean);
  rates.bias = static_cast<double>(errors.mean);
  rates.error_of_bias = static_cast<double>(errors.standard_error());
  rates.error_of_single = std::sqrt(static_cast<double>(errors.variance()));
  return rates;
}

ShareInterval share_interval(int hits, int trials) {
  using Binomial = boost::math::binomial_distribution<double>;
  constexpr double tail = 0.025;
  if (trials == 0) return {};
  return {hits == 0 ? 0 : Binomial::find_lower_bound_on_p(trials, hits, tail),
          hits == trials ? 1 : Binomial::find_upper_bound_on_p(trials, hits, tail)};
}

}  // namespace gridcensus::statistics
