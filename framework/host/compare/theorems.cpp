#include "host/compare/theorems.hpp"

#include "gridcensus/symmetries.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

namespace gridcensus::host {

namespace {

/// Returns a number that divides the quantity, or 1 if none is known.
Integer divisor_of(Quantity quantity, const Problem& problem) {
  if (quantity != Quantity::bands || !problem.rules.are_classic()) return known_divisor(quantity, problem);
  const auto [rows, cols] = problem.shape;
  return factorial(rows * cols) * power(factorial(cols), rows - 1) * factorial(rows - 1);
}

Integer cubes_of_binomials(int n) {
  Integer sum = 0;
  Integer binomial = 1;
  for (int k = 0; k <= n; ++k) {
    sum += power(binomial, 3);
    binomial = binomial * (n - k) / (k + 1);
  }
  return sum;
}

/// Checks whether the value is an exact number or a bound.
bool is_whole(const Outcome& outcome) {
  const Kind kind = kind_of(outcome);
  return kind == Kind::exact || kind == Kind::lower_bound || kind == Kind::upper_bound;
}

Integer binomial(int n, int k) { return factorial(n) / (factorial(k) * factorial(n - k)); }

std::optional<Integer> times(const std::optional<Integer>& value, const Integer& factor) {
  return value ? std::optional<Integer>{*value * factor} : std::nullopt;
}

/// The theorems on the findings of a run. Each function looks for a finding, and adds no check if it is missing.
class FindingTheorems {
 public:
  FindingTheorems(const RunValues& run, const Problem& problem) : run_{run}, problem_{problem}, box_{problem_.shape} {}

  std::vector<Comparison> check() {
    check_symmetry_classes();
    if (problem_.rules.are_classic()) {
      check_bands("", {box_});
      check_bands("transposed_", {box_.transposed()});
      check_numbers();
    }
    check_shuffles();
    return std::move(checks_);
  }

 private:
  /// @param problem  that of the findings with this prefix
  void check_bands(const std::string& prefix, const Problem& problem) {
    const auto formula = closed_formula(Quantity::bands, problem);
    auto bands = formula ? formula : found(prefix + "first_moment");
    if (!bands && prefix.empty()) bands = counted("bands");
    for (const std::string& name : {prefix + "signature_class_table", prefix + "signature_class_sizes"}) {
      equal(name, "bands = sum of size * symmetries", times(sum(name, {"size"}), divisor_of(Quantity::bands, problem)),
            bands);
      equal(name, "grids = sum of size * completions * symmetries",
            times(sum(name, {"size", "completions"}), known_divisor(Quantity::grids, problem)), grids());
    }
    check_family(prefix + "latin_square_family", problem.shape.box_rows);
  }

  /// Checks that the bands of each row, times a binomial coefficient, are one square.
  void check_family(const std::string& name, int box_rows) {
    const Table* const family = table(name, {"bands_each", "times_binomial"});
    if (family == nullptr || family->rows.empty()) return;
    const std::size_t bands = index_of(*family, "bands_each");
    const std::size_t all = index_of(*family, "times_binomial");
    const Integer square = family->rows.begin()->second[all];
    const Integer root = square < 0 ? Integer{0} : Integer{sqrt(square)};
    std::string value = to_decimal(square);
    for (const auto& [row, cells] : family->rows) {
      const auto t = parse_integer(row);
      const Integer product = t && *t >= 0 && *t <= box_rows
                                  ? Integer{cells[bands] * binomial(box_rows, t->convert_to<int>())}
                                  : Integer{0};
      if (product == cells[all] && product == root * root) continue;
      value = fmt::format("{} and {} at t = {}", to_decimal(product), to_decimal(cells[all]), row);
    }
    check(name, "one square = bands_each * binomial(R, t)", value, to_decimal(root * root));
  }

  void check_symmetry_classes() {
    const auto formula = closed_formula(Quantity::symmetry_group_order, problem_);
    const auto order = formula ? formula : counted("symmetry_group_order");
    equal("symmetry_class_sizes", "symmetry_group_order = sum of size", sum("symmetry_class_sizes", {"size"}), order);
    equal("symmetry_class_sizes", "conjugacy_classes = number of rows", rows("symmetry_class_sizes"),
          counted("conjugacy_classes"));
    if (const auto all = found("symmetry_group_order_with_relabelling")) {
      equal("symmetry_group_order_with_relabelling", "symmetry_group_order * relabellings", all,
            times(order, relabellings(problem_)));
    }
    const auto fixed = sum("fixed_grids_of_classes", {"size", "fixed_grids"});
    equal("fixed_grids_of_classes", "burnside_sum = sum of size * fixed_grids", fixed, found("burnside_sum"));
    equal("fixed_grids_of_classes", "symmetry_group_order * essentially_different = sum of size * fixed_grids", fixed,
          order ? times(counted("essentially_different"), *order) : std::nullopt);
    equal("fixed_grids_of_classes", "classes_with_fixed_grids = number of rows", rows("fixed_grids_of_classes"),
          counted("classes_with_fixed_grids"));
    if (order) check_automorphisms("essentially_different_by_automorphisms", *order);
  }

  void check_automorphisms(const std::string& name, const Integer& order) {
    const Table* const orbits = table(name, {"essentially_different"});
    if (orbits == nullptr) return;
    const std::size_t number = index_of(*orbits, "essentially_different");
    Integer images = 0;
    for (const auto& [row, cells] : orbits->rows) {
      const auto automorphisms = parse_integer(row);
      if (!automorphisms || *automorphisms < 1 || order % *automorphisms != 0) {
        return check(name, "rows divide symmetry_group_order", row, to_decimal(order));
      }
      images += cells[number] * (order / *automorphisms);
    }
    equal(name, "essentially_different = sum of rows", sum(name, {"essentially_different"}),
          counted("essentially_different"));
    equal(name, "grids = sum of orbits * relabellings", images * relabellings(problem_), grids());
  }

  void check_numbers() {
    const auto bands = closed_formula(Quantity::bands, {box_});
    equal("band_fillings", "closed formula", found("band_fillings"), bands);
    equal("stack_fillings", "closed formula", found("stack_fillings"),
          closed_formula(Quantity::bands, {box_.transposed()}));
    equal("listed_bands", "bands = listed_bands * symmetries",
          times(found("listed_bands"), factorial(box_.side()) * factorial(box_.box_rows - 1)), bands);
    const Integer symmetries = factorial(box_.side()) * power(factorial(box_.box_rows), box_.box_cols - 1) *
                               power(factorial(box_.box_cols), box_.box_rows - 1);
    for (const auto& finding : run_.findings) {
      const Table* const steps = finding.name.starts_with("bookkeeping_") ? table(finding.name) : nullptr;
      if (steps == nullptr || steps->columns.empty()) continue;
      const auto row = steps->rows.find("solutions_after_bookkeeping");
      if (row == steps->rows.end()) continue;
      equal(finding.name, "grids = solutions_after_bookkeeping * symmetries", row->second.front() * symmetries,
            grids());
    }
  }

  void check_shuffles() {
    const auto options = std::ranges::find(run_.outcomes, "shuffle_options",
                                           [](const AttributedOutcome& outcome) { return name_of(outcome.quantity); });
    const auto all = counted("shuffle_options");
    const auto stabiliser = counted("stabiliser_order");
    const auto orbit = counted("orbit_size");
    if (!all || !stabiliser || !orbit) return;
    Side side = options->origin;
    side.quantity = options->quantity;
    check(std::move(side), to_decimal(*all), fmt::format("shuffle_options of {}", to_string(problem_)),
          "shuffle_options = stabiliser_order * orbit_size", to_decimal(*stabiliser * *orbit));
  }

  const AttributedFinding* finding(const std::string& name) const {
    const auto place = std::ranges::find(run_.findings, name, &AttributedFinding::name);
    return place == run_.findings.end() ? nullptr : &*place;
  }

  /// Returns the place of a column; the number of columns if there is none.
  static std::size_t index_of(const Table& table, std::string_view column) {
    return static_cast<std::size_t>(std::ranges::find(table.columns, column) - table.columns.begin());
  }

  /// Returns a finding that is a table with these columns, or nullptr.
  const Table* table(const std::string& name, std::initializer_list<const char*> columns = {}) const {
    const auto* const own = finding(name);
    const auto* const values = own == nullptr ? nullptr : std::get_if<Table>(&own->value);
    const auto has = [&](const char* column) { return index_of(*values, column) < values->columns.size(); };
    return values != nullptr && std::ranges::all_of(columns, has) ? values : nullptr;
  }

  std::optional<Integer> rows(const std::string& name) const {
    const Table* const own = table(name);
    return own == nullptr ? std::nullopt : std::optional<Integer>{own->rows.size()};
  }

  /// Returns the sum over the rows of the product of these columns.
  std::optional<Integer> sum(const std::string& name, std::initializer_list<const char*> columns) const {
    const Table* const own = table(name, columns);
    if (own == nullptr) return std::nullopt;
    std::vector<std::size_t> places;
    for (const char* const column : columns) places.push_back(index_of(*own, column));
    Integer total = 0;
    for (const auto& [row, cells] : own->rows) {
      Integer product = 1;
      for (const std::size_t place : places) product *= cells[place];
      total += product;
    }
    return total;
  }

  /// Returns a finding that is an exact number.
  std::optional<Integer> found(const std::string& name) const {
    const auto* const own = finding(name);
    const auto* const exact = own == nullptr ? nullptr : std::get_if<Exact>(&own->value);
    return exact == nullptr ? std::nullopt : std::optional{exact->value};
  }

  /// Returns an exact outcome.
  std::optional<Integer> counted(std::string_view quantity) const {
    for (const auto& outcome : run_.outcomes) {
      const auto* const exact = std::get_if<Exact>(&outcome.outcome);
      if (exact != nullptr && name_of(outcome.quantity) == quantity) return exact->value;
    }
    return std::nullopt;
  }

  /// Returns the grids that the run counted, or took as its input.
  std::optional<Integer> grids() const {
    if (auto own = counted("grids")) return own;
    if (const auto classes = counted("relabelling_classes")) return times(classes, relabellings(problem_));
    const auto input = run_.inputs.find(Quantity::grids);
    return input == run_.inputs.end() ? std::nullopt : std::optional{input->second};
  }

  /// Adds a check if both sides are known.
  void equal(const std::string& name, const char* theorem, const std::optional<Integer>& value,
             const std::optional<Integer>& other) {
    if (value && other) check(name, theorem, to_decimal(*value), to_decimal(*other));
  }

  void check(const std::string& name, const char* theorem, const std::string& value, const std::string& other) {
    const AttributedFinding& own = *finding(name);
    check(own.origin, value, to_string(subject_of(name, problem_, own.same_when_transposed)), theorem, other);
  }
  void check(Side side, const std::string& value, std::string subject, const char* theorem, const std::string& other) {
    side.value = value;
    checks_.push_back({.subject = std::move(subject),
                       .verdict = value == other ? Verdict::holds : Verdict::broken,
                       .left = std::move(side),
                       .right = {.kind = OriginKind::invariant, .name = theorem, .problem = problem_, .value = other}});
  }

  const RunValues& run_;
  Problem problem_;
  Shape box_;
  std::vector<Comparison> checks_;
};

}  // namespace

std::optional<Integer> closed_formula(Quantity quantity, const Problem& problem) {
  if (!problem.rules.are_classic()) return std::nullopt;
  const auto [rows, cols] = problem.shape;
  if (quantity == Quantity::symmetry_group_order) {
    const bool has_transposition = rows == cols && rows > 1;
    return power(factorial(rows), cols) * factorial(cols) * power(factorial(cols), rows) * factorial(rows) *
           (has_transposition ? 2 : 1);
  }
  if (quantity != Quantity::bands || rows > 3) return std::nullopt;
  if (rows == 1) return factorial(cols);
  if (rows == 2) return factorial(2 * cols) * power(factorial(cols), 2);
  return factorial(3 * cols) * power(factorial(cols), 6) * cubes_of_binomials(cols);
}

std::vector<Comparison> check_invariants(const AttributedOutcome& origin) {
  const auto* exact = std::get_if<Exact>(&origin.outcome);
  if (exact == nullptr) return {};
  std::vector<Comparison> checks;
  const Problem& problem = origin.origin.problem;
  const auto check = [&](std::string invariant, std::string bound, bool holds, std::string note) {
    Comparison& checked =
        checks.emplace_back(Comparison{.subject = fmt::format("{} of {}", name_of(origin.quantity), to_string(problem)),
                                       .verdict = holds ? Verdict::holds : Verdict::broken,
                                       .left = origin.origin,
                                       .right = {.kind = OriginKind::invariant,
                                                 .name = std::move(invariant),
                                                 .problem = problem,
                                                 .quantity = origin.quantity,
                                                 .value = std::move(bound)},
                                       .note = std::move(note)});
    checked.left.quantity = origin.quantity;
    checked.left.value = to_decimal(exact->value);
  };
  if (exact->value < 0) check("not negative", "0", false, "a count below zero");
  if (const auto value = closed_formula(origin.quantity, problem)) {
    check("closed formula", to_decimal(*value), exact->value == *value, "");
    return checks;
  }
  const Integer divisor = divisor_of(origin.quantity, problem);
  if (divisor > 1) {
    const Integer remainder = exact->value % divisor;
    const bool holds = remainder == 0;
    check("divisor theorem", holds ? to_decimal(divisor) : "not divisible by " + group_digits(to_decimal(divisor)),
          holds, holds ? "" : "the remainder is " + group_digits(to_decimal(remainder)));
  }
  return checks;
}

std::vector<Comparison> check_relations(const std::vector<AttributedOutcome>& outcomes) {
  std::vector<Comparison> checks;
  for (const auto& derived : outcomes) {
    const Quantity base = reduction(derived.quantity, derived.origin.problem).base;
    const auto given = std::ranges::find(outcomes, base, &AttributedOutcome::quantity);
    if (base == derived.quantity || derived.follows || given == outcomes.end()) continue;
    // Two estimates of one run are of the same samples, so their agreement is not tested.
    if (!is_whole(derived.outcome) && !is_whole(given->outcome)) continue;
    Comparison check = compare(derived, *given);
    if (check.verdict == Verdict::not_comparable) continue;
    check.shared.clear();
    check.right = {.kind = OriginKind::invariant,
                   .name = fmt::format("{} = {}", name_of(derived.quantity), relation(derived.quantity)),
                   .problem = derived.origin.problem,
                   .quantity = check.right.quantity,
                   .value = check.right.value};
    if (!check.p_value) check.verdict = check.verdict == Verdict::disagree ? Verdict::broken : Verdict::holds;
    check.note.clear();
    checks.push_back(std::move(check));
  }
  return checks;
}

std::vector<Comparison> check_findings(const RunValues& run) {
  if (!run.findings.empty()) return FindingTheorems{run, run.findings.front().origin.problem}.check();
  if (!run.outcomes.empty()) return FindingTheorems{run, run.outcomes.front().origin.problem}.check();
  return {};
}

std::vector<Comparison> check_theorems(const RunValues& run) {
  std::vector<Comparison> checks;
  const auto add = [&](std::vector<Comparison> more) { std::ranges::move(more, std::back_inserter(checks)); };
  for (const auto& outcome : run.outcomes) add(check_invariants(outcome));
  for (const auto& finding : run.quantities_found) add(check_invariants(finding));
  add(check_relations(run.outcomes));
  add(check_findings(run));
  return checks;
}

}  // namespace gridcensus::host
