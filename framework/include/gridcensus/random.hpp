#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace gridcensus {

/// The version of the random numbers, part of the identity of each sampled result. Raised when the same seed, stream,
/// unit and draw give other numbers than before.
inline constexpr int random_numbers_version = 1;

/// Random numbers that depend on nothing but (seed, stream, unit, draw): a counter-based generator (Philox 4x64,
/// 10 rounds). No state is shared, so a result cannot depend on threads, order or interruptions.
///
/// Not thread-safe; each unit makes its own.
///
/// @source  Salmon, Moraes, Dror, Shaw (2011), "Parallel random numbers: as easy as 1, 2, 3".
class Random {
 public:
  /// The type of a draw, for the distributions of the standard library.
  using result_type = std::uint64_t;

  /// @param seed    the experiment's seed
  /// @param stream  the run that draws: two runs with one seed must not share their numbers
  /// @param unit    the unit that draws
  Random(std::uint64_t seed, std::uint64_t stream, std::uint64_t unit) : key_{seed, stream}, unit_{unit} {}

  /// Returns the next 64 random bits.
  std::uint64_t operator()() {
    if (left_ == 0) refill();
    return buffer_[buffer_.size() - static_cast<std::size_t>(left_--)];
  }

  /// Returns a number that is uniform on 0 .. bound-1, without bias.
  ///
  /// @param bound  at least 1
  /// @source       Lemire (2019), "Fast random integer generation in an interval".
  std::uint64_t below(std::uint64_t bound);

  /// Returns a number that is uniform on [0, 1), a multiple of 2^-53.
  double unit_interval();

  /// Returns the smallest draw.
  static constexpr std::uint64_t min() { return 0; }
  /// Returns the largest draw.
  static constexpr std::uint64_t max() { return ~std::uint64_t{0}; }

 private:
  void refill();

  std::array<std::uint64_t, 2> key_;
  std::uint64_t unit_;
  std::uint64_t block_ = 0;
  std::array<std::uint64_t, 4> buffer_{};
  int left_ = 0;  ///< numbers of `buffer_` not yet drawn
};

}  // namespace gridcensus
