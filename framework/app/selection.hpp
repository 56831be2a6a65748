#pragma once

#include "app/command_line.hpp"
#include "gridcensus/quantity.hpp"
#include "gridcensus/shape.hpp"

#include <optional>
#include <string>

namespace gridcensus::app {

/// The part of results that is asked for; nullopt: all.
struct QuantityAndShape {
  std::optional<Quantity> quantity;
  std::optional<Shape> shape;
};

/// --quantity and --shape.
Options selection_options();

/// @throws BadInput  there is no such quantity, in this program or in the results that were read; or no such shape.
QuantityAndShape selection_of(const Arguments& arguments);

/// @param option  by which it was given, for the message
/// @throws BadInput  there is no such quantity.
Quantity known_quantity(const std::string& name, const std::string& option);
/// @throws BadInput  it is no shape.
Shape shape_named(const std::string& name, const std::string& option);

}  // namespace gridcensus::app
