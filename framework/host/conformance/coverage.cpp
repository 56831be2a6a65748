#include "host/conformance/check.hpp"
#include "host/conformance/subject.hpp"

#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/normal.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace gridcensus::host::conformance {

namespace {

const std::vector<Shape> known_shapes{{2, 3}, {3, 2}, {2, 2}, {2, 4}, {4, 2}, {3, 3}};
constexpr std::uint64_t seeds = 100;
constexpr std::size_t min_seeds = 20;
constexpr std::int64_t samples = 2000;
/// The probability that a correct strategy fails, for each of the two tests.
constexpr double level = 1e-4;

/// The estimates of one quantity, by seed.
struct Sampled {
  Shape shape;
  Quantity quantity{};
  Real truth = 0;
  std::vector<Estimate> estimates;
  std::size_t unfinished = 0;
  std::string reason;  ///< of the last unfinished outcome
};

/// Returns everything that the strategy estimates for a shape and whose true value is known, without what follows from
/// another of these values.
std::vector<Sampled> estimates_with_known_value(const Subject& subject, Shape shape) {
  std::vector<Sampled> all;
  std::set<Quantity> bases;
  for (const auto quantity : subject.accepted(shape)) {
    const auto truth = subject.published_value(shape, quantity);
    if (subject.kind(quantity) != Kind::estimate || !truth) continue;
    if (!bases.insert(reduction(quantity, {shape}).base).second) continue;
    all.push_back({shape, quantity, to_real(*truth), {}, 0, {}});
  }
  return all;
}

void sample(const Subject& subject, const Prepared& prepared, std::vector<Sampled>& all) {
  const TimeBudget effort = subject.effort(2);
  for (std::uint64_t i = 0; i < seeds && (i < min_seeds || !effort.is_spent()); ++i) {
    subject.report_step(fmt::format("estimates of {} by seed {}", to_string(prepared.shape()), subject.seed() + i));
    Tally total;
    std::uint64_t unit = 0;
    for (; unit < prepared.job->units(); ++unit) {
      const UnitContext context{{subject.seed() + i, 0, unit}};
      total.add(prepared.job->run(unit, context));
      if (prepared.job->is_enough(total, unit + 1)) break;
    }
    const auto report = prepared.job->conclude(total, std::min(unit + 1, prepared.job->units()));
    for (auto& sampled : all) {
      const Outcome& outcome = report.outcomes.at(sampled.quantity);
      if (const auto* const estimate = std::get_if<Estimate>(&outcome)) {
        sampled.estimates.push_back(*estimate);
      } else {
        ++sampled.unfinished;
        if (const auto* const unfinished = std::get_if<Unfinished>(&outcome)) sampled.reason = unfinished->reason;
      }
    }
  }
}

std::string judge(const Subject& subject, const Sampled& sampled) {
  const auto& estimates = sampled.estimates;
  const auto count = static_cast<double>(estimates.size());
  const double confidence = estimates.front().confidence;
  int covered = 0;
  Real sum = 0;
  Real variance = 0;
  for (const auto& estimate : estimates) {
    covered += estimate.low <= sampled.truth && sampled.truth <= estimate.high ? 1 : 0;
    sum += estimate.value - sampled.truth;
    variance += estimate.standard_error * estimate.standard_error;
  }
  const std::string what = fmt::format("{} of {}", name_of(sampled.quantity), to_string(sampled.shape));
  if (std::ranges::all_of(estimates, [&](const Estimate& e) { return e.value == estimates.front().value; })) {
    throw CheckFailed{
        fmt::format("the estimates of {} by {} seeds are all the same: they are not drawn from the random "
                    "numbers of the unit",
                    what, estimates.size())};
  }
  std::string intervals =
      fmt::format("{} of {} intervals of {:g} % hold the {}", covered, estimates.size(), 100 * confidence, what);
  const std::string by = fmt::format("seeds {} to {}", subject.seed(), subject.seed() + seeds - 1);
  const boost::math::binomial_distribution<double> binomial{count, confidence};
  if (boost::math::cdf(binomial, covered) < level) {
    throw CheckFailed{fmt::format("{} ({}): fewer than once in {:g} by chance", intervals, by, 1 / level)};
  }
  const auto score = static_cast<double>(sum / std::sqrt(variance));
  const boost::math::normal_distribution<double> normal;
  if (2 * boost::math::cdf(boost::math::complement(normal, std::abs(score))) < level) {
    throw CheckFailed{
        fmt::format("the mean of {} estimates of the {} ({}) is {:.1f} of its standard errors {} the truth",
                    estimates.size(), what, by, std::abs(score), score > 0 ? "above" : "below")};
  }
  return intervals;
}

}  // namespace

std::string check_coverage(Subject& subject) {
  const auto& yields = subject.plugin().about.yields;
  if (std::ranges::none_of(yields, [&](const auto& y) { return subject.kind(y.quantity) == Kind::estimate; })) {
    throw CheckSkipped{"it gives no estimates"};
  }
  std::string text;
  std::string why = "no shape whose count is published is counted";
  std::set<Quantity> judged;
  for (const auto shape : known_shapes) {
    auto all = estimates_with_known_value(subject, shape);
    std::erase_if(all, [&](const Sampled& sampled) { return judged.contains(sampled.quantity); });
    if (all.empty()) continue;
    const auto prepared = subject.prepare_on(shape, samples);
    if (prepared == nullptr) continue;
    sample(subject, *prepared, all);
    for (const auto& sampled : all) {
      if (sampled.estimates.size() < min_seeds) {
        why = fmt::format("most estimates of {} are unfinished: {}", to_string(shape), sampled.reason);
        continue;
      }
      if (std::ranges::any_of(sampled.estimates, [](const Estimate& e) { return e.standard_error == 0; })) {
        why = fmt::format("estimates of {} have no error", to_string(shape));
        continue;
      }
      text += (text.empty() ? "" : "; ") + judge(subject, sampled);
      judged.insert(sampled.quantity);
    }
  }
  if (text.empty()) throw CheckSkipped{why};
  return fmt::format("{} (seeds {} to {}, level {:g})", text, subject.seed(), subject.seed() + seeds - 1, level);
}

}  // namespace gridcensus::host::conformance
