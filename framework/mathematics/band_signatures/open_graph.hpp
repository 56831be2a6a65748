#pragma once

#include "symbols/symbols.hpp"

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace gridcensus::band_signatures {

/// The columns of a k-regular graph except the last two, which are disjoint and *open*: each has k of the 2k *free*
/// symbols, which are in k - 1 of the columns here. All other symbols are in k of them.
struct OpenGraph {
  /// The maximum number of symbols, and of columns of the whole graph.
  static constexpr std::size_t max_symbols = 12;
  /// The maximum number of columns here.
  static constexpr std::size_t max_columns = max_symbols - 2;
  /// The number of lanes of vectors with a number for each symbol, or column.
  static constexpr std::size_t lanes = 16;

  std::array<mathematics::SymbolSet, lanes> columns{};  ///< the symbols of each column; 0 after the last
  std::array<std::uint16_t, lanes> columns_of{};        ///< by symbol: the columns that have it
  mathematics::SymbolSet free = 0;                      ///< the union of the last two columns

  /// @param columns  of one size
  /// @throws std::invalid_argument  too many columns, different sizes, or a symbol is in too many or too few.
  static OpenGraph of(std::span<const mathematics::SymbolSet> columns);
};

/// A key that differs for graphs that differ in more than the numbering of symbols and the order of columns: twelve
/// bits for each column.
struct OpenGraphKey {
  std::array<std::uint64_t, 2> words{};  ///< five columns in each, ascending
  bool operator==(const OpenGraphKey&) const = default;
  auto operator<=>(const OpenGraphKey&) const = default;
};

/// A graph with renumbered symbols and reordered columns, and the renumbering.
struct OpenForm {
  OpenGraphKey key{};                                    ///< the graph
  std::array<std::uint8_t, OpenGraph::lanes> symbols{};  ///< by old symbol: its new number; free ones come first
  bool is_canonical = false;  ///< no symbol was marked by choice: isomorphic graphs have the same form
};

/// One implementation of the forms of graphs. All give the same results.
struct OpenFormKernel {
  std::string_view name;   ///< of its instruction set
  bool (*is_supported)();  ///< by this processor
  /// Computes nearly the same form for all graphs that differ in numbering and order only: symbols and columns get
  /// colours by their neighbourhoods, in several rounds; then one of the symbols that still look alike is marked, and
  /// so on. The form is not canonical, because symbols that look alike may not be images of each other. It is always
  /// isomorphic to the graph, which is all that counting needs.
  ///
  /// Processes many graphs at once, because whether symbols look alike is unpredictable: one by one, a graph would wait
  /// for the result of the one before.
  ///
  /// @param symbols  N
  /// @param columns  at most max_columns
  /// @param marked   symbols that are distinguished from the others at the start
  /// @param forms    are replaced: one for each graph
  /// @cost  AVX-512 0.1 microseconds each, and half as much again for each mark
  void (*forms)(std::span<const OpenGraph> graphs, std::size_t symbols, std::size_t columns,
                mathematics::SymbolSet marked, std::span<OpenForm> forms);

  /// Returns the form of one graph.
  OpenForm form(const OpenGraph& graph, std::size_t symbols, std::size_t columns, mathematics::SymbolSet marked) const {
    OpenForm one;
    forms({&graph, 1}, symbols, columns, marked, {&one, 1});
    return one;
  }
};

/// Returns the kernels, the fastest first; the last runs everywhere.
std::span<const OpenFormKernel> open_form_kernels();

/// Returns the first kernel that this processor supports.
const OpenFormKernel& fastest_open_form_kernel();

/// Returns a form that more isomorphic graphs share: if a symbol must be marked by choice, the least of the forms with
/// one symbol marked at the start.
///
/// @cost  up to one more form for each symbol
OpenForm least_form(const OpenFormKernel& kernel, const OpenGraph& graph, std::size_t symbols, std::size_t columns);

/// Returns the graph of a key, in the numbering of the key.
///
/// @param columns  number of columns
OpenGraph graph_of(const OpenGraphKey& key, std::size_t columns);

}  // namespace gridcensus::band_signatures
