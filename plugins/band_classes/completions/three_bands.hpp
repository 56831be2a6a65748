#pragma once

#include "band_classes/completions/band_lines.hpp"
#include "band_classes/completions/lane_products.hpp"
#include "band_signatures/signature_classes.hpp"
#include "gridcensus/poll.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace gridcensus::band_classes {

using band_signatures::SignatureClasses;
using mathematics::SymbolSet;
using mathematics::UInt128;

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
/// Exchanging bands 2 and 3 pairs the choices, none with itself, so half of the choices of box 1 suffice.
///
/// B is invariant under relabelling, so a band is relabelled box by box: box 1 becomes the identity, box 2 the
/// representative of its relation to the identity, box 3 the least code while both stay fixed. B is stored for each
/// such *beginning* of R-1 boxes and each code of the last box: 5 * 280 numbers for 3x3.
///
/// Classes that share all boxes but the last, a *family*, are counted together:
///
///       box         1 .. R-2         R-1                       R
///                   frame            32 lanes at a time        every class its own choices
///
///     for every choice of the frame, for 32 choices of box R-1:
///         second[d] = B of band 2 with the code d in box R       d: all codes that some class can have there
///         third[d]  = B of band 3                                32 numbers each
///         for every class of the family:  sum += second[d] * third[d'] over its choices (d, d') of box R
///
/// Gathering `second` and `third` (`BandLines`) serves the whole family, and the products need no further look-up: the
/// places of d and d' belong to the class, and 32 products take one line of each.
///
/// Frames that are equivalent under relabellings which fix the beginning are counted once, for all images of the
/// class's last box under these; see README.md.
///
/// The numbers are B over the common divisor of all B, 192 for 4x3, and most of them are a single digit to the base
/// `digit_base`, which fits 16 bits. The contributions of higher digits are added separately: one in 3000 numbers of
/// 4x3 has one.
///
/// @threads  const functions may be called from many threads.
/// @source   Russell's and Silver's band-by-band count (known since 2005; forum.enjoysudoku.com, "Fast 3x3-counting");
///           the counting by families and lanes is ours.
class ThreeBands {
 public:
  /// @param classes  of a shape with three bands; must outlive this object
  /// @param bands    B of each class's representative, in the order of `classes.classes()`
  /// @throws std::invalid_argument  C is not 3.
  /// @throws BrokenInvariant        a B is not a multiple of R!, although the rows of a band can be permuted.
  /// @throws std::overflow_error    a B needs more than two digits, or a sum of products might not fit 64 bits.
  /// @cost   A canonical form for each beginning and each code of the last box, one for each orbit under relabellings
  /// and the
  ///         exchange of the last two boxes: 1 ms for 3x3, 3 s for 4x3.
  ThreeBands(const SignatureClasses& classes, const std::vector<UInt128>& bands, const Poll& poll = {});

  /// Classes with signatures that share all boxes but the last.
  struct Family {
    std::size_t beginning;             ///< number of the boxes that they share
    std::vector<std::size_t> classes;  ///< places in `classes.classes()`
    std::vector<BoxCode> last;         ///< the last box of each
  };

  /// Returns the families. Every class is in one. 3x3 has 5 families, 4x3 has 345 of up to 4957 classes.
  const std::vector<Family>& families() const { return families_; }

  /// Returns the number of slices into which the choices of a family are cut, so one takes some seconds.
  std::size_t slices(const Family& family) const;

  /// Returns one slice of the completions: the choices whose frame is, up to relabelling, in the `slice`-th of `slices`
  /// equal parts.
  ///
  /// @param family  one of `families()` or a part of one
  /// @param slices  at least 1; the sum over slice = 0 .. slices-1 does not depend on it
  /// @return        For each class of the family, grids that extend one band of it. Every slice is a multiple of
  ///                (R!)^2 2!: for each choice, the rows of bands 2 and 3 can be permuted, and both bands exchanged.
  /// @throws BrokenInvariant  frames that must be equal are not.
  /// @cost          At most M^R / 2 products for each class: 87808 for 3x3, 7e9 for 4x3. In addition M^(R-1) / 2 times
  /// two
  ///                numbers gathered for every code that the last box of some class can have, over the number of
  ///                relabellings that fix the beginning.
  std::vector<UInt128> completions(const Family& family, std::size_t slice, std::size_t slices,
                                   const Poll& poll = {}) const;

  /// Returns B of the band whose box 1 has the identity code, from the tables.
  ///
  /// @param others  the codes of boxes 2..R
  UInt128 bands(std::span<const BoxCode> others) const;

  /// Returns M(R,3): the number of ordered columns that a box can have below a given box.
  std::size_t choices_per_box() const { return below_identity_.size(); }

  /// Returns the maximum number of bytes of an object for boxes of R <= 4 rows and three columns, including the needs
  /// of one counting thread: 184 MB for 4x3, of which `to_representative_` takes 67.
  static std::uint64_t memory_bytes(int box_rows);

 private:
  /// The contents of a box in bands 2 and 3.
  struct Choice {
    BoxCode second;
    BoxCode third;
  };
  struct Columns {
    std::vector<SymbolSet> second;
    std::vector<SymbolSet> third;
  };
  /// The result of relabelling the next box of a band to its least code.
  struct Step {
    std::size_t beginning;  ///< the number of the least first boxes, among those of their length
    const BoxCode* images;  ///< by code: its image under the relabelling
  };
  /// A band that is relabelled box by box: its first boxes so far, and the images of the codes of the others.
  struct Band {
    std::size_t beginning = 0;
    std::vector<BoxCode> images;
  };
  /// A representative of equal frames, and their number.
  struct Frame {
    std::size_t number;
    std::uint64_t copies;
  };
  struct LastBox;
  class Products;

  std::size_t rows() const { return static_cast<std::size_t>(classes_->codes().box_rows()); }
  void find_scale(const std::vector<UInt128>& bands);
  void list_choices();
  void list_relabellings(const Poll& poll);
  void list_beginnings(const Poll& poll);
  void fill_bands(const std::vector<UInt128>& bands, const Poll& poll);
  Family fill_beginning(std::size_t number, const std::vector<UInt128>& bands, std::vector<bool>& met);
  void put(std::size_t number, BoxCode last, std::uint32_t value, const std::vector<const BoxCode*>& keeping);
  std::vector<const BoxCode*> relabellings_keeping(const std::vector<BoxCode>& beginning) const;

  Step step(std::size_t box, std::size_t beginning, BoxCode code) const;
  void relabel(Band& band, std::size_t box, BoxCode code) const;
  Lane lane(const Band& band, std::size_t box, BoxCode code) const;
  std::size_t frames() const;
  std::vector<Choice> choices_below(BoxCode code, bool half) const;
  std::vector<Choice> choices_by_column(BoxCode code, std::size_t column) const;
  LastBox last_box(const std::vector<std::vector<BoxCode>>& orbits) const;
  static std::vector<std::vector<BoxCode>> orbits(const Family& family, const std::vector<const BoxCode*>& keeping);
  std::vector<Frame> different_frames(const std::vector<std::vector<Choice>>& choices,
                                      std::vector<const BoxCode*> keeping) const;

  const SignatureClasses* classes_;
  std::size_t codes_;
  std::vector<Columns> below_identity_;

  // The images of all codes, `codes_` entries for each relabelling.
  std::vector<BoxCode> unchanged_;
  std::vector<std::size_t> place_below_;  // [code]: its place in to_identity_, if it is possible below the identity
  std::vector<BoxCode> to_identity_;      // maps a code below the identity to the identity
  std::vector<BoxCode>
      to_representative_;  // [code]: fixes the identity, maps the code to its relation's representative

  // For R = 4, at relation * codes_ + code: the least image of a code of box 3 under the relabellings that fix boxes 1
  // and 2, and the number of the relabelling in the relation's `action`.
  std::vector<std::uint32_t> third_beginning_;
  std::vector<std::uint32_t> third_element_;

  std::vector<std::vector<BoxCode>> beginnings_;  // their R-1 boxes
  std::vector<Family> families_;
  UInt128 scale_ = 0;                  // the greatest common divisor of all B
  std::vector<std::uint32_t> bands_;   // B / scale_ at beginning * codes_ + last box
  std::vector<std::uint16_t> digits_;  // `low_digit` of these
};

}  // namespace gridcensus::band_classes
