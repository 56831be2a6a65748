#pragma once

#include "gridcensus/findings.hpp"
#include "gridcensus/integer.hpp"
#include "gridcensus/shape.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace gridcensus::band_classes {

/// Returns the bands of a class per normalised band: relabellings, the column orders of boxes 2..R, and the orders of
/// these boxes. They act freely on the bands of a class.
Integer bands_per_normalised(Shape shape);

/// Returns the number of permutations of the other bands and of their rows, which act freely on the completions of a
/// band.
Integer completion_symmetries(Shape shape);

/// Returns a table of signature classes without rows: "size", and "completions" if these are counted.
Table empty_class_table(bool has_completions);

/// Returns the row of a class in such a table, each number divided by the symmetries that act freely on its objects.
///
/// @param bands        of the whole class
/// @param completions  of one band; nullopt in a table without them
/// @throws BrokenInvariant  a number is not a multiple.
std::vector<Integer> class_row(Shape shape, const Integer& bands, const std::optional<Integer>& completions);

/// Returns the place of the class of a row of a tally.
///
/// @param classes  number of classes
/// @throws BrokenInvariant  there is no such class.
std::size_t class_place(const std::string& row, std::size_t classes);

/// Returns the help text for the columns of such a table, to follow the text on the names of its rows.
std::string help_on_columns(bool has_completions);

}  // namespace gridcensus::band_classes
