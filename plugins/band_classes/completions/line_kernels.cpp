#include "band_classes/completions/line_kernels.hpp"

#include <algorithm>
#include <array>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace gridcensus::band_classes {

namespace {

bool everywhere() { return true; }

/// The number of entries in one cache line.
constexpr std::size_t entries_in_line = 32;

void look_up_plainly(const std::uint16_t* entries, std::span<const std::uint16_t> places, std::uint16_t* found,
                     const std::uint16_t* next) {
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (i % entries_in_line == 0) __builtin_prefetch(next + i);
    found[i] = entries[places[i]];
  }
}

std::uint32_t transpose_plainly(const std::uint16_t* rows, std::size_t stride, Lanes* lines) {
  std::uint32_t marked = 0;
  for (std::size_t lane = 0; lane < lane_count; ++lane) {
    for (std::size_t line = 0; line < lines_at_once; ++line) {
      const std::uint32_t digit = rows[lane * stride + line];
      marked |= (digit / high_mark) << line;
      lines[line].digits[lane] = static_cast<std::uint16_t>(digit % high_mark);
    }
  }
  return marked;
}

#if defined(__x86_64__)

struct EightRows {
  __m128i rows[8];
};

/// Transposes eight rows of eight digits.
EightRows turned(const std::uint16_t* rows, std::size_t stride) {
  __m128i row[8];
  for (std::size_t i = 0; i < 8; ++i) row[i] = _mm_loadu_si128(reinterpret_cast<const __m128i*>(rows + i * stride));
  __m128i twos[8];  // digits of two rows, alternating
  for (std::size_t i = 0; i < 8; i += 2) {
    twos[i] = _mm_unpacklo_epi16(row[i], row[i + 1]);
    twos[i + 1] = _mm_unpackhi_epi16(row[i], row[i + 1]);
  }
  __m128i fours[8];  // of four rows: two columns in each
  for (std::size_t i = 0; i < 8; i += 4) {
    fours[i] = _mm_unpacklo_epi32(twos[i], twos[i + 2]);
    fours[i + 1] = _mm_unpackhi_epi32(twos[i], twos[i + 2]);
    fours[i + 2] = _mm_unpacklo_epi32(twos[i + 1], twos[i + 3]);
    fours[i + 3] = _mm_unpackhi_epi32(twos[i + 1], twos[i + 3]);
  }
  EightRows columns{};
  for (std::size_t i = 0; i < 4; ++i) {
    columns.rows[2 * i] = _mm_unpacklo_epi64(fours[i], fours[i + 4]);
    columns.rows[2 * i + 1] = _mm_unpackhi_epi64(fours[i], fours[i + 4]);
  }
  return columns;
}

bool has_mark(__m128i digits) { return (_mm_movemask_epi8(digits) & 0b1010'1010'1010'1010) != 0; }

std::uint32_t transpose_by_eights(const std::uint16_t* rows, std::size_t stride, Lanes* lines) {
  const __m128i digit = _mm_set1_epi16(high_mark - 1);
  std::uint32_t marked = 0;
  for (std::size_t lane = 0; lane < lane_count; lane += 8) {
    const EightRows columns = turned(rows + lane * stride, stride);
    __m128i any = columns.rows[0];
    for (std::size_t line = 0; line < lines_at_once; ++line) {
      any = _mm_or_si128(any, columns.rows[line]);
      _mm_store_si128(reinterpret_cast<__m128i*>(lines[line].digits.data() + lane),
                      _mm_and_si128(columns.rows[line], digit));
    }
    if (!has_mark(any)) continue;
    for (std::size_t line = 0; line < lines_at_once; ++line) marked |= (has_mark(columns.rows[line]) ? 1U : 0U) << line;
  }
  return marked;
}

#define GRIDCENSUS_AVX2 __attribute__((target("avx2")))

bool has_avx2() { return static_cast<bool>(__builtin_cpu_supports("avx2")); }

/// Returns eight digits, in 32 bits each. Reads two entries for each: the requested one and the one before, or, for the
/// first of all, the one after.
GRIDCENSUS_AVX2 inline __m256i eight_found(const std::uint16_t* entries, const std::uint16_t* places) {
  const __m256i place = _mm256_cvtepu16_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(places)));
  const __m256i is_behind = _mm256_cmpgt_epi32(place, _mm256_setzero_si256());
  const __m256i pairs =
      _mm256_i32gather_epi32(reinterpret_cast<const int*>(entries), _mm256_add_epi32(place, is_behind), 2);
  const __m256i found = _mm256_srlv_epi32(pairs, _mm256_and_si256(is_behind, _mm256_set1_epi32(16)));
  return _mm256_and_si256(found, _mm256_set1_epi32(0xFFFF));
}

GRIDCENSUS_AVX2 void look_up_gathering(const std::uint16_t* entries, std::span<const std::uint16_t> places,
                                       std::uint16_t* found, const std::uint16_t* next) {
  constexpr std::size_t at_once = 16;
  std::size_t i = 0;
  for (; i + at_once <= places.size(); i += at_once) {
    if (i % entries_in_line == 0) __builtin_prefetch(next + i);
    const std::uint16_t* const from = places.data() + i;
    const __m256i quarters = _mm256_packus_epi32(eight_found(entries, from), eight_found(entries, from + at_once / 2));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(found + i), _mm256_permute4x64_epi64(quarters, 0b11'01'10'00));
  }
  look_up_plainly(entries, places.subspan(i), found + i, next + i);
}

#undef GRIDCENSUS_AVX2

#endif

constexpr std::array all_line_kernels {
#if defined(__x86_64__)
  LineKernel{"avx2", has_avx2, look_up_gathering, transpose_by_eights},
      LineKernel{"sse2", everywhere, look_up_plainly, transpose_by_eights},
#endif
      LineKernel{"portable", everywhere, look_up_plainly, transpose_plainly},
};

}  // namespace

std::span<const LineKernel> line_kernels() { return all_line_kernels; }

const LineKernel& fastest_line_kernel() {
  return *std::ranges::find_if(all_line_kernels, [](const LineKernel& kernel) { return kernel.is_supported(); });
}

}  // namespace gridcensus::band_classes
