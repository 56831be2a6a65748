#include "band_monte_carlo/source_trials.hpp"

#include "band_monte_carlo/signatures.hpp"

#include <bit>
#include <stdexcept>

namespace gridcensus::band_monte_carlo {

namespace {

/// Returns the moments of `ones` samples of 1 among `count` samples of 0 and 1.
Moments zeros_and_ones(std::uint64_t ones, std::uint64_t count) {
  Moments moments{.count = count - ones, .mean = 0, .squares = 0};
  moments.add(Moments{.count = ones, .mean = 1, .squares = 0, .min = 1, .max = 1});
  return moments;
}

}  // namespace

Trials::Trials(Shape shape, Settings settings, const Poll& poll)
    : shape_{shape}, settings_{settings}, rows_{shape.side()}, bands_{shape, rows_, poll} {
  for (int row = 2; row < shape.box_rows; ++row) orders_of_rows_ *= static_cast<std::uint64_t>(row);
  if (settings_.indices == Indices::exact) return;
  if (bands_.size() < 2 || rows_.size() < 2) throw std::invalid_argument{"tables of one entry need no random index"};
  band_quotient_ = source_quotient(bands_.size());
  row_quotient_ = source_quotient(rows_.size());
}

TrialSums Trials::run(Random& random, std::uint64_t trials, const Poll& poll) const {
  TrialSums sums;
  std::uint64_t hits = 0;
  std::uint64_t empty = 0;
  for (std::uint64_t trial = 0; trial < trials; ++trial) {
    if (trial % 4096 == 0) poll();
    const std::uint64_t first = draw_band(random);
    ColumnsOfSymbols taken = columns_of({first, 0});
    if (shape_.bands() == 2) {
      // The pair is the whole grid.
      const Real share = rest_share(random, 1, taken, poll);
      sums.all.add(share);
      if (share > 0) ++sums.completed;
      continue;
    }
    const auto second = draw(random);
    if (!second || !add_if_free(*second, taken)) continue;
    ++hits;
    if (first >= bands_.size() || second->band >= bands_.size()) ++empty;
    const Real share = rest_share(random, 2, taken, poll);
    sums.rest.add(share);
    if (share > 0) ++sums.completed;
  }
  if (shape_.bands() == 2) {
    sums.pairs = sums.all;
    return sums;
  }
  sums.pairs = zeros_and_ones(hits, trials);
  sums.empty_hits = zeros_and_ones(empty, hits);
  sums.all = {.count = trials - hits, .mean = 0, .squares = 0};
  sums.all.add(sums.rest);
  return sums;
}

std::optional<std::uint64_t> Trials::last_bands(const PartialGrid& given, LastBand how, const Poll& poll) const {
  if (given.size() != static_cast<std::size_t>(shape_.bands() - 1)) {
    throw std::invalid_argument{"not all bands but the last are given"};
  }
  ColumnsOfSymbols taken{};
  for (const auto& labelled : given) {
    if (!add_if_free(labelled, taken)) return std::nullopt;
  }
  return count_last(taken, how, poll);
}

PartialGrid Trials::draw_partial_grid(Random& random) const {
  PartialGrid given{{random.below(bands_.size()), 0}};
  ColumnsOfSymbols taken = columns_of(given.front());
  while (given.size() < static_cast<std::size_t>(shape_.bands() - 1)) {
    const std::uint64_t row = random.below(rows_.size());
    const LabelledBand next{random.below(bands_.size()), row};
    if (add_if_free(next, taken)) given.push_back(next);
  }
  return given;
}

ColumnsOfSymbols Trials::columns_of(LabelledBand labelled) const {
  if (labelled.band >= bands_.size()) return {};
  return bands_.relabelled(labelled.band, rows_[labelled.row]);
}

std::uint64_t Trials::draw_band(Random& random) const {
  if (settings_.indices == Indices::exact) return random.below(bands_.size());
  return (random() >> 32U) / band_quotient_;
}

/// Draws a band. Returns nullopt if the index of the row is past the end of the table: the program then reads unknown
/// memory, treated here as labels that clash.
std::optional<LabelledBand> Trials::draw(Random& random) const {
  if (settings_.indices == Indices::exact) {
    const std::uint64_t row = random.below(rows_.size());
    return LabelledBand{random.below(bands_.size()), row};
  }
  const std::uint64_t row = (random() >> 32U) / row_quotient_;
  const std::uint64_t band = (random() >> 32U) / band_quotient_;
  if (row >= rows_.size()) return std::nullopt;
  return LabelledBand{band, row};
}

bool Trials::add_if_free(LabelledBand labelled, ColumnsOfSymbols& taken) const {
  if (labelled.band >= bands_.size()) return true;
  const ColumnSet* const listed = bands_[labelled.band];
  const std::uint8_t* const labels = rows_[labelled.row];
  // Nearly all bands clash in the first few symbols.
  for (std::size_t symbol = 0; symbol < static_cast<std::size_t>(shape_.side()); ++symbol) {
    if ((taken[symbol] & listed[labels[symbol]]) != 0) return false;
  }
  for (std::size_t symbol = 0; symbol < static_cast<std::size_t>(shape_.side()); ++symbol) {
    taken[symbol] = static_cast<ColumnSet>(taken[symbol] | listed[labels[symbol]]);
  }
  return true;
}

Real Trials::rest_share(Random& random, int placed, const ColumnsOfSymbols& taken, const Poll& poll) const {
  const bool is_last = placed == shape_.bands() - 1;
  if (is_last && settings_.last_band != LastBand::random) {
    return static_cast<Real>(count_last(taken, settings_.last_band, poll)) / choices();
  }
  Real share = 0;
  for (std::uint64_t attempt = 0; attempt < settings_.tries; ++attempt) {
    if (attempt % 4096 == 4095) poll();
    ColumnsOfSymbols more = taken;
    const auto next = draw(random);
    if (next && add_if_free(*next, more)) share += is_last ? 1 : rest_share(random, placed + 1, more, poll);
  }
  return share / static_cast<Real>(settings_.tries);
}

std::uint64_t Trials::count_last(const ColumnsOfSymbols& taken, LastBand how, const Poll& poll) const {
  Signature left{};
  bool is_signature = how == LastBand::signature;
  for (int symbol = 0; symbol < shape_.side() && is_signature; ++symbol) {
    const auto symbol_taken = taken[static_cast<std::size_t>(symbol)];
    is_signature = std::popcount(symbol_taken) == shape_.side() - shape_.box_rows;
    for (int col = 0; col < shape_.side(); ++col) {
      if ((symbol_taken >> static_cast<unsigned>(col) & 1U) != 0) continue;
      auto& set = left[static_cast<std::size_t>(col)];
      set = static_cast<SymbolSet>(set | mathematics::singleton(symbol));
    }
  }
  if (!is_signature) return scan(bands_, shape_.side(), taken, poll);
  return bands_with(left, shape_.side(), shape_.box_rows) / orders_of_rows_;
}

}  // namespace gridcensus::band_monte_carlo
