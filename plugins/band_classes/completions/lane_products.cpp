#include "band_classes/completions/lane_products.hpp"

#include <algorithm>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace gridcensus::band_classes {

namespace {

namespace portable {

bool is_supported() { return true; }

void add_products(const Lanes* second, const Lanes* third, std::span<const PlacePair> pairs, LaneSums& sums) {
  // A copy that no pointer can reach stays in registers.
  std::array<std::uint64_t, lane_count> local = sums.sums;
  for (const PlacePair pair : pairs) {
    const auto& a = second[pair.second].counts;
    const auto& b = third[pair.third].counts;
    for (std::size_t lane = 0; lane < lane_count; ++lane) local[lane] += std::uint64_t{a[lane]} * b[lane];
  }
  sums.sums = local;
}

}  // namespace portable

#if defined(__x86_64__)

// A 64-bit product takes the lower halves of two 64-bit words: the even lanes as they lie, then the odd ones.

namespace avx2 {

#define GRIDCENSUS_AVX2 __attribute__((target("avx2")))

bool is_supported() { return static_cast<bool>(__builtin_cpu_supports("avx2")); }

GRIDCENSUS_AVX2 void add_products(const Lanes* second, const Lanes* third, std::span<const PlacePair> pairs,
                                  LaneSums& sums) {
  auto* const out = reinterpret_cast<__m256i*>(sums.sums.data());
  __m256i even_low = _mm256_load_si256(out);
  __m256i odd_low = _mm256_load_si256(out + 1);
  __m256i even_high = _mm256_load_si256(out + 2);
  __m256i odd_high = _mm256_load_si256(out + 3);
  for (const PlacePair pair : pairs) {
    const auto* const a = reinterpret_cast<const __m256i*>(second + pair.second);
    const auto* const b = reinterpret_cast<const __m256i*>(third + pair.third);
    const __m256i a_low = _mm256_load_si256(a);
    const __m256i b_low = _mm256_load_si256(b);
    const __m256i a_high = _mm256_load_si256(a + 1);
    const __m256i b_high = _mm256_load_si256(b + 1);
    even_low = _mm256_add_epi64(even_low, _mm256_mul_epu32(a_low, b_low));
    even_high = _mm256_add_epi64(even_high, _mm256_mul_epu32(a_high, b_high));
    odd_low = _mm256_add_epi64(odd_low, _mm256_mul_epu32(_mm256_srli_epi64(a_low, 32), _mm256_srli_epi64(b_low, 32)));
    odd_high =
        _mm256_add_epi64(odd_high, _mm256_mul_epu32(_mm256_srli_epi64(a_high, 32), _mm256_srli_epi64(b_high, 32)));
  }
  _mm256_store_si256(out, even_low);
  _mm256_store_si256(out + 1, odd_low);
  _mm256_store_si256(out + 2, even_high);
  _mm256_store_si256(out + 3, odd_high);
}

#undef GRIDCENSUS_AVX2

}  // namespace avx2

namespace avx512 {

#define GRIDCENSUS_AVX512 __attribute__((target("avx512f")))

bool is_supported() { return static_cast<bool>(__builtin_cpu_supports("avx512f")); }

GRIDCENSUS_AVX512 void add_products(const Lanes* second, const Lanes* third, std::span<const PlacePair> pairs,
                                    LaneSums& sums) {
  constexpr __mmask8 all = 0xFF;  // without a mask g++ 12 takes the lanes for uninitialised
  __m512i even = _mm512_load_si512(sums.sums.data());
  __m512i odd = _mm512_load_si512(sums.sums.data() + 8);
  for (const PlacePair pair : pairs) {
    const __m512i a = _mm512_load_si512(second + pair.second);
    const __m512i b = _mm512_load_si512(third + pair.third);
    even = _mm512_add_epi64(even, _mm512_maskz_mul_epu32(all, a, b));
    const __m512i odd_a = _mm512_maskz_srli_epi64(all, a, 32);
    const __m512i odd_b = _mm512_maskz_srli_epi64(all, b, 32);
    odd = _mm512_add_epi64(odd, _mm512_maskz_mul_epu32(all, odd_a, odd_b));
  }
  _mm512_store_si512(sums.sums.data(), even);
  _mm512_store_si512(sums.sums.data() + 8, odd);
}

#undef GRIDCENSUS_AVX512

}  // namespace avx512

constexpr std::array<LaneKernel, 3> all_lane_kernels{{
    {"avx512", avx512::is_supported, avx512::add_products},
    {"avx2", avx2::is_supported, avx2::add_products},
    {"portable", portable::is_supported, portable::add_products},
}};

#else

constexpr std::array<LaneKernel, 1> all_lane_kernels{{{"portable", portable::is_supported, portable::add_products}}};

#endif

}  // namespace

std::span<const LaneKernel> lane_kernels() { return all_lane_kernels; }

const LaneKernel& fastest_lane_kernel() {
  return *std::ranges::find_if(all_lane_kernels, [](const LaneKernel& kernel) { return kernel.is_supported(); });
}

}  // namespace gridcensus::band_classes
