#pragma once

#include "burnside_bfs/by_bands/keys.hpp"
#include "gridcensus/shape.hpp"
#include "permutations/permutations.hpp"
#include "symbols/symbols.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace gridcensus::burnside_bfs {

/// The number of bands with given labels in their columns, for shapes of two or three stacks and bands of two or three
/// rows.
///
/// A *part* is the unordered column contents of a box: N labels in sets of R. A relabelling maps the part of the first
/// box to a fixed one, and then, fixing this, the part of the second to the first of its orbit. The third part,
/// relabelled in this way, has a number, and counts are cached by the orbit and this number.
///
/// @threads  none: counts are cached
class BandsOfColumns {
 public:
  /// By column of a band, its labels.
  using Columns = std::array<mathematics::SymbolSet, max_band_side>;

  static bool can_count(Shape shape);

  /// @throws std::invalid_argument  the shape cannot be counted
  /// @cost   3x4: 15,400 parts, 10 ms
  explicit BandsOfColumns(Shape shape);

  /// @cost  0.1 microseconds; up to 20 if it was not counted before
  std::uint64_t count(const Columns& columns);

 private:
  using Relabelling = mathematics::Permutation<max_band_side>;
  /// A part by its number, with a map to the first of its orbit.
  struct Part {
    std::uint64_t hash = 0;
    std::uint32_t orbit = 0;
    Relabelling to_first{};
  };
  using Sets = std::span<const mathematics::SymbolSet>;

  std::uint64_t hash_of(Sets sets, const Relabelling& relabelling) const;
  std::size_t number_of(std::uint64_t hash) const;
  std::vector<Columns> all_parts() const;
  void number_parts(const std::vector<Columns>& all);
  void find_orbits(const std::vector<Columns>& all);

  Shape shape_;
  std::size_t side_;
  std::size_t width_;                      // of a box
  std::vector<std::uint64_t> hashes_;      // by set of labels
  std::vector<Part> parts_;                // by number
  std::vector<std::uint32_t> slots_;       // number + 1 by hash, or 0 (docs/decisions.md, 68)
  std::vector<std::uint64_t> remembered_;  // by orbit of the second part and number of the last; 0 if unknown
};

}  // namespace gridcensus::burnside_bfs
