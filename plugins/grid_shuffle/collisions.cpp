#include "grid_shuffle/collisions.hpp"

#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/normal.hpp>

#include <algorithm>
#include <cmath>

namespace gridcensus::grid_shuffle {

namespace {

/// The table of words is the same for all experiments, from a generator with a key that no experiment has: it was fixed
/// before any image was drawn.
constexpr std::uint64_t word_key = 0x9e3779b97f4a7c15;

/// Above this number of degrees of freedom Wilson and Hilferty's formula has nine digits, and Boost's series may not
/// end.
constexpr double many_degrees = 1e6;

/// Returns the quantile of the chi-squared distribution; `z` is that of the normal distribution.
///
/// @source  Wilson and Hilferty (1931), "The distribution of chi-square".
double chi_squared_quantile(double degrees, double z) {
  if (degrees > many_degrees) {
    const double variance = 2 / (9 * degrees);
    return degrees * std::pow(1 - variance + z * std::sqrt(variance), 3);
  }
  const boost::math::normal_distribution<double> normal;
  const boost::math::chi_squared_distribution<double> chi_squared{degrees};
  if (z < 0) return boost::math::quantile(chi_squared, boost::math::cdf(normal, z));
  return boost::math::quantile(boost::math::complement(chi_squared, boost::math::cdf(normal, -z)));
}

}  // namespace

ImageSampler::ImageSampler(Grid grid, const Moves& moves) : grid_{std::move(grid)}, moves_{moves} {
  Random random{word_key, word_key, 0};
  words_.resize(grid_.symbols.size() * static_cast<std::size_t>(grid_.shape.side()));
  for (auto& [first, second] : words_) {
    first = random();
    second = random();
  }
}

Fingerprint ImageSampler::draw(Random& random) const {
  auto map = mathematics::random_map(grid_.shape, moves_, random);
  // A transposing map takes cell (r, c) to (rows[c], columns[r]): the same walk with the two steps exchanged.
  const auto side = static_cast<std::size_t>(grid_.shape.side());
  const std::size_t row_step = map.is_transposed ? 1 : side;
  const std::size_t col_step = map.is_transposed ? side : 1;
  if (map.is_transposed) std::swap(map.rows, map.columns);
  Fingerprint print{};
  const std::uint8_t* symbol = grid_.symbols.data();
  for (std::size_t row = 0; row < side; ++row) {
    const std::size_t place = map.rows[row] * row_step;
    for (std::size_t col = 0; col < side; ++col, ++symbol) {
      const auto& word = words_[(place + map.columns[col] * col_step) * side + map.labels[*symbol]];
      print.first ^= word.first;
      print.second ^= word.second;
    }
  }
  return print;
}

std::uint64_t ImageSampler::colliding_pairs(std::uint64_t images, Random& random, const Poll& poll) const {
  constexpr std::uint64_t polled_every = 4096;
  std::vector<Fingerprint> prints;
  prints.reserve(images);
  for (std::uint64_t i = 0; i < images; ++i) {
    if (i % polled_every == 0) poll();
    prints.push_back(draw(random));
  }
  std::ranges::sort(prints);
  std::uint64_t pairs = 0;
  for (std::uint64_t i = 1, equal = 0; i < images; ++i) {
    equal = prints[i] == prints[i - 1] ? equal + 1 : 0;
    pairs += equal;  // with each of those before it in its run
  }
  return pairs;
}

std::uint64_t default_batch(const Integer& group_order) {
  constexpr std::uint64_t most = std::uint64_t{1} << 21U;
  constexpr int wanted_collisions = 40;
  // m images have about m^2 / 2 pairs.
  const Real squared = 2 * wanted_collisions * to_real(group_order);
  if (squared >= static_cast<Real>(most) * static_cast<Real>(most)) return most;
  return std::max<std::uint64_t>(2, static_cast<std::uint64_t>(std::sqrt(squared)));
}

std::optional<OrbitEstimate> estimate_orbit(const Integer& pairs, const Integer& colliding, double confidence) {
  if (colliding == 0) return std::nullopt;
  const boost::math::normal_distribution<double> normal;
  const double width = boost::math::quantile(boost::math::complement(normal, (1 - confidence) / 2));
  const auto count = colliding.convert_to<double>();
  const double fewest = chi_squared_quantile(2 * count, -width) / 2;
  const double most = chi_squared_quantile(2 * count + 2, width) / 2;
  const Real all = to_real(pairs);
  OrbitEstimate estimate;
  estimate.size = all / (to_real(colliding) + 1);
  estimate.low = all / most;
  estimate.high = all / fewest;
  estimate.standard_error = (estimate.high - estimate.size) / width;
  estimate.degrees_of_freedom = std::max(1.0, count - 1);
  return estimate;
}

}  // namespace gridcensus::grid_shuffle
