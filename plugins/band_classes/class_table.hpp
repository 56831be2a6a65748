#pragma once

#include "gridcensus/findings.hpp"
#include "gridcensus/integer.hpp"
#include "gridcensus/shape.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace gridcensus::band_classes {

/// Bands of a class per normalised band: relabellings, the column orders of boxes 2..R, and the orders of these boxes.
/// They act freely on the bands of a class.
Integer bands_per_normalised(Shape shape);

/// The permutations of the other bands, and of the rows in them: they act freely on the completions of a band.
Integer completion_symmetries(Shape shape);

/// A table of signature classes, without rows: "size", and "completions" where these are counted.
Table empty_class_table(bool has_completions);

/// The row of a class in such a table, each number divided by the symmetries that act freely on what it counts.
///
/// @param bands        of the whole class
/// @param completions  of one band; nullopt in a table without them
/// @throws BrokenInvariant  a number is no multiple.
std::vector<Integer> class_row(Shape shape, const Integer& bands, const std::optional<Integer>& completions);

/// Returns the place of the class that a row of a tally is of.
///
/// @param classes  how many there are
/// @throws BrokenInvariant  there is no such class.
std::size_t class_place(const std::string& row, std::size_t classes);

/// What such a table tells its readers, after how its rows are named.
std::string help_on_columns(bool has_completions);

}  // namespace gridcensus::band_classes
