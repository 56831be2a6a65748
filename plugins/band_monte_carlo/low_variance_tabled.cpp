#include "band_monte_carlo/low_variance.hpp"
#include "band_monte_carlo/signatures.hpp"
#include "band_monte_carlo/structures.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <stdexcept>
#include <utility>
#include <vector>

namespace gridcensus::band_monte_carlo {

namespace {

using mathematics::Relabelling;
using Id = std::uint16_t;

/// The unordered columns of a box: disjoint sets of symbols, in the order of their least symbols.
using Partition = std::array<SymbolSet, max_lines>;

/// Returns all partitions of the symbols 0..N-1 into `columns` sets of `rows`; the first is {0..R-1}, {R..2R-1}, ...
std::vector<Partition> all_partitions(int rows, int columns) {
  std::vector<Partition> found;
  Partition partition{};
  const std::function<void(std::size_t, SymbolSet)> choose_column = [&](std::size_t column, SymbolSet left) {
    if (left == 0) {
      found.push_back(partition);
      return;
    }
    // The least remaining symbol, and `rows - 1` others in ascending order.
    const std::function<void(SymbolSet, SymbolSet)> choose_symbols = [&](SymbolSet chosen, SymbolSet from) {
      if (mathematics::size_of(chosen) == rows) {
        partition[column] = chosen;
        choose_column(column + 1, mathematics::without(left, chosen));
        partition[column] = 0;
        return;
      }
      while (from != 0) {
        const SymbolSet symbol = mathematics::singleton(mathematics::least(from));
        from = mathematics::without_least(from);
        choose_symbols(static_cast<SymbolSet>(chosen | symbol), from);
      }
    };
    const SymbolSet least = mathematics::singleton(mathematics::least(left));
    choose_symbols(least, mathematics::without(left, least));
  };
  choose_column(0, mathematics::first_symbols(rows * columns));
  return found;
}

/// Sorts the sets by their least symbols, so equal partitions are equal as arrays.
Partition in_order(Partition partition, int columns) {
  std::sort(partition.begin(), partition.begin() + columns,
            [](SymbolSet a, SymbolSet b) { return mathematics::least(a) < mathematics::least(b); });
  return partition;
}

/// Returns the relabelling that turns the first partition into the given one.
Relabelling relabelling_to(const Partition& partition, int columns) {
  Relabelling relabelling = mathematics::identity_relabelling();
  std::size_t symbol = 0;
  for (std::size_t column = 0; column < static_cast<std::size_t>(columns); ++column) {
    for (SymbolSet set = partition[column]; set != 0; set = mathematics::without_least(set)) {
      relabelling[symbol++] = static_cast<std::uint8_t>(mathematics::least(set));
    }
  }
  return relabelling;
}

/// Divides repeatedly by one number. (Only numbers below 2^63, as all dividends here are.)
class Divisor {
 public:
  explicit Divisor(std::uint64_t divisor = 1) : divisor_{divisor}, reciprocal_{~std::uint64_t{0} / divisor} {}

  struct Split {
    std::uint64_t quotient = 0;
    std::uint64_t remainder = 0;
  };

  Split operator()(std::uint64_t number) const {
    auto quotient = static_cast<std::uint64_t>(UInt128{number} * reciprocal_ >> 64U);
    std::uint64_t remainder = number - quotient * divisor_;
    // The reciprocal is rounded down: the quotient may be one too small, never more.
    if (remainder >= divisor_) {
      ++quotient;
      remainder -= divisor_;
    }
    return {quotient, remainder};
  }

 private:
  std::uint64_t divisor_;
  std::uint64_t reciprocal_;
};

/// Draws an index with probability weight / total, exactly: an index and a number below the total, both from one
/// uniform number; the second decides between the index and its alias.
///
/// @source  Walker (1977), "An efficient method for generating discrete random variables with general distributions";
///          in integers, so no probability is rounded.
class Alias {
 public:
  explicit Alias(const std::vector<std::uint32_t>& weights)
      : total_{std::accumulate(weights.begin(), weights.end(), std::uint64_t{0})},
        split_{total_},
        slots_(weights.size()) {
    std::vector<std::uint64_t> share(weights.size());  // in units in which every slot holds `total_`
    std::vector<std::uint32_t> small;
    std::vector<std::uint32_t> large;
    for (std::uint32_t i = 0; i < weights.size(); ++i) {
      share[i] = weights[i] * weights.size();
      (share[i] < total_ ? small : large).push_back(i);
    }
    while (!small.empty() && !large.empty()) {
      const std::uint32_t less = small.back();
      const std::uint32_t more = large.back();
      small.pop_back();
      slots_[less] = {share[less], more};
      share[more] -= total_ - share[less];
      if (share[more] >= total_) continue;
      large.pop_back();
      small.push_back(more);
    }
    for (const auto* const rest : {&small, &large}) {
      for (const std::uint32_t i : *rest) slots_[i] = {total_, i};
    }
  }

  std::uint64_t total() const { return total_; }

  std::size_t draw(Random& random) const {
    const auto [index, rest] = split_(random.below(slots_.size() * total_));
    const Slot& slot = slots_[index];
    return rest < slot.keep ? index : slot.alias;
  }

 private:
  struct Slot {
    std::uint64_t keep = 0;
    std::uint32_t alias = 0;
  };
  std::uint64_t total_;
  Divisor split_;
  std::vector<Slot> slots_;
};

/// A sample in integers: x bands for the second band alone, y for all bands but the first; and its number of
/// occurrences.
struct Occurrence {
  std::uint64_t x = 0;
  std::uint64_t y = 0;
  std::uint64_t times = 0;
};

/// Adds the third and fourth powers of the moments, and the range.
///
/// @param value  of a sample
template <class Value>
void add_tail(Moments& moments, const std::vector<Occurrence>& samples, const Value& value) {
  moments.min = moments.max = value(samples.front());
  for (const Occurrence& sample : samples) {
    const Real deviation = value(sample) - moments.mean;
    const Real cube = deviation * deviation * deviation * static_cast<Real>(sample.times);
    moments.cubes += cube;
    moments.fourths += cube * deviation;
    moments.min = std::min(moments.min, value(sample));
    moments.max = std::max(moments.max, value(sample));
  }
}

/// Returns the moments of `count` samples, at least one, from exact sums.
///
/// @param unit_x, unit_y  the value of one of x and of y
LowVarianceSums moments_of(const std::vector<Occurrence>& samples, std::uint64_t count, Real unit_x, Real unit_y) {
  UInt128 sum_x = 0;
  UInt128 sum_y = 0;
  UInt128 sum_xx = 0;
  UInt128 sum_yy = 0;
  UInt128 sum_xy = 0;
  for (const auto& [x, y, times] : samples) {
    sum_x += UInt128{x} * times;
    sum_y += UInt128{y} * times;
    sum_xx += UInt128{x} * x * times;
    sum_yy += UInt128{y} * y * times;
    sum_xy += UInt128{x} * y * times;
  }
  const auto n = static_cast<Real>(count);
  const auto covariance = [&](UInt128 products, UInt128 a, UInt128 b) {
    // n * sum(ab) - sum(a) sum(b) is exact, so nothing cancels.
    const UInt128 here = mathematics::checked_multiply(count, products);
    const UInt128 there = mathematics::checked_multiply(a, b);
    return (here >= there ? static_cast<Real>(here - there) : -static_cast<Real>(there - here)) / n;
  };
  const Real xx = covariance(sum_xx, sum_x, sum_x) * unit_x * unit_x;
  const Real yy = covariance(sum_yy, sum_y, sum_y) * unit_y * unit_y;
  const Real xy = covariance(sum_xy, sum_x, sum_y) * unit_x * unit_y;
  const Real x = static_cast<Real>(sum_x) / n * unit_x;
  const Real y = static_cast<Real>(sum_y) / n * unit_y;
  LowVarianceSums sums{.second = {count, x, xx}, .all = {count, y, yy}, .both = {count, x + y, xx + yy + 2 * xy}};
  const auto second = [unit_x](const Occurrence& sample) { return static_cast<Real>(sample.x) * unit_x; };
  const auto all = [unit_y](const Occurrence& sample) { return static_cast<Real>(sample.y) * unit_y; };
  add_tail(sums.second, samples, second);
  add_tail(sums.all, samples, all);
  add_tail(sums.both, samples, [&](const Occurrence& sample) { return second(sample) + all(sample); });
  return sums;
}

/// The tables, for R stacks and C bands known at compile time.
///
///     partitions 0..P-1 of a box, 0 = {0..R-1}, {R..2R-1}, ...; p(q) = q relabelled by the map that turns 0 into p
///
///     counts_[q2][q3]..[qR]    B of the signature 0, q2, .. qR                      P^(R-1) entries
///     numbers_[q2][q3]..[qR]   the place of that B in values_, which has each B once
///     undo_[p][q]              p^-1(q): B of q1, .. qR = counts_[undo(q1,q2)]..[undo(q1,qR)]
///     others_[u][i][k]         u(k-th partition of the i-th completion of 0), bands 2..C of a stack whose first band
///     has u
template <std::size_t R, std::size_t C>
class Tabled final : public LowVarianceSampler {
 public:
  explicit Tabled(const Poll& poll)
      : partitions_{all_partitions(rows, columns)}, counts_(tabulate(poll)), first_{counts_} {
    const auto p = partitions_.size();
    std::map<Partition, Id> numbers;
    for (Id number = 0; number < p; ++number) numbers.emplace(partitions_[number], number);
    const auto renamed = [&](Id number, const Relabelling& relabelling) {
      Partition image{};
      for (std::size_t column = 0; column < C; ++column) {
        image[column] = mathematics::relabelled(partitions_[number][column], relabelling);
      }
      return numbers.at(in_order(image, columns));
    };
    undo_.resize(p * p);
    std::vector<Id> act(p * p);
    for (Id u = 0; u < p; ++u) {
      const Relabelling there = relabelling_to(partitions_[u], columns);
      const Relabelling back = mathematics::inverse(there);
      for (Id q = 0; q < p; ++q) {
        act[u * p + q] = renamed(q, there);
        undo_[u * p + q] = renamed(q, back);
      }
    }
    const Structures stacks{columns, rows, poll};
    completions_ = stacks.count();
    for (std::size_t stack = 0; stack < R; ++stack) all_completions_ *= completions_;
    by_completion_ = Divisor{completions_};
    by_partition_ = Divisor{p};
    others_.resize(p * completions_);
    for (std::uint64_t i = 0; i < completions_; ++i) {
      const auto rest = completion(stacks.at(i), numbers);
      for (Id u = 0; u < p; ++u) {
        for (std::size_t band = 0; band < rest.size(); ++band) {
          others_[u * completions_ + i][band] = act[u * p + rest[band]];
        }
      }
    }
    values_ = counts_;
    std::sort(values_.begin(), values_.end());
    values_.erase(std::unique(values_.begin(), values_.end()), values_.end());
    for (const std::uint32_t count : counts_) {
      numbers_.push_back(static_cast<Id>(std::lower_bound(values_.begin(), values_.end(), count) - values_.begin()));
    }
    if (mathematics::checked_power(values_.back(), 2 * (columns - 1)) > ~std::uint64_t{0}) {
      throw std::overflow_error{"squares of products of B pass 64 bits"};
    }
    cells_ = static_cast<std::size_t>(mathematics::checked_power(values_.size(), columns - 1));
    // All orders of columns within the boxes, and all partitions of the first box.
    bands_ = Integer{first_.total()} * Integer{p} * power(factorial(columns), rows);
    mean_ = mean_bands_with_signature({rows, columns}, bands_);
  }

  LowVarianceSums run(Random& random, std::uint64_t samples, const Poll& poll) const override {
    const Real unit = 1 / mean_;
    LowVarianceSums sums;
    while (samples > 0) {
      poll();
      const auto block = std::min(samples, block_samples);
      sums.add(moments_of(run_block(random, block), block, unit, std::pow(unit, Real{columns - 1})));
      samples -= block;
    }
    return sums;
  }

  Integer bands() const override { return bands_; }
  std::uint64_t completions_of_stack() const override { return completions_; }
  std::optional<Range> bands_with_signature() const override {
    const auto [fewest, most] = std::minmax_element(counts_.begin(), counts_.end());
    return Range{*fewest, *most};
  }

 private:
  static constexpr int rows = static_cast<int>(R);
  static constexpr int columns = static_cast<int>(C);
  using Others = std::array<Id, C - 1>;

  /// The number of samples that are added up before they become moments.
  static constexpr std::uint64_t block_samples = 1U << 16U;

  std::vector<std::uint32_t> tabulate(const Poll& poll) const {
    const auto p = partitions_.size();
    std::size_t entries = 1;
    for (std::size_t stack = 1; stack < R; ++stack) entries *= p;
    std::vector<std::uint32_t> counts(entries);
    for (std::size_t entry = 0; entry < entries; ++entry) {
      if (entry % 1024 == 0) poll();
      // The order of the boxes changes nothing, so only entries in ascending order are counted.
      std::array<std::size_t, R> boxes{};
      std::size_t rest = entry;
      for (std::size_t stack = R - 1; stack > 0; --stack) {
        boxes[stack] = rest % p;
        rest /= p;
      }
      auto sorted = boxes;
      std::sort(sorted.begin(), sorted.end());
      std::size_t same = 0;
      for (std::size_t stack = 1; stack < R; ++stack) same = same * p + sorted[stack];
      if (same < entry) {
        counts[entry] = counts[same];
        continue;
      }
      Signature signature{};
      for (std::size_t stack = 0; stack < R; ++stack) {
        std::copy_n(partitions_[boxes[stack]].begin(), C, signature.begin() + static_cast<std::ptrdiff_t>(stack * C));
      }
      const std::uint64_t bands = bands_with(signature, rows * columns, rows);
      if (bands > ~std::uint32_t{0}) throw std::overflow_error{"a number of bands passes 32 bits"};
      counts[entry] = static_cast<std::uint32_t>(bands);
    }
    return counts;
  }

  static Others completion(const LineTable& lines, const std::map<Partition, Id>& numbers) {
    std::array<Partition, C> bands{};
    for (std::size_t symbol = 0; symbol < R * C; ++symbol) {
      for (std::size_t column = 0; column < C; ++column) {
        SymbolSet& set = bands.at(lines[symbol][column])[column];
        set = static_cast<SymbolSet>(set | mathematics::singleton(static_cast<int>(symbol)));
      }
    }
    Others others{};
    for (std::size_t band = 1; band < C; ++band) others[band - 1] = numbers.at(in_order(bands[band], columns));
    return others;
  }

  /// Returns the samples of a block, in order of the values.
  std::vector<Occurrence> run_block(Random& random, std::uint64_t samples) const {
    const auto p = partitions_.size();
    // By the numbers of the B of bands 2..C: counting them is faster than adding up powers of their product.
    std::vector<std::uint64_t> times(cells_);
    for (std::uint64_t sample = 0; sample < samples; ++sample) {
      // The first band: box 1 has partition 0, which a relabelling achieves.
      std::uint64_t entry = first_.draw(random);
      std::uint64_t choice = random.below(all_completions_);
      std::array<const Others*, R> stacks{};
      for (std::size_t stack = R - 1; stack > 0; --stack) {
        const auto [boxes, box] = by_partition_(entry);
        const auto [choices, completion] = by_completion_(choice);
        stacks[stack] = &others_[box * completions_ + completion];
        entry = boxes;
        choice = choices;
      }
      stacks[0] = &others_[choice];
      std::size_t cell = 0;
      for (std::size_t band = 0; band < C - 1; ++band) {
        const Id* const undo = undo_.data() + (*stacks[0])[band] * p;
        std::size_t place = 0;
        for (std::size_t stack = 1; stack < R; ++stack) place = place * p + undo[(*stacks[stack])[band]];
        cell = cell * values_.size() + numbers_[place];
      }
      ++times[cell];
    }
    std::vector<Occurrence> found;
    for (std::size_t cell = 0; cell < times.size(); ++cell) {
      if (times[cell] == 0) continue;
      Occurrence occurrence{.x = 0, .y = 1, .times = times[cell]};
      std::size_t rest = cell;
      for (std::size_t band = 0; band < C - 1; ++band) {
        occurrence.x = values_[rest % values_.size()];  // the second band is decoded last
        occurrence.y *= occurrence.x;
        rest /= values_.size();
      }
      found.push_back(occurrence);
    }
    return found;
  }

  std::vector<Partition> partitions_;
  std::vector<std::uint32_t> counts_;
  std::vector<std::uint32_t> values_;
  std::vector<Id> numbers_;
  std::size_t cells_ = 0;  ///< choices of an element of values_ for each of bands 2..C
  Alias first_;
  std::vector<Id> undo_;
  std::vector<Others> others_;
  std::uint64_t completions_ = 0;
  std::uint64_t all_completions_ = 1;  ///< of all stacks together
  Divisor by_completion_;
  Divisor by_partition_;
  Integer bands_;
  Real mean_ = 0;
};

}  // namespace

bool can_be_tabled(Shape shape) {
  static constexpr std::array<Shape, 6> tabled{{{2, 2}, {2, 3}, {3, 2}, {2, 4}, {4, 2}, {3, 3}}};
  return std::find(tabled.begin(), tabled.end(), shape) != tabled.end();
}

std::unique_ptr<LowVarianceSampler> make_tabled(Shape shape, const Poll& poll) {
  if (shape == Shape{2, 2}) return std::make_unique<Tabled<2, 2>>(poll);
  if (shape == Shape{2, 3}) return std::make_unique<Tabled<2, 3>>(poll);
  if (shape == Shape{3, 2}) return std::make_unique<Tabled<3, 2>>(poll);
  if (shape == Shape{2, 4}) return std::make_unique<Tabled<2, 4>>(poll);
  if (shape == Shape{4, 2}) return std::make_unique<Tabled<4, 2>>(poll);
  if (shape == Shape{3, 3}) return std::make_unique<Tabled<3, 3>>(poll);
  throw std::invalid_argument{"no tables for this shape"};
}

}  // namespace gridcensus::band_monte_carlo
