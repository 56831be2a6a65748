#pragma once

#include "app/command_line.hpp"
#include "gridcensus/quantity.hpp"
#include "gridcensus/shape.hpp"

#include <optional>
#include <string>

namespace gridcensus::app {

/// A filter for results; nullopt means all.
struct QuantityAndShape {
  std::optional<Quantity> quantity;
  std::optional<Shape> shape;
};

/// --quantity and --shape.
Options selection_options();

/// Returns the filter of --quantity and --shape.
///
/// @throws BadInput  neither this program nor the results have such a quantity; or the shape is invalid.
QuantityAndShape selection_of(const Arguments& arguments);

/// Returns the quantity of a name.
///
/// @param option     names the option in the message
/// @throws BadInput  there is no such quantity.
Quantity known_quantity(const std::string& name, const std::string& option);
/// Returns the shape of a text.
///
/// @throws BadInput  the text is not a shape.
Shape shape_named(const std::string& name, const std::string& option);

}  // namespace gridcensus::app
