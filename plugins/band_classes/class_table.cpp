#include "band_classes/class_table.hpp"

#include "gridcensus/broken_invariant.hpp"

namespace gridcensus::band_classes {

Integer bands_per_normalised(Shape shape) {
  return factorial(shape.side()) * power(factorial(shape.box_cols), shape.box_rows - 1) * factorial(shape.box_rows - 1);
}

Integer completion_symmetries(Shape shape) {
  return power(factorial(shape.box_rows), shape.box_cols - 1) * factorial(shape.box_cols - 1);
}

Table empty_class_table(bool has_completions) {
  Table table{.key = "class", .columns = {"size"}, .rows = {}};
  if (has_completions) table.columns.emplace_back("completions");
  return table;
}

std::vector<Integer> class_row(Shape shape, const Integer& bands, const std::optional<Integer>& completions) {
  std::vector<Integer> row{exact_quotient(bands, bands_per_normalised(shape),
                                          "the bands of a signature class, on which relabellings and the orders of "
                                          "boxes and of their columns act freely")};
  if (completions) {
    row.push_back(exact_quotient(*completions, completion_symmetries(shape),
                                 "the completions of a band, on which the orders of the other bands and of their rows "
                                 "act freely"));
  }
  return row;
}

std::size_t class_place(const std::string& row, std::size_t classes) {
  const auto place = parse_integer(row);
  if (place && *place >= 0 && *place < classes) return place->convert_to<std::size_t>();
  throw BrokenInvariant{"the sum of the units has a class " + row + ", and there are " + std::to_string(classes)};
}

std::string help_on_columns(bool has_completions) {
  std::string help = "size: normalised bands (box 1 filled row by row, the other boxes and their columns ordered)";
  if (has_completions) help += "; completions: of one band, up to the order of the other bands and of their rows";
  return help;
}

}  // namespace gridcensus::band_classes
