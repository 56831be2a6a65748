#pragma once

#include "band_signatures/signature_classes.hpp"

#include <span>
#include <string>
#include <vector>

namespace gridcensus::band_classes {

using band_signatures::BoxCode;
using band_signatures::BoxCodes;
using band_signatures::SignatureClass;
using band_signatures::SignatureClasses;

/// Checks whether a *normalised* band exists: one with these column contents and a first box that is filled 1..N row by
/// row.
///
/// @param others  the codes of boxes 2, 3, ..; box 1 has the identity code. Fewer than R-1 mean a part of a band.
bool has_normalised_band(const BoxCodes& codes, std::span<const BoxCode> others);

/// Returns the least list of boxes 2..R, each list ascending, among the normalised bands of a class.
///
/// This is the representative that Russell printed for 3x3, and the one printed here. It is not always
/// `SignatureClass::boxes`: 123 456 789 | 123 456 789 is less than any of his, but symbols 1, 2, 3 are in one row of
/// the first box, so no column of a normalised band contains all of them.
///
/// @throws BrokenInvariant  there is none, though every signature has a band.
/// @cost  3x3: 0.05 ms; 5x2: 0.6 ms.
std::vector<BoxCode> least_normalised(const SignatureClasses& classes, const SignatureClass& signature_class);

/// Returns `least_normalised` as text: "124 357 689 | 125 367 489"; box 1 itself if it is the only one.
std::string text_of(const SignatureClasses& classes, const SignatureClass& signature_class);

}  // namespace gridcensus::band_classes
