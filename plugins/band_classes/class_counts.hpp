#pragma once

#include "band_classes/completions/chain_pairs.hpp"
#include "band_classes/completions/three_bands.hpp"
#include "band_classes/shared_counts.hpp"
#include "band_signatures/factorisation_counter.hpp"
#include "band_signatures/signature_classes.hpp"
#include "gridcensus/poll.hpp"
#include "gridcensus/shape.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gridcensus::band_classes {

using band_signatures::FactorisationCounter;

/// The count for every class of one shape.
enum class Work { list_classes, count_bands, count_grids };

/// Returns the work done in advance if classes are drawn and counted one by one: B of all classes, for completions.
inline Work shared_work(Work work) { return work == Work::count_grids ? work : Work::list_classes; }

/// A shape, and the work on it.
struct CountedShape {
  Shape shape;
  Work work = Work::list_classes;
};

/// The classes of one shape with one number for each: B, or the completions of one band.
///
///     bands    B                     a member's signature has B bands
///     grids    C = 1, 2              B: the completions are 1 or B
///              C = 3, and 2x4        completions of one band; every B is counted in advance
///
/// The work is cut into units. A unit gives parts of the numbers of one or more classes, and the number of a class is
/// the sum of its parts:
///
///     B, C = 2             a share of the closing counts that the classes have in common
///     B of other shapes    one class
///     C = 3                one slice of a family of classes
///     2x4                  one class
///     classes only         one unit, which counts nothing
///
/// @threads  const functions may be called from many threads.
class ClassCounts {
 public:
  /// @param shape  one that the class search and the work can take; see README.md, Limits
  /// @param lines  file that keeps the closing counts of 6x2, see `SharedCounts`
  /// @cost   The class search; for the completions also B of every class and their tables.
  ClassCounts(Shape shape, Work work, const Poll& poll, const std::optional<std::string>& lines = {});
  ClassCounts(const ClassCounts&) = delete;
  ClassCounts& operator=(const ClassCounts&) = delete;
  ClassCounts(ClassCounts&&) = delete;
  ClassCounts& operator=(ClassCounts&&) = delete;
  ~ClassCounts() = default;

  Shape shape() const { return shape_; }
  Work work() const { return work_; }
  const SignatureClasses& classes() const { return classes_; }

  /// Returns the bytes of an object, including the needs of one counting thread; each further thread takes 10 MB for
  /// 4x3.
  static std::uint64_t memory_bytes(Shape shape, Work work);

  /// Checks whether the number of a class is its completions, not B.
  bool counts_completions() const { return !bands_.empty(); }
  /// Returns B of every class, in their order, if completions are counted; otherwise empty.
  const std::vector<UInt128>& bands() const { return bands_; }

  std::size_t units() const;

  struct Count {
    std::size_t place;  ///< of the class
    UInt128 number;
  };
  /// Returns the parts that a unit gives. Every part of a B is a multiple of R!, every part of a completion of
  /// (R!)^(C-1) (C-1)!: the permutations of rows, and of the other bands. Empty if the classes are only listed.
  std::vector<Count> count(std::size_t unit, const Poll& poll) const;
  /// Returns the whole number of one class.
  UInt128 count_class(std::size_t place, const Poll& poll) const;

  /// Returns B of a class of five or six rows by another order of factorisation, which shares little with the first.
  ///
  /// @throws std::invalid_argument  there are fewer than four rows, or more than six.
  UInt128 bands_in_other_order(std::size_t place, const Poll& poll) const;

 private:
  /// The work of a unit of three bands: slice `number` of the `of` slices of a family.
  struct Slice {
    std::size_t family;
    std::size_t number;
    std::size_t of;
  };

  UInt128 bands_of(std::size_t place, const Poll& poll) const;

  Shape shape_;
  Work work_;
  SignatureClasses classes_;
  FactorisationCounter counter_;
  std::vector<UInt128> bands_;
  std::optional<ThreeBands> three_bands_;
  std::optional<ChainPairs> chain_pairs_;
  std::vector<Slice> slices_;                  ///< one for each unit
  std::optional<SharedCounts> shared_counts_;  ///< for all bands of boxes of two columns
};

}  // namespace gridcensus::band_classes
