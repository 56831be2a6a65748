#pragma once

#include "signature_classes.hpp"

#include <cstdint>
#include <vector>

namespace gridcensus::band_classes {

/// Counts the ways to complete a first band to a grid of three bands (C = 3).
///
/// Given the columns of band 1, a choice of columns for band 2 forces those of band 3, box by box:
///
///       band 1      {147} {258} {369}      column j: three disjoint sets of R symbols
///       band 2      {258} {369} {147}      M(R,3) choices per box, here one of 56
///       band 3      {369} {147} {258}      forced
///
///     completions = sum over the M^R choices of B(band 2) * B(band 3)
///
/// Exchanging bands 2 and 3 pairs the choices, none with itself, so half of those of box 1 are enough.
///
/// @threads  const functions may be called from many threads.
/// @source   Russell's and Silver's band-by-band count (known since 2005; forum.enjoysudoku.com, "Fast 3x3-counting").
class ThreeBands {
 public:
  /// @param classes  of a shape with three bands; must outlive this object
  /// @param bands    B of each class's representative, in the order of `classes.classes()`
  /// @throws std::invalid_argument  C is not 3.
  /// @throws std::overflow_error    a B or a sum of products might not fit its integer.
  /// @cost   Memory 2 U^2 + 4 U^(R-1) bytes for U codes (0.5 MB for 3x3), time in proportion.
  ThreeBands(const SignatureClasses& classes, const std::vector<Wide>& bands, const Poll& poll = {});

  /// @return  Grids that extend one band whose signature is the class's representative.
  /// @cost    M^R / 2 products: 87808 for 3x3.
  Wide completions(const SignatureClass& signature_class, const Poll& poll = {}) const;

  /// M(R,3): the ordered columns that a box can have below a given box.
  std::size_t choices_per_box() const { return below_identity_.size(); }

  /// The bytes that an object for boxes of R rows and three columns takes.
  static std::uint64_t memory_bytes(int box_rows);

 private:
  struct Choice {
    BoxCode second;  ///< code of the box in band 2
    BoxCode third;   ///< code of the box in band 3
  };
  struct Columns {
    std::vector<SymbolSet> second;
    std::vector<SymbolSet> third;
  };

  void list_choices();
  void fill_bands(const std::vector<Wide>& bands, const Poll& poll);
  std::vector<Choice> choices_below(BoxCode code, bool half) const;
  std::uint64_t over_boxes(const std::vector<std::vector<Choice>>& choices, std::size_t box, std::size_t second_place,
                           std::size_t third_place) const;

  const SignatureClasses* classes_;
  std::size_t codes_;
  std::vector<Columns> below_identity_;
  std::vector<BoxCode> normalised_;   // [a * codes + b]: b after the relabelling that takes a to the identity
  std::vector<std::uint32_t> bands_;  // B of (identity, b_2, .., b_R) at b_2 codes^(R-2) + .. + b_R
};

}  // namespace gridcensus::band_classes
