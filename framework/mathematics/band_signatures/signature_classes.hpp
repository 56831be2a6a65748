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
/// The representative of a class is the lexicographically least list of the other boxes' codes, over all choices of
/// box 1 and all relabellings that make box 1 the identity. Its first boxes are then the least list of that part of the
/// band, so that classes with the same first boxes lie together.
///
/// @threads  const functions may be called from many threads.
class SignatureClasses {
 public:
  /// Finds all classes, box by box: a least list of k boxes is extended by every code that is not less than its last;
  /// what is the least list of its class is kept. The size of a class follows from its automorphisms; that the sizes
  /// add up to the number of all signatures shows that no class is missing and none is there twice.
  ///
  /// @throws std::invalid_argument  R*C above 16, or more than 65536 codes.
  /// @throws BrokenInvariant        the sizes do not add up.
  /// @cost   At most (least lists of R-1 boxes) * codes canonical forms. 3x3: 0.3 ms; 3x4: 30 ms; 4x3, 6x2: 1 to 2 s.
  SignatureClasses(int box_rows, int box_cols, const Poll& poll = {});

  /// What the boxes of a band can hold.
  const BoxCodes& codes() const { return codes_; }
  /// All classes.
  const std::vector<SignatureClass>& classes() const { return classes_; }

  /// The representative of the class of a signature, without its first box, which is the identity.
  ///
  /// @param boxes  1 to R codes
  std::vector<BoxCode> canonical(std::span<const BoxCode> boxes) const;

  /// The place in `classes()` of a representative.
  ///
  /// @throws std::out_of_range  it represents no class.
  std::size_t index_of(const std::vector<BoxCode>& representative) const;

  /// How many signatures the class has, every order of columns and of boxes counted.
  UInt128 signatures(const SignatureClass& signature_class) const;

  /// The column sets of the representative, box after box: R*C of them.
  std::vector<SymbolSet> columns(const SignatureClass& signature_class) const;

  /// How two boxes lie to each other: an orbit of codes under the relabellings that keep the identity.
  struct Relation {
    BoxCode representative = 0;           ///< the least code of the orbit
    std::vector<Relabelling> stabiliser;  ///< keeps the identity and the representative; empty where there is one code
    std::vector<BoxCode> action;          ///< [element * codes + code]; only where a third box exists
  };

  /// Ascending by representative; the last is the identity's own, which has no `action`.
  ///
  /// @cost  The first call lists the group that keeps the identity, of C!(R!)^C elements, and all actions: 4x3 0.4 s.
  const std::vector<Relation>& relations() const;
  /// The place in `relations()` of the relation of a code to the identity.
  std::size_t relation_of(BoxCode code) const { return relation_of_[code]; }
  /// A relabelling that keeps the identity and takes the code to its relation's representative.
  const Relabelling& to_representative(BoxCode code) const { return beginnings_[0][0].to_least[code]; }

 private:
  /// What can follow a least list of boxes.
  struct Beginning {
    std::vector<BoxCode> least;         // [code]: least code that the relabellings which keep the list lead to
    std::vector<Relabelling> to_least;  // [code]: one of them; empty where only one more box follows
    std::vector<std::uint32_t> next;    // [code]: the number of the list with this code added, where that is least
  };
  /// Boxes behind a beginning, ascending. Unused entries are 0.
  using Rest = std::array<BoxCode, mathematics::max_symbols>;

  Beginning beginning_of(std::span<const BoxCode> others, bool is_followed) const;
  void find_relations();
  void list_stabilisers() const;
  std::vector<std::vector<BoxCode>> extended(const std::vector<std::vector<BoxCode>>& lists, const Poll& poll);
  std::vector<Rest> seen_from_each(std::span<const BoxCode> boxes) const;
  UInt128 weight_of(std::span<const BoxCode> others) const;

  BoxCodes codes_;
  std::vector<std::vector<Beginning>> beginnings_;  // [k][number]: by how many boxes follow the identity
  mutable std::once_flag stabilisers_listed_;
  mutable std::vector<Relation> relations_;  // the lists in them only after `relations()`
  std::vector<std::size_t> relation_of_;
  std::vector<SignatureClass> classes_;
};

}  // namespace gridcensus::band_signatures
