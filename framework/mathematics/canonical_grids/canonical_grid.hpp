#pragma once

#include "gridcensus/integer.hpp"
#include "gridcensus/problem.hpp"
#include "grids/grid_maps.hpp"
#include "grids/grids.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace gridcensus::canonical_grids {

/// A symmetry of a problem, as it acts on grids: the symbol s of cell c becomes symbols[s], and moves to cells[c].
struct Symmetry {
  std::vector<std::uint16_t> cells;   ///< by cell: its image
  std::vector<std::uint8_t> symbols;  ///< by symbol: its image

  bool operator==(const Symmetry&) const = default;
};

/// Returns the image of a grid.
mathematics::Grid apply(const Symmetry& symmetry, const mathematics::Grid& grid);
/// Returns the symmetry that first applies `first`, then `second`.
Symmetry composed(const Symmetry& first, const Symmetry& second);
/// Returns the inverse symmetry.
Symmetry inverse(const Symmetry& symmetry);
/// Returns the symmetry as a map of rows and columns, or nullopt if it permutes cells otherwise.
std::optional<mathematics::GridMap> line_map(const Symmetry& symmetry, int side);

/// The class of a grid: all its images under the symmetries of the problem.
struct CanonicalGrid {
  mathematics::Grid form;           ///< the lexicographically least grid of the class, row by row
  std::uint64_t automorphisms = 0;  ///< the symmetries that fix a grid of the class
  Symmetry map;                     ///< one symmetry that carries the grid to the form
};

/// Finds least forms under all symmetries of a problem: the symmetries of its cells, each with every relabelling that
/// preserves the problem.
///
/// All searches are of one kind. A node is a partial symmetry, and its branches are the ways to continue that make the
/// next symbol of the image least. A branch is cut off if it exceeds the least image so far. If a leaf has the least
/// image again, it gives an automorphism that maps one branch of the last common node to another. The rest of that
/// branch has nothing new, and the number of automorphisms is the product, over the nodes of one path, of the numbers
/// of such branches.
///
/// @threads  const functions may be called from many threads at once
class Canonicaliser {
 public:
  Canonicaliser() = default;
  Canonicaliser(const Canonicaliser&) = delete;
  Canonicaliser& operator=(const Canonicaliser&) = delete;
  Canonicaliser(Canonicaliser&&) = delete;
  Canonicaliser& operator=(Canonicaliser&&) = delete;
  virtual ~Canonicaliser() = default;

  /// Returns the least form of a grid.
  ///
  /// @param grid  of the problem; this is not checked
  virtual CanonicalGrid canonical(const mathematics::Grid& grid) const = 0;

  /// Checks that no symmetry makes the first rows of a grid less, whatever the rows below them are. If one does, no
  /// least form begins with these rows.
  ///
  /// @param rows  the grid is read no further. With all rows, a grid is its own least form if and only if this holds.
  /// @return      nullopt if a symmetry makes them less; otherwise, with all rows, the number of automorphisms
  virtual std::optional<std::uint64_t> least_rows(const mathematics::Grid& grid, int rows) const = 0;

  /// Returns the number of symmetries, relabellings included. A class has (symmetries / automorphisms) grids.
  virtual Integer symmetries() const = 0;
};

/// Returns the fastest canonicaliser for a problem.
///
///     classic shapes and Latin squares to side 9   Steps      tables of pairs of rows
///     larger ones                                  Lines      permutations of rows and columns
///     other problems                               AnyGroup   the stabiliser chain of the computed group
///
/// @cost  tables: 3x3 20 ms, others at most 0.3 s; other rules as `symmetry_group`
std::unique_ptr<const Canonicaliser> make_canonicaliser(const Problem& problem);

/// The result of the search below a node.
enum class Found {
  nothing,  ///< only greater images than the least so far
  equal,    ///< the least image again
  better,   ///< a new least image
};

/// The state of a node of the search, over its branches.
class Branches {
 public:
  /// @param automorphisms  of the least image so far: those that fix the choices up to the node of its path
  explicit Branches(std::uint64_t& automorphisms) : automorphisms_{automorphisms} {}

  /// Adds the result of a branch.
  ///
  /// @return  whether the node is finished: an automorphism maps its part of the search to another that was searched
  bool add(Found found) {
    if (found == Found::better) {
      found_ = found;
      alike_ = 1;
    } else if (found == Found::equal) {
      if (found_ != Found::better) found_ = found;
      ++alike_;
    }
    return found_ == Found::equal;
  }

  /// Returns the result of the node.
  Found close() {
    if (found_ == Found::better) automorphisms_ *= alike_;
    return found_;
  }

 private:
  std::uint64_t& automorphisms_;
  Found found_ = Found::nothing;
  std::uint64_t alike_ = 0;
};

}  // namespace gridcensus::canonical_grids
