#include "burnside_bfs/group/symmetry_classes.hpp"

#include "burnside_bfs/group/conjugacy.hpp"
#include "burnside_bfs/group/line_classes.hpp"
#include "burnside_bfs/group/listed_classes.hpp"
#include "gridcensus/broken_invariant.hpp"
#include "gridcensus/symmetries.hpp"
#include "symmetry_names/symmetry_names.hpp"

#include <algorithm>
#include <cstddef>
#include <map>

namespace gridcensus::burnside_bfs {

namespace {

/// Groups with more elements are refused. Classic rules: a step for each of them and each generator, and 2.7 bytes. If
/// the group is a product, only its factors are listed: 3x4 and 2x6 are the largest whose fixed grids can be counted.
/// Other rules: each element is stored.
constexpr std::int64_t max_of_classic = 200'000'000;
constexpr std::int64_t max_of_products = 50'000'000'000;
constexpr std::int64_t max_of_factors = 2'000'000;
constexpr std::int64_t max_of_others = 2'000'000;

/// Checks whether the group of a shape may be a direct product of row permutations and column permutations. The moves
/// themselves decide: `line_moves`.
bool may_be_product(Shape shape) { return shape.box_rows != shape.box_cols; }

/// The elements of the two factors, and of their product.
struct ProductOrders {
  Integer rows;
  Integer columns;
};

ProductOrders product_orders(Shape shape) {
  return {mathematics::group_order(shape, {.rows = true, .bands = true}),
          mathematics::group_order(shape, {.columns = true, .stacks = true})};
}

std::vector<SymmetryClass> classic_classes(Shape shape, const Poll& poll) {
  std::vector<SymmetryClass> found;
  const auto add = [&](const GridMap& map, std::uint64_t size) {
    found.push_back({mathematics::class_name(shape, map), mathematics::cell_images(shape, map), size, map});
  };
  if (const auto parts = line_moves(shape)) {
    const std::vector<LineClass> columns = line_classes(parts->columns, poll);
    for (const LineClass& of_rows : line_classes(parts->rows, poll)) {
      for (const LineClass& of_columns : columns) {
        add({.rows = of_rows.representative, .columns = of_columns.representative}, of_rows.size * of_columns.size);
      }
    }
    return found;
  }
  const Symmetries symmetries{shape, poll};
  const ConjugacyClasses classes{symmetries, poll};
  for (const auto& [map, size] : classes.classes()) add(map, size);
  return found;
}

/// Checks whether a problem is Latin squares whose rows and columns may be exchanged, without further rules: then the
/// group has the row permutations, the column permutations, and all of these followed by transposition.
bool is_plain_square(const Problem& problem) {
  return problem.is_square() && problem.pairs().empty() &&
         std::ssize(problem.regions()) == std::ptrdiff_t{2} * problem.shape.side();
}

/// Returns "1^9 2^36".
std::string type_name(const CellImages& images) {
  std::string name;
  for (const auto& [length, number] : cell_cycles(images)) {
    if (!name.empty()) name += ' ';
    name += std::to_string(length) + '^' + std::to_string(number);
  }
  return name;
}

/// Names classes by the cell cycles of a member, with a number if other classes have the same.
class TypeNames {
 public:
  std::string name_of(const CellImages& images) {
    std::string name = type_name(images);
    if (const int number = ++alike_[name]; number > 1) name += " (" + std::to_string(number) + ')';
    return name;
  }

 private:
  std::map<std::string, int> alike_;
};

/// Returns the classes of the group of a square: pairs of a permutation a of rows and b of columns, and those followed
/// by transposition. Conjugation by transposition exchanges the classes of a and of b. A transposing element with a and
/// b is conjugate to one that permutes rows only, by c, a product of a and b in an order; it is conjugate to exactly
/// those whose product is in the class of c, so the class has N! members for each member of the class of c.
std::vector<SymmetryClass> square_classes(Shape shape, const Poll& poll) {
  // Columns are permuted like rows.
  const std::vector<LineClass> classes = line_classes(line_moves(shape).value().rows, poll);
  std::vector<SymmetryClass> found;
  TypeNames names;
  const auto add = [&](const GridMap& map, std::uint64_t size) {
    const CellImages cells = mathematics::cell_images(shape, map);
    found.push_back({names.name_of(cells), cells, size, map});
  };
  std::uint64_t permutations = 0;
  for (std::size_t i = 0; i < classes.size(); ++i) {
    permutations += classes[i].size;
    for (std::size_t j = i; j < classes.size(); ++j) {
      add({.rows = classes[i].representative, .columns = classes[j].representative},
          (i == j ? 1 : 2) * classes[i].size * classes[j].size);
    }
  }
  for (const LineClass& of_rows : classes) {
    add({.rows = of_rows.representative, .is_transposed = true}, of_rows.size * permutations);
  }
  return found;
}

std::vector<SymmetryClass> other_classes(const Problem& problem, const Integer& order, const Poll& poll) {
  std::vector<SymmetryClass> found;
  TypeNames names;
  const auto cells = static_cast<std::size_t>(problem.shape.cells());
  for (const auto& [representative, size] :
       listed_classes(symmetry_generators(problem), cells, order.convert_to<std::uint64_t>(), poll)) {
    found.push_back({names.name_of(representative), representative, size, std::nullopt});
  }
  return found;
}

}  // namespace

std::optional<std::string> why_not_listed(const Problem& problem) {
  const auto too_many = [](const std::string& whose, std::int64_t most) {
    return whose + " too many elements to be listed; the limit is " + group_digits(std::to_string(most));
  };
  if (is_plain_square(problem)) {
    if (group_order(problem) > max_of_classic) return too_many("the group has", max_of_classic);
    return std::nullopt;
  }
  if (!problem.rules.are_classic()) {
    if (group_order(problem) > max_of_others) return too_many("the group has", max_of_others);
    return std::nullopt;
  }
  if (!may_be_product(problem.shape)) {
    if (code_limit(problem.shape) > max_of_classic) return too_many("the group has", max_of_classic);
    return std::nullopt;
  }
  const auto [rows, columns] = product_orders(problem.shape);
  if (std::max(rows, columns) > max_of_factors) return too_many("a factor of the group has", max_of_factors);
  // Latin squares of order 8, with a smaller group than 3x4, were never tried.
  const bool is_latin = std::min(problem.shape.box_rows, problem.shape.box_cols) == 1;
  const auto most = is_latin ? max_of_classic : max_of_products;
  if (rows * columns > most) return too_many("the group has", most);
  return std::nullopt;
}

std::optional<std::uint64_t> listing_bytes(const Problem& problem) {
  if (why_not_listed(problem)) return std::nullopt;
  // Classic: a bit for each element in the search, then another and the number of its class, and the queue; for a
  // product, the elements of one factor at a time, and the table that finds them. Others: the images of the cells, the
  // table that finds them, and the members of a class.
  Integer bytes;
  if (is_plain_square(problem)) {
    bytes = 100 * factorial(problem.shape.side());
  } else if (!problem.rules.are_classic()) {
    bytes = group_order(problem) * (2 * problem.shape.cells() + 20);
  } else if (may_be_product(problem.shape)) {
    const auto [rows, columns] = product_orders(problem.shape);
    bytes = 100 * std::max(rows, columns);
  } else {
    bytes = 3 * code_limit(problem.shape);
  }
  return bytes.convert_to<std::uint64_t>();
}

Integer group_order(const Problem& problem) { return symmetry_group(problem).order(); }

std::vector<SymmetryClass> symmetry_classes(const Problem& problem, const Poll& poll) {
  const Integer order = group_order(problem);
  auto found = is_plain_square(problem)      ? square_classes(problem.shape, poll)
               : problem.rules.are_classic() ? classic_classes(problem.shape, poll)
                                             : other_classes(problem, order, poll);
  Integer members = 0;
  for (const SymmetryClass& symmetry_class : found) members += symmetry_class.size;
  if (members != order) {
    throw BrokenInvariant{"the conjugacy classes have " + members.str() + " members, and the rules " + order.str() +
                          " symmetries"};
  }
  return found;
}

}  // namespace gridcensus::burnside_bfs
