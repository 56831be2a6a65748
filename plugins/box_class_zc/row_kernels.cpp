#include "box_class_zc/row_kernels.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace gridcensus::box_class_zc {

namespace {

constexpr std::size_t row_bytes = sizeof(Row);

// Rows of one octet are added in bytes: 8 rows of at most 8 each.
static_assert(rows_per_column * rows_per_column <= 255);
// 56 products of two lanes of at most 64 are added up in signed 16 bits, and in the tally lane 56 of at most 8 * 56.
static_assert(triplets * 2 * 64 <= 32767 && triplets * rows_per_column * triplets <= 32767);

/// @param tally  8 rows for every pair of fillings of boxes 5 and 9 that box 8 admits, for which the source tests 64
Sums make_sums(std::size_t visits, std::uint64_t tally, std::uint64_t solutions, std::uint64_t weighted) {
  return {.combinations = visits,
          .inner_iterations = tally * rows_per_column,
          .solutions = solutions,
          .weighted = weighted};
}

/// Returns the row of a table that begins `offset` bytes after its first.
const Row& row_at(const Row* table, RowOffset offset) {
  return *reinterpret_cast<const Row*>(reinterpret_cast<const std::byte*>(table) + offset);
}

namespace portable {

// Vectors of GCC and clang, which compile to the processor's instructions. Plain loops over the lanes were tried: GCC
// 12 did not vectorise them, and they took ten times as long.
using Bytes = std::uint8_t __attribute__((vector_size(16)));
using Words = std::uint16_t __attribute__((vector_size(16)));
constexpr std::size_t parts = row_bytes / sizeof(Bytes);

bool is_supported() { return true; }

Bytes part_of(const Row& row, std::size_t part) {
  Bytes bytes;
  std::memcpy(&bytes, row.lanes.data() + part * sizeof(Bytes), sizeof(Bytes));
  return bytes;
}

void add_octets(const Row* rows, const OctetRows* octets, std::size_t n, Row* counts) {
  for (std::size_t i = 0; i < n; ++i) {
    std::array<Bytes, parts> sum{};
    for (const RowOffset offset : octets[i]) {
      for (std::size_t part = 0; part < parts; ++part) sum[part] += part_of(row_at(rows, offset), part);
    }
    std::memcpy(counts[i].lanes.data(), sum.data(), row_bytes);
  }
}

Sums visit_one(const Row* counts, const Row* masks, const SplitsRows& splits, std::uint64_t weight) {
  std::array<Words, parts> even{};  // lanes 0, 2, 4, ...
  std::array<Words, parts> odd{};
  std::uint64_t tally = 0;
  for (const SplitRows& split : splits) {
    const Row& count = row_at(counts, split.count);
    const Row& mask = row_at(masks, split.mask);
    for (std::size_t part = 0; part < parts; ++part) {
      const auto lanes = reinterpret_cast<Words>(part_of(count, part) & part_of(mask, part));
      even[part] += lanes & 0xFF;
      odd[part] += lanes >> 8;
    }
    const auto lanes_counted = static_cast<std::uint8_t>(-mask.lanes[tally_lane]);
    tally += std::uint64_t{count.lanes[tally_lane]} * lanes_counted;
  }
  std::array<std::uint16_t, row_bytes / 2> even_sums{};
  std::array<std::uint16_t, row_bytes / 2> odd_sums{};
  std::memcpy(even_sums.data(), even.data(), row_bytes);
  std::memcpy(odd_sums.data(), odd.data(), row_bytes);
  std::uint64_t solutions = 0;
  for (std::size_t pair = 0; pair < tally_lane / 2; ++pair)
    solutions += std::uint64_t{even_sums[pair]} + odd_sums[pair];
  return make_sums(1, tally, solutions, weight * solutions);
}

std::array<Sums, 2> visit(const std::array<const Row*, 2>& counts, const Row* masks, const SplitsRows* splits,
                          std::span<const Selection::Partner> visits) {
  std::array<Sums, 2> sums;
  for (const auto& [code, weight] : visits) {
    sums[0] += visit_one(counts[0], masks, splits[code], weight);
    sums[1] += visit_one(counts[1], masks, splits[code], weight);
  }
  return sums;
}

}  // namespace portable

#if defined(__x86_64__)

// Unsigned counts times signed masks of 0 or -1, added in pairs of 16 bits: the sums are negative, and are multiplied
// by -1 in the end. Pair 28 is the tally lane and its empty neighbour.
constexpr std::size_t pairs_of_a_row = row_bytes / 2;
constexpr std::size_t tally_pair = tally_lane / 2;

/// -1 for the pairs of lanes with counts.
constexpr std::array<std::int16_t, pairs_of_a_row> minus_counted = [] {
  std::array<std::int16_t, pairs_of_a_row> factors{};
  for (std::size_t pair = 0; pair < tally_pair; ++pair) factors[pair] = -1;
  return factors;
}();
/// -1 for the pair of the tally.
constexpr std::array<std::int16_t, pairs_of_a_row> minus_tally = [] {
  std::array<std::int16_t, pairs_of_a_row> factors{};
  factors[tally_pair] = -1;
  return factors;
}();

/// Returns the sum of the lanes, which are counts, so none is negative.
template <std::size_t count>
std::uint64_t sum_of_lanes(const std::array<std::int32_t, count>& lanes) {
  std::uint64_t sum = 0;
  for (const std::int32_t lane : lanes) sum += static_cast<std::uint64_t>(lane);
  return sum;
}

namespace avx2 {

#define GRIDCENSUS_AVX2 __attribute__((target("avx2")))

bool is_supported() { return static_cast<bool>(__builtin_cpu_supports("avx2")); }

GRIDCENSUS_AVX2 inline __m256i half(const Row& row, std::size_t which) {
  return _mm256_load_si256(reinterpret_cast<const __m256i*>(row.lanes.data()) + which);
}

GRIDCENSUS_AVX2 void add_octets(const Row* rows, const OctetRows* octets, std::size_t n, Row* counts) {
  for (std::size_t i = 0; i < n; ++i) {
    __m256i low = _mm256_setzero_si256();
    __m256i high = _mm256_setzero_si256();
    for (const RowOffset offset : octets[i]) {
      low = _mm256_add_epi8(low, half(row_at(rows, offset), 0));
      high = _mm256_add_epi8(high, half(row_at(rows, offset), 1));
    }
    auto* const sum = reinterpret_cast<__m256i*>(counts[i].lanes.data());
    _mm256_store_si256(sum, low);
    _mm256_store_si256(sum + 1, high);
  }
}

GRIDCENSUS_AVX2 std::uint64_t sum_of(__m256i words) {
  alignas(32) std::array<std::int32_t, 8> lanes{};
  _mm256_store_si256(reinterpret_cast<__m256i*>(lanes.data()), words);
  return sum_of_lanes(lanes);
}

/// The sums for one table of counts, lane by lane.
struct Accumulator {
  __m256i solutions;
  __m256i weighted;
  __m256i tally;
};

GRIDCENSUS_AVX2 inline void add(Accumulator& sums, __m256i low, __m256i high, std::uint16_t weight) {
  const auto* const counted = reinterpret_cast<const __m256i*>(minus_counted.data());
  const auto* const tally = reinterpret_cast<const __m256i*>(minus_tally.data());
  const __m256i found = _mm256_add_epi32(_mm256_madd_epi16(low, _mm256_loadu_si256(counted)),
                                         _mm256_madd_epi16(high, _mm256_loadu_si256(counted + 1)));
  sums.solutions = _mm256_add_epi32(sums.solutions, found);
  sums.weighted = _mm256_add_epi32(sums.weighted, _mm256_mullo_epi32(found, _mm256_set1_epi32(weight)));
  sums.tally = _mm256_add_epi32(sums.tally, _mm256_madd_epi16(high, _mm256_loadu_si256(tally + 1)));
}

GRIDCENSUS_AVX2 Sums sums_of(const Accumulator& sums, std::size_t visits) {
  return make_sums(visits, sum_of(sums.tally), sum_of(sums.solutions), sum_of(sums.weighted));
}

GRIDCENSUS_AVX2 std::array<Sums, 2> visit(const std::array<const Row*, 2>& counts, const Row* masks,
                                          const SplitsRows* splits, std::span<const Selection::Partner> visits) {
  const __m256i zero = _mm256_setzero_si256();
  Accumulator first{zero, zero, zero};
  Accumulator second{zero, zero, zero};
  for (const auto& [code, weight] : visits) {
    __m256i first_low = zero;
    __m256i first_high = zero;
    __m256i second_low = zero;
    __m256i second_high = zero;
#pragma GCC unroll 4
    for (const SplitRows& split : splits[code]) {
      const Row& mask = row_at(masks, split.mask);
      const Row& first_count = row_at(counts[0], split.count);
      const Row& second_count = row_at(counts[1], split.count);
      const __m256i low = half(mask, 0);
      const __m256i high = half(mask, 1);
      first_low = _mm256_add_epi16(first_low, _mm256_maddubs_epi16(half(first_count, 0), low));
      first_high = _mm256_add_epi16(first_high, _mm256_maddubs_epi16(half(first_count, 1), high));
      second_low = _mm256_add_epi16(second_low, _mm256_maddubs_epi16(half(second_count, 0), low));
      second_high = _mm256_add_epi16(second_high, _mm256_maddubs_epi16(half(second_count, 1), high));
    }
    add(first, first_low, first_high, weight);
    add(second, second_low, second_high, weight);
  }
  return {sums_of(first, visits.size()), sums_of(second, visits.size())};
}

#undef GRIDCENSUS_AVX2

}  // namespace avx2

namespace avx512 {

#define GRIDCENSUS_AVX512 __attribute__((target("avx512f,avx512bw")))

bool is_supported() {
  return static_cast<bool>(__builtin_cpu_supports("avx512f")) && static_cast<bool>(__builtin_cpu_supports("avx512bw"));
}

GRIDCENSUS_AVX512 void add_octets(const Row* rows, const OctetRows* octets, std::size_t n, Row* counts) {
  for (std::size_t i = 0; i < n; ++i) {
    __m512i sum = _mm512_load_si512(&row_at(rows, octets[i][0]));
    for (std::size_t k = 1; k < rows_per_column; ++k) {
      sum = _mm512_add_epi8(sum, _mm512_load_si512(&row_at(rows, octets[i][k])));
    }
    _mm512_store_si512(&counts[i], sum);
  }
}

GRIDCENSUS_AVX512 std::uint64_t sum_of(__m512i words) {
  alignas(64) std::array<std::int32_t, 16> lanes{};
  _mm512_store_si512(lanes.data(), words);
  return sum_of_lanes(lanes);
}

/// The sums for one table of counts, lane by lane.
struct Accumulator {
  __m512i solutions;
  __m512i weighted;
  __m512i tally;
};

GRIDCENSUS_AVX512 inline void add(Accumulator& sums, __m512i lanes, std::uint16_t weight) {
  const __m512i found = _mm512_madd_epi16(lanes, _mm512_loadu_si512(minus_counted.data()));
  sums.solutions = _mm512_add_epi32(sums.solutions, found);
  sums.weighted = _mm512_add_epi32(sums.weighted, _mm512_mullo_epi32(found, _mm512_set1_epi32(weight)));
  sums.tally = _mm512_add_epi32(sums.tally, _mm512_madd_epi16(lanes, _mm512_loadu_si512(minus_tally.data())));
}

GRIDCENSUS_AVX512 Sums sums_of(const Accumulator& sums, std::size_t visits) {
  return make_sums(visits, sum_of(sums.tally), sum_of(sums.solutions), sum_of(sums.weighted));
}

GRIDCENSUS_AVX512 std::array<Sums, 2> visit(const std::array<const Row*, 2>& counts, const Row* masks,
                                            const SplitsRows* splits, std::span<const Selection::Partner> visits) {
  const __m512i zero = _mm512_setzero_si512();
  Accumulator first{zero, zero, zero};
  Accumulator second{zero, zero, zero};
  for (const auto& [code, weight] : visits) {
    __m512i first_lanes = zero;
    __m512i second_lanes = zero;
#pragma GCC unroll 4
    for (const SplitRows& split : splits[code]) {
      const __m512i mask = _mm512_load_si512(&row_at(masks, split.mask));
      const __m512i first_count = _mm512_load_si512(&row_at(counts[0], split.count));
      const __m512i second_count = _mm512_load_si512(&row_at(counts[1], split.count));
      first_lanes = _mm512_add_epi16(first_lanes, _mm512_maddubs_epi16(first_count, mask));
      second_lanes = _mm512_add_epi16(second_lanes, _mm512_maddubs_epi16(second_count, mask));
    }
    add(first, first_lanes, weight);
    add(second, second_lanes, weight);
  }
  return {sums_of(first, visits.size()), sums_of(second, visits.size())};
}

#undef GRIDCENSUS_AVX512

}  // namespace avx512

constexpr std::array<Kernel, 3> all_kernels{{
    {"avx512", avx512::is_supported, avx512::add_octets, avx512::visit},
    {"avx2", avx2::is_supported, avx2::add_octets, avx2::visit},
    {"portable", portable::is_supported, portable::add_octets, portable::visit},
}};

#else

constexpr std::array<Kernel, 1> all_kernels{
    {{"portable", portable::is_supported, portable::add_octets, portable::visit}}};

#endif

}  // namespace

Sums& Sums::operator+=(const Sums& other) {
  combinations += other.combinations;
  inner_iterations += other.inner_iterations;
  solutions += other.solutions;
  weighted += other.weighted;
  return *this;
}

std::span<const Kernel> kernels() { return all_kernels; }

const Kernel& fastest_kernel() {
  return *std::ranges::find_if(all_kernels, [](const Kernel& kernel) { return kernel.is_supported(); });
}

}  // namespace gridcensus::box_class_zc
