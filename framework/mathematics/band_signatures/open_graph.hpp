#pragma once

#include "symbols/symbols.hpp"

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace gridcensus::band_signatures {

/// The columns of a k-regular graph but the last two, which are disjoint and *open*: each has k of the 2k symbols that
/// are in k - 1 of the columns here, the *free* ones. All other symbols are in k of them.
struct OpenGraph {
  /// The most symbols, and columns of the whole graph.
  static constexpr std::size_t max_symbols = 12;
  /// The most columns here.
  static constexpr std::size_t max_columns = max_symbols - 2;
  /// How many lanes vectors have that hold a number for each symbol, or column.
  static constexpr std::size_t lanes = 16;

  std::array<mathematics::SymbolSet, lanes> columns{};  ///< the symbols of each column; 0 behind the last
  std::array<std::uint16_t, lanes> columns_of{};        ///< by symbol: the columns that have it
  mathematics::SymbolSet free = 0;                      ///< what the last two columns have together

  /// @param columns  of one size
  /// @throws std::invalid_argument  too many, of different sizes, or a symbol is in too many or too few.
  static OpenGraph of(std::span<const mathematics::SymbolSet> columns);
};

/// What tells graphs apart that differ in more than the numbering of symbols and the order of columns: twelve bits for
/// each column.
struct OpenGraphKey {
  std::array<std::uint64_t, 2> words{};  ///< five columns in each, ascending
  bool operator==(const OpenGraphKey&) const = default;
  auto operator<=>(const OpenGraphKey&) const = default;
};

/// A graph in another numbering of its symbols and order of its columns, and the way there.
struct OpenForm {
  OpenGraphKey key{};                                    ///< the graph
  std::array<std::uint8_t, OpenGraph::lanes> symbols{};  ///< by symbol before: what it has become; free ones come first
  bool is_canonical = false;  ///< no symbol was marked by choice: graphs that are alike have the same form
};

/// One way to compute the forms of graphs. All give the same.
struct OpenFormKernel {
  std::string_view name;   ///< of the instructions that it needs
  bool (*is_supported)();  ///< by this processor
  /// Nearly the same form for all graphs that differ in numbering and order only: symbols and columns get colours by
  /// what surrounds them, some times over; of symbols that look alike in the end one is marked, and so on. It is not
  /// canonical, since those that look alike may be no images of each other; it is always isomorphic to the graph, and
  /// that is all that counting needs.
  ///
  /// Many at once, since whether symbols look alike is not foretold: one by one, a graph would wait for that of the
  /// one before.
  ///
  /// @param symbols  N
  /// @param columns  at most max_columns
  /// @param marked   symbols that are told from the others in the beginning
  /// @param forms    are replaced: one for each graph
  /// @cost  AVX-512 0.1 microseconds each, and half as much again for each mark
  void (*forms)(std::span<const OpenGraph> graphs, std::size_t symbols, std::size_t columns,
                mathematics::SymbolSet marked, std::span<OpenForm> forms);

  /// The form of one graph.
  OpenForm form(const OpenGraph& graph, std::size_t symbols, std::size_t columns, mathematics::SymbolSet marked) const {
    OpenForm one;
    forms({&graph, 1}, symbols, columns, marked, {&one, 1});
    return one;
  }
};

/// The fastest first; the last runs everywhere.
std::span<const OpenFormKernel> open_form_kernels();

/// The first that this processor supports.
const OpenFormKernel& fastest_open_form_kernel();

/// A form that fewer graphs which are alike do not share: where a symbol must be marked by choice, the least of those
/// in which one symbol is marked in the beginning.
///
/// @cost  up to a form for each symbol more
OpenForm least_form(const OpenFormKernel& kernel, const OpenGraph& graph, std::size_t symbols, std::size_t columns);

/// The graph of a key, in the numbering of the key.
///
/// @param columns  how many
OpenGraph graph_of(const OpenGraphKey& key, std::size_t columns);

}  // namespace gridcensus::band_signatures
