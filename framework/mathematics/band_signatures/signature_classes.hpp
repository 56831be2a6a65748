#pragma once

#include "band_signatures/box_codes.hpp"
#include "gridcensus/poll.hpp"
#include "symbols/symbols.hpp"
#include "uint128/uint128.hpp"

#include <cstddef>
#include <mutex>
#include <span>
#include <vector>

namespace gridcensus::band_signatures {

using mathematics::UInt128;

/// One class of column signatures.
struct SignatureClass {
  std::vector<BoxCode> boxes;  ///< boxes 2..R of the representative, ascending; box 1 has the identity code
  UInt128 weight = 0;          ///< members whose box 1 has the identity code, the other boxes in any order
};

/// The column signatures of one band, up to relabelling and the permutations of boxes and of columns within boxes.
///
/// A signature is the set of symbols in each column of the band. Up to the order of columns it is one code per box:
///
///       band of 3x3 boxes       signature, box 1 | 2 | 3
///     1 2 3 | 4 5 6 | 7 8 9
///     4 5 6 | 7 8 9 | 1 2 3     147 258 369 | 147 258 369 | 147 258 369
///     7 8 9 | 1 2 3 | 4 5 6
///
/// The representative of a class is the lexicographically least list of the other boxes' codes, over all choices of box
/// 1 and all relabellings that make box 1 the identity. Its first boxes are then the least list of that part of the
/// band, so classes with the same first boxes are adjacent.
///
/// @threads  const functions may be called from many threads.
class SignatureClasses {
 public:
  /// Finds all classes, box by box: extends a least list of k boxes by every code that is not less than its last, and
  /// keeps the result if it is the least list of its class. The size of a class follows from its automorphisms. The
  /// sizes add up to the number of all signatures, which shows that no class is missing or listed twice.
  ///
  /// @throws std::invalid_argument  R*C above 16, or more than 65536 codes.
  /// @throws BrokenInvariant        the sizes do not add up.
  /// @cost   At most (least lists of R-1 boxes) * codes canonical forms. 3x3: 0.3 ms; 3x4: 30 ms; 4x3, 6x2: 1 to 2 s.
  SignatureClasses(int box_rows, int box_cols, const Poll& poll = {});

  /// Returns the possible contents of the boxes of a band.
  const BoxCodes& codes() const { return codes_; }
  /// Returns all classes.
  const std::vector<SignatureClass>& classes() const { return classes_; }

  /// Returns the representative of the class of a signature, without its first box, which is the identity.
  ///
  /// @param boxes  1 to R codes
  std::vector<BoxCode> canonical(std::span<const BoxCode> boxes) const;

  /// Returns the index of a representative in `classes()`.
  ///
  /// @throws std::out_of_range  it does not represent a class.
  std::size_t index_of(const std::vector<BoxCode>& representative) const;

  /// Returns the number of signatures in a class, every order of columns and of boxes counted.
  UInt128 signatures(const SignatureClass& signature_class) const;

  /// Returns the column sets of the representative, box after box: R*C of them.
  std::vector<SymbolSet> columns(const SignatureClass& signature_class) const;

  /// The relation of two boxes: an orbit of codes under the relabellings that fix the identity.
  struct Relation {
    BoxCode representative = 0;           ///< the least code of the orbit
    std::vector<Relabelling> stabiliser;  ///< fixes the identity and the representative; empty if there is one code
    std::vector<BoxCode> action;          ///< [element * codes + code]; only if a third box exists
  };

  /// Returns the relations, ascending by representative; the last is the identity's own, which has no `action`.
  ///
  /// @cost  The first call lists the group that fixes the identity, of C!(R!)^C elements, and all actions: 4x3 0.4 s.
  const std::vector<Relation>& relations() const;
  /// Returns the index in `relations()` of the relation of a code to the identity.
  std::size_t relation_of(BoxCode code) const { return relation_of_[code]; }
  /// Returns a relabelling that fixes the identity and maps the code to its relation's representative.
  const Relabelling& to_representative(BoxCode code) const { return beginnings_[0][0].to_least[code]; }

 private:
  /// The extensions of a least list of boxes.
  struct Beginning {
    std::vector<BoxCode> least;         // [code]: its least image under the relabellings that fix the list
    std::vector<Relabelling> to_least;  // [code]: one that maps it there; empty if only one more box follows
    std::vector<std::uint32_t> next;    // [code]: the number of the list with this code added, if that is least
  };
  /// The boxes after a beginning, ascending. Unused entries are 0.
  using Rest = std::array<BoxCode, mathematics::max_symbols>;

  Beginning beginning_of(std::span<const BoxCode> others, bool is_followed) const;
  void find_relations();
  void list_stabilisers() const;
  std::vector<std::vector<BoxCode>> extended(const std::vector<std::vector<BoxCode>>& lists, const Poll& poll);
  std::vector<Rest> seen_from_each(std::span<const BoxCode> boxes) const;
  UInt128 weight_of(std::span<const BoxCode> others) const;

  BoxCodes codes_;
  std::vector<std::vector<Beginning>> beginnings_;  // [k][number]: k boxes follow the identity
  mutable std::once_flag stabilisers_listed_;
  mutable std::vector<Relation> relations_;  // their lists are filled by `relations()`
  std::vector<std::size_t> relation_of_;
  std::vector<SignatureClass> classes_;
};

}  // namespace gridcensus::band_signatures
