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

// Shared by all kernels, so they give the same results.
constexpr std::uint32_t free_colour = 0x9E3779B9U;
constexpr std::uint32_t mark = 0x5BD1E995U;
constexpr std::uint32_t symbol_factor = 0x85EBCA6BU;
constexpr std::uint32_t mix_factor = 0x2C1B3C6DU;
constexpr std::uint32_t taken_last = 0x80000000U;
/// The number of rounds before the first test. Each round extends the neighbourhood that determines a colour; three
/// distinguish the symbols of most graphs. Then as many more until all are distinguished, each time but the first with
/// a symbol marked.
constexpr int first_rounds = 3;
constexpr int more_rounds = 2;

/// A number for each symbol, or for each column.
struct alignas(64) Lanes : std::array<std::uint32_t, OpenGraph::lanes> {};

/// @param columns       renamed symbols of each
/// @param column_ranks  by column: its rank
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

/// Returns a number each bit of which depends on most bits of the argument.
std::uint32_t mixed(std::uint32_t number) {
  number = (number ^ (number >> 15U)) * mix_factor;
  return number ^ (number >> 12U);
}

/// Returns the sum of the numbers of a set.
std::uint32_t sum_over(std::uint32_t set, const Lanes& numbers) {
  std::uint32_t sum = 0;
  for (; set != 0; set &= set - 1) sum += numbers[static_cast<std::size_t>(std::countr_zero(set))];
  return sum;
}

/// Returns, by lane, the number of the first `count` lanes with a smaller number.
Lanes ranks_of(const Lanes& numbers, std::size_t count) {
  Lanes ranks{};
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j < count; ++j) ranks[i] += numbers[j] < numbers[i] ? 1U : 0U;
  }
  return ranks;
}

/// Returns the first of the symbols with the least rank that two have; nullopt if all ranks differ.
std::optional<unsigned> alike(const Lanes& ranks, std::size_t symbols) {
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
    order[c] = renamed[c] << 4U | static_cast<std::uint32_t>(c);  // equal columns are distinguished by their places
  }
  return form_of(ranks, symbols, renamed, ranks_of(order, columns), columns, is_canonical);
}

void forms(std::span<const OpenGraph> graphs, std::size_t symbols, std::size_t columns, SymbolSet marked,
           std::span<OpenForm> forms) {
  for (std::size_t i = 0; i < graphs.size(); ++i) forms[i] = form(graphs[i], symbols, columns, marked);
}

}  // namespace portable

#if defined(__x86_64__)

namespace avx512 {

#define GRIDCENSUS_AVX512 __attribute__((target("avx512f")))

bool is_supported() { return static_cast<bool>(__builtin_cpu_supports("avx512f")); }

GRIDCENSUS_AVX512 inline __m512i all_lanes(std::uint32_t number) { return _mm512_set1_epi32(static_cast<int>(number)); }

GRIDCENSUS_AVX512 inline __m512i mixed(__m512i numbers) {
  constexpr __mmask16 all = 0xFFFF;  // without a mask g++ 12 considers the lanes uninitialised
  numbers = _mm512_xor_si512(numbers, _mm512_maskz_srli_epi32(all, numbers, 15));
  numbers = _mm512_mullo_epi32(numbers, all_lanes(mix_factor));
  return _mm512_xor_si512(numbers, _mm512_maskz_srli_epi32(all, numbers, 12));
}

/// Returns the mask of the first `count` lanes.
inline __mmask16 first_lanes(std::size_t count) { return static_cast<__mmask16>((1U << count) - 1); }

/// Stores numbers in memory, from which one instruction broadcasts a number to all lanes. Otherwise g++ 12 extracts the
/// numbers from the register one by one, which takes twice as long.
GRIDCENSUS_AVX512 inline void put(Lanes& memory, __m512i numbers) {
  _mm512_store_si512(memory.data(), numbers);
  asm volatile("" : "+m"(memory));
}

/// Returns, by lane, the sum of the numbers whose sets have the lane.
template <std::size_t count>
GRIDCENSUS_AVX512 inline __m512i sums(const std::array<std::uint16_t, OpenGraph::lanes>& sets, __m512i numbers) {
  Lanes array;
  put(array, numbers);
  // Two sums, so one addition need not wait for the other.
  __m512i even = _mm512_setzero_si512();
  __m512i odd = _mm512_setzero_si512();
#pragma GCC unroll 6
  for (std::size_t i = 0; i < count; i += 2) {
    even = _mm512_mask_add_epi32(even, sets[i], even, all_lanes(array[i]));
    odd = _mm512_mask_add_epi32(odd, sets[i + 1], odd, all_lanes(array[i + 1]));
  }
  return _mm512_add_epi32(even, odd);
}

/// Returns, by lane, the number of the first `count` lanes with a smaller number.
template <std::size_t count>
GRIDCENSUS_AVX512 inline __m512i ranks_of(__m512i numbers) {
  Lanes array;
  put(array, numbers);
  __m512i even = _mm512_setzero_si512();
  __m512i odd = _mm512_setzero_si512();
#pragma GCC unroll 6
  for (std::size_t i = 0; i < count; i += 2) {
    even = _mm512_mask_add_epi32(even, _mm512_cmpgt_epu32_mask(numbers, all_lanes(array[i])), even, all_lanes(1));
    odd = _mm512_mask_add_epi32(odd, _mm512_cmpgt_epu32_mask(numbers, all_lanes(array[i + 1])), odd, all_lanes(1));
  }
  return _mm512_add_epi32(even, odd);
}

/// Returns the colours after some more rounds.
GRIDCENSUS_AVX512 inline __m512i after_rounds(const OpenGraph& graph, __m512i colours, int rounds) {
  for (int round = 0; round < rounds; ++round) {
    const __m512i of_columns = mixed(sums<OpenGraph::max_symbols>(graph.columns_of, colours));
    colours = _mm512_mullo_epi32(colours, all_lanes(symbol_factor));
    colours = mixed(_mm512_add_epi32(colours, sums<OpenGraph::max_columns>(graph.columns, of_columns)));
  }
  return colours;
}

/// Returns, by symbol, the number of symbols before it.
GRIDCENSUS_AVX512 inline __m512i ranks_by(const OpenGraph& graph, __m512i colours, __mmask16 symbols) {
  __m512i order = _mm512_maskz_srli_epi32(symbols, colours, 1);
  order = _mm512_mask_or_epi32(order, static_cast<__mmask16>(~graph.free), order, all_lanes(taken_last));
  // Lanes that are not symbols come before none.
  order = _mm512_mask_mov_epi32(all_lanes(~0U), symbols, order);
  return ranks_of<OpenGraph::max_symbols>(order);
}

/// Returns the sets of each lane's number alone.
GRIDCENSUS_AVX512 inline __m512i singletons(__m512i numbers, __mmask16 lanes) {
  return _mm512_maskz_sllv_epi32(lanes, all_lanes(1), numbers);
}

/// Returns the ranks that occur: all if no two symbols have the same.
GRIDCENSUS_AVX512 inline __mmask16 met(__m512i ranks, __mmask16 symbols) {
  const __m512i sets = singletons(ranks, symbols);
  const __m256i half =
      _mm256_or_si256(_mm512_maskz_extracti64x4_epi64(0xFF, sets, 0), _mm512_maskz_extracti64x4_epi64(0xFF, sets, 1));
  const __m128i quarter = _mm_or_si128(_mm256_castsi256_si128(half), _mm256_extracti128_si256(half, 1));
  const auto eighth = static_cast<std::uint64_t>(_mm_cvtsi128_si64(quarter) | _mm_extract_epi64(quarter, 1));
  constexpr unsigned lane_bits = 32;
  return static_cast<__mmask16>(eighth | eighth >> lane_bits);
}

/// Marks the first of the symbols with the least rank that two have; the ranks after it are skipped.
GRIDCENSUS_AVX512 inline __m512i with_mark(__m512i colours, __m512i ranks, __mmask16 symbols) {
  const auto first_left_out = std::countr_one(static_cast<std::uint32_t>(met(ranks, symbols)));
  const __mmask16 alike =
      _mm512_mask_cmpeq_epu32_mask(symbols, ranks, all_lanes(static_cast<std::uint32_t>(first_left_out - 1)));
  return _mm512_mask_add_epi32(colours, static_cast<__mmask16>(alike & -alike), colours, all_lanes(mark));
}

GRIDCENSUS_AVX512 inline OpenForm renamed(const OpenGraph& graph, std::size_t symbols, std::size_t columns,
                                          const Lanes& ranks, bool is_canonical) {
  constexpr __mmask16 all = 0xFFFF;
  // Sums of different bits are unions.
  const __m512i sets =
      sums<OpenGraph::max_symbols>(graph.columns_of, singletons(_mm512_load_si512(ranks.data()), first_lanes(symbols)));
  // Equal columns are distinguished by their places; lanes that are not columns come before none.
  const __m512i places = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  __m512i order = _mm512_or_si512(_mm512_maskz_slli_epi32(all, sets, 4), places);
  order = _mm512_mask_mov_epi32(all_lanes(~0U), first_lanes(columns), order);
  Lanes of_columns;
  Lanes column_ranks;
  put(of_columns, sets);
  put(column_ranks, ranks_of<OpenGraph::max_columns>(order));
  return form_of(ranks, symbols, of_columns, column_ranks, columns, is_canonical);
}

/// The maximum number of graphs in a batch.
constexpr std::size_t max_batch = 64;
GRIDCENSUS_AVX512 void forms_together(std::span<const OpenGraph> graphs, std::size_t symbols, std::size_t columns,
                                      SymbolSet marked, std::span<OpenForm> forms) {
  const __mmask16 lanes = first_lanes(symbols);
  // NOLINTBEGIN(cppcoreguidelines-pro-type-member-init): zeros would take as long as the form of a graph
  std::array<Lanes, max_batch> colours;
  std::array<Lanes, max_batch> ranks;
  // NOLINTEND(cppcoreguidelines-pro-type-member-init)
  std::array<std::uint8_t, max_batch + 1> with_equal{};  // the first `count`: graphs with two symbols of one rank
  std::size_t count = 0;
  for (std::size_t i = 0; i < graphs.size(); ++i) {
    __m512i now = _mm512_mask_add_epi32(all_lanes(1), graphs[i].free, all_lanes(1), all_lanes(free_colour));
    now = after_rounds(graphs[i], _mm512_mask_add_epi32(now, marked, now, all_lanes(mark)), first_rounds);
    const __m512i of_graph = ranks_by(graphs[i], now, lanes);
    _mm512_store_si512(colours[i].data(), now);
    _mm512_store_si512(ranks[i].data(), of_graph);
    with_equal[count] = static_cast<std::uint8_t>(i);
    count += met(of_graph, lanes) != lanes ? 1U : 0U;
    forms[i].is_canonical = true;
  }
  for (const std::size_t i : std::span{with_equal}.first(count)) {
    __m512i now = after_rounds(graphs[i], _mm512_load_si512(colours[i].data()), more_rounds);
    __m512i of_graph = ranks_by(graphs[i], now, lanes);
    while (met(of_graph, lanes) != lanes) {
      now = after_rounds(graphs[i], with_mark(now, of_graph, lanes), more_rounds);
      of_graph = ranks_by(graphs[i], now, lanes);
      forms[i].is_canonical = false;
    }
    _mm512_store_si512(ranks[i].data(), of_graph);
  }
  for (std::size_t i = 0; i < graphs.size(); ++i) {
    forms[i] = renamed(graphs[i], symbols, columns, ranks[i], forms[i].is_canonical);
  }
}

void forms(std::span<const OpenGraph> graphs, std::size_t symbols, std::size_t columns, SymbolSet marked,
           std::span<OpenForm> forms) {
  for (std::size_t first = 0; first < graphs.size(); first += max_batch) {
    const std::size_t count = std::min(max_batch, graphs.size() - first);
    forms_together(graphs.subspan(first, count), symbols, columns, marked, forms.subspan(first, count));
  }
}

#undef GRIDCENSUS_AVX512

}  // namespace avx512

constexpr std::array<OpenFormKernel, 2> all_kernels{
    {{"avx512", avx512::is_supported, avx512::forms}, {"portable", portable::is_supported, portable::forms}}};
#else
constexpr std::array<OpenFormKernel, 1> all_kernels{{{"portable", portable::is_supported, portable::forms}}};
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
