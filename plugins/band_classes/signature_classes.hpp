#pragma once

#include "box_codes.hpp"
#include "factorisations.hpp"

#include <map>
#include <vector>

namespace gridcensus::band_classes {

/// One class of column signatures.
struct SignatureClass {
  std::vector<BoxCode> boxes;  ///< boxes 2..R of the representative, ascending; box 1 has the identity code
  Wide weight = 0;             ///< members whose box 1 has the identity code, the other boxes in any order
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
/// box 1 and all relabellings that make box 1 the identity.
///
/// @threads  const functions may be called from many threads.
class SignatureClasses {
 public:
  /// Finds all classes, box by box: a class of k boxes is extended by every code, and the weight of a class is the sum
  /// of the weights of those that lead to it. No class table and no list of all signatures is needed.
  ///
  /// @throws std::invalid_argument  R*C above 16, or more than 65536 codes.
  /// @cost   (classes of R-1 boxes) * codes canonical forms. 3x3: 5 ms; 5x2: 0.4 s.
  SignatureClasses(int box_rows, int box_cols, const Poll& poll = {});

  const BoxCodes& codes() const { return codes_; }
  const std::vector<SignatureClass>& classes() const { return classes_; }

  /// The representative of the class of a signature, without its first box, which is the identity.
  ///
  /// @param boxes  at least one code
  std::vector<BoxCode> canonical(std::span<const BoxCode> boxes) const;

  /// The place in `classes()` of a representative.
  ///
  /// @throws std::out_of_range  it represents no class.
  std::size_t index_of(const std::vector<BoxCode>& representative) const { return index_.at(representative); }

  /// How many signatures the class has, every order of columns and of boxes counted.
  Wide signatures(const SignatureClass& signature_class) const;

  /// The column sets of the representative, box after box: R*C of them.
  std::vector<SymbolSet> columns(const SignatureClass& signature_class) const;

  /// How two boxes lie to each other: an orbit of codes under the relabellings that keep the identity.
  struct Relation {
    BoxCode representative = 0;           ///< the least code of the orbit
    std::vector<Relabelling> stabiliser;  ///< keeps the identity and the representative; empty where there is one code
    std::vector<BoxCode> action;          ///< [element * codes + code]; only where a third box exists
  };

  /// Ascending by representative; the last is the identity's own, which has no `action`.
  const std::vector<Relation>& relations() const { return relations_; }
  /// The place in `relations()` of the relation of a code to the identity.
  std::size_t relation_of(BoxCode code) const { return relation_of_[code]; }
  /// A relabelling that keeps the identity and takes the code to its relation's representative.
  const Relabelling& to_representative(BoxCode code) const { return to_representative_[code]; }

 private:
  void find_relations();
  void list_stabilisers(const Poll& poll);

  BoxCodes codes_;
  std::vector<Relation> relations_;
  std::vector<std::size_t> relation_of_;
  std::vector<Relabelling> to_representative_;
  std::vector<SignatureClass> classes_;
  std::map<std::vector<BoxCode>, std::size_t> index_;
};

}  // namespace gridcensus::band_classes
