#include "gridcensus/plugin.hpp"

#include "box_class_zc/combinations.hpp"
#include "box_class_zc/hands.hpp"
#include "box_class_zc/two_lines.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using namespace gridcensus;
using box_class_zc::Border;
using box_class_zc::Combinations;
using box_class_zc::First;
using box_class_zc::Interior;
using box_class_zc::Kernel;
using box_class_zc::Selection;
using box_class_zc::TwoLines;

enum class Mode { reduced, faithful };
enum class KernelName { automatic, avx512, avx2, portable };

/// Boxes of 2 rows can have this many columns: 2x5 has 126^4 combinations of row classes in a stack.
constexpr int max_columns_of_two_lines = 4;

struct BoxClassZcParams {
  Mode mode = Mode::reduced;
  First variant = First::greater;
  KernelName kernel = KernelName::automatic;
};

Selection selection_of(const Border& border, const BoxClassZcParams& params) {
  if (params.mode == Mode::reduced) return selection_by_orbit(border);
  return selection_by_number(border, params.variant);
}

std::string bookkeeping_name(const BoxClassZcParams& params) {
  if (params.mode == Mode::reduced) return "bookkeeping_reduced";
  return params.variant == First::greater ? "bookkeeping_greater_first" : "bookkeeping_lesser_first";
}

std::size_t slices_of(Mode mode) {
  constexpr std::size_t reduced = 2048;
  constexpr std::size_t faithful = 4096;
  return mode == Mode::reduced ? reduced : faithful;
}

/// nullptr: this build or this processor has no kernel of that name.
const Kernel* find_kernel(KernelName name) {
  static constexpr std::array<std::string_view, 4> names{"auto", "avx512", "avx2", "portable"};
  if (name == KernelName::automatic) return &box_class_zc::fastest_kernel();
  for (const Kernel& kernel : box_class_zc::kernels()) {
    if (kernel.name == names.at(static_cast<std::size_t>(name)) && kernel.is_supported()) return &kernel;
  }
  return nullptr;
}

Table count_table(const std::vector<std::pair<std::string, Integer>>& counts) {
  Table table{.key = "figure", .columns = {"count"}, .rows = {}};
  for (const auto& [figure, count] : counts) table.add(figure, {count});
  return table;
}

/// The quantities of the request from grids / N!.
Outcomes outcomes_from(const Request& request, const Integer& relabelling_classes) {
  Outcomes outcomes;
  for (const Quantity quantity : request.quantities) {
    const bool is_grids = quantity == Quantity::grids;
    outcomes[quantity] =
        Exact{is_grids ? relabelling_classes * factorial(request.problem.shape.side()) : relabelling_classes};
  }
  return outcomes;
}

/// The source's shape.
class ThreeByThreeJob final : public Job {
 public:
  ThreeByThreeJob(Request request, const BoxClassZcParams& params)
      : request_{std::move(request)},
        interior_{border_},
        combinations_{interior_, selection_of(border_, params), slices_of(params.mode)},
        bookkeeping_name_{bookkeeping_name(params)},
        kernel_{find_kernel(params.kernel)} {}

  std::uint64_t units() const override { return combinations_.slices(); }
  double weight(std::uint64_t unit) const override { return combinations_.cost(unit); }

  Tally run(std::uint64_t unit, UnitContext& context) const override {
    const auto sums = combinations_.count(unit, *kernel_, [&context] { context.check_stop(); });
    return Tally{}
        .add("combinations", sums.combinations)
        .add("inner_iterations", sums.inner_iterations)
        .add("solutions", sums.solutions)
        .add("weighted_solutions", sums.weighted);
  }

  std::map<std::string, Integer> divisors(std::uint64_t unit) const override {
    return {{"weighted_solutions", combinations_.divisor(unit)}};
  }

  Report conclude(const Tally& total, std::uint64_t /*units*/) const override {
    // The three sets of each of the four border classes can be ordered in 3! ways.
    const Integer orders = power(factorial(static_cast<int>(Border::lines)), 4);
    Report report{.outcomes = outcomes_from(request_, total.sum("weighted_solutions") * orders),
                  .findings = findings_of_tables()};
    report.findings.emplace(
        bookkeeping_name_,
        Finding{count_table({{"combinations", total.sum("combinations")},
                             {"inner_iterations", total.sum("inner_iterations")},
                             {"solutions_counted", total.sum("solutions")},
                             {"solutions_after_bookkeeping", total.sum("weighted_solutions")}}),
                "Combinations of classes of boxes 2, 3, 4 and 7 that were visited, steps that the source's innermost "
                "loop takes for them, their solutions, and these with the weights of their combinations"});
    return report;
  }

 private:
  Findings findings_of_tables() const {
    Findings findings;
    findings.emplace("box_algebra", Finding{box_algebra(),
                                            "Classes of a box; pairs of a row and a column class with a box; classes "
                                            "and pairs of the boxes beside box 1, pairs also by row triplets"});

    Table straight{.key = "ZC", .columns = {"box_2_classes", "box_3_classes"}, .rows = {}};
    for (const auto& [crossings, hand] : box_class_zc::straight_hands(border_)) {
      straight.add(std::to_string(crossings), {hand.box_2_classes, hand.box_3_classes});
    }
    findings.emplace("straight_hands", Finding{std::move(straight),
                                               "By ZC of box 1's rows and box 2's columns: column classes of box 2, "
                                               "and of box 3 beside each of them"});

    Table cross{.key = "ZC", .columns = {"cases", "fillings", "box_8_classes"}, .rows = {}};
    for (const auto& [crossings, hand] : box_class_zc::cross_hands(border_, interior_)) {
      cross.add(std::to_string(crossings), {hand.cases, hand.fillings, hand.box_8_classes});
    }
    findings.emplace("cross_hands", Finding{std::move(cross),
                                            "By ZC of box 4's rows and box 2's columns: pairs of classes, fillings of "
                                            "box 5, column classes that these leave to box 8"});

    Table arrangements{.key = "ZC", .columns = {"rows", "row_1", "row_2", "row_3", "sets", "total"}, .rows = {}};
    for (const auto& [crossings, ways] : box_class_zc::arrangements()) {
      arrangements.add(std::to_string(crossings),
                       {ways.rows, ways.in_row[0], ways.in_row[1], ways.in_row[2], ways.sets, ways.total});
    }
    findings.emplace("cross_hand_permutations",
                     Finding{std::move(arrangements),
                             "By ZC: the ways in which box 4 can lie to the columns of box 2, "
                             "as a product"});
    return findings;
  }

  Table box_algebra() const {
    const std::size_t classes = border_.classes().size();
    Integer meeting = 0;
    for (std::size_t rows = 0; rows < classes; ++rows) {
      for (std::size_t columns = 0; columns < classes; ++columns) {
        meeting +=
            interior_.meet(static_cast<box_class_zc::Code>(rows), static_cast<box_class_zc::Code>(columns)) ? 1 : 0;
      }
    }
    Integer pairs = 0;
    Integer with_copies = 0;
    Integer equal = 0;
    for (std::size_t i = 0; i < border_.size(); ++i) {
      for (std::size_t j = 0; j < border_.size(); ++j) {
        const int copies = border_.copies(static_cast<box_class_zc::Code>(i), static_cast<box_class_zc::Code>(j));
        pairs += copies != 0 ? 1 : 0;
        with_copies += copies;
        equal += copies != 0 && i == j ? 1 : 0;
      }
    }
    return count_table({{"classes", classes},
                        {"meeting_pairs", meeting},
                        {"box_2_classes", border_.size()},
                        {"box_2_row_triplets", border_.row_triplets().size()},
                        {"box_2_box_3_pairs", pairs},
                        {"box_2_box_3_pairs_with_copies", with_copies},
                        {"box_2_box_3_pairs_of_equals", equal}});
  }

  Request request_;
  Border border_;
  Interior interior_;
  Combinations combinations_;
  std::string bookkeeping_name_;
  const Kernel* kernel_;
};

/// Boxes of two rows, or of two columns by transposition.
class TwoLinesJob final : public Job {
 public:
  TwoLinesJob(Request request, int longer)
      : request_{std::move(request)}, longer_{longer}, counter_{longer, [this] { request_.stop.check(); }} {}

  std::uint64_t units() const override { return counter_.border_columns().size(); }

  Tally run(std::uint64_t unit, UnitContext& context) const override {
    context.check_stop();
    return Tally{}.add("solutions", counter_.solutions(unit));
  }

  std::map<std::string, Integer> divisors(std::uint64_t /*unit*/) const override {
    // The bands below the first can be permuted, and no two of them are alike.
    return {{"solutions", factorial(longer_ - 1)}};
  }

  Report conclude(const Tally& total, std::uint64_t /*units*/) const override {
    // The columns of box 1' in C! orders, the two rows of each of the C - 1 boxes below box 1 in 2.
    const Integer orders = factorial(longer_) * power(2, longer_ - 1);
    Report report{.outcomes = outcomes_from(request_, total.sum("solutions") * orders), .findings = {}};
    report.findings.emplace(
        "box_algebra", Finding{count_table({{"classes_of_two_lines", counter_.row_classes()},
                                            {"classes_of_short_lines", counter_.column_classes()},
                                            {"meeting_pairs", counter_.meeting_pairs()},
                                            {"classes_beside_box_1", counter_.border_columns().size()},
                                            {"combinations_below_box_1", counter_.row_combinations()}}),
                               "Classes of the two lines of a box and of its lines of two symbols, pairs of these with "
                               "a box, classes of the box beside box 1 and combinations for those below it"});
    return report;
  }

 private:
  Request request_;
  int longer_;
  TwoLines counter_;
};

class BoxClassZc final : public Strategy {
 public:
  using Params = BoxClassZcParams;

  static About about() {
    return {
        .id = "box_class_zc",
        .version = "1.0.0",
        .summary = "Adds up the solutions of every combination of row and column classes of the boxes beside box 1.",
        .source = "PatmaxDaddy (Bill Silver), forum.enjoysudoku.com, \"Su-Doku's maths\" (2005)",
        .yields = {{Quantity::grids, Kind::exact}, {Quantity::relabelling_classes, Kind::exact}}};
  }

  static void describe(Schema<Params>& schema) {
    schema.choice("mode", &Params::mode, {{"reduced", Mode::reduced}, {"faithful", Mode::faithful}})
        .help(
            "3x3: faithful visits every combination that the source's symmetries leave, reduced only those with one "
            "pair of classes of boxes 2 and 4 for each orbit under the symmetries of box 1.");
    schema.choice("variant", &Params::variant, {{"greater_first", First::greater}, {"lesser_first", First::lesser}})
        .help("Faithful mode: which class number of two boxes that may be exchanged goes to boxes 2 and 4.");
    schema
        .choice("kernel", &Params::kernel,
                {{"auto", KernelName::automatic},
                 {"avx512", KernelName::avx512},
                 {"avx2", KernelName::avx2},
                 {"portable", KernelName::portable}})
        .speed_only()
        .help("The innermost loops of 3x3; auto: the fastest that the processor has.");
  }

  explicit BoxClassZc(Params params) : params_{params} {}

  std::optional<std::string> why_not(const Problem& problem, Quantity /*quantity*/) const override {
    if (problem.rules != Rules::classic) return "only classic rules";
    const int rows = problem.shape.box_rows;
    const int cols = problem.shape.box_cols;
    if (rows == 1 || cols == 1) {
      return "the row or column classes of a box of one line say nothing: all have the same symbols";
    }
    if (rows == 3 && cols == 3) {
      if (find_kernel(params_.kernel) == nullptr) return "this processor does not have the instructions of the kernel";
      return std::nullopt;
    }
    const int shorter = std::min(rows, cols);
    const int longer = std::max(rows, cols);
    if (shorter == 2 && longer <= max_columns_of_two_lines) return std::nullopt;
    const auto classes = [&](int lines) {
      return to_decimal(factorial(rows * cols) / (power(factorial(rows * cols / lines), lines) * factorial(lines)));
    };
    if (shorter == 2) {
      return "the " + std::to_string(longer - 1) + " boxes below box 1 have " + classes(2) +
             " classes each, too many combinations for a table; this method takes 2xC up to C = " +
             std::to_string(max_columns_of_two_lines);
    }
    return std::to_string((rows - 1) * (cols - 1)) + " boxes lie between the classes that are fixed, which have " +
           classes(longer) + " and " + classes(shorter) +
           " values; this method joins the four of 3x3 and the single stack of 2xC";
  }

  Forecast forecast(const Problem& problem, const std::set<Quantity>& /*quantities*/) const override {
    const auto [rows, cols] = problem.shape;
    constexpr std::uint64_t megabyte = 1U << 20U;
    if (rows == 3 && cols == 3) return {.units = slices_of(params_.mode), .memory_bytes = 4 * megabyte};
    return {.units = factorial(std::max(rows, cols)).convert_to<std::uint64_t>(), .memory_bytes = megabyte};
  }

  std::unique_ptr<Job> prepare(const Request& request) const override {
    const auto [rows, cols] = request.problem.shape;
    if (rows != 3 || cols != 3) return std::make_unique<TwoLinesJob>(request, std::max(rows, cols));
    return std::make_unique<ThreeByThreeJob>(request, params_);
  }

 private:
  Params params_;
};

}  // namespace

GRIDCENSUS_PLUGIN(BoxClassZc);
