#include "host/base/text.hpp"
#include "host/compare/comparison.hpp"
#include "host/compare/measured.hpp"

#include <boost/math/distributions/fisher_f.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace gridcensus::host {

namespace {

/// The spread of several estimates of one number.
struct Spread {
  Real mean = 0;            ///< weighted by the inverse squares of the errors
  Real standard_error = 0;  ///< of the mean
  double chi_squared = 0;
  double p_value = 1;
};

/// Returns nullopt if an estimate has no error because its samples were all equal.
std::optional<Spread> spread_of(const std::vector<const Estimate*>& estimates) {
  // In units of one of the errors, so no square leaves the range of the numbers.
  const Real unit = estimates.front()->standard_error;
  if (std::ranges::any_of(estimates, [](const Estimate* each) { return !(each->standard_error > 0); })) {
    return std::nullopt;
  }
  const auto weight = [unit](const Estimate& each) {
    const Real ratio = unit / each.standard_error;
    return ratio * ratio;
  };
  Real weights = 0;
  Real sum = 0;
  for (const auto* each : estimates) {
    weights += weight(*each);
    sum += weight(*each) * each->value;
  }
  Spread spread{.mean = sum / weights, .standard_error = unit / std::sqrt(weights)};
  Real squares = 0;
  Real unsure = 0;  // the uncertainty of the errors
  for (const auto* each : estimates) {
    const Real distance = (each->value - spread.mean) / each->standard_error;
    squares += distance * distance;
    const Real rest = 1 - weight(*each) / weights;
    unsure += rest * rest / freedom_of(*each);
  }
  const auto count = static_cast<Real>(estimates.size());
  const Real f = squares / (count - 1) / (1 + 2 * (count - 2) / (count * count - 1) * unsure);
  // Capped where F is the chi-squared distribution to about twelve digits.
  const Real freedom = std::min<Real>(max_freedom, (count * count - 1) / (3 * unsure));
  const boost::math::fisher_f_distribution<double> fisher{static_cast<double>(count) - 1, static_cast<double>(freedom)};
  spread.chi_squared = static_cast<double>(squares);
  spread.p_value = std::isfinite(static_cast<double>(f))
                       ? boost::math::cdf(boost::math::complement(fisher, static_cast<double>(f)))
                       : 0.0;
  return spread;
}

}  // namespace

Comparison compare_spread(const std::string& what, const std::string& name, const Side& first,
                          const std::vector<const Estimate*>& estimates) {
  const std::string seeds = pluralise(estimates.size(), "seed");
  Comparison comparison{.subject = fmt::format("spread of {} by {} over {}", what, name, seeds),
                        .left = first,
                        .right = {.kind = OriginKind::invariant,
                                  .name = "the same mean with every seed",
                                  .problem = first.problem,
                                  .quantity = first.quantity}};
  comparison.left.name = name;
  comparison.shared = {{SharedKind::strategy, first.witness.strategy, "the same strategy, with other random numbers"}};
  const auto spread = spread_of(estimates);
  if (!spread) {
    comparison.left.value = comparison.right.value = "unknown";
    comparison.note = "the samples of one seed show no spread, so nothing is known of its error";
    return comparison;
  }
  comparison.left.value = fmt::format("{:.8Lg} +- {:.3Lg} over {}", spread->mean, spread->standard_error, seeds);
  comparison.right.value = fmt::format("chi-squared {:.4g}, {} expected", spread->chi_squared, estimates.size() - 1);
  comparison.verdict = Verdict::consistent;
  comparison.p_value = spread->p_value;
  return comparison;
}

}  // namespace gridcensus::host
