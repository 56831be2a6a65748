#pragma once

#include "uniform_grids/grid_sampler.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gridcensus::uniform_grids {

/// Numbers all grids of 3x3 by the column sets of their bands.
///
/// The *signature* of a band is the set of symbols in each of its columns. The sets of a box partition the nine symbols
/// into triples: 1680 = 280 * 6 ordered partitions. Up to relabelling, the order of columns in a box and the order of
/// boxes, signatures fall into few classes. The class determines f, the number of fillings of a band with the
/// signature, and n, the number of ways to choose and fill the two bands below it.
///
/// The components of a number, from the most significant:
///
///     the ordered partition of box 1 of the first band           1680
///     the order of the columns in box 2, in box 3                6 * 6
///     the partitions of boxes 2 and 3, named as if box 1 were    280^2, weighted by f * n
///         012 | 345 | 678
///     the filling of the first band                              f
///     the column sets of the second band, box by box, which      56^3, weighted by f * f
///         leave those of the third
///     the fillings of the second and of the third band           f * f
///
/// Partitions are in lexicographic order, their triples ordered by their least symbols; orders of columns are in
/// lexicographic order, too. The symbols of box 1 are numbered from 0, column by column and in each column in ascending
/// order. Fillings are numbered as those of the representative of the signature's class: the first of the class in the
/// order of the two partitions, and its fillings in lexicographic order. A breadth-first search finds the map from a
/// signature to its representative; the first one found is used. The same map numbers the column sets below a band: as
/// those below the representative, each box's in lexicographic order.
///
/// @cost  tables: 0.1 s, 4 MB
/// @source  the sum follows Felgenhauer and Jarvis (2005).
class Ranking3x3 final : public GridRanking {
 public:
  Ranking3x3();

  UInt128 grids() const override;
  Grid unrank(UInt128 index) const override;
  UInt128 rank(const Grid& grid) const override;

  /// Returns the number of classes of signatures.
  std::size_t classes() const { return classes_.size(); }
  /// Returns the number of the class of the signature of a grid's first band.
  std::size_t class_of(const Grid& grid) const;
  /// Returns the number of grids whose first band is of the class.
  UInt128 grids_of_class(std::size_t number) const;

 private:
  static constexpr std::size_t side = 9;
  static constexpr std::size_t partitions = 280;
  static constexpr std::size_t options = 56;  ///< for three columns below three others, for a box

  using Mask = std::uint16_t;                          ///< a set of symbols
  using Columns = std::array<Mask, side>;              ///< the contents of the columns of a band
  using Symbols = std::array<std::uint8_t, side>;      ///< by symbol, or by column: its image
  using Triples = std::array<Mask, 3>;                 ///< of a box
  using Filling = std::array<std::uint8_t, 3 * side>;  ///< of a band, row by row

  /// A pair of partitions of boxes 2 and 3, box 1 being 012 | 345 | 678.
  struct Entry {
    std::uint16_t number = 0;  ///< of the class
    Symbols symbols{};         ///< by symbol: its image in the representative
    Symbols columns{};         ///< by column: its image in the representative
  };

  struct Class {
    Columns columns{};                          ///< of the representative
    std::vector<Filling> fillings;              ///< in lexicographic order
    std::array<std::vector<Triples>, 3> below;  ///< by box: the possible contents of the columns of the second band
    /// By the options of box 1 and of box 2, or of box 3: the partition after renaming box 1 to 012 | 345 | 678; for
    /// the second band and for the third.
    std::array<std::array<std::vector<std::uint16_t>, 2>, 2> named;
    std::vector<std::uint64_t> sums;  ///< before the options of boxes 1 and 2, and after the last
    std::uint64_t entries = 0;
  };

  /// A signature with a map to the representative of its class.
  struct Way {
    const Class* of = nullptr;
    std::size_t entry = 0;
    Symbols symbols{};                    ///< by symbol: its image in the representative
    Symbols columns{};                    ///< by column: its image in the representative
    std::array<std::size_t, 2> orders{};  ///< of the columns of boxes 2 and 3
  };

  void list_partitions();
  void find_classes();
  void complete(Class& described);
  std::size_t partition_of(const Triples& triples) const;
  Columns columns_of_entry(std::size_t entry) const;
  Way way_of(const Columns& columns) const;
  Filling filling_of(const Columns& columns, std::size_t number) const;
  std::size_t number_of(const Columns& columns, const Filling& filling) const;
  std::uint64_t ways_below(const Class& described, std::size_t pair, std::size_t third) const;
  std::uint64_t fillings_of(std::size_t second, std::size_t third) const {
    return fillings_[second * partitions + third];
  }

  std::vector<Triples> partitions_;
  std::vector<std::uint16_t> partition_by_triples_;  ///< by the numbers of two triples
  std::array<std::uint8_t, 512> triple_numbers_{};   ///< by set
  std::vector<Entry> entries_;
  std::vector<Class> classes_;
  std::vector<std::uint16_t> fillings_;   ///< by entry
  std::vector<std::uint64_t> cumulated_;  ///< before each entry: the sum of f * n; at the end that of all
};

}  // namespace gridcensus::uniform_grids
