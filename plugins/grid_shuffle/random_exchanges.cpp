#include "grid_shuffle/random_exchanges.hpp"

#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/normal.hpp>

#include <algorithm>
#include <utility>

namespace gridcensus::grid_shuffle {

namespace {

using mathematics::Images;

/// Exchanges two different things of one block: the first drawn from all, the second from the others of its block.
void exchange(Images& things, int count, int block_size, Random& random) {
  const std::uint64_t first = random.below(static_cast<std::uint64_t>(count));
  const auto size = static_cast<std::uint64_t>(block_size);
  const std::uint64_t step = 1 + random.below(size - 1);
  const std::uint64_t second = first / size * size + (first % size + step) % size;
  std::swap(things[static_cast<std::size_t>(first)], things[static_cast<std::size_t>(second)]);
}

}  // namespace

bool ExchangeShuffler::returns(Random& random) const {
  const auto [box_rows, box_cols] = grid_.shape;
  const int side = grid_.shape.side();
  // The row, column and label that is now at the place of the first, second, ...
  Images rows = mathematics::unmoved();
  Images columns = mathematics::unmoved();
  Images labels = mathematics::unmoved();
  for (int i = 0; i < exchanges_.rows; ++i) exchange(rows, side, box_rows, random);
  for (int i = 0; i < exchanges_.columns; ++i) exchange(columns, side, box_cols, random);
  for (int i = 0; i < exchanges_.labels; ++i) exchange(labels, side, side, random);
  // Most shuffles differ in one of the first cells, and the comparison ends there.
  for (int row = 0; row < side; ++row) {
    for (int col = 0; col < side; ++col) {
      const int moved = grid_.at(rows[static_cast<std::size_t>(row)], columns[static_cast<std::size_t>(col)]);
      if (labels[static_cast<std::size_t>(moved)] != grid_.at(row, col)) return false;
    }
  }
  return true;
}

std::uint64_t ExchangeShuffler::returning(std::uint64_t shuffles, Random& random, const Poll& poll) const {
  constexpr std::uint64_t polled_every = 4096;
  std::uint64_t hits = 0;
  for (std::uint64_t i = 0; i < shuffles; ++i) {
    if (i % polled_every == 0) poll();
    if (returns(random)) ++hits;
  }
  return hits;
}

ShareEstimate estimate_share(std::uint64_t hits, std::uint64_t trials, double confidence) {
  using Binomial = boost::math::binomial_distribution<double>;
  const double tail = (1 - confidence) / 2;
  const auto hit = static_cast<double>(hits);
  const auto tried = static_cast<double>(trials);
  ShareEstimate estimate;
  estimate.share = static_cast<Real>(hits) / static_cast<Real>(trials);
  estimate.low = hits == 0 ? 0 : Binomial::find_lower_bound_on_p(tried, hit, tail);
  estimate.high = hits == trials ? 1 : Binomial::find_upper_bound_on_p(tried, hit, tail);
  estimate.degrees_of_freedom = std::max(1.0, hit - 1);
  if (hits == 0) return estimate;
  const double width = boost::math::quantile(boost::math::complement(boost::math::normal_distribution<double>{}, tail));
  estimate.standard_error = std::max(estimate.high - estimate.share, estimate.share - estimate.low) / width;
  return estimate;
}

}  // namespace gridcensus::grid_shuffle
