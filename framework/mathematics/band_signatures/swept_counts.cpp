#include "band_signatures/swept_counts.hpp"

#include "band_signatures/column_graph.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <utility>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace gridcensus::band_signatures {

using mathematics::SymbolSet;

namespace {

/// The number of ways to pair four ends by two paths.
constexpr std::size_t ways_of_paths = 3;
constexpr int ends_of_pair = 4;

/// Returns the places of some of the symbols among all of them.
std::uint32_t places_of(SymbolSet some, SymbolSet all) {
  std::uint32_t places = 0;
  for (unsigned place = 0; all != 0; all = mathematics::without_least(all), ++place) {
    if ((some & all & -all) != 0) places |= 1U << place;
  }
  return places;
}

/// Checks whether two of four places are the ends of one path.
bool are_a_path(std::uint32_t two, std::uint32_t four, std::size_t paths) {
  if ((two & four & -four) == 0) two ^= four;  // then the other two are, or are not
  std::uint32_t behind = four & (four - 1);
  for (; paths > 0; --paths) behind &= behind - 1;
  return (two & behind & -behind) != 0;
}

}  // namespace

Closings::Closings(int rows) {
  if (rows < 1 || rows > 6) throw std::invalid_argument{"graphs are closed that have 1 to 6 rows"};
  const std::uint32_t all = (1U << (2 * static_cast<unsigned>(rows))) - 1;
  numbers_.resize(std::size_t{all} + 1);
  for (std::uint32_t set = 1; set <= all; set += 2) {
    if (std::popcount(set) != rows) continue;
    numbers_[set] = static_cast<std::uint16_t>(halves_.size());
    numbers_[all ^ set] = numbers_[set];
    halves_.push_back(static_cast<std::uint16_t>(set));
  }
}

std::size_t Closings::number_of(SymbolSet free, SymbolSet half) const { return numbers_[places_of(half, free)]; }

void PathEnds::prepare(SymbolSet free, int rows) {
  free_ = free;
  has_two_pairs_ = rows == 4;
  std::uint16_t next = 0;
  for (std::uint32_t set = free; set != 0; set = (set - 1) & free) {
    if (std::popcount(set) != ends_of_pair) continue;
    firsts_[set] = next;
    next = static_cast<std::uint16_t>(next + ways_of_paths * ways_of_paths);
  }
}

namespace {

namespace portable {

bool is_supported() { return true; }

void sweep(const Sweep::States& states, std::span<const SymbolSet> /*columns*/, const PathEnds& ends,
           WaysOfEnds& ways) {
  for (const Sweep::State& state : states) {
    ways[ends.number_of(state.full, state.ends[0], state.ends[1])] += state.ways;
  }
}

}  // namespace portable

#if defined(__x86_64__)

namespace avx512 {

#define GRIDCENSUS_AVX512 __attribute__((target("avx512f")))

constexpr std::size_t lanes = 8;

bool is_supported() { return static_cast<bool>(__builtin_cpu_supports("avx512f")); }

/// States as columns of a table, so eight are processed at once.
struct States {
  std::vector<std::uint64_t> first;   // ends of the first pair, as in `Sweep::State`
  std::vector<std::uint64_t> second;  // of the second pair
  std::vector<std::uint64_t> others;  // full | ways << 32
  std::size_t count = 0;

  void make_room(std::size_t states) {
    if (others.size() >= states + lanes) return;
    for (auto* const column : {&first, &second, &others}) column->resize(states + lanes);
  }
};

constexpr __mmask8 all = 0xFF;  // without a mask g++ 12 considers lanes uninitialised

GRIDCENSUS_AVX512 inline __m512i all_lanes(std::uint64_t number) {
  return _mm512_set1_epi64(static_cast<long long>(number));
}

/// Adds an edge to the ends of one pair of eight states; it may close a cycle and fill its symbols.
GRIDCENSUS_AVX512 inline __m512i with_edge(__m512i ends, const Sweep::Edge& edge, unsigned full_begins,
                                           __m512i& others) {
  const __m512i nibble = all_lanes(15);
  const __m512i a = all_lanes(edge.a);
  const __m512i b = all_lanes(edge.b);
  const __m512i end_a = _mm512_and_si512(_mm512_maskz_srlv_epi64(all, ends, a), nibble);
  const __m512i end_b = _mm512_and_si512(_mm512_maskz_srlv_epi64(all, ends, b), nibble);
  // If a path had begun, this is the symbol's second edge.
  const __mmask8 fills_a = _mm512_cmpneq_epi64_mask(end_a, all_lanes(edge.a / 4));
  const __mmask8 fills_b = _mm512_cmpneq_epi64_mask(end_b, all_lanes(edge.b / 4));
  others = _mm512_mask_or_epi64(others, fills_a, others, all_lanes(std::uint64_t{1} << (edge.a / 4 + full_begins)));
  others = _mm512_mask_or_epi64(others, fills_b, others, all_lanes(std::uint64_t{1} << (edge.b / 4 + full_begins)));
  const __m512i x = _mm512_maskz_slli_epi64(all, end_a, 2);
  const __m512i y = _mm512_maskz_slli_epi64(all, end_b, 2);
  const __mmask8 closes = _mm512_cmpeq_epi64_mask(x, b);
  const __m512i ways = _mm512_and_si512(others, all_lanes(~std::uint64_t{0} << 32U));
  others = _mm512_mask_add_epi64(others, closes, others, ways);
  const __m512i touched =
      _mm512_or_si512(_mm512_maskz_sllv_epi64(all, nibble, x), _mm512_maskz_sllv_epi64(all, nibble, y));
  const __m512i joined =
      _mm512_or_si512(_mm512_maskz_sllv_epi64(all, end_b, x), _mm512_maskz_sllv_epi64(all, end_a, y));
  ends = _mm512_maskz_andnot_epi64(all, _mm512_or_si512(touched, all_lanes(edge.bits)), ends);
  return _mm512_mask_or_epi64(ends, static_cast<__mmask8>(~closes), ends, joined);
}

GRIDCENSUS_AVX512 void advance(const States& before, SymbolSet column, States& after) {
  const Sweep::Cuts cuts{column};
  after.make_room(cuts.cuts.size() * before.count);
  after.count = 0;
  for (const Sweep::Cut& cut : cuts.cuts) {
    // First copy the states for which the cut is open; two in three are not.
    const std::size_t begin = after.count;
    const __m512i uses = all_lanes(cut.uses);
    for (std::size_t state = 0; state < before.count; state += lanes) {
      const std::size_t left = before.count - state;
      const auto there = static_cast<__mmask8>(left < lanes ? (1U << left) - 1 : 0xFFU);
      const __m512i others = _mm512_loadu_si512(before.others.data() + state);
      const __mmask8 open = _mm512_mask_testn_epi64_mask(there, others, uses);
      const __m512i first = _mm512_loadu_si512(before.first.data() + state);
      const __m512i second = _mm512_loadu_si512(before.second.data() + state);
      _mm512_storeu_si512(after.first.data() + after.count, _mm512_maskz_compress_epi64(open, first));
      _mm512_storeu_si512(after.second.data() + after.count, _mm512_maskz_compress_epi64(open, second));
      _mm512_storeu_si512(after.others.data() + after.count, _mm512_maskz_compress_epi64(open, others));
      after.count += static_cast<std::size_t>(std::popcount(static_cast<unsigned>(open)));
    }
    for (std::size_t state = begin; state < after.count; state += lanes) {
      __m512i others = _mm512_loadu_si512(after.others.data() + state);
      const __m512i first = _mm512_loadu_si512(after.first.data() + state);
      const __m512i second = _mm512_loadu_si512(after.second.data() + state);
      _mm512_storeu_si512(after.first.data() + state, with_edge(first, cut.edges[0], 0, others));
      _mm512_storeu_si512(after.second.data() + state, with_edge(second, cut.edges[1], 16, others));
      _mm512_storeu_si512(after.others.data() + state, others);
    }
  }
}

void sweep(const Sweep::States& states, std::span<const SymbolSet> columns, const PathEnds& ends, WaysOfEnds& sums) {
  // Looked up once: looking up a thread's own for each state took an eighth of the time.
  thread_local std::array<States, 2> of_thread;
  States* now = of_thread.data();
  States* next = now + 1;
  now->make_room(states.size());
  now->count = states.size();
  for (std::size_t i = 0; i < states.size(); ++i) {
    now->first[i] = states[i].ends[0];
    now->second[i] = states[i].ends[1];
    now->others[i] = states[i].full | states[i].ways << 32U;
  }
  for (const SymbolSet column : columns) {
    advance(*now, column, *next);
    std::swap(now, next);
  }
  for (std::size_t i = 0; i < now->count; ++i) {
    sums[ends.number_of(static_cast<std::uint32_t>(now->others[i]), now->first[i], now->second[i])] +=
        now->others[i] >> 32U;
  }
}

#undef GRIDCENSUS_AVX512

}  // namespace avx512

constexpr std::array<LastColumnsKernel, 2> all_kernels{
    {{"avx512", avx512::is_supported, 6, avx512::sweep},
     {"portable", portable::is_supported, OpenGraph::max_columns, portable::sweep}}};
#else
constexpr std::array<LastColumnsKernel, 1> all_kernels{
    {{"portable", portable::is_supported, OpenGraph::max_columns, portable::sweep}}};
#endif

}  // namespace

std::span<const LastColumnsKernel> last_columns_kernels() { return all_kernels; }

SweptCounts::SweptCounts(std::size_t symbols, int rows, const LastColumnsKernel* kernel)
    : symbols_{symbols}, rows_{rows}, closings_{rows}, kernel_{kernel}, terms_(PathEnds::count) {
  if (rows > 4) throw std::invalid_argument{"sweeps count lines of one to four rows"};
  if (rows < 4) kernel_ = &all_kernels.back();
  if (kernel_ == nullptr) {
    kernel_ = &*std::ranges::find_if(all_kernels, [](const LastColumnsKernel& each) { return each.is_supported(); });
  }
}

void SweptCounts::count(const OpenGraph& graph, std::vector<std::uint32_t>& line) {
  line.assign(closings_.size(), 0);
  if (rows_ == 1) {
    line.front() = 1;
    return;
  }
  const auto columns = in_narrow_order(std::span{graph.columns}.first(symbols_ - 2), symbols_);
  const std::size_t before = std::min(columns.size(), kernel_->columns_before);
  Sweep::begin(Sweep::Cuts{columns.front()}, now_);
  for (std::size_t c = 1; c < before; ++c) {
    sweep_.advance(now_, Sweep::Cuts{columns[c]}, next_);
    std::swap(now_, next_);
  }
  ends_.prepare(graph.free, rows_);
  WaysOfEnds ways{};
  kernel_->sweep(now_, std::span{columns}.subspan(before), ends_, ways);
  // Terms are by place among the free symbols, which are in the same order.
  if (terms_.front().empty()) find_terms();
  // The first column was cut in one way of binomial(k,2), the ways to choose two of k rows. The two rows of a pair can
  // be distinguished, which doubles the cycles' 2^c for each pair. Both make f of F = k! f.
  for (std::size_t number = 0; number < ways.size(); ++number) {
    if (ways[number] == 0) continue;
    for (const Term& term : terms_[number])
      line[term.closing] += static_cast<std::uint32_t>(ways[number]) * term.factor;
  }
}

void SweptCounts::find_terms() {
  const bool has_two_pairs = rows_ == 4;
  const std::uint32_t all = (1U << (2 * static_cast<unsigned>(rows_))) - 1;
  std::size_t number = 0;
  for (std::uint32_t ends = all; ends != 0; --ends) {  // as `PathEnds`
    if (std::popcount(ends) != ends_of_pair) continue;
    for (std::size_t second = 0; second < ways_of_paths; ++second) {
      for (std::size_t first = 0; first < ways_of_paths; ++first, ++number) {
        for (std::size_t closing = 0; closing < closings_.size(); ++closing) {
          const std::uint32_t half = closings_.halves()[closing];
          if (std::popcount(half & ends) != 2) continue;
          unsigned factor = are_a_path(half & ends, ends, first) ? 2 : 1;
          if (has_two_pairs && are_a_path(half & ~ends, all & ~ends, second)) factor *= 2;
          terms_[number].push_back({static_cast<std::uint16_t>(closing), static_cast<std::uint16_t>(factor)});
        }
      }
    }
  }
}

}  // namespace gridcensus::band_signatures
