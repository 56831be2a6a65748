#include "host/report/paired_times.hpp"

#include <boost/math/distributions/students_t.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <vector>

namespace gridcensus::host {

namespace {

/// With fewer differences, even the most extreme ranks have a p value above 0.05.
constexpr std::size_t min_differences = 6;

/// Returns twice the rank of each absolute difference: whole numbers, even if ties share a rank.
std::vector<std::size_t> doubled_ranks(const std::vector<double>& differences) {
  std::vector<std::size_t> order(differences.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto size = [&](std::size_t i) { return std::fabs(differences[i]); };
  std::ranges::sort(order, std::less{}, size);
  std::vector<std::size_t> ranks(differences.size());
  for (std::size_t first = 0; first < order.size();) {
    std::size_t end = first;
    while (end < order.size() && size(order[end]) == size(order[first])) ++end;
    // The ranks first + 1, ..., end share their mean.
    for (std::size_t i = first; i < end; ++i) ranks[order[i]] = first + 1 + end;
    first = end;
  }
  return ranks;
}

/// Returns the probability that the sum of ranks is at least as far from its mean as this one, if each difference has
/// either sign.
double signed_rank_p_value(const std::vector<double>& differences) {
  const auto ranks = doubled_ranks(differences);
  const std::size_t most = std::accumulate(ranks.begin(), ranks.end(), std::size_t{0});
  std::vector<double> chance(most + 1, 0);
  chance[0] = 1;
  std::size_t reached = 0;
  for (const std::size_t rank : ranks) {
    reached += rank;
    for (std::size_t sum = reached + 1; sum-- > 0;) {
      chance[sum] = (chance[sum] + (sum >= rank ? chance[sum - rank] : 0)) / 2;
    }
  }
  std::size_t positive = 0;
  for (std::size_t i = 0; i < ranks.size(); ++i) positive += differences[i] > 0 ? ranks[i] : 0;
  const auto place = static_cast<std::ptrdiff_t>(std::min(positive, most - positive));
  return std::min(1.0, 2 * std::accumulate(chance.begin(), chance.begin() + place + 1, 0.0));
}

}  // namespace

PairedTimes paired_times(std::span<const std::pair<double, double>> times) {
  PairedTimes result{.pairs = times.size(), .ratio = 1, .interval = {}, .p_value = {}};
  if (times.empty()) return result;
  std::vector<double> logs;
  for (const auto& [first, second] : times) logs.push_back(std::log(second / first));
  const auto count = static_cast<double>(logs.size());
  const double mean = std::accumulate(logs.begin(), logs.end(), 0.0) / count;
  result.ratio = std::exp(mean);
  if (logs.size() > 1) {
    double squares = 0;
    for (const double log : logs) squares += (log - mean) * (log - mean);
    const double error = std::sqrt(squares / (count - 1) / count);
    const double reach = error * quantile(boost::math::students_t_distribution<double>{count - 1}, 0.975);
    result.interval = {std::exp(mean - reach), std::exp(mean + reach)};
  }
  std::erase(logs, 0.0);
  if (logs.size() >= min_differences) result.p_value = signed_rank_p_value(logs);
  return result;
}

}  // namespace gridcensus::host
