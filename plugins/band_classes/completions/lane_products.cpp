#include "band_classes/completions/lane_products.hpp"

#include <algorithm>
#include <limits>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace gridcensus::band_classes {

namespace {

constexpr std::uint64_t low_word = std::numeric_limits<std::uint32_t>::max();

namespace portable {

bool is_supported() { return true; }

template <std::size_t pairs_each>
void add_products(const Lanes* second, const Lanes* third, std::span<const std::uint16_t> places,
                  const PlacePair* pairs, LaneSums* sums) {
  constexpr std::size_t half = lane_count / 2;
  for (const std::uint16_t place : places) {
    std::array<std::uint32_t, half> words{};
    for (std::size_t i = 0; i < pairs_each; ++i, ++pairs) {
      const auto& a = second[pairs->second].digits;
      const auto& b = third[pairs->third].digits;
      for (std::size_t lane = 0; lane < half; ++lane) {
        words[lane] += std::uint32_t{a[lane]} * b[lane] + std::uint32_t{a[half + lane]} * b[half + lane];
      }
    }
    auto& out = sums[place].sums;
    for (std::size_t lane = 0; lane < out.size(); ++lane) {
      out[lane] += std::uint64_t{words[lane]} + words[out.size() + lane];
    }
  }
}

}  // namespace portable

#if defined(__x86_64__)

// Digits are below 2^15, so instructions may treat them as signed. Two products are added to one 32-bit word; at the
// end of a run, even and odd words are added to 64-bit sums.

namespace sse2 {

bool is_supported() { return true; }

template <std::size_t pairs_each>
void add_products(const Lanes* second, const Lanes* third, std::span<const std::uint16_t> places,
                  const PlacePair* pairs, LaneSums* sums) {
  constexpr std::size_t parts = sizeof(Lanes) / sizeof(__m128i);
  const __m128i low = _mm_set1_epi64x(low_word);
  for (const std::uint16_t place : places) {
    __m128i words[parts] = {};
    for (std::size_t i = 0; i < pairs_each; ++i, ++pairs) {
      const auto* const a = reinterpret_cast<const __m128i*>(second + pairs->second);
      const auto* const b = reinterpret_cast<const __m128i*>(third + pairs->third);
      for (std::size_t part = 0; part < parts; ++part) {
        const __m128i products = _mm_madd_epi16(_mm_load_si128(a + part), _mm_load_si128(b + part));
        words[part] = _mm_add_epi32(words[part], products);
      }
    }
    auto* const out = reinterpret_cast<__m128i*>(sums + place);
    for (std::size_t part = 0; part < parts; ++part) {
      const __m128i both = _mm_add_epi64(_mm_and_si128(words[part], low), _mm_srli_epi64(words[part], 32));
      _mm_store_si128(out + part, _mm_add_epi64(_mm_load_si128(out + part), both));
    }
  }
}

}  // namespace sse2

namespace avx2 {

#define GRIDCENSUS_AVX2 __attribute__((target("avx2")))

bool is_supported() { return static_cast<bool>(__builtin_cpu_supports("avx2")); }

template <std::size_t pairs_each>
GRIDCENSUS_AVX2 void add_products(const Lanes* second, const Lanes* third, std::span<const std::uint16_t> places,
                                  const PlacePair* pairs, LaneSums* sums) {
  constexpr std::size_t parts = sizeof(Lanes) / sizeof(__m256i);
  const __m256i low = _mm256_set1_epi64x(low_word);
  for (const std::uint16_t place : places) {
    __m256i words[parts] = {};
    for (std::size_t i = 0; i < pairs_each; ++i, ++pairs) {
      const auto* const a = reinterpret_cast<const __m256i*>(second + pairs->second);
      const auto* const b = reinterpret_cast<const __m256i*>(third + pairs->third);
      for (std::size_t part = 0; part < parts; ++part) {
        const __m256i products = _mm256_madd_epi16(_mm256_load_si256(a + part), _mm256_load_si256(b + part));
        words[part] = _mm256_add_epi32(words[part], products);
      }
    }
    auto* const out = reinterpret_cast<__m256i*>(sums + place);
    for (std::size_t part = 0; part < parts; ++part) {
      const __m256i both = _mm256_add_epi64(_mm256_and_si256(words[part], low), _mm256_srli_epi64(words[part], 32));
      _mm256_store_si256(out + part, _mm256_add_epi64(_mm256_load_si256(out + part), both));
    }
  }
}

#undef GRIDCENSUS_AVX2

}  // namespace avx2

namespace avx512 {

#define GRIDCENSUS_AVX512 __attribute__((target("avx512f,avx512bw")))

bool is_supported() {
  return static_cast<bool>(__builtin_cpu_supports("avx512f")) && static_cast<bool>(__builtin_cpu_supports("avx512bw"));
}

GRIDCENSUS_AVX512 inline void add_words(__m512i words, LaneSums& sums) {
  constexpr __mmask8 all = 0xFF;  // without a mask g++ 12 considers the lanes uninitialised
  const __m512i low = _mm512_set1_epi64(low_word);
  const __m512i both = _mm512_add_epi64(_mm512_and_si512(words, low), _mm512_maskz_srli_epi64(all, words, 32));
  _mm512_store_si512(&sums, _mm512_add_epi64(_mm512_load_si512(&sums), both));
}

template <std::size_t pairs_each>
GRIDCENSUS_AVX512 void add_products(const Lanes* second, const Lanes* third, std::span<const std::uint16_t> places,
                                    const PlacePair* pairs, LaneSums* sums) {
  for (const std::uint16_t place : places) {
    __m512i words = _mm512_setzero_si512();
    for (std::size_t i = 0; i < pairs_each; ++i, ++pairs) {
      const __m512i a = _mm512_load_si512(second + pairs->second);
      words = _mm512_add_epi32(words, _mm512_madd_epi16(a, _mm512_load_si512(third + pairs->third)));
    }
    add_words(words, sums[place]);
  }
}

#undef GRIDCENSUS_AVX512

}  // namespace avx512

namespace avx512_vnni {

#define GRIDCENSUS_AVX512_VNNI __attribute__((target("avx512f,avx512bw,avx512vnni")))

bool is_supported() { return avx512::is_supported() && static_cast<bool>(__builtin_cpu_supports("avx512vnni")); }

template <std::size_t pairs_each>
GRIDCENSUS_AVX512_VNNI void add_products(const Lanes* second, const Lanes* third, std::span<const std::uint16_t> places,
                                         const PlacePair* pairs, LaneSums* sums) {
  for (const std::uint16_t place : places) {
    __m512i words = _mm512_setzero_si512();
    for (std::size_t i = 0; i < pairs_each; ++i, ++pairs) {
      const __m512i a = _mm512_load_si512(second + pairs->second);
      words = _mm512_dpwssd_epi32(words, a, _mm512_load_si512(third + pairs->third));
    }
    avx512::add_words(words, sums[place]);
  }
}

#undef GRIDCENSUS_AVX512_VNNI

}  // namespace avx512_vnni

#endif

constexpr std::array all_lane_kernels {
#if defined(__x86_64__)
  LaneKernel{"avx512_vnni", avx512_vnni::is_supported, avx512_vnni::add_products<pairs_in_run>,
             avx512_vnni::add_products<1>},
      LaneKernel{"avx512", avx512::is_supported, avx512::add_products<pairs_in_run>, avx512::add_products<1>},
      LaneKernel{"avx2", avx2::is_supported, avx2::add_products<pairs_in_run>, avx2::add_products<1>},
      LaneKernel{"sse2", sse2::is_supported, sse2::add_products<pairs_in_run>, sse2::add_products<1>},
#endif
      LaneKernel{"portable", portable::is_supported, portable::add_products<pairs_in_run>, portable::add_products<1>},
};

}  // namespace

std::span<const LaneKernel> lane_kernels() { return all_lane_kernels; }

const LaneKernel& fastest_lane_kernel() {
  return *std::ranges::find_if(all_lane_kernels, [](const LaneKernel& kernel) { return kernel.is_supported(); });
}

}  // namespace gridcensus::band_classes
