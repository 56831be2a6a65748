#include "host/base/json.hpp"
#include "host/verify/concluded_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>

namespace gridcensus::host::verify {

namespace {

/// Conditions on the findings of one run. Each function looks for a finding, and adds no check if it is missing.
class TableChecks {
 public:
  TableChecks(const ConcludedRun& concluded, Checks& checks)
      : concluded_{concluded}, box_{concluded.problem.shape}, checks_{checks} {}

  void bands(const std::string& prefix, Shape box) const {
    const auto known = bands_of(box);
    equal(prefix + "first_moment, the bands of " + to_string(box), concluded_.exact_finding(prefix + "first_moment"),
          known);
    const auto all = known ? known : concluded_.exact_finding(prefix + "first_moment");
    for (const std::string& name : {prefix + "signature_class_table", prefix + "signature_class_sizes"}) {
      const auto table = grid(name);
      if (!table) continue;
      equal(name + ": the sizes give the bands of " + to_string(box),
            times(sum(*table, {"size"}), bands_per_normalised(box)), all);
      equal(name + ": size times completions gives the grids",
            times(sum(*table, {"size", "completions"}), bands_per_normalised(box) * completion_symmetries(box)),
            grids());
    }
    const auto family = grid(prefix + "latin_square_family");
    if (!family) return;
    std::optional<GmpInteger> square;
    std::optional<std::string> wrong;
    for (const auto& [row, cells] : family->rows) {
      const GmpInteger t = integer_from(row);
      square = square.value_or(cells.at(1));
      if (t < 0 || t > box.box_rows ||
          cells.at(0) * binomial(box.box_rows, static_cast<int>(t.get_si())) != cells.at(1) || cells.at(1) != *square ||
          mpz_perfect_square_p(square->get_mpz_t()) == 0) {
        wrong = "t = " + row;
      }
    }
    checks_.add(name(), prefix + "latin_square_family: times the binomial it is one square", wrong);
  }

  void symmetry_classes() const {
    const auto order =
        concluded_.problem.rules.are_classic() ? symmetry_group_order(box_) : concluded_.exact("symmetry_group_order");
    if (const auto table = grid("symmetry_class_sizes")) {
      equal("symmetry_class_sizes: the classes make up the group", sum(*table, {"size"}), order);
      equal("symmetry_class_sizes: its rows are the conjugacy classes", GmpInteger{table->rows.size()},
            concluded_.exact("conjugacy_classes"));
    }
    equal("symmetry_group_order_with_relabelling", concluded_.exact_finding("symmetry_group_order_with_relabelling"),
          times(order, relabellings_of(concluded_.problem)));
    if (const auto table = grid("fixed_grids_of_classes")) {
      const auto fixed = sum(*table, {"size", "fixed_grids"});
      equal("fixed_grids_of_classes: its sum is burnside_sum", fixed, concluded_.exact_finding("burnside_sum"));
      equal("fixed_grids_of_classes: the sum is the order of the group times the orbits", fixed,
            order ? times(concluded_.exact("essentially_different"), *order) : std::nullopt);
      equal("fixed_grids_of_classes: its rows are the classes with fixed grids", GmpInteger{table->rows.size()},
            concluded_.exact("classes_with_fixed_grids"));
    }
    if (const auto table = grid("essentially_different_by_automorphisms"); table && order) {
      GmpInteger grids_up_to_relabelling = 0;
      for (const auto& [row, cells] : table->rows) {
        const GmpInteger automorphisms = integer_from(row);
        if (cells.size() != 1 || automorphisms < 1 || *order % automorphisms != 0) {
          checks_.fails(name(), "essentially_different_by_automorphisms: " + row + " is no order of a subgroup");
          return;
        }
        grids_up_to_relabelling += cells[0] * (*order / automorphisms);
      }
      equal("essentially_different_by_automorphisms: its sum is essentially_different",
            sum(*table, {"essentially_different"}), concluded_.exact("essentially_different"));
      equal("essentially_different_by_automorphisms: the orbits make up all grids",
            times(grids_up_to_relabelling, relabellings_of(concluded_.problem)), grids());
    }
  }

  void numbers() const {
    equal("band_fillings", concluded_.exact_finding("band_fillings"), bands_of(box_));
    equal("stack_fillings", concluded_.exact_finding("stack_fillings"), bands_of(box_.transposed()));
    equal("listed_bands, of all bands",
          times(concluded_.exact_finding("listed_bands"), factorial(box_.side()) * factorial(box_.box_rows - 1)),
          bands_of(box_));
    for (const auto& [finding, value] : concluded_.findings) {
      if (!finding.starts_with("bookkeeping_") || kind_in(value) != "table") continue;
      const Grid table = grid_of(value);
      const auto row = table.rows.find("solutions_after_bookkeeping");
      if (row == table.rows.end() || row->second.empty()) continue;
      equal(finding + ": the solutions give the grids",
            times(row->second.front(), factorial(box_.side()) * power(factorial(box_.box_rows), box_.box_cols - 1) *
                                           power(factorial(box_.box_cols), box_.box_rows - 1)),
            grids());
    }
    const auto stabiliser = concluded_.exact("stabiliser_order");
    const auto orbit = concluded_.exact("orbit_size");
    equal("stabiliser_order times orbit_size is shuffle_options",
          stabiliser && orbit ? std::optional{GmpInteger{*stabiliser * *orbit}} : std::nullopt,
          concluded_.exact("shuffle_options"));
  }

 private:
  std::string name() const { return concluded_.run->name(); }

  std::optional<Grid> grid(const std::string& finding) const {
    const auto found = concluded_.findings.find(finding);
    if (found == concluded_.findings.end() || kind_in(found->second) != "table") return std::nullopt;
    return grid_of(found->second);
  }

  /// Returns the grids that the run counted, or took as its input.
  std::optional<GmpInteger> grids() const {
    if (auto own = concluded_.exact("grids")) return own;
    if (auto classes = concluded_.exact("relabelling_classes"))
      return times(classes, relabellings_of(concluded_.problem));
    const auto input = concluded_.inputs.find("grids");
    return input == concluded_.inputs.end() ? std::nullopt : std::optional{input->second};
  }

  static std::optional<GmpInteger> times(const std::optional<GmpInteger>& value, const GmpInteger& factor) {
    return value ? std::optional{GmpInteger{*value * factor}} : std::nullopt;
  }

  /// Returns the sum of the products of the columns over the rows; nullopt if a column is missing.
  static std::optional<GmpInteger> sum(const Grid& table, std::initializer_list<const char*> columns) {
    GmpInteger total = 0;
    for (const auto& [row, cells] : table.rows) {
      GmpInteger product = 1;
      for (const char* const column : columns) {
        const auto place = table.column(column);
        if (!place) return std::nullopt;
        product *= cells.at(*place);
      }
      total += product;
    }
    return total;
  }

  /// Adds a check if both sides are known.
  void equal(const std::string& what, const std::optional<GmpInteger>& left,
             const std::optional<GmpInteger>& right) const {
    if (!left || !right) return;
    const bool holds = *left == *right;
    checks_.add(name(), what, holds ? std::nullopt : std::optional{left->get_str() + " against " + right->get_str()});
  }

  const ConcludedRun& concluded_;
  Shape box_;
  Checks& checks_;
};

}  // namespace

void check_tables(const ConcludedRun& concluded, Checks& checks) {
  const TableChecks tables{concluded, checks};
  try {
    tables.symmetry_classes();
    if (!concluded.problem.rules.are_classic()) return;
    tables.bands("", concluded.problem.shape);
    tables.bands("transposed_", concluded.problem.shape.transposed());
    tables.numbers();
  } catch (const std::exception& error) {
    checks.fails(concluded.run->name(), fmt::format("a finding cannot be read: {}", message_of(error)));
  }
}

}  // namespace gridcensus::host::verify
