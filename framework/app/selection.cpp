#include "app/selection.hpp"

#include "host/base/quantities.hpp"

namespace gridcensus::app {

Options selection_options() {
  return {{"quantity", "QUANTITY", "Only this quantity, such as grids."},
          {"shape", "RxC", "Only this shape of boxes, such as 3x3."}};
}

Quantity known_quantity(const std::string& name, const std::string& option) {
  if (const auto quantity = find_quantity(name)) return *quantity;
  throw host::BadInput{host::unknown_quantity(host::at_option(option), "", name)};
}

Shape shape_named(const std::string& name, const std::string& option) {
  try {
    return parse_shape(name);
  } catch (const InvalidShape& error) {
    throw host::BadInput{host::on_command_line(option, error.what())};
  }
}

QuantityAndShape selection_of(const Arguments& arguments) {
  QuantityAndShape selection;
  if (const auto name = arguments.text("quantity")) selection.quantity = known_quantity(*name, "--quantity");
  if (const auto name = arguments.text("shape")) selection.shape = shape_named(*name, "--shape");
  return selection;
}

}  // namespace gridcensus::app
