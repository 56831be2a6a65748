#include "band_signatures/open_graph.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <stdexcept>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace gridcensus::band_signatures {

using mathematics::SymbolSet;

namespace {

constexpr std::size_t columns_per_word = 5;
constexpr unsigned bits_per_column = 12;

// What all kernels have in common, so that they give the same.
constexpr std::uint32_t free_colour = 0x9E3779B9U;
constexpr std::uint32_t mark = 0x5BD1E995U;
constexpr std::uint32_t symbol_factor = 0x85EBCA6BU;
constexpr std::uint32_t mix_factor = 0x2C1B3C6DU;
constexpr std::uint32_t taken_last = 0x80000000U;
/// What surrounds a symbol is seen farther in each round: three tell the symbols of most graphs apart. Then so many
/// more until they do, each time but the first with a symbol marked.
constexpr int first_rounds = 3;
constexpr int more_rounds = 2;

/// A number for each symbol, or for each column.
struct alignas(64) Lanes : std::array<std::uint32_t, OpenGraph::lanes> {};

/// The first of the symbols that have the least rank that two have; nothing where all ranks differ.
inline std::optional<unsigned> alike(const Lanes& ranks, std::size_t symbols) {
  std::uint32_t once = 0;
  std::uint32_t twice = 0;
  for (std::size_t s = 0; s < symbols; ++s) {
    const std::uint32_t rank = 1U << ranks[s];
    twice |= once & rank;
    once |= rank;
  }
  if (twice == 0) return std::nullopt;
  return static_cast<unsigned>(std::ranges::find(ranks, static_cast<std::uint32_t>(std::countr_zero(twice))) -
                               ranks.begin());
}

/// @param columns       renamed symbols of each
/// @param column_ranks  where each stands among them
inline OpenForm form_of(const Lanes& ranks, std::size_t symbols, const Lanes& columns, const Lanes& column_ranks,
                        std::size_t column_count, bool is_canonical) {
  std::array<std::uint64_t, OpenGraph::max_columns> sorted{};
  for (std::size_t c = 0; c < column_count; ++c) sorted[column_ranks[c]] = columns[c];
  OpenForm form{.is_canonical = is_canonical};
  for (std::size_t c = 0; c < column_count; ++c) {
    form.key.words[c / columns_per_word] |= sorted[c] << (c % columns_per_word * bits_per_column);
  }
  for (std::size_t s = 0; s < symbols; ++s) form.symbols[s] = static_cast<std::uint8_t>(ranks[s]);
  return form;
}

namespace portable {

bool is_supported() { return true; }

/// Each bit depends on most bits of what was there.
std::uint32_t mixed(std::uint32_t number) {
  number = (number ^ (number >> 15U)) * mix_factor;
  return number ^ (number >> 12U);
}

/// The sum of the numbers of a set.
std::uint32_t sum_over(std::uint32_t set, const Lanes& numbers) {
  std::uint32_t sum = 0;
  for (; set != 0; set &= set - 1) sum += numbers[static_cast<std::size_t>(std::countr_zero(set))];
  return sum;
}

/// By lane: how many of the first `count` lanes hold less.
Lanes ranks_of(const Lanes& numbers, std::size_t count) {
  Lanes ranks{};
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j < count; ++j) ranks[i] += numbers[j] < numbers[i] ? 1U : 0U;
  }
  return ranks;
}

OpenForm form(const OpenGraph& graph, std::size_t symbols, std::size_t columns, SymbolSet marked) {
  Lanes colours{};
  for (std::size_t s = 0; s < symbols; ++s) {
    colours[s] = 1 + ((graph.free >> s & 1U) != 0 ? free_colour : 0) + ((marked >> s & 1U) != 0 ? mark : 0);
  }
  Lanes ranks{};
  bool is_canonical = true;
  for (int rounds = first_rounds;; rounds = more_rounds) {
    for (int round = 0; round < rounds; ++round) {
      Lanes of_columns{};
      for (std::size_t c = 0; c < columns; ++c) of_columns[c] = mixed(sum_over(graph.columns[c], colours));
      for (std::size_t s = 0; s < symbols; ++s) {
        colours[s] = mixed(colours[s] * symbol_factor + sum_over(graph.columns_of[s], of_columns));
      }
    }
    Lanes order{};
    for (std::size_t s = 0; s < symbols; ++s) {
      order[s] = colours[s] >> 1U | ((graph.free >> s & 1U) != 0 ? 0 : taken_last);
    }
    ranks = ranks_of(order, symbols);
    const auto symbol = alike(ranks, symbols);
    if (!symbol) break;
    if (rounds == first_rounds) continue;
    colours[*symbol] += mark;
    is_canonical = false;
  }
  Lanes renamed{};
  Lanes order{};
  for (std::size_t c = 0; c < columns; ++c) {
    for (std::uint32_t set = graph.columns[c]; set != 0; set &= set - 1) {
      renamed[c] |= 1U << ranks[static_cast<std::size_t>(std::countr_zero(set))];
    }
    order[c] = renamed[c] << 4U | static_cast<std::uint32_t>(c);  // equal columns are told apart by their places
  }
  return form_of(ranks, symbols, renamed, ranks_of(order, columns), columns, is_canonical);
}

}  // namespace portable

#if defined(__x86_64__)

namespace avx512 {

#define GRIDCENSUS_AVX512 __attribute__((target("avx512f")))

bool is_supported() { return static_cast<bool>(__builtin_cpu_supports("avx512f")); }

GRIDCENSUS_AVX512 inline __m512i all_lanes(std::uint32_t number) { return _mm512_set1_epi32(static_cast<int>(number)); }

GRIDCENSUS_AVX512 inline __m512i mixed(__m512i numbers) {
  constexpr __mmask16 all = 0xFFFF;  // without a mask g++ 12 takes the lanes for uninitialised
  numbers = _mm512_xor_si512(numbers, _mm512_maskz_srli_epi32(all, numbers, 15));
  numbers = _mm512_mullo_epi32(numbers, all_lanes(mix_factor));
  return _mm512_xor_si512(numbers, _mm512_maskz_srli_epi32(all, numbers, 12));
}

/// By lane: the sum of the numbers whose sets have the lane. An even number of them.
GRIDCENSUS_AVX512 inline __m512i sums(const std::array<std::uint16_t, OpenGraph::lanes>& sets, const Lanes& numbers,
                                      std::size_t count) {
  // Two sums, so that one addition need not wait for the other.
  __m512i even = _mm512_setzero_si512();
  __m512i odd = _mm512_setzero_si512();
  for (std::size_t i = 0; i < count; i += 2) {
    even = _mm512_mask_add_epi32(even, sets[i], even, all_lanes(numbers[i]));
    odd = _mm512_mask_add_epi32(odd, sets[i + 1], odd, all_lanes(numbers[i + 1]));
  }
  return _mm512_add_epi32(even, odd);
}

/// By lane: how many of the first `count` lanes hold less.
GRIDCENSUS_AVX512 inline __m512i ranks_of(__m512i numbers, std::size_t count) {
  Lanes array;
  _mm512_store_si512(array.data(), numbers);
  __m512i ranks = _mm512_setzero_si512();
  for (std::size_t i = 0; i < count; ++i) {
    const __mmask16 greater = _mm512_cmpgt_epu32_mask(numbers, all_lanes(array[i]));
    ranks = _mm512_mask_add_epi32(ranks, greater, ranks, all_lanes(1));
  }
  return ranks;
}

GRIDCENSUS_AVX512 OpenForm form(const OpenGraph& graph, std::size_t symbols, std::size_t columns, SymbolSet marked) {
  constexpr __mmask16 all = 0xFFFF;
  __m512i colours = _mm512_mask_add_epi32(all_lanes(1), graph.free, all_lanes(1), all_lanes(free_colour));
  colours = _mm512_mask_add_epi32(colours, marked, colours, all_lanes(mark));
  Lanes array;
  Lanes ranks;
  __m512i rank_lanes;
  bool is_canonical = true;
  for (int rounds = first_rounds;; rounds = more_rounds) {
    for (int round = 0; round < rounds; ++round) {
      _mm512_store_si512(array.data(), colours);
      const __m512i of_columns = mixed(sums(graph.columns_of, array, symbols));
      _mm512_store_si512(array.data(), of_columns);
      colours = _mm512_mullo_epi32(colours, all_lanes(symbol_factor));
      colours = mixed(_mm512_add_epi32(colours, sums(graph.columns, array, columns)));
    }
    __m512i order = _mm512_maskz_srli_epi32(all, colours, 1);
    order = _mm512_mask_or_epi32(order, static_cast<__mmask16>(~graph.free), order, all_lanes(taken_last));
    rank_lanes = ranks_of(order, symbols);
    _mm512_store_si512(ranks.data(), rank_lanes);
    const auto symbol = alike(ranks, symbols);
    if (!symbol) break;
    if (rounds == first_rounds) continue;
    colours = _mm512_mask_add_epi32(colours, static_cast<__mmask16>(1U << *symbol), colours, all_lanes(mark));
    is_canonical = false;
  }
  // Sums of different bits are unions.
  _mm512_store_si512(array.data(), _mm512_maskz_sllv_epi32(all, all_lanes(1), rank_lanes));
  const __m512i renamed = sums(graph.columns_of, array, symbols);
  // Equal columns are told apart by their places.
  const __m512i places = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  Lanes column_ranks;
  _mm512_store_si512(column_ranks.data(),
                     ranks_of(_mm512_or_si512(_mm512_maskz_slli_epi32(all, renamed, 4), places), columns));
  Lanes of_columns;
  _mm512_store_si512(of_columns.data(), renamed);
  return form_of(ranks, symbols, of_columns, column_ranks, columns, is_canonical);
}

#undef GRIDCENSUS_AVX512

}  // namespace avx512

constexpr std::array<OpenFormKernel, 2> all_kernels{
    {{"avx512", avx512::is_supported, avx512::form}, {"portable", portable::is_supported, portable::form}}};
#else
constexpr std::array<OpenFormKernel, 1> all_kernels{{{"portable", portable::is_supported, portable::form}}};
#endif

}  // namespace

OpenGraph OpenGraph::of(std::span<const SymbolSet> columns) {
  const std::size_t symbols = columns.size() + 2;
  if (columns.empty() || symbols > max_symbols) throw std::invalid_argument{"an open graph has 1 to 10 columns"};
  const int size = mathematics::size_of(columns.front());
  OpenGraph graph;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    graph.columns[c] = columns[c];
    if (mathematics::size_of(columns[c]) != size) throw std::invalid_argument{"columns of different sizes"};
    for (std::size_t s = 0; s < lanes; ++s) {
      if ((columns[c] >> s & 1U) != 0) graph.columns_of[s] = static_cast<std::uint16_t>(graph.columns_of[s] | 1U << c);
    }
  }
  for (std::size_t s = 0; s < lanes; ++s) {
    const int uses = std::popcount(graph.columns_of[s]);
    if (s >= symbols ? uses != 0 : uses != size && uses != size - 1) {
      throw std::invalid_argument{"a symbol is in too many columns, or in too few"};
    }
    if (s < symbols && uses == size - 1) graph.free = static_cast<SymbolSet>(graph.free | 1U << s);
  }
  return graph;
}

std::span<const OpenFormKernel> open_form_kernels() { return all_kernels; }

const OpenFormKernel& fastest_open_form_kernel() {
  return *std::ranges::find_if(all_kernels, [](const OpenFormKernel& kernel) { return kernel.is_supported(); });
}

OpenForm least_form(const OpenFormKernel& kernel, const OpenGraph& graph, std::size_t symbols, std::size_t columns) {
  OpenForm least = kernel.form(graph, symbols, columns, 0);
  if (least.is_canonical) return least;
  for (std::size_t s = 0; s < symbols; ++s) {
    const OpenForm form = kernel.form(graph, symbols, columns, mathematics::singleton(static_cast<int>(s)));
    if (s == 0 || form.key < least.key) least = form;
  }
  return least;
}

OpenGraph graph_of(const OpenGraphKey& key, std::size_t columns) {
  std::array<SymbolSet, OpenGraph::max_columns> sets{};
  for (std::size_t c = 0; c < columns; ++c) {
    const std::uint64_t word = key.words[c / columns_per_word] >> (c % columns_per_word * bits_per_column);
    sets[c] = static_cast<SymbolSet>(word & ((1U << bits_per_column) - 1));
  }
  return OpenGraph::of(std::span{sets}.first(columns));
}

}  // namespace gridcensus::band_signatures
