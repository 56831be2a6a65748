#include "gridcensus/plugin.hpp"

#include "box_class_zc/border_columns.hpp"
#include "box_class_zc/border_combinations.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace {

using namespace gridcensus;
using box_class_zc::First;
using box_class_zc::Kernel;
using box_class_zc::Mode;

enum class KernelName { automatic, avx512, avx2, portable };

/// The maximum number of columns of boxes of 2 rows: 2x5 has 126^4 combinations of row classes in a stack.
constexpr int max_columns_of_two_lines = 4;

struct BoxClassZcParams {
  Mode mode = Mode::reduced;
  First variant = First::greater;
  KernelName kernel = KernelName::automatic;
};

/// Returns the kernel of that name, or nullptr if this build or this processor lacks it.
const Kernel* find_kernel(KernelName name) {
  static constexpr std::array<std::string_view, 4> names{"auto", "avx512", "avx2", "portable"};
  if (name == KernelName::automatic) return &box_class_zc::fastest_kernel();
  for (const Kernel& kernel : box_class_zc::kernels()) {
    if (kernel.name == names.at(static_cast<std::size_t>(name)) && kernel.is_supported()) return &kernel;
  }
  return nullptr;
}

class BoxClassZc final : public Strategy {
 public:
  using Params = BoxClassZcParams;

  static About about() {
    return {
        .id = "box_class_zc",
        .version = "1.0.0",
        .summary = "Adds up the solutions of every combination of row and column classes of the boxes beside box 1.",
        .source = "PatmaxDaddy (Bill Silver), forum.enjoysudoku.com, \"Su-Doku's maths\" (2005)",
        .yields = {{Quantity::grids, Kind::exact}}};
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

  Offer offer(const Problem& problem, const std::set<Quantity>& quantities) const override {
    if (const auto reason = why_not(problem.shape)) return refusal(quantities, *reason);
    const auto [rows, cols] = problem.shape;
    constexpr std::uint64_t megabyte = 1U << 20U;
    if (rows == 3 && cols == 3) return {.units = box_class_zc::units_of(params_.mode), .memory_bytes = 4 * megabyte};
    return {.units = factorial(std::max(rows, cols)).convert_to<std::uint64_t>(), .memory_bytes = megabyte};
  }

  std::unique_ptr<Job> prepare(const Request& request) const override {
    const auto [rows, cols] = request.problem.shape;
    if (rows != 3 || cols != 3) return box_class_zc::sum_over_border_columns(request);
    const Kernel* const kernel = find_kernel(params_.kernel);
    if (kernel == nullptr) throw std::invalid_argument{"a kernel that this processor does not have"};
    return box_class_zc::sum_over_border_combinations(params_.mode, params_.variant, *kernel);
  }

 private:
  std::optional<std::string> why_not(Shape shape) const {
    const int rows = shape.box_rows;
    const int cols = shape.box_cols;
    if (rows == 1 || cols == 1) {
      return "in a box of one line, all row classes or all column classes coincide: they have the same symbols";
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

  Params params_;
};

}  // namespace

GRIDCENSUS_PLUGIN(BoxClassZc);
